//! Checks calls: a callee must be used by the subject, a caller must use it, and not the reverse.
//!
//! Which part of a claim says so is read in `calls/stated_calls.rs`. A claim that names no definition of the
//! index is left to the check of names.

mod stated_calls;

use rutter_domain::name_parts;
use rutter_domain::words::contains_word;
use rutter_domain::{Evidence, ReferenceKind};

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::{Link, SubjectContext};
use crate::lexicon::calls::CALLED_UNSEEN;
use crate::lexicon::standard_names::is_literal;
use crate::{Problem, Statement};
pub(crate) use stated_calls::bare_name;
use stated_calls::{Direction, StatedCall, Strength, stated_calls};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "calls",
        about: "What is said to be called must be called by the subject, and who is said to call must call it.",
        scope: &[SubjectScope::Symbol],
        code: r"//- src/mail.ts
export class Mailer {
  send(letter: string): void {
    this.check(letter);
  }
  check(letter: string): void {}
  sendAll(letters: string[]): void {
    for (const letter of letters) this.send(letter);
  }
}
",
        path: "src/mail.ts",
        symbol: "Mailer.send",
        wrong: Example::Claim("Sends it by calling `sendAll`."),
        right: Example::Claim("Sends it, calling `check`."),
    },
    run: Run::Claim(check),
};

/// At most this many names are listed in a reason.
const MOST_LISTED: usize = 4;
pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let said = stated_calls(statement, context).into_iter();
    let found = said.filter_map(|call| match call.direction {
        Direction::Out => check_callee(context, &call),
        Direction::In => check_caller(context, &call),
    });
    found.collect()
}

fn check_callee(context: &SubjectContext<'_>, call: &StatedCall) -> Option<Problem> {
    let name = call.name.as_str();
    let last = *name_parts(name).last()?;
    let is_callable = context.symbol().kind.is_callable() || context.symbol().kind.is_container();
    if context.line_of_use(last).is_some()
        || is_literal(last)
        || !is_callable
        || context.definitions(last).is_empty()
    {
        return None;
    }
    if call.strength == Strength::Loose && calls_through(context, last) {
        return None;
    }
    if let Link::Yes(evidence) = context.is_used_by(name) {
        let reason = format!("`{last}` uses it, not the reverse");
        return Some(Problem::contradicted(reason).at(evidence));
    }
    // Words such as "with" and "through" say no more than that a name has to do with it.
    if call.strength == Strength::Related {
        return None;
    }
    let reason = match called_names(context) {
        called if called.is_empty() => format!("`{last}` is not called"),
        called => format!("`{last}` is not called; the code calls {}", listed(&called)),
    };
    Some(Problem::contradicted(reason).at(Some(context.own_lines())))
}

fn check_caller(context: &SubjectContext<'_>, call: &StatedCall) -> Option<Problem> {
    let name = call.name.as_str();
    let last = *name_parts(name).last()?;
    let evidence = match context.is_used_by(name) {
        Link::Yes(evidence) => Some(evidence),
        Link::No => None,
        Link::Unknown => return None,
    };
    let own = context.symbol().name.as_str();
    let is_called_unseen =
        CALLED_UNSEEN.has(own) || own.starts_with("__") || own.contains("operator");
    if evidence.is_some() || last == own {
        return None;
    }
    if let Some(line) = context.line_of_use(last) {
        let reason = format!("`{last}` does not use it, but is used by it");
        return Some(Problem::contradicted(reason).at(Some(context.line(line))));
    }
    if is_called_unseen || call.strength != Strength::Direct && is_used_through(context, name) {
        return None;
    }
    let users = user_names(context);
    let reason = if users.is_empty() {
        format!("`{last}` does not use it; no use of it was found")
    } else {
        format!("`{last}` does not use it; it is used by {}", listed(&users))
    };
    let looked_at = context.definitions(name).into_iter().next().map(|one| {
        let span = one.symbol().span;
        Evidence { path: one.path, start_line: span.start_line, end_line: span.end_line }
    });
    Some(Problem::contradicted(reason).at(looked_at))
}

/// Whether something that the subject calls uses the name.
fn calls_through(context: &SubjectContext<'_>, name: &str) -> bool {
    let mut callees = context.callees().iter();
    callees.any(|one| context.text_of(one).is_some_and(|text| contains_word(&text, name)))
}

/// Whether a definition of the name uses something that uses the subject.
fn is_used_through(context: &SubjectContext<'_>, name: &str) -> bool {
    let texts: Vec<String> =
        context.definitions(name).iter().filter_map(|one| context.text_of(one)).collect();
    let users = &context.users().users;
    users.iter().any(|user| texts.iter().any(|text| contains_word(text, &user.symbol().name)))
}

fn called_names(context: &SubjectContext<'_>) -> Vec<String> {
    let calls = context.references().filter(|(_, kind, _)| *kind == ReferenceKind::Call);
    let mut names: Vec<String> = Vec::new();
    for (name, ..) in calls {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

fn user_names(context: &SubjectContext<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for user in &context.users().users {
        let name = &user.symbol().name;
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn listed(names: &[String]) -> String {
    let shown: Vec<String> =
        names.iter().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
    let others = if names.len() > MOST_LISTED { " and others" } else { "" };
    shown.join(", ") + others
}

#[cfg(test)]
mod tests;
