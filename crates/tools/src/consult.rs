//! A call as an agent makes it: answered in words and as data, a page at a time.
//!
//! The data tells places and names; the code is the very code that the words show, so that nothing
//! is in one form and not in the other, and so that no secret gets out by the second way. A page is
//! made smaller until both forms fit together, so that nothing is ever cut off at its end.

use rutter_workspace::redact;
use serde_json::Value;

use crate::telling::Telling;
use crate::{Outcome, ShownCode};

/// What a page has in both of its forms, as JSON: some 9,000 tokens.
const PAGE_BYTES: usize = 32_000;

/// Which part of a long answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Page {
    /// Where it starts, as the page before said; 0 for the first one.
    pub from: usize,
}

/// What was left of an answer for a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// So many of what the answer lists.
    pub n_items: usize,
    /// Where the next page starts, if there is one.
    pub next: Option<usize>,
}

impl Page {
    /// Leaves of a list what is on the page.
    pub(crate) fn cut<T>(self, list: &mut Vec<T>, room: usize) -> Cut {
        list.drain(..self.from.min(list.len()));
        self.fill(list, room, false)
    }

    /// A page of hits that ends where the next one is said to start. Of those that were joined into
    /// one hit each counts.
    pub(crate) fn of_hits(self, n_hits: usize, next: Option<usize>) -> Cut {
        let n_found = next.map_or(0, |next| next.saturating_sub(self.from));
        Cut { n_items: n_found.max(n_hits), next }
    }

    /// Leaves as much of a list that starts with the page, and of which more may follow.
    pub(crate) fn fill<T>(self, list: &mut Vec<T>, room: usize, is_more: bool) -> Cut {
        let is_more = is_more || list.len() > room;
        list.truncate(room);
        let n_items = list.len();
        Cut { n_items, next: is_more.then_some(self.from + n_items) }
    }
}

/// The room to try next where a page does not fit; none where it does, or cannot be smaller.
pub(crate) fn smaller_room(telling: &Telling, answer: &Value, n_items: usize) -> Option<usize> {
    let n_bytes = telling.n_bytes() + answer.to_string().len();
    let room = n_items.saturating_mul(PAGE_BYTES) / n_bytes.max(1);
    (n_bytes > PAGE_BYTES && n_items > 1).then(|| room.clamp(1, n_items - 1))
}

/// What a call came to, in words and as data.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Consulted {
    pub outcome: Outcome,
    /// The answer as the tool gives it, without secrets and code; null when the call failed.
    pub answer: Value,
    /// The code that the words show.
    pub code: Vec<ShownCode>,
    /// Where the next page starts, if there is one.
    pub next: Option<usize>,
}

impl Consulted {
    pub(crate) fn new(
        outcome: Outcome,
        answer: Value,
        mut code: Vec<ShownCode>,
        next: Option<usize>,
    ) -> Consulted {
        // These lines are in the words too: where nothing was found there, nothing is here.
        if outcome.n_redacted > 0 {
            code.iter_mut().for_each(|block| clean_text(&mut block.text));
        }
        Consulted { outcome, answer, code, next }
    }
}

/// Takes the code and the secrets out of an answer.
pub(crate) fn clean(value: &mut Value) {
    match value {
        Value::String(text) => clean_text(text),
        Value::Array(values) => values.iter_mut().for_each(clean),
        Value::Object(object) => {
            object.retain(|name, value| !is_code(name, value));
            object.values_mut().for_each(clean);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether it is code as the index or the file holds it, which the words do not show that way.
fn is_code(name: &str, value: &Value) -> bool {
    match name {
        "snippet" => value.is_string(),
        "lines" => value.as_array().is_some_and(|lines| lines.iter().any(Value::is_object)),
        _ => false,
    }
}

fn clean_text(text: &mut String) {
    let redacted = redact(text);
    if redacted.n_redacted > 0 {
        *text = redacted.text.into_owned();
    }
}
