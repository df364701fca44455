//! Keeps a conversation within the model's context window.
//!
//! A conversation carries every result it ever had. When it grows beyond what the mission allows, the
//! results of past turns are cut to their beginning, oldest first: the calls stay, so that the model
//! knows what it did and can do it again. Start at [`shorten`].

use rutter_domain::text::truncate;
use rutter_domain::tokens::BYTES_PER_TOKEN;
use rutter_domain::{Message, Usage};
use rutter_provider::language::Request;
use serde_json::Value;

use super::grouped;

/// Tokens of a message beside its text.
const MESSAGE_TOKENS: u64 = 4;

/// Bytes kept of a past result.
pub(super) const KEPT_BYTES: usize = 200;

/// Bytes kept of a new result, at least.
const LEAST_BYTES: usize = 600;

/// Estimates tokens, and calibrates itself by what the provider counts.
#[derive(Debug)]
pub(crate) struct TokenEstimator {
    /// Tokens the provider counted for each that was estimated.
    ratio: f64,
    /// Instruction and tools, which stay the same.
    fixed_tokens: u64,
}

impl TokenEstimator {
    /// An estimator for requests with this instruction and these tools.
    pub(crate) fn new(request: &Request) -> TokenEstimator {
        let tools = request.tools.iter().map(|tool| {
            let text = tool.name.len() + tool.description.len();
            text + tool.parameters.to_string().len()
        });
        let bytes = request.system.len() + tools.sum::<usize>();
        TokenEstimator { ratio: 1.0, fixed_tokens: (bytes / BYTES_PER_TOKEN) as u64 }
    }

    /// The tokens of a request with these messages.
    pub(crate) fn estimate(&self, messages: &[Message]) -> u64 {
        (self.count(messages) as f64 * self.ratio).ceil() as u64
    }

    /// Compares the estimate with what the provider counted.
    pub(crate) fn calibrate(&mut self, messages: &[Message], usage: &Usage) {
        let counted = self.count(messages);
        if !usage.is_estimate && usage.input_tokens > 0 && counted > 0 {
            // Never below our own count: a provider that reports too little must not disable the caps.
            self.ratio = (usage.input_tokens as f64 / counted as f64).clamp(1.0, 4.0);
        }
    }

    fn count(&self, messages: &[Message]) -> u64 {
        let messages = messages
            .iter()
            .map(|message| (bytes_of(message) / BYTES_PER_TOKEN) as u64 + MESSAGE_TOKENS);
        self.fixed_tokens + messages.sum::<u64>()
    }

    fn bytes(&self, tokens: u64) -> usize {
        (tokens as f64 / self.ratio) as usize * BYTES_PER_TOKEN
    }
}

/// Numbers of texts that were cut.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Cuts {
    /// Texts of past turns, which the model had seen whole.
    pub(crate) past: u32,
    /// Results that the model has never seen whole.
    pub(crate) new: u32,
}

impl Cuts {
    pub(crate) fn add(&mut self, more: Cuts) {
        self.past += more.past;
        self.new += more.new;
    }
}

/// Cuts texts until a request with these messages has about `limit_tokens` at most.
pub(crate) fn shorten(
    messages: &mut [Message],
    estimator: &TokenEstimator,
    limit_tokens: u64,
) -> Cuts {
    let mut cuts = Cuts::default();
    let length = estimator.estimate(messages);
    if length <= limit_tokens {
        return cuts;
    }
    // Cut down to 70 %, not just below the limit: every cut changes the beginning of the conversation,
    // and with it what the provider can read from its cache.
    let mut excess_bytes = estimator.bytes(length - limit_tokens * 7 / 10);
    let (new, past) = match messages.split_last_mut() {
        Some((Message::Results(new), past)) => (Some(new), past),
        Some((Message::User(_) | Message::Model(_), past)) => (None, past),
        None => return cuts,
    };
    // The first message is the task itself.
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
    let length = estimator.estimate(messages);
    if length <= limit_tokens {
        return cuts;
    }
    let room = total.saturating_sub(estimator.bytes(length - limit_tokens));
    let Some(Message::Results(new)) = messages.last_mut() else { return cuts };
    let share = (room / n_new).max(LEAST_BYTES);
    for result in new {
        let saved = cut(&mut result.content, share, "ask for less at once, such as fewer lines");
        cuts.new += u32::from(saved > 0);
    }
    cuts
}

pub(super) fn bytes_of(message: &Message) -> usize {
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

/// The texts of a message that may be cut. The words of the user are kept.
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

/// Keeps the beginning of a text; returns the bytes saved.
pub(super) fn cut(text: &mut String, kept_bytes: usize, advice: &str) -> usize {
    const MARK: &str = "\n[shortened to save room: ";
    let before = text.len();
    // The mark is about 100 bytes long and must be saved as well; a text already cut is left alone.
    if before <= kept_bytes + 120 || text.contains(MARK) && before <= kept_bytes + 200 {
        return 0;
    }
    let mut end = truncate(text, kept_bytes).len();
    if let Some(line) = text[..end].rfind('\n').filter(|line| *line > kept_bytes / 2) {
        end = line;
    }
    text.truncate(end);
    let left_out = grouped((before - end) as u64);
    text.push_str(&format!("{MARK}{left_out} bytes left out; {advice}]"));
    before.saturating_sub(text.len())
}
