//! Errors of the project that are said to be raised must be raised in the code or in a direct callee, or be
//! declared; "never raises" must not be contradicted by a raise that nothing catches.
//!
//! What a language raises by itself is left open: any call or operator may raise it.

use crate::check::{Check, CheckInfo, Example, SubjectScope};
use crate::facts::decide;
use crate::lexicon::errors::{DENIALS, ENDS_OBJECT, ERROR_ENDINGS, RAISING};
use crate::statement::{is_name, plain};
use crate::{Problem, Statement, SubjectContext, Word};
use rutter_domain::FactKind;

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
    run: check,
};

mod never;

/// An error is named at most this many words after its verb.
const MOST_BETWEEN: usize = 6;

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_callable() && !context.subject.is_file() {
        return Vec::new();
    }
    let mut problems: Vec<Problem> = never::check(statement, context).into_iter().collect();
    for at in 0..statement.words.len() {
        let is_verb = plain(statement.words.get(at)).is_some_and(|word| RAISING.has(word));
        if !is_verb || is_denied(statement, at) || is_of_other(statement, at) {
            continue;
        }
        let Some(name) = named_error(statement, at) else { continue };
        problems.extend(Problem::of(decide(context, FactKind::Raises, name)));
    }
    problems
}

fn is_denied(statement: &Statement, at: usize) -> bool {
    let before = &statement.words[at.saturating_sub(3)..at];
    before.iter().any(|word| DENIALS.has(&word.lower) || word.lower.ends_with("n't"))
}

/// "a source that throws `X` is skipped" is about the source.
fn is_of_other(statement: &Statement, at: usize) -> bool {
    at > 0 && matches!(statement.words[at - 1].lower.as_str(), "that" | "which")
}

/// The error that a verb is about: in the words after it, up to the end of the phrase.
fn named_error(statement: &Statement, verb: usize) -> Option<&str> {
    for word in statement.words[verb + 1..].iter().take(MOST_BETWEEN) {
        if is_error_name(word) {
            return Some(last_part(&word.text));
        }
        if word.ends_phrase || ENDS_OBJECT.has(&word.lower) {
            break;
        }
    }
    None
}

fn is_error_name(word: &Word) -> bool {
    let last = last_part(&word.text);
    is_name(word)
        && (ERROR_ENDINGS.words().iter().any(|ending| last.ends_with(ending))
            || last.starts_with("Err") && last.len() > 3
            || last.starts_with(char::is_uppercase) && !last.contains('_'))
}

fn last_part(name: &str) -> &str {
    let end = name.find(['(', '<', '{', ' ']).unwrap_or(name.len());
    name[..end].rsplit(['.', ':', '\\', '/']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests;
