//! What the subject returns: a type, held against the declared one, or a literal, held against all places
//! that return a value.

use super::literal::{Literal, is_same, read_literal};
use super::returned::{Returned, declared, returned};
use super::type_groups::{Likeness, compare, compare_literal};
use super::{Decision, head};
use crate::context::SubjectContext;

pub(super) fn decide(context: &SubjectContext<'_>, fact: &str) -> Decision {
    let own = context.symbol();
    if !own.kind.is_callable() || own.kind == rutter_domain::SymbolKind::Constructor {
        return Decision::open("it is not a function");
    }
    let definitions = context.subject.parsed.definitions_of(own);
    let types: Vec<String> = definitions.iter().filter_map(|one| declared(context, one)).collect();
    let written = (definitions.len() == 1).then(|| types.first()).flatten();
    let places = returned(context);
    if let Some((_, line)) = places.values.iter().find(|(value, _)| is_same(value, fact)) {
        return Decision::holds(context.line(*line));
    }
    if types.iter().any(|one| compare(fact, one, context) == Likeness::Same) {
        return Decision::holds(head(context));
    }
    let stated = read_literal(fact);
    if stated == Some(Literal::Nothing) && returns_nothing(&places) && written.is_none() {
        return Decision::holds(head(context));
    }
    if let Some(written) = written {
        let likeness = match &stated {
            Some(literal) => compare_literal(literal, written, context),
            None => compare(fact, written, context),
        };
        match likeness {
            Likeness::Different => {
                return Decision::refuted(
                    format!("it is declared to return `{written}`"),
                    head(context),
                );
            }
            Likeness::Same if stated.is_none() => return Decision::holds(head(context)),
            Likeness::Same | Likeness::Unknown => {}
        }
    }
    by_values(context, fact, stated.as_ref(), &places)
}

fn returns_nothing(places: &Returned) -> bool {
    places.is_complete && places.values.iter().all(|(value, _)| value.is_empty())
}

/// Decides by the values of all places that return one.
fn by_values(
    context: &SubjectContext<'_>,
    fact: &str,
    stated: Option<&Literal>,
    places: &Returned,
) -> Decision {
    let values = &places.values;
    let literals: Vec<Option<Literal>> =
        values.iter().map(|(value, _)| read_literal(value)).collect();
    let is_shown = |value: &str| {
        let made = value.strip_prefix("new ").unwrap_or(value);
        made.strip_prefix(fact).is_some_and(|rest| rest.starts_with(['(', '{']))
            || read_literal(value)
                .is_some_and(|one| compare_literal(&one, fact, context) == Likeness::Same)
    };
    if stated.is_none()
        && let Some((_, line)) = values.iter().find(|(value, _)| is_shown(value))
    {
        return Decision::holds(context.line(*line));
    }
    if !places.is_complete {
        return Decision::open("not all values that it returns are known");
    }
    if returns_nothing(places) {
        let is_async = context.symbol().signature.contains("async");
        return if is_async {
            Decision::open("it is async and returns no value")
        } else {
            Decision::refuted("it returns no value", context.own_lines())
        };
    }
    let is_decided = literals.iter().all(Option::is_some)
        && match stated {
            Some(stated) => literals.iter().flatten().all(|one| one != stated),
            None => literals
                .iter()
                .flatten()
                .all(|one| compare_literal(one, fact, context) == Likeness::Different),
        };
    if is_decided {
        let (value, line) = &values[0];
        return Decision::refuted(format!("it returns `{value}`"), context.line(*line));
    }
    Decision::open("the values that it returns are not all literals")
}
