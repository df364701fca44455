//! The default of a parameter, or of a field of a type: `timeout=3`.

use rutter_domain::words::contains_word;
use rutter_syntax::profile;

use super::literal::{Literal, is_same, read_literal};
use super::parameters::{lists, may_be_taken};
use super::value::initialiser;
use super::{Decision, head, last_part};
use crate::context::{SubjectContext, is_data};

pub(super) fn decide(context: &SubjectContext<'_>, fact: &str) -> Decision {
    let Some((name, stated)) = fact.split_once('=').or_else(|| fact.split_once(':')) else {
        return Decision::open("write it as `name=value`");
    };
    let name = name.split(':').next().unwrap_or(name).trim();
    let name = last_part(name.trim_start_matches(['$', '@', '&', '*', '.']));
    let stated = stated.trim();
    let Some(lists) = lists(context) else { return of_field(context, name, stated) };
    let mut found = lists.iter().flatten().filter(|one| one.is_named(name)).peekable();
    if found.peek().is_none() {
        return match may_be_taken(context, &lists, name) {
            Some(why) => Decision::open(why),
            None => Decision::refuted(format!("it has no parameter `{name}`"), head(context)),
        };
    }
    let mut written = Vec::new();
    for one in found {
        match &one.default {
            Some(default) if means(context, default, stated) => {
                return Decision::holds(head(context));
            }
            Some(default) => written.push(default.as_str()),
            None => {}
        }
    }
    match written.as_slice() {
        [] if !profile(context.language()).heads.defaults => {
            Decision::open(format!("its head has no default of `{name}`"))
        }
        [] => Decision::refuted(format!("`{name}` has no default"), head(context)),
        [default] if is_decided(context, default, stated) => {
            Decision::refuted(format!("the default of `{name}` is `{default}`"), head(context))
        }
        [default, ..] => Decision::open(format!("its head has the default `{default}`")),
    }
}

/// Whether a value as it is written is the one stated, itself or through the constant that it names.
fn means(context: &SubjectContext<'_>, written: &str, stated: &str) -> bool {
    let found = || context.definitions(written).into_iter();
    let mut named = found().filter(|one| is_data(one.symbol()));
    is_same(written, stated)
        || named.any(|one| {
            let text = context.text_of(&one).unwrap_or_default();
            initialiser(&text).is_some_and(|value| is_same(value, stated))
        })
}

/// Whether a default that differs is certainly another value than the one stated.
fn is_decided(context: &SubjectContext<'_>, written: &str, stated: &str) -> bool {
    let literal = read_literal(written);
    // A missing value is often filled in by the code.
    let is_filled_in = literal == Some(Literal::Nothing)
        && (contains_word(&context.code, stated.trim_matches(['"', '\''])) || stated.is_empty());
    let has_doubt = literal.is_none() && read_literal(stated).is_some();
    !is_filled_in && !has_doubt
}

/// The default of a field, as a type declares it.
fn of_field(context: &SubjectContext<'_>, name: &str, stated: &str) -> Decision {
    let Some(field) = context.members().find(|one| one.name == name && is_data(one)) else {
        return Decision::open(format!("its code has no field `{name}` with a value"));
    };
    let at = context.line(field.span.start_line);
    match initialiser(field.span.slice(&context.subject.parsed.text)) {
        Some(value) if means(context, value, stated) => Decision::holds(at),
        Some(value) if read_literal(value).is_some() => {
            Decision::refuted(format!("`{name}` begins as `{value}`"), at)
        }
        Some(_) | None => Decision::open(format!("the value of `{name}` is not a literal")),
    }
}
