//! Errors that are said to be raised must be raised in the code or in a direct callee, or be declared;
//! "never raises" must not be contradicted by a raise that nothing catches.

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::lexicon::errors::{
    CATCHING, ERROR_ENDINGS, RAISED_BY_CALLS, raising, raising_for_certain,
};
use crate::{Problem, Statement, SubjectContext, Word, WordForm};
use rutter_domain::words::contains_word;

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "errors",
        about: "An error that is said to be raised must be raised in the code or in what it calls, or be declared.",
        scope: &SubjectScope::ALL,
        code: r"//- a.py
class Full(Exception):
    pass

def limit(items):
    if len(items) > 9:
        raise Full(items)
",
        path: "a.py",
        symbol: "limit",
        wrong: Example::Claim("Checks the items and never raises."),
        right: Example::Claim("Raises `Full` for long lists."),
    },
    run: Run::Claim(check),
};

mod caught;
mod missing;
mod never;
mod unnamed;

/// Verbs of a claim that an error is raised.
const RAISES: &[&str] = &[
    "raises",
    "raise",
    "raised",
    "throws",
    "throw",
    "thrown",
    "throwing",
    "raising",
    "rejects",
    "rejected",
    "panics",
    "fails",
    "reported",
    "rethrows",
    "rethrown",
    "re-raises",
    "reraises",
    "reraised",
    "rethrow",
];
/// Words that turn such a claim around, right before it.
const DENIALS: &[&str] = &[
    "never", "not", "instead", "without", "no", "rather", "cannot", "nothing", "than", "of", "n't",
];
/// Verbs of passing an error on.
const RERAISES: &[&str] = &["rethrows", "rethrown", "reraises", "reraised", "rethrow", "reraise"];
/// What a claim may call its errors in general.
const ANY_ERROR: &[&str] = &["error", "errors", "exception", "exceptions", "failure", "failures"];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_callable() && !context.subject.is_file() {
        return Vec::new();
    }
    let mut problems = Vec::new();
    if let Some(problem) = never::check(statement, context) {
        problems.push(problem);
    }
    problems.extend(unnamed::check(statement, context));
    for (at, word) in statement.words.iter().enumerate() {
        if word.form != WordForm::Plain {
            continue;
        }
        // "a file that does not exist is reported" denies nothing about the report.
        let is_denied = statement.words[at.saturating_sub(3)..at].iter().any(|before| {
            DENIALS.contains(&before.lower.as_str()) || before.lower.ends_with("n't")
        }) && !statement.words[at.saturating_sub(2)..at]
            .iter()
            .any(|before| before.lower == "exist");
        if is_denied {
            continue;
        }
        let names_error =
            word.lower == "error" && statement.words.get(at + 1).is_some_and(is_error_name);
        // "a source that throws `X` is skipped" is about the source.
        let is_of_other =
            at > 0 && matches!(statement.words[at - 1].lower.as_str(), "that" | "which" | "whose");
        if is_of_other && matches!(word.lower.as_str(), "throws" | "raises" | "fails" | "panics") {
            continue;
        }
        let becomes = matches!(word.lower.as_str(), "surface" | "surfaces" | "become" | "becomes");
        if RAISES.contains(&word.lower.as_str()) || names_error || becomes {
            let found = missing::check(statement, context);
            problems.extend(found.or_else(|| against_raise(statement, at, context)));
        }
        if matches!(word.lower.as_str(), "catches" | "caught") {
            problems.extend(against_catch(statement, at, context));
        }
        let names_errors =
            statement.words.iter().any(|word| ANY_ERROR.contains(&word.lower.as_str()));
        let ignores = word.lower == "ignores"
            && statement.words[at + 1..]
                .iter()
                .take(3)
                .any(|word| ANY_ERROR.contains(&word.lower.as_str()));
        if (ignores
            || matches!(
                word.lower.as_str(),
                "swallows" | "suppresses" | "swallowed" | "suppressed"
            ))
            && names_errors
        {
            problems.extend(against_swallow(context));
        }
    }
    problems
}

/// The error that a verb names: in the words after it, up to the end of the phrase.
fn named_errors<'s>(
    statement: &'s Statement,
    verb: usize,
    context: &SubjectContext<'_>,
) -> Vec<&'s Word> {
    let mut found = Vec::new();
    for word in statement.words[verb + 1..].iter().take(6) {
        if is_error_name(word) || caught::is_defined_error(word, context) {
            found.push(word);
            break;
        }
        let ends = word.ends_phrase
            || matches!(
                word.lower.as_str(),
                "when" | "if" | "for" | "unless" | "to" | "by" | "until" | "because" | "instead"
            );
        if ends {
            break;
        }
    }
    found
}

fn is_error_name(word: &Word) -> bool {
    let last = last_part(&word.text);
    match word.form {
        WordForm::Code | WordForm::Name => {
            ERROR_ENDINGS.iter().any(|ending| last.ends_with(ending))
                || last.starts_with("Err") && last.len() > 3
                || RAISED_BY_CALLS.iter().any(|(name, _)| *name == last)
        }
        WordForm::Plain | WordForm::Number | WordForm::Quoted => false,
    }
}

fn last_part(name: &str) -> &str {
    let end = name.find(['(', '<', '{', ' ']).unwrap_or(name.len());
    name[..end].rsplit(['.', ':', '\\', '/']).next().unwrap_or(name)
}

fn against_raise(
    statement: &Statement,
    verb: usize,
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let code = &context.code;
    let is_again = RERAISES.contains(&statement.words[verb].lower.as_str())
        || statement.words[verb].lower == "raises"
            && verb > 0
            && statement.words[verb - 1].lower == "re";
    let raises_something = has_any(code, raising(context.language()));
    let word = named_errors(statement, verb, context).into_iter().next()?;
    let name = last_part(&word.text);
    if contains_word(code, name) {
        let lines: Vec<(u32, &str)> = numbered(context, name);
        let only_caught = !lines.is_empty() && lines.iter().all(|(_, line)| is_catch(line));
        if only_caught
            && !has_any(code, raising_for_certain(context.language()))
            && !has_any(code, &["throw;", "raise\n", "raise ", "throw", "Left", "Err("])
        {
            let reason = format!(
                "`{name}` is caught here and not raised{}",
                if is_again { " again" } else { "" }
            );
            return Some(
                Problem::contradicted(reason)
                    .at(lines.first().map(|(line, _)| context.line(*line))),
            );
        }
        return None;
    }
    if contains_word(&context.doc, name)
        || context.evidence.iter().any(|(_, text)| contains_word(text, name))
    {
        return None;
    }
    if let Some(problem) = caught::check(name, context) {
        return Some(problem);
    }
    let raises_other = caught::raises_other_standard_error(name, code);
    if raised_by_call(name, code) && !raises_other {
        return None;
    }
    // What errors become is said where they are caught.
    let becomes = statement.words[verb].lower.starts_with("surface")
        || statement.words[verb].lower.starts_with("become");
    let in_callee = !becomes
        && context.callees().iter().any(|callee| {
            let doc = callee.symbol().doc.as_deref().unwrap_or("");
            contains_word(doc, name)
                || context.text_of(callee).is_some_and(|text| {
                    contains_word(&text, name) || !raises_other && raised_by_call(name, &text)
                })
        });
    if in_callee || is_base_of_raised(name, context) {
        return None;
    }
    let reason = match raises_something {
        true => format!("`{name}` is raised neither in the code nor in what it calls"),
        false => format!("the code raises nothing, and what it calls does not raise `{name}`"),
    };
    Some(Problem::not_shown(reason))
}

/// Whether a standard error comes from a call or operator of the code.
fn raised_by_call(name: &str, code: &str) -> bool {
    // Who asks first whether a file is there raises nothing about a missing one.
    let asks = ["exists", "Exists", "ENOENT", "is_file", "isFile", "NotFound"]
        .iter()
        .any(|mark| code.contains(mark));
    if asks
        && matches!(
            name,
            "NoSuchFileException" | "FileNotFoundException" | "FileNotFoundError" | "ENOENT"
        )
    {
        return false;
    }
    let body = code.find(['{', ':', '\n']).map_or(code, |at| &code[at..]);
    RAISED_BY_CALLS.iter().any(|(error, calls)| *error == name && has_any(body, calls))
}

/// Whether something that the code or a callee raises is a kind of this error.
fn is_base_of_raised(name: &str, context: &SubjectContext<'_>) -> bool {
    let mut texts = vec![context.code.clone()];
    texts.extend(context.callees().iter().filter_map(|callee| context.text_of(callee)));
    let names =
        texts.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let mut seen: Vec<&str> = Vec::new();
    for raised in names {
        let looks_like_type = raised.starts_with(char::is_uppercase) && raised.len() > 3;
        if !looks_like_type || seen.contains(&raised) || seen.len() > 60 {
            continue;
        }
        seen.push(raised);
        if context
            .definitions(raised)
            .iter()
            .any(|one| contains_word(&one.symbol().signature, name))
        {
            return true;
        }
    }
    false
}

/// The lines of the subject on which a name stands.
fn numbered<'c>(context: &'c SubjectContext<'_>, name: &str) -> Vec<(u32, &'c str)> {
    let span = context.symbol().span;
    let lines = span.slice(&context.subject.parsed.text).lines();
    (span.start_line..).zip(lines).filter(|(_, line)| contains_word(line, name)).collect()
}

fn is_catch(line: &str) -> bool {
    let line = line.trim().trim_start_matches('}').trim_start();
    ["catch", "except", "rescue", "case", "is ", "on "].iter().any(|start| line.starts_with(start))
        || line.contains("catch (")
        || line.contains("instanceof")
}

fn against_catch(
    statement: &Statement,
    verb: usize,
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let after = named_errors(statement, verb, context).into_iter().next()?;
    let name = last_part(&after.text);
    if statement.words[verb].lower != "catches" || has_any(&context.code, CATCHING) {
        return None;
    }
    Some(
        Problem::contradicted(format!("the code catches nothing, so not `{name}`"))
            .at(Some(context.own_lines())),
    )
}

fn against_swallow(context: &SubjectContext<'_>) -> Option<Problem> {
    let catches = has_any(&context.code, CATCHING);
    (!catches)
        .then(|| Problem::not_shown("the code has nothing that catches or passes over an error"))
}

fn has_any(text: &str, tokens: &[&str]) -> bool {
    tokens.iter().any(|token| text.contains(token))
}

#[cfg(test)]
mod tests;
