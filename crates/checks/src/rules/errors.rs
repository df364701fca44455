//! Errors of the project that are said to be raised must be raised in the code or in a direct callee, or be
//! declared; "never raises" must not be contradicted by a raise that nothing catches.
//!
//! What a language raises by itself is left open: any call or operator may raise it.

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::Neighbour;
use crate::lexicon::errors::{
    CATCH_STARTS, DENIALS, ENDS_OBJECT, ERROR_ENDINGS, RAISING, RAISING_CODE,
};
use crate::statement::{is_name, plain};
use crate::{Problem, Statement, SubjectContext, Word};
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

mod never;

/// An error is named at most this many words after its verb.
const MOST_BETWEEN: usize = 6;
/// At most this many types are looked up as what an error is a kind of.
const MOST_TYPES: usize = 60;

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
        problems.extend(against_raise(name, context));
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

fn against_raise(name: &str, context: &SubjectContext<'_>) -> Option<Problem> {
    let lines = lines_with(name, context);
    if !lines.is_empty() {
        let is_caught = lines.iter().all(|(_, line)| is_catch(line));
        let problem = Problem::contradicted(format!("`{name}` is caught here and not raised"));
        return (is_caught && !RAISING_CODE.is_in(&context.code))
            .then(|| problem.at(lines.first().map(|(line, _)| context.line(*line))));
    }
    let in_callee = |callee: &Neighbour| {
        contains_word(callee.symbol().doc.as_deref().unwrap_or(""), name)
            || context.text_of(callee).is_none_or(|text| contains_word(&text, name))
    };
    if context.shows(name)
        || context.definitions(name).is_empty()
        || context.callees().iter().any(in_callee)
        || is_base_of_raised(name, context)
    {
        return None;
    }
    let reason = format!("`{name}` is raised neither in the code nor in what it calls");
    Some(Problem::not_shown(reason))
}

/// Whether a type that the code or a callee names is a kind of this error.
fn is_base_of_raised(name: &str, context: &SubjectContext<'_>) -> bool {
    let callees = context.callees().iter().filter_map(|callee| context.text_of(callee));
    let text: String = std::iter::once(context.code.clone()).chain(callees).collect();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut types: Vec<&str> =
        words.filter(|word| word.starts_with(char::is_uppercase) && word.len() > 3).collect();
    types.sort_unstable();
    types.dedup();
    types.into_iter().take(MOST_TYPES).any(|one| {
        context.definitions(one).iter().any(|one| contains_word(&one.symbol().signature, name))
    })
}

/// The lines of the subject that name something.
fn lines_with<'c>(name: &str, context: &'c SubjectContext<'_>) -> Vec<(u32, &'c str)> {
    context.own_code_lines().filter(|(_, line)| contains_word(line, name)).collect()
}

fn is_catch(line: &str) -> bool {
    let line = line.trim().trim_start_matches('}').trim_start();
    let first = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    CATCH_STARTS.has(first) || line.contains("catch (") || line.contains("instanceof")
}

#[cfg(test)]
mod tests;
