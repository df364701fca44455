//! A model on a played provider, somebody who listens, and what providers say.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rutter_domain::{Message, ToolCall, ToolResult, Turn};
use rutter_provider::language::{
    Choice, Delivery, Error, LanguageModel, Listener, Pause, Prices, Reply, Request, Surroundings,
    ToolDeclaration, connect,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::server::{Play, Server};

pub const JSON: &str = "content-type: application/json";
pub const EVENTS: &str = "content-type: text/event-stream";
pub const LINES: &str = "content-type: application/x-ndjson";

/// Hears everything, and calls the request off at the first pause if told to.
#[derive(Default)]
pub struct Ear {
    pub text: Mutex<String>,
    pub pauses: Mutex<Vec<Pause>>,
    pub cancel: CancellationToken,
    pub is_impatient: bool,
}

impl Listener for Ear {
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

impl Ear {
    pub fn pauses_millis(&self) -> Vec<u128> {
        self.pauses.lock().unwrap().iter().map(|pause| pause.duration.as_millis()).collect()
    }

    pub async fn ask(&self, model: &dyn LanguageModel, request: &Request) -> Result<Reply, Error> {
        model.ask(request, self, &self.cancel).await
    }
}

/// Surroundings with these variables and no others.
pub fn surroundings(variables: &'static [(&'static str, &'static str)]) -> Surroundings {
    let variable = move |name: &str| {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    Surroundings { variable: Box::new(variable), prices: Prices::built_in() }
}

/// A choice of that model on that server, in a hurry.
pub fn choice(model: &str, server: &Server) -> Choice {
    Choice {
        model: Some(model.to_owned()),
        endpoint: Some(server.url()),
        retry_delay: Some(Duration::from_millis(2)),
        ..Choice::default()
    }
}

pub fn model(model: &str, server: &Server) -> Arc<dyn LanguageModel> {
    connect(&choice(model, server), &surroundings(&[])).unwrap().model
}

/// Asks that model on a server that plays these one after the other, the last for ever.
pub async fn ask(
    name: &str,
    plays: impl Fn(usize) -> Play + Send + Sync + 'static,
    request: &Request,
) -> (Result<Reply, Error>, Ear, Server) {
    let server = Server::start(move |n, _| plays(n));
    let ear = Ear::default();
    let outcome = ear.ask(&*model(name, &server), request).await;
    (outcome, ear, server)
}

pub fn question(text: &str) -> Request {
    Request { messages: vec![Message::User(text.to_owned())], ..Request::default() }
}

pub fn streamed(request: Request) -> Request {
    Request { delivery: Delivery::Streamed, ..request }
}

/// A question with a tool to answer it by.
pub fn errand() -> Request {
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

/// The same, after two calls were made and one failed.
pub fn second_errand(first: Vec<ToolCall>) -> Request {
    let mut request = errand();
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
    request.messages.push(Message::Model(Turn { text: String::new(), calls: first }));
    request.messages.push(Message::Results(results));
    request
}

pub fn say(body: &Value) -> Play {
    Play::Reply(200, JSON, body.to_string())
}

/// A reply of OpenAI with that message.
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

/// A reply of Gemini with these parts.
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

/// A reply of Anthropic with these blocks.
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

/// Events as they are streamed, of which the last may be `[DONE]`.
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
