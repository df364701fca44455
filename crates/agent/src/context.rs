//! How long a request is, and how it is kept short enough.
//!
//! A conversation carries every result it ever had. When it grows over what the mission allows, the
//! results of past turns are cut to their beginning, oldest first: the calls stay, so that the model
//! knows what it did and can do it again. More is cut than is needed, because a provider's cache
//! holds only as long as the beginning of a conversation stays the same.

use rutter_domain::{Message, Usage};
use rutter_provider::language::Request;
use serde_json::Value;

use crate::budget::grouped;

/// A token is about this many bytes of English and code.
const BYTES_OF_TOKEN: u64 = 4;

/// What a message costs beside its text.
const MESSAGE_TOKENS: u64 = 4;

/// What stays of a past result.
const KEPT_BYTES: usize = 200;

/// What stays of a new one, at least.
const LEAST_BYTES: usize = 600;

/// Guesses tokens, and learns from what a provider counts.
#[derive(Debug)]
pub(crate) struct Gauge {
    /// Tokens the provider counts for each that is guessed.
    ratio: f64,
    /// Instruction and tools, which stay the same.
    fixed_tokens: u64,
}

impl Gauge {
    pub(crate) fn new(request: &Request) -> Gauge {
        let tools = request.tools.iter().map(|tool| {
            let text = tool.name.len() + tool.description.len();
            text + tool.parameters.to_string().len()
        });
        let bytes = request.system.len() + tools.sum::<usize>();
        Gauge { ratio: 1.0, fixed_tokens: bytes as u64 / BYTES_OF_TOKEN }
    }

    /// About how many tokens a request is.
    pub(crate) fn measure(&self, request: &Request) -> u64 {
        (self.guess(request) as f64 * self.ratio).ceil() as u64
    }

    /// Compares a guess with what the provider counted.
    pub(crate) fn learn(&mut self, request: &Request, usage: &Usage) {
        let guessed = self.guess(request);
        if !usage.is_estimate && usage.input_tokens > 0 && guessed > 0 {
            self.ratio = (usage.input_tokens as f64 / guessed as f64).clamp(1.0, 4.0);
        }
    }

    fn guess(&self, request: &Request) -> u64 {
        let messages = request
            .messages
            .iter()
            .map(|message| bytes_of(message) as u64 / BYTES_OF_TOKEN + MESSAGE_TOKENS);
        self.fixed_tokens + messages.sum::<u64>()
    }

    fn bytes(&self, tokens: u64) -> usize {
        (tokens as f64 / self.ratio) as usize * BYTES_OF_TOKEN as usize
    }
}

/// What was cut from a request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Cuts {
    /// Results of past turns, which the model had seen whole.
    pub(crate) past: u32,
    /// Results that the model has never seen whole.
    pub(crate) new: u32,
}

/// Cuts results until a request is about `limit_tokens` long at most.
pub(crate) fn shorten(request: &mut Request, gauge: &Gauge, limit_tokens: u64) -> Cuts {
    let mut cuts = Cuts::default();
    let length = gauge.measure(request);
    if length <= limit_tokens {
        return cuts;
    }
    let mut excess_bytes = gauge.bytes(length - limit_tokens * 7 / 10);
    let (new, past) = match request.messages.split_last_mut() {
        Some((Message::Results(new), past)) => (Some(new), past),
        Some((Message::User(_) | Message::Model(_), past)) => (None, past),
        None => return cuts,
    };
    // The first message is the mission itself.
    for text in past.iter_mut().skip(1).flat_map(texts_of) {
        if excess_bytes == 0 {
            break;
        }
        let saved = cut(text, KEPT_BYTES, "call the tool again if you need it");
        cuts.past += u32::from(saved > 0);
        excess_bytes = excess_bytes.saturating_sub(saved);
    }
    let Some(new) = new.filter(|new| !new.is_empty()) else { return cuts };
    let n_new = new.len();
    let total: usize = new.iter().map(|result| result.content.len()).sum();
    let length = gauge.measure(request);
    if length <= limit_tokens {
        return cuts;
    }
    let room = total.saturating_sub(gauge.bytes(length - limit_tokens));
    let Some(Message::Results(new)) = request.messages.last_mut() else { return cuts };
    let share = (room / n_new).max(LEAST_BYTES);
    for result in new {
        let saved = cut(&mut result.content, share, "ask for less at once, such as fewer lines");
        cuts.new += u32::from(saved > 0);
    }
    cuts
}

fn bytes_of(message: &Message) -> usize {
    match message {
        Message::User(text) => text.len(),
        Message::Model(turn) => {
            let calls = turn.calls.iter();
            turn.text.len()
                + calls
                    .map(|call| call.name.len() + call.arguments.to_string().len())
                    .sum::<usize>()
        }
        Message::Results(results) => {
            results.iter().map(|result| result.name.len() + result.content.len()).sum()
        }
    }
}

/// What may be cut of a message.
fn texts_of(message: &mut Message) -> Vec<&mut String> {
    match message {
        Message::User(_) => Vec::new(),
        Message::Model(turn) => {
            let calls = turn.calls.iter_mut();
            let arguments = calls.flat_map(|call| strings_of(&mut call.arguments));
            std::iter::once(&mut turn.text).chain(arguments).collect()
        }
        Message::Results(results) => results.iter_mut().map(|result| &mut result.content).collect(),
    }
}

/// The texts among the arguments of a call. A model may write a whole file there.
fn strings_of(arguments: &mut Value) -> Vec<&mut String> {
    match arguments {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter_mut().flat_map(strings_of).collect(),
        Value::Object(fields) => fields.values_mut().flat_map(strings_of).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// Keeps the beginning of a text; gives the bytes that this saved.
fn cut(text: &mut String, kept_bytes: usize, advice: &str) -> usize {
    const MARK: &str = "\n[shortened to save room: ";
    let before = text.len();
    // What the note takes must be saved, too.
    if before <= kept_bytes + 120 || text.contains(MARK) && before <= kept_bytes + 200 {
        return 0;
    }
    let mut end = text.floor_char_boundary(kept_bytes);
    if let Some(line) = text[..end].rfind('\n').filter(|line| *line > kept_bytes / 2) {
        end = line;
    }
    text.truncate(end);
    let left_out = grouped((before - end) as u64);
    text.push_str(&format!("{MARK}{left_out} bytes left out; {advice}]"));
    before.saturating_sub(text.len())
}
