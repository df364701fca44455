//! Whether a function is declared as asynchronous.

use rutter_domain::words::contains_word;
use rutter_syntax::profile;

use super::literal::{Literal, read_literal};
use super::{Decision, head};
use crate::context::SubjectContext;
use crate::lexicon::facts::{ASYNC_RESULTS, ASYNC_WORDS};

pub(super) fn decide(context: &SubjectContext<'_>, fact: &str) -> Decision {
    let stated = match (fact.to_lowercase().as_str(), read_literal(fact)) {
        ("yes" | "async", _) => true,
        ("no" | "sync", _) => false,
        (_, Some(Literal::Whether(stated))) => stated,
        (_, _) => return Decision::open("write yes or no"),
    };
    let symbol = context.symbol();
    let is_marked = ASYNC_WORDS.words().iter().any(|word| contains_word(&symbol.signature, word));
    let has_future = ASYNC_RESULTS.is_in(&symbol.signature) || ASYNC_RESULTS.is_in(&context.code);
    let is_told = profile(context.language()).modifiers.asyncs && symbol.kind.is_callable();
    if is_marked {
        return if stated {
            Decision::holds(head(context))
        } else {
            Decision::refuted("it is declared as async", head(context))
        };
    }
    if !is_told || has_future {
        return Decision::open("its head does not say so");
    }
    if stated {
        Decision::refuted("its head has no word for async", head(context))
    } else {
        Decision::holds(head(context))
    }
}
