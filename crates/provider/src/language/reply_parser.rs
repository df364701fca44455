//! From what `genai` returns to a [`Reply`], and a lenient parser for what `genai` refuses.

use std::collections::HashSet;

use genai::chat::{self, MessageContent, StopReason};
use rutter_domain::tokens;
use rutter_domain::{ToolCall, Turn, Usage};
use serde_json::{Value, json};

use super::providers::Protocol;
use super::thoughts::Survey;
use super::{Reply, Request, Stop};

/// Further calls of a reply are dropped: each has to be answered in the next request.
const LIMIT_CALLS: usize = 128;

/// Limit for the name of a tool and the id of a call. Providers allow 64.
const LIMIT_NAME_BYTES: usize = 256;

/// A reply before it is known to be valid.
#[derive(Debug, Default)]
pub(super) struct RawReply {
    pub text: String,
    pub calls: Vec<chat::ToolCall>,
    pub stop: Option<StopReason>,
    pub usage: Option<genai::chat::Usage>,
    /// See [`rutter_domain::Thoughts`].
    pub thoughts: Vec<Value>,
}

impl RawReply {
    pub fn new(
        protocol: Protocol,
        content: MessageContent,
        stop: Option<StopReason>,
        usage: Option<genai::chat::Usage>,
    ) -> RawReply {
        let text = content.texts().concat();
        let mut thoughts = Vec::new();
        let mut is_signed = true;
        match protocol {
            Protocol::Responses => {
                thoughts.extend(content.thought_signatures().into_iter().map(Value::from));
                is_signed = false;
            }
            // Its thoughts are read from the raw reply, which has them in their places.
            Protocol::Anthropic => is_signed = false,
            Protocol::Gemini | Protocol::Chat | Protocol::Ollama => {}
        }
        let mut calls = content.into_tool_calls();
        if !is_signed {
            calls.iter_mut().for_each(|call| call.thought_signatures = None);
        }
        RawReply { text, calls, stop, usage, thoughts }
    }

    /// Returns the reply, or why this is not a valid one.
    pub fn into_reply(
        self,
        request: &Request,
        survey: &Survey,
        body: Option<&Value>,
    ) -> Result<Reply, String> {
        let stop = match &self.stop {
            Some(StopReason::MaxTokens(_)) => match body.and_then(refusal) {
                Some(reason) => Stop::Blocked(reason),
                None => Stop::Length,
            },
            Some(StopReason::ContentFilter(reason)) => Stop::Blocked(reason.clone()),
            Some(
                StopReason::Completed(_)
                | StopReason::ToolCall(_)
                | StopReason::StopSequence(_)
                | StopReason::Other(_),
            )
            | None => Stop::Finished,
        };
        let is_empty = self.text.trim().is_empty() && self.calls.is_empty();
        let stop = match stop {
            Stop::Finished if is_empty => match body.and_then(refusal) {
                Some(reason) => Stop::Blocked(reason),
                None => return Err(self.why_empty(body)),
            },
            Stop::Finished | Stop::Length | Stop::Blocked(_) => stop,
        };
        let usage = read_usage(self.usage.as_ref(), request, &self.text, &self.calls);
        let n_calls = self.calls.len();
        let mut turn = Turn { text: self.text, calls: read_calls(self.calls), thoughts: None };
        let mut ids = self.thoughts.iter().filter(|block| block["type"] == "tool_use");
        let is_same = ids.clone().count() == turn.calls.len()
            && turn.calls.iter().all(|call| ids.next().is_some_and(|id| id["id"] == *call.id));
        if is_same || self.thoughts.iter().all(Value::is_string) {
            turn.thoughts = survey.seal_reply(&turn, self.thoughts);
        }
        let n_dropped = n_calls.saturating_sub(turn.calls.len());
        let remarks = match n_dropped {
            0 => Vec::new(),
            _ => vec![format!(
                "the reply contains {n_calls} calls; {n_dropped} after the first {LIMIT_CALLS} are \
                 dropped"
            )],
        };
        Ok(Reply { turn, usage, stop, remarks, ..Reply::default() })
    }

    fn why_empty(&self, body: Option<&Value>) -> String {
        if let Some(message) = body.and_then(|body| body.pointer("/error/message")?.as_str()) {
            return format!("the reply is an error, {message}");
        }
        match &self.stop {
            Some(reason) => format!("the reply is empty ({})", reason.raw()),
            None => "the reply is empty".to_owned(),
        }
    }
}

/// Why the provider refused to answer, if the body says so.
pub(super) fn refusal(body: &Value) -> Option<String> {
    let places = ["/promptFeedback/blockReason", "/choices/0/message/refusal"];
    let in_places = places.iter().find_map(|place| body.pointer(place)?.as_str());
    // The events of a stream carry the reply of the Responses API in a field.
    let response = body.get("response").unwrap_or(body);
    let incomplete = response.pointer("/incomplete_details/reason").and_then(Value::as_str);
    let reason = in_places
        .or_else(|| response_content(response).find_map(|part| part["refusal"].as_str()))
        .or(incomplete.filter(|reason| *reason != "max_output_tokens"))?;
    (!reason.is_empty()).then(|| reason.to_owned())
}

/// The error that a reply of the Responses API reports in its body.
pub(super) fn reported_error(body: &Value) -> Option<&Value> {
    let response = body.get("response").unwrap_or(body);
    (response["status"] == "failed").then_some(response)
}

/// The parts of the messages in a reply of the Responses API.
fn response_content(response: &Value) -> impl Iterator<Item = &Value> {
    let output = response.get("output").and_then(Value::as_array).into_iter().flatten();
    output.filter_map(|item| item.get("content")?.as_array()).flatten()
}

/// Parses a reply in one of OpenAI's formats that `genai` refuses because of the arguments of its calls.
pub(super) fn parse_leniently(body: &Value) -> Option<RawReply> {
    if let Some(output) = body.get("output").and_then(Value::as_array) {
        return parse_response_leniently(body, output);
    }
    let message = body.pointer("/choices/0/message")?;
    let calls = message.get("tool_calls")?.as_array()?;
    let calls = calls.iter().map(|call| {
        let text = |place: &str| call.pointer(place).and_then(Value::as_str).unwrap_or_default();
        chat::ToolCall {
            call_id: text("/id").to_owned(),
            fn_name: text("/function/name").to_owned(),
            fn_arguments: call.pointer("/function/arguments").cloned().unwrap_or_default(),
            thought_signatures: None,
        }
    });
    let stop = body.pointer("/choices/0/finish_reason").and_then(Value::as_str);
    Some(RawReply {
        text: message.get("content").and_then(Value::as_str).unwrap_or_default().to_owned(),
        calls: calls.collect(),
        stop: stop.map(|reason| StopReason::from(reason.to_owned())),
        usage: body.get("usage").and_then(|usage| serde_json::from_value(usage.clone()).ok()),
        thoughts: Vec::new(),
    })
}

fn parse_response_leniently(body: &Value, output: &[Value]) -> Option<RawReply> {
    let text = |value: &Value, field: &str| {
        value.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let calls = output.iter().filter(|item| item["type"] == "function_call");
    let calls = calls.map(|item| chat::ToolCall {
        call_id: text(item, "call_id"),
        fn_name: text(item, "name"),
        fn_arguments: item.get("arguments").cloned().unwrap_or_default(),
        thought_signatures: None,
    });
    let stop = StopReason::from(body.get("status")?.as_str()?.to_owned());
    Some(RawReply {
        text: response_content(body).map(|part| text(part, "text")).collect(),
        calls: calls.collect(),
        stop: Some(stop),
        ..RawReply::default()
    })
}

fn read_calls(mut calls: Vec<chat::ToolCall>) -> Vec<ToolCall> {
    calls.truncate(LIMIT_CALLS);
    let mut read: Vec<ToolCall> = Vec::with_capacity(calls.len());
    let mut ids = HashSet::new();
    for (index, mut call) in calls.into_iter().enumerate() {
        if call.call_id.len() > LIMIT_NAME_BYTES {
            call.call_id.clear();
        }
        let end = call.fn_name.floor_char_boundary(LIMIT_NAME_BYTES);
        call.fn_name.truncate(end);
        let is_taken = call.call_id.is_empty() || ids.contains(&call.call_id);
        let id = match call.call_id.rsplit_once('#') {
            // Gemini has no ids. `genai` numbers its calls in this form, which it does not send back.
            Some((name, _)) if is_taken => format!("{name}#{index}"),
            None if is_taken && call.call_id.is_empty() => format!("call_{index}"),
            None if is_taken => format!("{}_{index}", call.call_id),
            Some(_) | None => call.call_id,
        };
        ids.insert(id.clone());
        read.push(ToolCall {
            id,
            name: call.fn_name,
            arguments: read_arguments(call.fn_arguments),
            signatures: call.thought_signatures.unwrap_or_default(),
        });
    }
    read
}

/// Malformed arguments stay as the model wrote them, for the tool to refuse.
fn read_arguments(arguments: Value) -> Value {
    match arguments {
        Value::Null => json!({}),
        Value::String(text) if text.trim().is_empty() => json!({}),
        Value::String(text) => match serde_json::from_str(&text) {
            Ok(Value::Null) => json!({}),
            Ok(read) => read,
            Err(_) => Value::String(text),
        },
        Value::Object(_) | Value::Array(_) | Value::Bool(_) | Value::Number(_) => arguments,
    }
}

fn read_usage(
    usage: Option<&genai::chat::Usage>,
    request: &Request,
    text: &str,
    calls: &[chat::ToolCall],
) -> Usage {
    let number = |count: Option<i32>| count.and_then(|count| u64::try_from(count).ok());
    let positive = |count: Option<i32>| number(count).filter(|count| *count > 0);
    let input = usage.and_then(|usage| positive(usage.prompt_tokens));
    let thought = usage
        .and_then(|usage| usage.completion_tokens_details.as_ref())
        .and_then(|details| positive(details.reasoning_tokens));
    let output = usage.and_then(|usage| positive(usage.completion_tokens)).or(thought);
    let details = usage.and_then(|usage| usage.prompt_tokens_details.as_ref());
    let cached = details.and_then(|details| number(details.cached_tokens));
    let written = details.and_then(|details| number(details.cache_creation_tokens));
    Usage {
        input_tokens: input.unwrap_or_else(|| estimate_tokens(request_bytes(request))),
        output_tokens: output.unwrap_or_else(|| {
            let arguments: usize = calls.iter().map(chat::ToolCall::size).sum();
            estimate_tokens(text.len() + arguments)
        }),
        cached_tokens: cached.unwrap_or(0),
        written_tokens: written.unwrap_or(0),
        is_estimate: input.is_none() || output.is_none(),
    }
}

fn request_bytes(request: &Request) -> usize {
    serde_json::to_string(request).map_or(0, |text| text.len())
}

fn estimate_tokens(n_bytes: usize) -> u64 {
    u64::try_from(tokens::estimate(n_bytes)).unwrap_or(u64::MAX)
}
