//! Messages as Anthropic reads them.
//!
//! `genai` puts all thoughts of a turn first. A model that thinks between its calls refuses its turn in
//! another order, so a turn with thoughts goes back exactly as it came.

use rutter_domain::{Message, Turn};
use serde_json::{Value, json};

use super::arguments;
use crate::language::Request;
use crate::language::thoughts::Survey;

pub(in crate::language) fn messages(request: &Request, survey: &Survey) -> Vec<Value> {
    let mut messages = Vec::new();
    for (at, message) in request.messages.iter().enumerate() {
        let (role, content) = match message {
            Message::User(text) => ("user", vec![json!({ "type": "text", "text": text })]),
            Message::Model(turn) => match survey.thoughts(at, message) {
                [] => ("assistant", turn_content(turn)),
                blocks => ("assistant", blocks.to_vec()),
            },
            Message::Results(results) => {
                let result = results.iter().map(|result| {
                    let mut block = json!({
                        "type": "tool_result",
                        "content": result.content,
                        "tool_use_id": result.id,
                    });
                    if result.is_error {
                        block["is_error"] = true.into();
                    }
                    block
                });
                ("user", result.collect())
            }
        };
        // An empty message is refused.
        if !content.is_empty() {
            messages.push(json!({ "role": role, "content": content }));
        }
    }
    // A conversation only grows at its end, so everything up to here is the prefix of the next request.
    let last = messages.last_mut().filter(|message| message["role"] == "user");
    if let Some(last) = last.and_then(|message| message["content"].as_array_mut()?.last_mut()) {
        last["cache_control"] = json!({ "type": "ephemeral" });
    }
    messages
}

fn turn_content(turn: &Turn) -> Vec<Value> {
    let text = (!turn.text.is_empty()).then(|| json!({ "type": "text", "text": turn.text }));
    let calls = turn.calls.iter().map(|call| {
        let input = arguments(call);
        json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": input })
    });
    text.into_iter().chain(calls).collect()
}

/// The content of a reply, if there are thoughts in it.
pub(in crate::language) fn thoughts(content: &[Value]) -> Vec<Value> {
    let is_thought =
        |block: &Value| matches!(block["type"].as_str(), Some("thinking" | "redacted_thinking"));
    if content.iter().any(is_thought) { content.to_vec() } else { Vec::new() }
}

/// Puts the content of a streamed reply together again.
#[derive(Debug, Default)]
pub(in crate::language) struct StreamedContent {
    blocks: Vec<Value>,
    /// The arguments of the call that is being received.
    input: String,
}

impl StreamedContent {
    pub fn take(&mut self, event: &Value) {
        match event["type"].as_str() {
            Some("content_block_start") => {
                self.input.clear();
                self.blocks.push(event["content_block"].clone());
            }
            Some("content_block_delta") => self.extend(&event["delta"]),
            Some("content_block_stop") if !self.input.is_empty() => {
                let input = serde_json::from_str(&std::mem::take(&mut self.input));
                if let (Some(block), Ok(input)) = (self.blocks.last_mut(), input) {
                    block["input"] = input;
                }
            }
            Some(_) | None => {}
        }
    }

    fn extend(&mut self, delta: &Value) {
        let Some(block) = self.blocks.last_mut() else { return };
        for field in ["text", "thinking", "signature"] {
            if let Some(piece) = delta[field].as_str() {
                let so_far = block[field].as_str().unwrap_or_default();
                block[field] = format!("{so_far}{piece}").into();
            }
        }
        if let Some(piece) = delta["partial_json"].as_str() {
            self.input.push_str(piece);
        }
    }

    pub fn into_thoughts(self) -> Vec<Value> {
        thoughts(&self.blocks)
    }
}
