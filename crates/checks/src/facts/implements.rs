//! A base that the type names, itself or through its bases; an interface whose methods it has, where types
//! need not name it.

use crate::lexicon::facts::MEMBER_SIGNS;
use rutter_domain::words::contains_word;
use rutter_domain::{Symbol, SymbolKind};
use rutter_syntax::profile;

use super::bases::{Bases, bases, has_member};
use super::{Decision, head, last_part};
use crate::context::{Neighbour, SubjectContext};

pub(super) fn decide(context: &SubjectContext<'_>, name: &str) -> Decision {
    let last = last_part(name);
    let own = context.symbol();
    let outer = context.containers();
    let of = if own.kind.is_callable() { outer.first().copied() } else { Some(own) };
    let Some(of) = of.filter(|one| one.kind.is_container()) else {
        return Decision::open("it is not a type");
    };
    let found = bases(context, of);
    if found.names.iter().any(|base| base == last) {
        return Decision::holds(head(context));
    }
    let mut attributes = context.code.lines().take_while(|line| !line.contains(&*of.name));
    if attributes.any(|line| line.contains("derive") && contains_word(line, last)) {
        return Decision::holds(head(context));
    }
    let wanted: Vec<Neighbour> = context.definitions(last);
    let is_named = contains_word(&context.code, last) || contains_word(&of.signature, last);
    if is_named || !found.is_complete || is_ambiguous(&wanted) {
        return Decision::open(format!("`{last}` may be a base of what it names"));
    }
    let profile = profile(context.language());
    let missing = wanted.first().and_then(|one| missing_member(context, of, &found, one));
    let is_interface = wanted.first().is_some_and(|one| one.symbol().kind == SymbolKind::Interface);
    match (wanted.first(), missing) {
        (Some(_), None) if profile.is_structural() && is_interface => {
            Decision::holds(head(context))
        }
        (Some(_), Some(member)) => {
            let reason = format!("it does not name `{last}` as a base, and has no `{member}`");
            Decision::refuted(reason, head(context))
        }
        (Some(_), None) => Decision::open(format!("it does not name `{last}` as a base")),
        (None, _) => {
            let is_nominal = !profile.is_structural()
                && !profile.has_traits()
                && !profile.has_types_as_values()
                && !profile.is_script()
                && !profile.open.types;
            let reason = format!("it does not name `{last}` as a base");
            if is_nominal && of.kind.is_type() {
                Decision::refuted(reason, head(context))
            } else {
                Decision::open(reason)
            }
        }
    }
}

/// Whether the name means several types, or an alias of another.
fn is_ambiguous(wanted: &[Neighbour]) -> bool {
    wanted.len() > 1
        || wanted
            .iter()
            .any(|one| !one.symbol().kind.is_type() || one.symbol().kind == SymbolKind::TypeAlias)
}

/// A member of the wanted type that the type and its bases lack.
fn missing_member(
    context: &SubjectContext<'_>,
    of: &Symbol,
    found: &Bases,
    wanted: &Neighbour,
) -> Option<String> {
    let span = wanted.symbol().span;
    let members = wanted.facts.symbols.iter().filter(|one| {
        one.parent.is_some_and(|parent| parent as usize == wanted.at) && span.contains(&one.span)
    });
    let types = context.definitions(&of.name);
    let has = |member: &&Symbol| {
        let qualified: Vec<String> = MEMBER_SIGNS
            .words()
            .iter()
            .map(|mark| format!("{}{mark}{}", of.name, member.name))
            .collect();
        types.iter().chain(&found.known).any(|one| has_member(one, &member.name))
            || qualified.iter().any(|name| !context.definitions(name).is_empty())
            || contains_word(of.span.slice(&context.subject.parsed.text), &member.name)
    };
    members.into_iter().find(|member| !has(member)).map(|member| member.name.clone())
}
