//! Checks calls: a callee must be used by the subject, a caller must use it, and not the reverse.
//!
//! Which part of a claim says so is read in `calls/stated_calls.rs`. A claim that names no definition of the
//! index is left to the check of names.

mod stated_calls;

use rutter_domain::name_parts;
use rutter_domain::{FactKind, Finding};

use crate::check::{Check, CheckInfo, Example, SubjectScope};
use crate::context::SubjectContext;
use crate::facts::decide;
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
    run: check,
};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let said = stated_calls(statement, context).into_iter();
    said.filter_map(|call| against(context, &call)).collect()
}

/// What the code says against a call. Words such as "uses" may mean another function between both, so
/// only the reverse is against them.
fn against(context: &SubjectContext<'_>, call: &StatedCall) -> Option<Problem> {
    let (kind, reverse) = match call.direction {
        Direction::Out => (FactKind::Calls, FactKind::CalledBy),
        Direction::In => (FactKind::CalledBy, FactKind::Calls),
    };
    let last = *name_parts(&call.name).last()?;
    let is_function = context.symbol().kind.is_callable() || context.symbol().kind.is_container();
    if !is_function || is_literal(last) || context.definitions(last).is_empty() {
        return None;
    }
    let decision = decide(context, kind, &call.name);
    let is_reverse = || decide(context, reverse, &call.name).finding == Finding::Holds;
    Problem::of(decision).filter(|_| call.strength == Strength::Direct || is_reverse())
}

#[cfg(test)]
mod tests;
