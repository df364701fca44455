//! A name of code must belong to the subject: stand in its code, documentation or evidence, or be its
//! caller, callee, type, member or file. That something is called so somewhere is not enough.

use rutter_engine::name_parts;

use crate::checks::context::{Link, SubjectContext};
use crate::checks::{Problem, Statement};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for word in statement.names() {
        for name in identifiers(&word.text) {
            if !is_linked(context, name) {
                let reason = match context.definitions(name).is_empty() {
                    true => format!("`{name}` is neither in the code nor in the evidence"),
                    false => format!("`{name}` exists, but has no link with the subject"),
                };
                problems.push(Problem::not_shown(reason));
            }
        }
    }
    problems
}

fn is_linked(context: &SubjectContext<'_>, name: &str) -> bool {
    let last = name_parts(name).last().copied().unwrap_or(name);
    context.shows(last)
        || context.containers().iter().any(|one| one.name == last)
        || context.members().any(|one| one.name == last)
        || context.path().contains(last)
        || matches!(context.is_used_by(name), Link::Yes(_))
}

/// The names in a piece of code; what strings say, numbers and signs are none.
pub(crate) fn identifiers(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (at, piece) in code.split(['"', '\'']).enumerate() {
        if at % 2 == 1 {
            continue;
        }
        let words = piece.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.extend(words.filter(|word| {
            word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.len() > 1
        }));
    }
    names
}
