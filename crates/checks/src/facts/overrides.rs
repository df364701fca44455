//! A method overrides one of the same name in a base of its type.

use rutter_domain::{SymbolKind, name_parts};
use rutter_syntax::profile;

use super::bases::{bases, has_member};
use super::{Decision, head};
use crate::context::SubjectContext;

pub(super) fn decide(context: &SubjectContext<'_>, name: &str) -> Decision {
    let own = context.symbol();
    let parts = name_parts(name);
    let last = parts.last().copied().unwrap_or(name);
    let owner = match parts.as_slice() {
        [.., owner, last] if *last == own.name => Some(*owner),
        [last] if *last == own.name => None,
        [.., last] if last.starts_with(char::is_uppercase) && parts.len() == 1 => Some(*last),
        _ => {
            let reason = format!("its name is `{}`, not `{last}`", own.name);
            return Decision::refuted(reason, head(context));
        }
    };
    let outer = context.containers();
    let Some(of) = outer.first().filter(|one| one.kind.is_container()) else {
        if own.kind == SymbolKind::Function && outer.is_empty() {
            return Decision::refuted("it is not a member of a type", head(context));
        }
        return Decision::open("it is not a method of a type");
    };
    let found = bases(context, of);
    let is_meant = |base: &str| owner.is_none_or(|owner| owner == base);
    let has_it =
        found.known.iter().any(|one| is_meant(&one.symbol().name) && has_member(one, &own.name));
    if has_it {
        return Decision::holds(head(context));
    }
    let is_outside = owner.is_some_and(|owner| context.definitions(owner).is_empty());
    let is_open =
        profile(context.language()).open.types || profile(context.language()).is_structural();
    if !found.is_complete || is_open || is_outside && found.names.iter().any(|base| is_meant(base))
    {
        return Decision::open("a base of its type is not in the index");
    }
    let bases = found.names.join("`, `");
    let reason = match (bases.as_str(), owner) {
        ("", _) => "its type names no base".to_owned(),
        (_, Some(owner)) => {
            format!("`{owner}` has no `{}`, or is not among the bases `{bases}`", own.name)
        }
        (_, None) => format!("none of the bases `{bases}` has it"),
    };
    Decision::refuted(reason, head(context))
}
