//! A name of code must belong to the subject: be in its code, documentation or evidence, or be its
//! caller, callee, type, member or file. That something is called so somewhere is not enough.
//!
//! Names of the standard libraries need no definition (`lexicon/standard_names.rs`). What is in the
//! definitions of what the subject refers to belongs to it as well (`reach.rs`).

use std::cell::OnceCell;

use rutter_domain::Symbol;
use rutter_domain::name_parts;
use rutter_domain::words::contains_word;

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::{Link, SubjectContext, is_data};
use crate::lexicon::literals::{COMPARING, DATA_FILES, OWN_FIELDS, TEXT_NOUNS, WRAPPERS};
use crate::lexicon::standard_names::{is_literal, is_standard};
use crate::reach::linked_text;
use crate::rules::literals::judges;
use crate::statement::{Word, WordForm};
use crate::{Problem, Statement};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "names",
        about: "A name of code must belong to the subject: stand in its code, documentation or evidence, or be linked with it.",
        scope: &SubjectScope::ALL,
        code: r"//- app/limits.py
class Limiter:
    def take(self, name):
        return settle(self, name)


def settle(limiter, name):
    return name


class Report:
    def render(self):
        return 1
",
        path: "app/limits.py",
        symbol: "Limiter.take",
        wrong: Example::Claim("Fills the page that `Report.render` shows."),
        right: Example::Claim("Returns `settle(self, name)`."),
    },
    run: Run::Claim(check),
};

/// Of a longer user than this, only the name belongs to the subject.
const MOST_USER_BYTES: usize = 8_000;
/// A subject with a body of at most this many lines is a getter, a setter or the like.
const SHORT_LINES: u32 = 12;

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let linked = OnceCell::new();
    let mut problems = Vec::new();
    for (at, word) in statement.words.iter().enumerate() {
        if !matches!(word.form, WordForm::Code | WordForm::Name) || judges(statement, at) {
            continue;
        }
        let linked =
            || linked.get_or_init(|| linked_text(context) + &users_text(statement, context));
        if stands_in(&word.text, context)
            || is_compared(statement, at, context)
            || is_path_of_linked(&word.text, context)
        {
            continue;
        }
        let kind = kind_of(statement, at);
        let is_example = matches!(
            &statement.words[at.saturating_sub(2)..at],
            [such, as_] if such.lower == "such" && as_.lower == "as"
        );
        if kind == Kind::Text && is_example {
            continue;
        }
        if kind == Kind::Whole {
            if !stands_whole(linked(), &word.text, context) {
                let reason = format!("`{}` is neither in the code nor in what it uses", word.text);
                problems.push(Problem::not_shown(reason));
            }
            continue;
        }
        for name in identifiers(&word.text) {
            if is_known(context, word, name, kind)
                || is_linked_text(linked(), word, name, context)
                || is_placeholder(context, &word.text, name)
            {
                continue;
            }
            problems.push(Problem::not_shown(reason_against(context, word, name)));
        }
    }
    problems
}

/// Why a name does not belong to the subject, and what would be right.
fn reason_against(context: &SubjectContext<'_>, word: &Word, name: &str) -> String {
    if let Some(line) = line_to_cite(context, name) {
        return format!("`{name}` is neither in the code nor in the cited lines; cite line {line}");
    }
    if !context.definitions(name).is_empty() {
        return format!("`{name}` exists, but has no link with the subject");
    }
    let is_plain = word.form == WordForm::Code
        && word.text.chars().all(|c| c.is_ascii_lowercase() || c == ' ');
    let hint = if is_plain { "; if it does not name code, write it without backticks" } else { "" };
    format!("`{name}` is neither in the code nor in the evidence{hint}")
}

/// A line of the subject's file that has the name and something to do with the subject.
fn line_to_cite(context: &SubjectContext<'_>, name: &str) -> Option<u32> {
    if context.subject.is_wide() {
        return None;
    }
    let lines = (1..).zip(context.subject.parsed.text.lines());
    let mut holding = lines.filter(|(_, line)| contains_word(line, name));
    let own_names = context.own_names();
    let found = holding.find(|(_, line)| own_names.iter().any(|own| contains_word(line, own)));
    found.map(|(number, _)| number)
}

/// Whether the subject contains a piece of code or text as it is written.
fn stands_in(text: &str, context: &SubjectContext<'_>) -> bool {
    text.len() > 2 && context.shows(text)
}

/// Whether it is the path of a file that defines or uses something linked with the subject.
fn is_path_of_linked(text: &str, context: &SubjectContext<'_>) -> bool {
    text.contains(['/', '.'])
        && (context.path() == text
            || context.callees().iter().any(|one| one.path == text)
            || context.users().users.iter().any(|one| one.path == text))
}

fn is_known(context: &SubjectContext<'_>, word: &Word, name: &str, kind: Kind) -> bool {
    let bare = name.trim_end_matches(['!', '?']);
    is_literal(bare)
        || is_linked(context, &word.text, name)
        || bare != name && is_linked(context, &word.text, bare)
        || kind == Kind::Name && is_standard(bare) && context.definitions(name).is_empty()
        || word.form == WordForm::Name && contains_ignoring_case(context, bare)
        || is_composed(&context.code, &context.code, bare)
}

/// In `{:error, message}` and `Err(reason)`, a plain word means whatever value the code puts there.
fn is_placeholder(context: &SubjectContext<'_>, whole: &str, name: &str) -> bool {
    let start = WRAPPERS.words().iter().find(|start| whole.starts_with(**start));
    start.is_some_and(|start| context.code.contains(start))
        && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        && !whole.contains(&format!(":{name}"))
        && context.definitions(name).is_empty()
}

/// The meaning of a piece of code in a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    /// A text of the program: `:path`, `.old`, `image/png`, `X-Key`, `data.json`, "the `Age` header".
    Text,
    /// A text that means nothing in parts: a file name, or a key with dots.
    Whole,
}

/// Whether the subject, or what it uses, contains a text as it is written, or it is a file of the index.
fn stands_whole(linked: &str, text: &str, context: &SubjectContext<'_>) -> bool {
    let lower = text.to_lowercase();
    // A file name may be put together of its stem and its ending.
    let is_joined = text.rsplit_once('.').is_some_and(|(stem, ending)| {
        context.shows(stem) && context.code.contains(&format!(".{ending}"))
    });
    context.shows(text)
        || is_joined
        || contains_ignoring_case(context, &lower)
        || linked.to_lowercase().contains(&lower)
        || context.evidence.iter().any(|(_, cited)| cited.to_lowercase().contains(&lower))
        || context.path().ends_with(text)
        || context.code_base.has_file(text)
}

fn kind_of(statement: &Statement, at: usize) -> Kind {
    let word = &statement.words[at];
    if word.form != WordForm::Code {
        return Kind::Name;
    }
    let noun = statement.words.get(at + 1).filter(|_| !word.ends_phrase);
    let before = at.checked_sub(1).map(|before| &statement.words[before]);
    let is_noun = |noun: &Word| TEXT_NOUNS.has(&noun.lower);
    let is_named = noun.is_some_and(is_noun) || before.is_some_and(is_noun);
    let has_dots = word.text.contains('.') && !word.text.contains(['(', ' ']);
    if is_file(&word.text) || is_named && has_dots {
        Kind::Whole
    } else if is_named || is_text(&word.text) {
        Kind::Text
    } else {
        Kind::Name
    }
}

fn is_file(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && !text.contains(['(', ' ', '*', '<', '{']) && DATA_FILES.has(ending)
    })
}

fn is_text(text: &str) -> bool {
    text.starts_with([':', '.', '/', '"', '\'', '-', '&', '<'])
        || text.contains('/')
        || text.contains('-') && !text.contains(' ') && !text.contains("->")
        || is_file(text)
}

fn is_linked(context: &SubjectContext<'_>, whole: &str, name: &str) -> bool {
    let last = name_parts(name).last().copied().unwrap_or(name);
    context.shows(last)
        || context.symbol().name == last
        || context.containers().iter().any(|one| one.name == last)
        || context.members().any(|one| one.name == last)
        || is_part_of_path(context.path(), last)
        || matches!(context.is_used_by(name), Link::Yes(_)) && is_used_by_whole(context, whole)
        || is_implementer(context, last)
        || shares_state(context, last)
}

/// A qualified caller must itself be a caller: `B.run` is none because `A.run` is one.
fn is_used_by_whole(context: &SubjectContext<'_>, whole: &str) -> bool {
    name_parts(whole).len() < 2 || !matches!(context.is_used_by(whole), Link::No)
}

fn is_part_of_path(path: &str, name: &str) -> bool {
    path.split(['/', '.', '\\']).any(|part| part.eq_ignore_ascii_case(name))
}

/// Whether a type of this name extends or implements what contains the subject.
fn is_implementer(context: &SubjectContext<'_>, name: &str) -> bool {
    let containers = context.containers();
    let Some(container) = containers.iter().find(|one| one.kind.is_type()) else { return false };
    let is_heir = |symbol: &Symbol| {
        symbol.kind.is_type() && contains_word(&symbol.signature, &container.name)
    };
    context.definitions(name).iter().any(|one| is_heir(one.symbol()))
}

/// Whether a short subject and a neighbour in the same container use the same field or constant: a
/// setter may name what its value is for.
fn shares_state(context: &SubjectContext<'_>, name: &str) -> bool {
    let own = context.symbol();
    if !own.kind.is_callable() || own.span.end_line - own.span.start_line > SHORT_LINES {
        return false;
    }
    let symbols = &context.facts().symbols;
    let sibling = symbols.iter().find(|one| one.name == name && one.kind.is_callable());
    let Some(sibling) = sibling.filter(|one| one.parent == own.parent) else { return false };
    let text = sibling.span.slice(&context.subject.parsed.text);
    let fields = symbols.iter().filter(|one| is_data(one) && one.parent == own.parent);
    let shared = |name: &str| contains_word(&context.code, name) && contains_word(text, name);
    fields.map(|one| one.name.as_str()).any(shared)
        || fields_in(&context.code).into_iter().any(|field| text.contains(field))
}

/// The fields of the object itself that code uses, such as `self.size`.
fn fields_in(code: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for mark in OWN_FIELDS.words() {
        for (at, _) in code.match_indices(mark) {
            let tail = &code[at + mark.len()..];
            let end = tail.find(|c: char| !is_name(c)).unwrap_or(tail.len());
            let is_call = tail[end..].starts_with('(');
            if end > 2 && !is_call {
                found.push(&code[at..at + mark.len() + end]);
            }
        }
    }
    found
}

/// An environment variable or key that the code puts together: `"APP_"` and `directory`.
fn is_composed(prefixes: &str, code: &str, name: &str) -> bool {
    let separators = name.match_indices(['_', '-', '.']);
    name.len() > 4
        && separators.map(|(at, _)| at + 1).any(|at| {
            let (head, tail) = name.split_at(at);
            let has_head =
                || ['"', '\'', '`'].iter().any(|mark| prefixes.contains(&format!("{mark}{head}")));
            head.len() > 2
                && tail.len() > 2
                && has_head()
                && contains_word(&code.to_lowercase(), &tail.to_lowercase())
        })
}

fn contains_ignoring_case(context: &SubjectContext<'_>, name: &str) -> bool {
    let wanted = name.to_lowercase();
    context.code.to_lowercase().contains(&wanted) || context.doc.to_lowercase().contains(&wanted)
}

/// Whether the text linked with the subject contains a name. The functions of other types do not
/// belong to it, unless a piece of text is quoted.
fn is_linked_text(linked: &str, word: &Word, name: &str, context: &SubjectContext<'_>) -> bool {
    if is_text(&word.text) && linked.contains(word.text.as_str()) {
        return true;
    }
    let bare = name.trim_end_matches(['!', '?']);
    contains_word(linked, bare)
        || word.form == WordForm::Name && linked.to_lowercase().contains(&bare.to_lowercase())
        || context.path().ends_with(word.text.as_str())
        || is_composed(linked, &context.code, bare)
}

/// The code of what the claim names as a user of the subject.
fn users_text(statement: &Statement, context: &SubjectContext<'_>) -> String {
    let mut text = String::new();
    for word in statement.names() {
        let name = word.text.trim_end_matches("()");
        if !matches!(context.is_used_by(name), Link::Yes(_)) {
            continue;
        }
        for user in context.definitions(name) {
            let own = context.text_of(&user).filter(|own| own.len() <= MOST_USER_BYTES);
            text.push_str(&own.unwrap_or_default());
            text.push('\n');
        }
    }
    text
}

/// Whether the words before it compare a defined name with the subject.
fn is_compared(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> bool {
    let before = |n_words: usize| {
        let start = at.checked_sub(n_words)?;
        let words: Vec<&str> =
            statement.words[start..at].iter().map(|word| word.lower.as_str()).collect();
        Some(words.join(" "))
    };
    let is_comparing = (1..=3).filter_map(before).any(|phrase| COMPARING.has(&phrase));
    is_comparing && !context.definitions(statement.words[at].text.trim_end_matches("()")).is_empty()
}

/// The names in a piece of code; what strings say, numbers and signs are none.
pub fn identifiers(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (at, piece) in code.split(['"', '\'']).enumerate() {
        if at % 2 == 1 {
            continue;
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = piece;
        while let Some(start) = rest.find(is_name) {
            let tail = &rest[start..];
            let mut end = tail.find(|c: char| !is_name(c)).unwrap_or(tail.len());
            // Ruby and Elixir end names so; `a!=b` and `a?.b` do not.
            let after = &tail[end..];
            let ends_so =
                after.starts_with(['!', '?']) && !after[1..].starts_with(['=', '.', ':', '?']);
            end += usize::from(ends_so);
            let word = &tail[..end];
            let n_letters = word.trim_end_matches(['!', '?']).len();
            if word.starts_with(|c: char| c.is_alphabetic() || c == '_') && n_letters > 1 {
                names.push(word);
            }
            rest = &tail[end..];
        }
    }
    names
}

#[cfg(test)]
mod tests;
