//! The answers that the chat server can give.

use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

/// One answer, or one way to fail.
#[derive(Debug, Clone)]
pub struct Answer {
    content: Content,
    /// Delay before the answer.
    delay: Duration,
    extent: Extent,
    /// Pause after each event of a stream.
    pause: Duration,
}

#[derive(Debug, Clone)]
enum Content {
    Message {
        text: Option<String>,
        calls: Vec<(String, Value)>,
        finish: String,
        n_tokens_in: u64,
        n_tokens_out: u64,
    },
    Http {
        code: u16,
        headers: Vec<(String, String)>,
        body: String,
    },
    Silence,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    Whole,
    /// Sends half of the bytes, then closes the connection.
    Half,
}

/// What happens to the connection.
pub enum After {
    Close,
    KeepOpen,
}

impl Answer {
    /// A text, by which a model ends its work.
    pub fn text(text: &str) -> Answer {
        Answer::message(Some(text), &[], "stop")
    }

    /// Tool calls, each with its arguments.
    pub fn calls(calls: &[(&str, Value)]) -> Answer {
        Answer::message(None, calls, "tool_calls")
    }

    /// Any message with any finish reason, such as `length`.
    pub fn message(text: Option<&str>, calls: &[(&str, Value)], finish: &str) -> Answer {
        let calls = calls.iter().map(|(name, args)| ((*name).to_owned(), args.clone())).collect();
        Answer::of(Content::Message {
            text: text.map(str::to_owned),
            calls,
            finish: finish.to_owned(),
            n_tokens_in: 100,
            n_tokens_out: 10,
        })
    }

    /// Any status with any headers and any body: failures, malformed JSON, empty replies.
    pub fn status(code: u16, headers: &[(&str, &str)], body: &str) -> Answer {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let headers = headers.iter().map(own).collect();
        Answer::of(Content::Http { code, headers, body: body.to_owned() })
    }

    /// No answer at all; the connection stays open.
    pub fn hang() -> Answer {
        Answer::of(Content::Silence)
    }

    /// The same, but the connection breaks halfway.
    pub fn cut(self) -> Answer {
        Answer { extent: Extent::Half, ..self }
    }

    /// The same after a delay.
    pub fn after(self, delay: Duration) -> Answer {
        Answer { delay, ..self }
    }

    /// The same message with this token usage.
    pub fn using(mut self, tokens_in: u64, tokens_out: u64) -> Answer {
        if let Content::Message { n_tokens_in, n_tokens_out, .. } = &mut self.content {
            (*n_tokens_in, *n_tokens_out) = (tokens_in, tokens_out);
        }
        self
    }

    fn of(content: Content) -> Answer {
        Answer { content, delay: Duration::ZERO, extent: Extent::Whole, pause: Duration::ZERO }
    }

    /// The same, streamed with a pause after each event.
    pub fn streamed(self, pause: Duration) -> Answer {
        Answer { pause, ..self }
    }

    pub(super) fn send(&self, stream: &TcpStream, request: &Value) -> io::Result<After> {
        std::thread::sleep(self.delay);
        let (code, mut headers, body) = match &self.content {
            Content::Silence => return Ok(After::KeepOpen),
            Content::Http { code, headers, body } => (*code, headers.clone(), body.clone()),
            Content::Message { .. } if request["stream"] == true => {
                (200, kind("text/event-stream"), self.stream_of_events(request))
            }
            Content::Message { .. } => {
                (200, kind("application/json"), self.whole(request).to_string())
            }
        };
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
            headers.extend(kind("application/json"));
        }
        let mut head = format!("HTTP/1.1 {code} As Told\r\nconnection: close\r\n");
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
        let n_bytes = match self.extent {
            Extent::Whole => body.len(),
            Extent::Half => body.len() / 2,
        };
        let mut stream = stream;
        stream.write_all(head.as_bytes())?;
        if self.pause.is_zero() {
            stream.write_all(&body.as_bytes()[..n_bytes])?;
        } else {
            for event in body[..n_bytes].split_inclusive("\n\n") {
                stream.write_all(event.as_bytes())?;
                stream.flush()?;
                std::thread::sleep(self.pause);
            }
        }
        stream.flush()?;
        Ok(After::Close)
    }

    fn whole(&self, request: &Value) -> Value {
        let Content::Message { text, finish, .. } = &self.content else { return Value::Null };
        let mut message = json!({ "role": "assistant", "content": text });
        if let Some(calls) = self.tool_calls() {
            message["tool_calls"] = calls;
        }
        json!({
            "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": request["model"],
            "choices": [{ "index": 0, "message": message, "finish_reason": finish }],
            "usage": self.usage(),
        })
    }

    /// The same as server-sent events: the text in pieces, each call in one.
    fn stream_of_events(&self, request: &Value) -> String {
        let Content::Message { text, finish, .. } = &self.content else { return String::new() };
        let mut deltas = vec![json!({ "role": "assistant", "content": "" })];
        let words = text.iter().flat_map(|text| text.split_inclusive(' '));
        deltas.extend(words.map(|word| json!({ "content": word })));
        if let Some(Value::Array(calls)) = self.tool_calls() {
            for (at, mut call) in calls.into_iter().enumerate() {
                call["index"] = json!(at);
                deltas.push(json!({ "tool_calls": [call] }));
            }
        }
        let event = |choices: Value, usage: Value| {
            let chunk = json!({
                "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1,
                "model": request["model"], "choices": choices, "usage": usage,
            });
            format!("data: {chunk}\n\n")
        };
        let mut events = String::new();
        for delta in deltas {
            let choice = json!([{ "index": 0, "delta": delta, "finish_reason": null }]);
            events.push_str(&event(choice, Value::Null));
        }
        let last = json!([{ "index": 0, "delta": {}, "finish_reason": finish }]);
        events.push_str(&event(last, Value::Null));
        events.push_str(&event(json!([]), self.usage()));
        events.push_str("data: [DONE]\n\n");
        events
    }

    fn tool_calls(&self) -> Option<Value> {
        let Content::Message { calls, .. } = &self.content else { return None };
        let write = |(at, (name, args)): (usize, &(String, Value))| {
            // Arguments that are text are sent unchanged: a model may write invalid JSON.
            let args = args.as_str().map_or_else(|| args.to_string(), str::to_owned);
            let function = json!({ "name": name, "arguments": args });
            json!({ "id": format!("call_{}", at + 1), "type": "function", "function": function })
        };
        (!calls.is_empty()).then(|| calls.iter().enumerate().map(write).collect())
    }

    fn usage(&self) -> Value {
        let Content::Message { n_tokens_in, n_tokens_out, .. } = &self.content else {
            return Value::Null;
        };
        json!({
            "prompt_tokens": n_tokens_in,
            "completion_tokens": n_tokens_out,
            "total_tokens": n_tokens_in + n_tokens_out,
        })
    }
}

fn kind(content_type: &str) -> Vec<(String, String)> {
    vec![("content-type".to_owned(), content_type.to_owned())]
}
