//! A callee is referred to in the subject's own code.

use crate::lexicon::facts::{CALL_SIGNS, CONSTRUCTORS};
use rutter_domain::ReferenceKind;

use super::own_code::{OwnCode, absent};
use super::{Decision, last_part};
use crate::context::{Link, SubjectContext};
use crate::lexicon::definitions::MAKERS;

pub(super) fn decide(context: &SubjectContext<'_>, name: &str) -> Decision {
    let last = last_part(name);
    // A constructor is called by the name of its type.
    let owner = name
        .strip_suffix(last)
        .map_or("", |rest| last_part(rest.trim_end_matches(['.', ':', '#'])));
    let is_maker = MAKERS.has(last) || CONSTRUCTORS.has(last);
    let wanted = [Some(last), Some(owner).filter(|owner| is_maker && !owner.is_empty())];
    let wanted: Vec<&str> = wanted.into_iter().flatten().collect();
    let mut calls = context.references().filter(|(_, kind, _)| *kind == ReferenceKind::Call);
    if let Some((_, _, line)) = calls.find(|(used, ..)| wanted.contains(used)) {
        return Decision::holds(context.line(line));
    }
    let code = OwnCode::of(context);
    let is_own_name = wanted.contains(&context.symbol().name.as_str());
    for at in wanted.iter().flat_map(|name| code.uses(name)) {
        if is_own_name {
            return Decision::open("its own name is in its code, and no call of it was found");
        }
        if CALL_SIGNS.has(code.near(at, 1)) {
            return Decision::holds(context.line(code.tokens[at].1));
        }
    }
    if code.line_with(last).is_some() {
        return Decision::open(format!("`{last}` is named, and no call of it was found"));
    }
    let decision = absent(context, last);
    match context.is_used_by(name) {
        Link::Yes(Some(at)) if decision.evidence.is_some() => {
            Decision::refuted(format!("`{last}` calls it, not the reverse"), at)
        }
        Link::Yes(_) | Link::No | Link::Unknown => decision,
    }
}
