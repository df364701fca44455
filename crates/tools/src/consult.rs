//! A call as an agent makes it: answered in words and as data, a page at a time.
//!
//! The data tells places and names; the code is the very code that the words show, so that nothing
//! is in one form and not in the other, and so that no secret gets out by the second way.

use rutter_engine::redact;
use serde_json::Value;

use crate::{Outcome, ShownCode};

/// Which part of a long answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Page {
    /// Where it starts, as the page before said; 0 for the first one.
    pub from: usize,
}

impl Page {
    /// Leaves of a list what is on the page, and says where the next one starts.
    pub(crate) fn cut<T>(self, list: &mut Vec<T>, limit: usize) -> Option<usize> {
        list.drain(..self.from.min(list.len()));
        let is_more = list.len() > limit;
        list.truncate(limit);
        is_more.then_some(self.from + limit)
    }
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
        mut answer: Value,
        mut code: Vec<ShownCode>,
        next: Option<usize>,
    ) -> Consulted {
        clean(&mut answer);
        // These lines are in the words too: where nothing was found there, nothing is here.
        if outcome.n_redacted > 0 {
            code.iter_mut().for_each(|block| clean_text(&mut block.text));
        }
        Consulted { outcome, answer, code, next }
    }
}

fn clean(value: &mut Value) {
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
