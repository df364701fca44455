//! Replies of model servers: any bytes become a reply or an error, whole or streamed.
//!
//! The server is on loopback; the program under test talks to it as to a real one.

use std::sync::Arc;
use std::time::Duration;

use rutter_domain::Message;
use rutter_provider::language::{
    Choice, Delivery, LanguageModel, Request, Silent, ToolDeclaration, connect,
};
use rutter_provider::transport::Environment;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::server::Server;
use crate::mutate::inputs;
use crate::{Inputs, Target};

/// A provider. Its seeds are valid replies, whole and streamed, and an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    OpenAi,
    Anthropic,
    Gemini,
    Ollama,
}

impl Wire {
    pub const ALL: [Wire; 4] = [Wire::OpenAi, Wire::Anthropic, Wire::Gemini, Wire::Ollama];

    pub fn name(self) -> &'static str {
        match self {
            Wire::OpenAi => "openai",
            Wire::Anthropic => "anthropic",
            Wire::Gemini => "gemini",
            Wire::Ollama => "ollama",
        }
    }

    pub fn parse(name: &str) -> Option<Wire> {
        Wire::ALL.into_iter().find(|wire| wire.name() == name)
    }

    fn model(self) -> &'static str {
        match self {
            Wire::OpenAi => "gpt-4o",
            Wire::Anthropic => "claude-x",
            Wire::Gemini => "gemini-x",
            Wire::Ollama => "ollama::m",
        }
    }

    fn seeds(self) -> &'static [&'static str] {
        match self {
            Wire::OpenAi => &[
                r#"{"id":"1","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":11,"completion_tokens":3,"total_tokens":14}}"#,
                r#"{"id":"1","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"list_filesystem","arguments":"{\"path\":\".\"}"}}]},"finish_reason":"tool_calls"}]}"#,
                "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"Hel\"},\"finish_reason\":null}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"list_filesystem\",\"arguments\":\"{\\\"pa\"}}]},\"finish_reason\":null}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":8,\"completion_tokens\":2}}\n\ndata: [DONE]\n\n",
                r#"{"error":{"message":"this model's maximum context length is 4097 tokens","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
            ],
            Wire::Anthropic => &[
                r#"{"id":"msg_1","type":"message","role":"assistant","model":"claude","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"t1","name":"list_filesystem","input":{"path":"."}}],"stop_reason":"tool_use","usage":{"input_tokens":30,"output_tokens":7,"cache_read_input_tokens":10}}"#,
                "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":12,\"output_tokens\":1}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"list_filesystem\",\"input\":{}}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"path\\\":\\\".\\\"}\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":9}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
                r#"{"type":"error","error":{"type":"overloaded_error","message":"overloaded"}}"#,
            ],
            Wire::Gemini => &[
                r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"I look. "},{"functionCall":{"name":"list_filesystem","args":{"path":"."}},"thoughtSignature":"sig"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":20,"candidatesTokenCount":4,"thoughtsTokenCount":6}}"#,
                "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"I look. \"}]}}],\"usageMetadata\":{\"promptTokenCount\":5,\"candidatesTokenCount\":2}}\n\ndata: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"list_filesystem\",\"args\":{\"path\":\"a\"}}}]},\"finishReason\":\"STOP\"}]}\n\n",
                r#"{"promptFeedback":{"blockReason":"SAFETY"}}"#,
            ],
            Wire::Ollama => &[
                r#"{"model":"m","message":{"role":"assistant","content":"Hello","tool_calls":[{"function":{"name":"list_filesystem","arguments":{"path":"."}}}]},"done":true,"done_reason":"stop","prompt_eval_count":5,"eval_count":2}"#,
                "{\"message\":{\"content\":\"Hel\"},\"done\":false}\n{\"message\":{\"content\":\"lo\"},\"done\":true,\"done_reason\":\"stop\"}\n",
                r#"{"error":"model not found"}"#,
            ],
        }
    }
}

/// A model at a server that answers with the input.
pub struct Replies {
    server: Server,
    model: Arc<dyn LanguageModel>,
    runtime: tokio::runtime::Runtime,
    inputs: Inputs,
}

impl Replies {
    pub fn open(wire: Wire) -> anyhow::Result<Replies> {
        let server = Server::start()?;
        let choice = Choice {
            model: Some(wire.model().to_owned()),
            endpoint: Some(server.url()),
            timeout: Some(Duration::from_secs(20)),
            retry_delay: Some(Duration::from_millis(1)),
            ..Choice::default()
        };
        let model = connect(&choice, &Environment::new(|_| None))?.model;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let seeds = wire.seeds().iter().map(|seed| seed.as_bytes().to_vec()).collect();
        let words = [
            "null", "-1", "1e400", "18446744073709551616", "[]", "{}", "\"\\ud800\"", "\n\n",
            "data: ",
        ];
        Ok(Replies { server, model, runtime, inputs: inputs(seeds, &words) })
    }
}

impl Target for Replies {
    fn inputs(&self) -> Inputs {
        self.inputs.clone()
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        for (delivery, content) in [
            (Delivery::Whole, "application/json"),
            (Delivery::Streamed, "text/event-stream"),
            (Delivery::Streamed, "application/x-ndjson"),
        ] {
            // The body of an error status says what is wrong, so it is parsed as well.
            let statuses: &[u16] = if input.len().is_multiple_of(3) { &[200, 400] } else { &[200] };
            for status in statuses {
                self.server.answer(*status, content, input);
                let request = request(delivery);
                let cancel = CancellationToken::new();
                let asked = self.runtime.block_on(async {
                    let asked = self.model.ask(&request, &Silent, &cancel);
                    tokio::time::timeout(Duration::from_secs(60), asked).await
                });
                // Replies and errors are both fine.
                if asked.is_err() {
                    return Err("the reply does not end".to_owned());
                }
            }
        }
        Ok(())
    }
}

fn request(delivery: Delivery) -> Request {
    let tool = ToolDeclaration {
        name: "list_filesystem".to_owned(),
        description: "Lists a folder.".to_owned(),
        parameters: json!({ "type": "object", "properties": { "path": { "type": "string" } } }),
    };
    Request {
        system: "You explore.".to_owned(),
        messages: vec![Message::User("What is in there?".to_owned())],
        tools: vec![tool],
        delivery,
        ..Request::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unbroken_reply_is_read() {
        for wire in Wire::ALL {
            let target = Replies::open(wire).unwrap();
            target.server.answer(200, "application/json", wire.seeds()[0].as_bytes());
            let cancel = CancellationToken::new();
            let request = request(Delivery::Whole);
            let asked = target.model.ask(&request, &Silent, &cancel);
            let reply = target.runtime.block_on(asked).unwrap();
            assert!(!reply.turn.text.is_empty(), "{}", wire.name());
        }
    }
}
