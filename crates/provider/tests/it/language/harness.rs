//! A model on the scripted server, a recording listener, and replies of all providers.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rutter_domain::{Message, ToolCall, ToolResult, Turn};
use rutter_provider::language::{
    Choice, Delivery, Error, LanguageModel, Listener, Pause, Reply, Request, ToolDeclaration,
    connect,
};
use rutter_provider::transport::Environment;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::server::{Play, Server};

pub const JSON: &str = "content-type: application/json";
pub const EVENTS: &str = "content-type: text/event-stream";
pub const LINES: &str = "content-type: application/x-ndjson";

/// Records everything, and cancels the request at the first pause if `is_impatient`.
#[derive(Default)]
pub struct Recorder {
    pub text: Mutex<String>,
    pub pauses: Mutex<Vec<Pause>>,
    pub cancel: CancellationToken,
    pub is_impatient: bool,
}

impl Listener for Recorder {
    fn text(&self, piece: &str) {
        self.text.lock().unwrap().push_str(piece);
    }

    fn pause(&self, pause: &Pause) {
        self.pauses.lock().unwrap().push(pause.clone());
        if self.is_impatient {
            self.cancel.cancel();
        }
    }
}

impl Recorder {
    pub fn pauses_millis(&self) -> Vec<u128> {
        self.pauses.lock().unwrap().iter().map(|pause| pause.duration.as_millis()).collect()
    }

    pub async fn ask(&self, model: &dyn LanguageModel, request: &Request) -> Result<Reply, Error> {
        model.ask(request, self, &self.cancel).await
    }
}

/// An environment with these variables and no others.
pub fn environment(variables: &'static [(&'static str, &'static str)]) -> Environment {
    let variable = move |name: &str| {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    Environment::new(variable)
}

/// This model on this server, with short retry delays.
pub fn choice(model: &str, server: &Server) -> Choice {
    Choice {
        model: Some(model.to_owned()),
        endpoint: Some(server.url()),
        retry_delay: Some(Duration::from_millis(2)),
        ..Choice::default()
    }
}

pub fn model(model: &str, server: &Server) -> Arc<dyn LanguageModel> {
    connect(&choice(model, server), &environment(&[])).unwrap().model
}

/// Asks the model on a server that answers with these plays.
pub async fn ask(
    name: &str,
    plays: impl Fn(usize) -> Play + Send + Sync + 'static,
    request: &Request,
) -> (Result<Reply, Error>, Recorder, Server) {
    let server = Server::start(move |n, _| plays(n));
    let recorder = Recorder::default();
    let outcome = recorder.ask(&*model(name, &server), request).await;
    (outcome, recorder, server)
}

pub fn question(text: &str) -> Request {
    Request { messages: vec![Message::User(text.to_owned())], ..Request::default() }
}

pub fn streamed(request: Request) -> Request {
    Request { delivery: Delivery::Streamed, ..request }
}

/// A question with a tool.
pub fn tool_request() -> Request {
    let parameters = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": { "path": { "type": "string", "description": "The folder." } },
        "required": ["path"],
    });
    let tool = ToolDeclaration {
        name: "list_filesystem".to_owned(),
        description: "Lists a folder.".to_owned(),
        parameters,
    };
    Request {
        system: "You explore.".to_owned(),
        tools: vec![tool],
        ..question("What is in there?")
    }
}

/// The same after these calls, of which the second failed.
pub fn second_tool_request(first: Vec<ToolCall>) -> Request {
    let mut request = tool_request();
    let results = first
        .iter()
        .enumerate()
        .map(|(index, call)| ToolResult {
            id: call.id.clone(),
            name: call.name.clone(),
            content: format!("result {index}"),
            is_error: index == 1,
        })
        .collect();
    request.messages.push(Message::Model(Turn { calls: first, ..Turn::default() }));
    request.messages.push(Message::Results(results));
    request
}

pub fn say(body: &Value) -> Play {
    Play::Reply(200, JSON, body.to_string())
}

/// A reply in OpenAI's format with this message.
pub fn openai(message: Value, stop: &str) -> Play {
    say(&json!({
        "id": "1",
        "model": "m",
        "choices": [{ "index": 0, "message": message, "finish_reason": stop }],
        "usage": { "prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14 },
    }))
}

pub fn openai_text(text: &str) -> Play {
    openai(json!({ "role": "assistant", "content": text }), "stop")
}

pub fn openai_call(id: &str, name: &str, arguments: &str) -> Value {
    let function = json!({ "name": name, "arguments": arguments });
    json!({ "id": id, "type": "function", "function": function })
}

pub fn openai_calls(calls: &[Value]) -> Play {
    openai(json!({ "role": "assistant", "content": null, "tool_calls": calls }), "tool_calls")
}

/// A reply in Gemini's format with these parts.
pub fn gemini(parts: Value, stop: &str) -> Play {
    say(&json!({
        "candidates": [{ "content": { "role": "model", "parts": parts }, "finishReason": stop }],
        "usageMetadata": {
            "promptTokenCount": 20,
            "candidatesTokenCount": 4,
            "thoughtsTokenCount": 6,
            "cachedContentTokenCount": 5,
        },
        "modelVersion": "gemini-2.5-flash",
    }))
}

/// A reply in Anthropic's format with these blocks.
pub fn anthropic(blocks: Value, stop: &str) -> Play {
    say(&json!({
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude",
        "content": blocks,
        "stop_reason": stop,
        "usage": {
            "input_tokens": 30,
            "output_tokens": 7,
            "cache_read_input_tokens": 10,
            "cache_creation_input_tokens": 20,
        },
    }))
}

/// A stream of these events; the last may be `[DONE]`.
pub fn events(datas: &[Value]) -> String {
    let mut text = String::new();
    for data in datas {
        match (data.get("type").and_then(Value::as_str), data.as_str()) {
            (Some(name), _) => text.push_str(&format!("event: {name}\ndata: {data}\n\n")),
            (None, Some(word)) => text.push_str(&format!("data: {word}\n\n")),
            (None, None) => text.push_str(&format!("data: {data}\n\n")),
        }
    }
    text
}
