//! A lock that the subject takes: its name in a form that acquires it.

use super::own_code::{OwnCode, absent_around};
use super::{Decision, last_part};
use crate::context::SubjectContext;
use crate::lexicon::facts::{ACQUIRED_BY, ACQUIRING, STATEMENT_ENDS};
use crate::lexicon::writes::ACCESS;

/// At most this many tokens are between an acquiring word and the lock.
const MOST_TOKENS: isize = 6;

pub(super) fn decide(context: &SubjectContext<'_>, name: &str) -> Decision {
    let last = last_part(name);
    let code = OwnCode::of(context);
    let uses = code.uses(last);
    for at in &uses {
        let is_acquired = ACCESS.has(code.near(*at, 1)) && ACQUIRED_BY.has(code.near(*at, 2));
        let is_taken = (1..=MOST_TOKENS)
            .map_while(|back| Some(code.near(*at, -back)).filter(|one| !STATEMENT_ENDS.has(one)))
            .any(|before| ACQUIRING.has(before));
        if is_acquired || is_taken {
            return Decision::holds(context.line(code.tokens[*at].1));
        }
    }
    match uses.first() {
        Some(_) => Decision::open(format!("`{last}` is named, and nothing shows that it is taken")),
        None => absent_around(context, last),
    }
}
