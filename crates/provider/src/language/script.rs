//! A scripted model for tests: it returns prepared replies and records the requests.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use futures::future::BoxFuture;
use rutter_domain::{ToolCall, Usage};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::{Delivery, Error, LanguageModel, Listener, Price, Reply, Request};

pub struct Script {
    name: String,
    price: Option<Price>,
    usage: Usage,
    play: Mutex<Play>,
}

#[derive(Default)]
struct Play {
    steps: VecDeque<ScriptStep>,
    requests: Vec<Request>,
    n_calls: usize,
}

/// The answer to one request.
pub enum ScriptStep {
    Reply(Reply),
    Fail(Error),
    /// The reply depends on the request.
    Answer(Box<Answer>),
}

/// Computes a reply from a request.
pub type Answer = dyn Fn(&Request) -> Result<Reply, Error> + Send + Sync;

impl ScriptStep {
    pub fn text(text: &str) -> ScriptStep {
        let mut reply = Reply::default();
        reply.turn.text = text.to_owned();
        ScriptStep::Reply(reply)
    }

    pub fn call(name: &str, arguments: Value) -> ScriptStep {
        ScriptStep::calls([(name, arguments)])
    }

    /// A reply with several calls. Each gets an id when it is returned.
    pub fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> ScriptStep {
        let mut reply = Reply::default();
        reply.turn.calls = calls
            .into_iter()
            .map(|(name, arguments)| ToolCall {
                id: String::new(),
                name: name.to_owned(),
                arguments,
                signatures: Vec::new(),
            })
            .collect();
        ScriptStep::Reply(reply)
    }

    pub fn answer(
        answer: impl Fn(&Request) -> Result<Reply, Error> + Send + Sync + 'static,
    ) -> ScriptStep {
        ScriptStep::Answer(Box::new(answer))
    }
}

impl fmt::Debug for ScriptStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptStep::Reply(reply) => f.debug_tuple("Reply").field(reply).finish(),
            ScriptStep::Fail(error) => f.debug_tuple("Fail").field(error).finish(),
            ScriptStep::Answer(_) => f.write_str("Answer"),
        }
    }
}

impl Script {
    /// Each request takes the next step; after the last, requests are refused.
    pub fn new(steps: impl IntoIterator<Item = ScriptStep>) -> Script {
        let play = Play { steps: steps.into_iter().collect(), ..Play::default() };
        let usage = Usage { input_tokens: 100, output_tokens: 10, ..Usage::default() };
        Script { name: "script".to_owned(), price: None, usage, play: Mutex::new(play) }
    }

    pub fn with_name(mut self, name: &str) -> Script {
        self.name = name.to_owned();
        self
    }

    /// The usage of replies that report none, by default 100 tokens in and 10 out.
    pub fn with_usage(mut self, usage: Usage) -> Script {
        self.usage = usage;
        self
    }

    /// Without a price, the cost is unknown.
    pub fn with_price(mut self, price: Price) -> Script {
        self.price = Some(price);
        self
    }

    pub fn requests(&self) -> Vec<Request> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner).requests.clone()
    }

    fn play(&self, request: &Request) -> Result<Reply, Error> {
        let mut play = self.play.lock().unwrap_or_else(PoisonError::into_inner);
        play.requests.push(request.clone());
        let step = play.steps.pop_front().ok_or_else(|| Error::Refused {
            model: self.name.clone(),
            reason: "the script has no further step".to_owned(),
        })?;
        let mut reply = match step {
            ScriptStep::Reply(reply) => reply,
            ScriptStep::Fail(error) => return Err(error),
            ScriptStep::Answer(answer) => answer(request)?,
        };
        for call in reply.turn.calls.iter_mut().filter(|call| call.id.is_empty()) {
            play.n_calls += 1;
            call.id = format!("call_{}", play.n_calls);
        }
        if reply.usage == Usage::default() {
            reply.usage = self.usage;
        }
        reply.n_requests = 1;
        Ok(reply)
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script").field("name", &self.name).finish_non_exhaustive()
    }
}

impl LanguageModel for Script {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            if cancel.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let reply = self.play(request)?;
            match request.delivery {
                Delivery::Streamed if !reply.turn.text.is_empty() => {
                    listener.text(&reply.turn.text);
                }
                Delivery::Streamed | Delivery::Whole => {}
            }
            Ok(reply)
        })
    }

    fn cost(&self, usage: &Usage) -> Option<f64> {
        self.price.map(|price| price.cost(usage))
    }
}
