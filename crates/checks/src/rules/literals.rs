//! Quoted literals must occur in the code, its documentation, the evidence, or a value that the code names.
//!
//! A literal is text in quotes, and code in backticks that no identifier could be: an extension
//! (`.png`), a header (`X-Key`), a path (`/tiles/`), an atom (`:ok`), a flag (`--force`), a version.

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::lexicon::literals::{DATA_FILES, NOTATIONS, TEXT_NOUNS};
use crate::lexicon::numbers::EXAMPLES;
use crate::{Problem, Statement, SubjectContext, Word, WordForm};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "literals",
        about: "A quoted literal must stand in the code, its documentation, the evidence, or a value that the code names.",
        scope: &SubjectScope::ALL,
        code: r"//- src/files.py
def headers(token):
    return {'X-Map-Token': token, 'Accept': 'image/png'}
",
        path: "src/files.py",
        symbol: "headers",
        wrong: Example::Claim("Sets the `X-Auth-Key` header."),
        right: Example::Claim("Sets the `X-Map-Token` header."),
    },
    run: Run::Claim(check),
};

/// Whether a word in backticks is a literal, which is looked for as a whole and not name by name.
pub(crate) fn judges(statement: &Statement, at: usize) -> bool {
    let word = &statement.words[at];
    word.form == WordForm::Code && literal_of(word).is_some() && !is_example(statement, at)
}

fn is_example(statement: &Statement, at: usize) -> bool {
    let words = &statement.words;
    let before = &words[at.saturating_sub(2)..at];
    let next = words.get(at + 1).filter(|_| !words[at].ends_phrase);
    before.iter().any(|before| EXAMPLES.has(&before.lower))
        || next.is_some_and(|next| NOTATIONS.has(&next.lower))
}

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (at, word) in statement.words.iter().enumerate() {
        let literal = literal_of(word).or_else(|| key_of(statement, at));
        let Some(literal) = literal.filter(|_| !is_example(statement, at)) else { continue };
        if !occurs(&literal, context) {
            problems.push(problem(&literal, word.form, context));
        }
    }
    problems
}

/// A literal with its kind.
struct Literal {
    text: String,
    shape: Shape,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Extension,
    Header,
    Path,
    Atom,
    Flag,
    Version,
    /// A file with an extension of data or settings.
    File,
    /// A key, event, header or the like that a claim names so.
    Key,
    /// Text in quotes.
    Quoted,
}

fn literal_of(word: &Word) -> Option<Literal> {
    let text = word.text.trim();
    let literal = |text: &str, shape| Some(Literal { text: text.to_owned(), shape });
    match word.form {
        WordForm::Quoted => {
            let is_prose = text.split_whitespace().count() > 6;
            (!is_prose).then(|| Literal { text: text.to_owned(), shape: Shape::Quoted })
        }
        WordForm::Code => {
            let unquoted = text.trim_matches(|c: char| matches!(c, '"' | '\''));
            if unquoted.len() + 2 == text.len()
                && !unquoted.is_empty()
                && !unquoted.contains(['"', '\''])
            {
                return literal(unquoted, Shape::Quoted);
            }
            shape_of(text).and_then(|shape| literal(text, shape))
        }
        WordForm::Plain | WordForm::Name | WordForm::Number => None,
    }
}

/// A name in backticks that a claim calls a key, an event, a header or the like.
fn key_of(statement: &Statement, at: usize) -> Option<Literal> {
    let word = statement.words.get(at).filter(|word| word.form == WordForm::Code)?;
    let before = at.checked_sub(1).map_or("", |at| statement.words[at].lower.as_str());
    let after = statement.words.get(at + 1).map_or("", |word| word.lower.as_str());
    let is_key = TEXT_NOUNS.has(before) || TEXT_NOUNS.has(after) && after != "key";
    let is_name = word.text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'));
    (is_key && is_name && word.text.len() > 2)
        .then(|| Literal { text: word.text.clone(), shape: Shape::Key })
}

/// What kind of literal a text is; `None` if it could be an expression or a name.
fn shape_of(text: &str) -> Option<Shape> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-');
    if text.is_empty()
        || text.contains(char::is_whitespace)
        || text.contains(['(', ')', '{', '}', '$', '<', '>', '%', '*', '=', '"', '#', '@', ','])
    {
        return None;
    }
    if let Some(rest) = text.strip_prefix('.') {
        let is_extension = (1..=8).contains(&rest.len())
            && rest.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        return is_extension.then_some(Shape::Extension);
    }
    if let Some(rest) = text.strip_prefix(':') {
        return (!rest.is_empty() && rest.chars().all(|c| is_lower(c) || matches!(c, '?' | '!')))
            .then_some(Shape::Atom);
    }
    if text.starts_with("--") && text.len() > 2 && text[2..].chars().all(is_lower) {
        return Some(Shape::Flag);
    }
    let parts: Vec<&str> = text.split('-').collect();
    let is_header = parts.len() > 1
        && parts.iter().all(|part| {
            part.starts_with(|c: char| c.is_ascii_uppercase())
                && part.chars().all(|c| c.is_ascii_alphanumeric())
        });
    if is_header {
        return Some(Shape::Header);
    }
    let is_version = text.matches('.').count() >= 2
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
        && text.starts_with(|c: char| c.is_ascii_digit());
    if is_version && !text.contains("..") {
        return Some(Shape::Version);
    }
    let is_file = text.rsplit_once('.').is_some_and(|(stem, end)| {
        DATA_FILES.has(end) && stem.chars().all(|c| is_word(c) || c == '-') && !stem.is_empty()
    });
    if is_file {
        return Some(Shape::File);
    }
    // `name/2` is a function of Elixir with its arity.
    let is_arity = text
        .rsplit('/')
        .next()
        .is_some_and(|end| !end.is_empty() && end.chars().all(|c| c.is_ascii_digit()));
    let is_path = text.contains('/')
        && text.len() > 2
        && text.chars().all(|c| is_word(c) || matches!(c, '/' | '.' | '-' | '+'));
    (is_path && !is_arity && !text.contains("//")).then_some(Shape::Path)
}

fn occurs(literal: &Literal, context: &SubjectContext<'_>) -> bool {
    let wanted = literal.text.to_lowercase();
    let bare = wanted.trim_matches(['/', '.', ':']);
    let is_in = |text: &str| {
        let text = text.to_lowercase();
        match literal.shape {
            Shape::Extension | Shape::Atom => rutter_domain::words::contains_word(&text, bare),
            Shape::Key => rutter_domain::words::contains_word(&text, &wanted),
            Shape::Header | Shape::Flag => {
                text.contains(&wanted)
                    || text.contains(&wanted.replace('-', "_"))
                    || text.contains(&wanted.replace('-', ""))
            }
            Shape::Path | Shape::Version | Shape::File => {
                text.contains(&wanted) || bare.len() > 2 && text.contains(bare)
            }
            Shape::Quoted => text.contains(&wanted) || flat(&text).contains(&flat(&wanted)),
        }
    };
    let is_near = is_in(&context.code)
        || is_in(&context.doc)
        || is_in(context.path())
        || context.evidence.iter().any(|(_, text)| is_in(text))
        || context.named_values().iter().any(|value| is_in(&value.text));
    if is_near || context.containers().iter().any(|one| is_in(one.doc.as_deref().unwrap_or(""))) {
        return true;
    }
    if context.callees().iter().any(|one| {
        is_in(&one.symbol().signature) || is_in(one.symbol().doc.as_deref().unwrap_or(""))
    }) {
        return true;
    }
    match literal.shape {
        // Parts of a path may be joined in the code, and a file may be meant.
        Shape::Path => {
            let all = bare
                .split('/')
                .filter(|part| part.len() > 1)
                .all(|part| context.code.to_lowercase().contains(part));
            let end = literal.text.trim_start_matches("./").trim_end_matches('/');
            all || context.code_base.has_path_ending(end)
        }
        // Quotes may mark a word of prose.
        Shape::Quoted => context.has_words(&literal.text),
        Shape::File => context.code_base.has_path_ending(&literal.text),
        Shape::Extension
        | Shape::Header
        | Shape::Atom
        | Shape::Flag
        | Shape::Version
        | Shape::Key => false,
    }
}

/// A text without blanks, quotes and backslashes.
fn flat(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '\\' | '`')).collect()
}

fn problem(literal: &Literal, form: WordForm, context: &SubjectContext<'_>) -> Problem {
    let text = &literal.text;
    let named = context.named_values().iter().map(|value| value.text.as_str());
    let mut texts = std::iter::once(context.code.as_str()).chain(named).flat_map(string_literals);
    match texts.find(|one| form == WordForm::Code && is_rival(literal, one)) {
        Some(rival) => {
            let line = context.line_with(&rival);
            Problem::contradicted(format!("`{text}` does not occur; the code has \"{rival}\""))
                .at(line)
        }
        None => {
            Problem::not_shown(format!("`{text}` does not occur in the code or in what it names"))
        }
    }
}

/// Whether a literal of the code is of the same kind, so that it may be the one that is meant.
fn is_rival(literal: &Literal, other: &str) -> bool {
    !matches!(literal.shape, Shape::Quoted | Shape::Key) && shape_of(other) == Some(literal.shape)
}

/// The texts in quotes, and the atoms.
fn string_literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in code.lines() {
        for mark in ['"', '\'', '`'] {
            let parts: Vec<&str> = line.split(mark).collect();
            found.extend(
                parts
                    .iter()
                    .skip(1)
                    .step_by(2)
                    .filter(|part| !part.is_empty() && part.len() < 60)
                    .map(|part| (*part).to_owned()),
            );
        }
        let words = line.split(|c: char| {
            c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | ']' | '{' | '}')
        });
        found.extend(
            words
                .filter(|word| word.starts_with(':') && word.len() > 2 && !word.starts_with("::"))
                .map(str::to_owned),
        );
    }
    found
}

#[cfg(test)]
mod tests;
