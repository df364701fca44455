//! A field or variable that a fact says is written must be assigned or changed by the subject.

use rutter_syntax::profile;

use crate::Problem;
use crate::context::SubjectContext;
use crate::lexicon::writes::{ACCESS, ASSIGNMENTS, CHANGING, WRITING_BEFORE};

/// The assignment to an element is at most this many tokens after the name.
const MOST_TOKENS: usize = 12;

/// What is against the claim that the subject writes a name.
pub(super) fn check(context: &SubjectContext<'_>, name: &str) -> Option<Problem> {
    let tokens = context.tokens();
    let is_sign = |c: char| !c.is_alphanumeric() && c != '_';
    let mut uses =
        (0..tokens.len()).filter(|at| tokens[*at].0.trim_matches(is_sign) == name).peekable();
    let Some(first) = uses.peek().copied() else {
        return Some(Problem::not_shown(format!("`{name}` is not in its code")));
    };
    let is_written = |at: usize| {
        let before = at.checked_sub(1).map(|before| tokens[before].0);
        let after: Vec<&str> =
            tokens[at + 1..].iter().take(MOST_TOKENS).map(|(text, _)| *text).collect();
        before.is_some_and(|before| WRITING_BEFORE.has(before))
            || after.first().is_some_and(|next| ASSIGNMENTS.has(next))
            || after.first() == Some(&":") && is_updated_by_copy(context)
            || is_changed(&after)
            || is_element_assigned(&after)
    };
    if uses.any(is_written) {
        return None;
    }
    let problem = Problem::contradicted(format!("`{name}` is read and not written"));
    Some(problem.at(Some(context.line(tokens[first].1))))
}

/// Records are copied with some fields changed: `%{state | count: 1}`.
fn is_updated_by_copy(context: &SubjectContext<'_>) -> bool {
    profile(context.language()).kinds.copied_records
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
