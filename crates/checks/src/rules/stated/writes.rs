//! Whether the subject assigns or changes a field or variable.

use rutter_syntax::profile;

use crate::Problem;
use crate::context::SubjectContext;

const ASSIGNMENTS: [&str; 18] = [
    "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", ":=", "++", "--", "||=",
    "??=", "<-", "<<",
];
/// Methods that change what they are called on.
const CHANGING: [&str; 40] = [
    "push",
    "push_back",
    "push_front",
    "append",
    "add",
    "Add",
    "insert",
    "Insert",
    "set",
    "Set",
    "put",
    "delete",
    "Delete",
    "remove",
    "Remove",
    "clear",
    "Clear",
    "pop",
    "extend",
    "update",
    "store",
    "Store",
    "emplace",
    "splice",
    "shift",
    "unshift",
    "swap",
    "fetch_add",
    "increment",
    "incrementAndGet",
    "addAll",
    "discard",
    "setdefault",
    "compareAndSet",
    "offer",
    "poll",
    "erase",
    "entry",
    "write",
    "merge",
];
/// An assignment to an element stands this many tokens after the name at most.
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
        matches!(before, Some("++" | "--" | "delete" | "del"))
            || after.first().is_some_and(|next| ASSIGNMENTS.contains(next))
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
    let is_access = |text: &str| matches!(text, "." | "->" | "?." | "!." | "::");
    match after {
        [access, method, ..] if is_access(access) && CHANGING.contains(method) => true,
        [access, _, rest @ ..] if is_access(access) => is_changed(rest),
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
            return after.get(at + 1).is_some_and(|next| ASSIGNMENTS.contains(next));
        }
    }
    false
}
