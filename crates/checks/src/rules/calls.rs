//! Who calls whom: a callee must be used by the subject, a caller must use it, and not the reverse.
//!
//! Which part of a claim says so is read in `calls/said.rs`. A claim that names no definition of the
//! index is left to the check of names.

mod said;

use rutter_domain::name_parts;
use rutter_domain::words::contains_word;
use rutter_domain::{Evidence, ReferenceKind};

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::{Link, SubjectContext};
use crate::lexicon::standard_names::is_literal;
use crate::{Problem, Statement};
pub(crate) use said::bare_name;
use said::{SaidCall, Strength, Who, said_calls, says_recursive};

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
/// Functions that a language or a framework calls without their name.
const CALLED_UNSEEN: [&str; 22] = [
    "fmt",
    "drop",
    "toString",
    "ToString",
    "to_s",
    "equals",
    "Equals",
    "hashCode",
    "GetHashCode",
    "compareTo",
    "CompareTo",
    "Dispose",
    "init",
    "next",
    "iterator",
    "each",
    "main",
    "setUp",
    "call",
    "invoke",
    "apply",
    "deinit",
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems: Vec<Problem> = said_calls(statement, context)
        .into_iter()
        .filter_map(|said| match &said.who {
            Who::SubjectCalls => check_callee(context, &said),
            Who::CallsSubject => check_caller(context, &said),
            Who::OtherCalls(owner) => check_call_of_other(context, owner, &said),
        })
        .collect();
    if says_recursive(statement) && !calls_itself(context) {
        let problem = Problem::contradicted("it does not call itself");
        problems.push(problem.at(Some(context.own_lines())));
    }
    problems
}

fn check_callee(context: &SubjectContext<'_>, said: &SaidCall) -> Option<Problem> {
    let name = said.name.as_str();
    let last = *name_parts(name).last()?;
    let line = context.line_of_use(last);
    if said.is_negated {
        let is_call = |(used, kind, _): &(&str, ReferenceKind, u32)| {
            *used == last && *kind == ReferenceKind::Call
        };
        let (_, _, line) = context.references().find(is_call)?;
        let problem = Problem::contradicted(format!("it calls `{last}`"));
        return Some(problem.at(Some(context.line(line))));
    }
    let is_callable = context.symbol().kind.is_callable() || context.symbol().kind.is_container();
    if line.is_some() || is_literal(last) || !is_callable || context.definitions(last).is_empty() {
        return None;
    }
    if said.strength == Strength::Loose && calls_through(context, last) {
        return None;
    }
    if let Link::Yes(evidence) = context.is_used_by(name) {
        let reason = format!("`{last}` uses it, not the reverse");
        return Some(Problem::contradicted(reason).at(evidence));
    }
    // Words such as "with" and "through" say no more than that a name has to do with it.
    if said.strength == Strength::Related {
        return None;
    }
    let reason = match called_names(context) {
        called if called.is_empty() => format!("`{last}` is not called"),
        called => format!("`{last}` is not called; the code calls {}", listed(&called)),
    };
    Some(Problem::contradicted(reason).at(Some(context.own_lines())))
}

fn check_caller(context: &SubjectContext<'_>, said: &SaidCall) -> Option<Problem> {
    let name = said.name.as_str();
    let last = *name_parts(name).last()?;
    let evidence = match context.is_used_by(name) {
        Link::Yes(evidence) => Some(evidence),
        Link::No => None,
        Link::Unknown => return None,
    };
    if said.is_negated {
        let problem = Problem::contradicted(format!("`{last}` uses it"));
        return evidence.map(|evidence| problem.at(evidence));
    }
    let own = context.symbol().name.as_str();
    let is_called_unseen =
        CALLED_UNSEEN.contains(&own) || own.starts_with("__") || own.contains("operator");
    if evidence.is_some() || last == own {
        return None;
    }
    if let Some(line) = context.line_of_use(last) {
        let reason = format!("`{last}` does not use it, but is used by it");
        return Some(Problem::contradicted(reason).at(Some(context.line(line))));
    }
    if is_called_unseen || said.strength != Strength::Direct && is_used_through(context, name) {
        return None;
    }
    let users = user_names(context);
    let reason = match users.is_empty() {
        true => format!("`{last}` does not use it; no use of it was found"),
        false => format!("`{last}` does not use it; it is used by {}", listed(&users)),
    };
    let looked_at = context.definitions(name).into_iter().next().map(|one| {
        let span = one.symbol().span;
        Evidence { path: one.path, start_line: span.start_line, end_line: span.end_line }
    });
    Some(Problem::contradicted(reason).at(looked_at))
}

fn check_call_of_other(
    context: &SubjectContext<'_>,
    owner: &str,
    said: &SaidCall,
) -> Option<Problem> {
    let last = *name_parts(&said.name).last()?;
    let owners = context.definitions(owner);
    if owners.is_empty() || said.is_negated || context.definitions(last).is_empty() {
        return None;
    }
    let uses = |text: String| contains_word(&text, last);
    if owners.iter().any(|one| context.text_of(one).is_none_or(uses)) {
        return None;
    }
    Some(Problem::contradicted(format!("`{owner}` does not call `{last}`")))
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

fn calls_itself(context: &SubjectContext<'_>) -> bool {
    let own = context.symbol().name.as_str();
    let n_definitions = context.subject.parsed.definitions_of(context.symbol()).len();
    let n_named = context.tokens().iter().filter(|(token, _)| *token == own).count();
    n_named > n_definitions || calls_through(context, own)
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
    match names.len() > MOST_LISTED {
        true => format!("{} and others", shown.join(", ")),
        false => shown.join(", "),
    }
}

#[cfg(test)]
mod tests;
