//! A field, variable or file that the subject changes: its name is assigned, or changed by a method.

use crate::lexicon::facts::{ARGUMENT_ENDS, REFERENCE_SIGNS};
use rutter_domain::ReferenceKind;
use rutter_syntax::profile;

use super::own_code::{OwnCode, absent_around};
use super::{Decision, last_part};
use crate::context::SubjectContext;
use crate::lexicon::writes::{ACCESS, ASSIGNMENTS, CHANGING, WRITING_BEFORE};

/// The assignment to an element is at most this many tokens after the name.
const MOST_TOKENS: usize = 12;

/// How a name is used at one place.
#[derive(PartialEq, Eq)]
enum Use {
    Written,
    /// It may be changed by what it is handed to.
    Handed,
    Read,
}

pub(super) fn decide(context: &SubjectContext<'_>, name: &str) -> Decision {
    let last = last_part(name);
    let references = context.facts().references.iter();
    let written = references
        .filter(|one| one.kind == ReferenceKind::Write && context.is_inside(one.from))
        .find(|one| one.name == last);
    if let Some(found) = written {
        return Decision::holds(context.line(found.line));
    }
    let code = OwnCode::of(context);
    let uses = code.uses(last);
    let mut kinds = Vec::new();
    for at in &uses {
        match use_at(context, &code, *at) {
            Use::Written => return Decision::holds(context.line(code.tokens[*at].1)),
            other => kinds.push(other),
        }
    }
    match uses.first() {
        Some(first) if kinds.iter().all(|one| *one == Use::Read) => {
            let line = context.line(code.tokens[*first].1);
            Decision::refuted(format!("`{last}` is read and not written"), line)
        }
        Some(_) => Decision::open(format!("`{last}` is handed to other code")),
        None if code.line_with(name).is_some() || code.line_with(last).is_some() => {
            Decision::open(format!("`{last}` is in a text of its code"))
        }
        None => absent_around(context, last),
    }
}

fn use_at(context: &SubjectContext<'_>, code: &OwnCode<'_>, at: usize) -> Use {
    let after: Vec<&str> =
        code.tokens[at + 1..].iter().take(MOST_TOKENS).map(|(text, _)| *text).collect();
    let (before, next) = (code.near(at, -1), code.near(at, 1));
    let is_copied = next == ":" && profile(context.language()).kinds.copied_records;
    let is_written = WRITING_BEFORE.has(before)
        || ASSIGNMENTS.has(next)
        || is_copied
        || is_changed(&after)
        || is_element_assigned(&after);
    if is_written {
        return Use::Written;
    }
    let is_text = code.tokens[at].0.starts_with(['"', '\'', '`', ':']);
    // Something else may change what it gets by reference, or what a method is called on.
    let is_reference = REFERENCE_SIGNS.has(before);
    let is_argument = next.is_empty() || ARGUMENT_ENDS.has(next);
    if is_text || is_reference || is_argument || ACCESS.has(next) || next == "[" {
        return Use::Handed;
    }
    Use::Read
}

/// `.push(…)` follows, perhaps after another field.
fn is_changed(after: &[&str]) -> bool {
    match after {
        [access, method, ..] if ACCESS.has(access) && CHANGING.has(method) => true,
        [access, _, rest @ ..] if ACCESS.has(access) => is_changed(rest),
        _ => false,
    }
}

/// `[key] = …` follows.
fn is_element_assigned(after: &[&str]) -> bool {
    let mut depth = 0_i32;
    if after.first() != Some(&"[") {
        return false;
    }
    for (at, text) in after.iter().enumerate() {
        match *text {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return after.get(at + 1).is_some_and(|next| ASSIGNMENTS.has(next));
        }
    }
    false
}
