//! Tools for models without function calling: structured dispatch.
//!
//! The model is asked to fill in a form that says whether a tool is needed, and which; only when
//! none is, it is asked for an answer in words. Both see the results of earlier calls as part of
//! what the user says, so that a conversation is plain text. Start at [`Dispatcher`]; [`Adaptive`]
//! takes to it when a model turns out to have no function calling.

mod adaptive;
mod decision;
mod folding;
mod memory;
mod stray;

use std::sync::Arc;

use futures::future::BoxFuture;
use rutter_domain::{ToolCall, Turn, Usage};
use tokio_util::sync::CancellationToken;

pub(super) use adaptive::Adaptive;

use decision::Decision;
use memory::Memory;

use super::{
    Delivery, Error, LanguageModel, Listener, Reply, Request, Silent, ToolChoice, ToolDeclaration,
};

/// A form wants little imagination.
const TEMPERATURE: f64 = 0.1;

/// Lets a model without function calling call tools.
pub struct Dispatcher {
    model: Arc<dyn LanguageModel>,
    memory: Memory,
}

impl Dispatcher {
    pub fn new(model: Arc<dyn LanguageModel>) -> Dispatcher {
        Dispatcher { model, memory: Memory::default() }
    }

    async fn dispatch(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, Error> {
        let has_tools = match request.tool_choice {
            ToolChoice::Auto | ToolChoice::Required => !request.tools.is_empty(),
            ToolChoice::None => false,
        };
        if !has_tools {
            let plain = self.plain_request(request);
            return self.model.ask(&plain, listener, cancel).await;
        }
        let decided = self.decide(request, listener, cancel).await?;
        if let Decision::Call { name, arguments } = decided.decision {
            let id = format!("decided_{}", request.messages.len());
            let call = ToolCall { id, name, arguments, signatures: Vec::new() };
            let turn = Turn { text: decided.reasoning, calls: vec![call] };
            return Ok(Reply {
                turn,
                usage: decided.usage,
                is_cached: decided.is_cached,
                remarks: decided.remarks,
                ..Reply::default()
            });
        }
        let plain = self.plain_request(request);
        let mut reply = self.model.ask(&plain, listener, cancel).await?;
        reply.usage = add(reply.usage, decided.usage);
        reply.is_cached &= decided.is_cached;
        reply.remarks.splice(0..0, decided.remarks);
        let offset = request.messages.len();
        stray::take_calls(&mut reply.turn, &request.tools, offset);
        Ok(reply)
    }

    /// A model that wants to do again what it has done is reminded once, and offered only what it
    /// did not do just now; then it is taken to be at its end.
    async fn decide(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Decided, Error> {
        let mut form = self.form_request(request);
        let first = self.fill_in(&form, &request.tools, listener, cancel).await?;
        let Some(reminder) = folding::remind(&first.decision, &request.messages) else {
            return Ok(first);
        };
        form.messages = folding::fold(&form.messages, &reminder);
        // Where the server keeps to the schema, this leads out of a circle that words do not.
        let recent = folding::recent_tools(&request.messages);
        let others: Vec<ToolDeclaration> = (request.tools.iter())
            .filter(|tool| !recent.contains(&tool.name.as_str()))
            .cloned()
            .collect();
        form.schema = Some(decision::schema(&others));
        let mut second = self.fill_in(&form, &request.tools, listener, cancel).await?;
        second.usage = add(first.usage, second.usage);
        second.is_cached &= first.is_cached;
        second.remarks.splice(0..0, first.remarks);
        if folding::remind(&second.decision, &request.messages).is_some() {
            second.remarks.push("the decision repeats a call, so no tool is run".to_owned());
            second.decision = Decision::NoTool;
        }
        Ok(second)
    }

    async fn fill_in(
        &self,
        form: &Request,
        tools: &[ToolDeclaration],
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Decided, Error> {
        let query = serde_json::to_string(form).unwrap_or_default();
        if let Some((decision, n_hits)) = self.memory.recall(&query) {
            let remarks = vec![format!("the decision is remembered (hit {n_hits})")];
            return Ok(Decided { decision, remarks, is_cached: true, ..Decided::default() });
        }
        // Nobody wants to hear a form being filled in, but everybody why nothing happens.
        let reply = self.model.ask(form, &Pauses(listener), cancel).await?;
        let (usage, is_cached) = (reply.usage, reply.is_cached);
        let mut decided =
            Decided { usage, is_cached, remarks: reply.remarks, ..Decided::default() };
        match decision::read(&reply.turn.text, tools) {
            Ok((decision, reasoning)) => {
                self.memory.keep(&query, &decision);
                decided.decision = decision;
                decided.reasoning = reasoning;
            }
            Err(reason) => {
                let remark = format!("the decision is invalid, so no tool is run: {reason}");
                decided.remarks.push(remark);
            }
        }
        Ok(decided)
    }

    fn form_request(&self, request: &Request) -> Request {
        Request {
            system: decision::instruct(&request.system, &request.tools),
            messages: folding::fold(&request.messages, folding::what_next(&request.messages)),
            temperature: Some(TEMPERATURE),
            schema: Some(decision::schema(&request.tools)),
            limit_output_tokens: request.limit_output_tokens,
            delivery: Delivery::Whole,
            ..Request::default()
        }
    }

    fn plain_request(&self, request: &Request) -> Request {
        Request {
            messages: folding::fold(&request.messages, ""),
            tools: Vec::new(),
            tool_choice: ToolChoice::Auto,
            ..request.clone()
        }
    }
}

#[derive(Default)]
struct Decided {
    decision: Decision,
    reasoning: String,
    usage: Usage,
    is_cached: bool,
    remarks: Vec<String>,
}

fn add(a: Usage, b: Usage) -> Usage {
    Usage {
        input_tokens: a.input_tokens + b.input_tokens,
        output_tokens: a.output_tokens + b.output_tokens,
        cached_tokens: a.cached_tokens + b.cached_tokens,
        written_tokens: a.written_tokens + b.written_tokens,
        is_estimate: a.is_estimate || b.is_estimate,
    }
}

struct Pauses<'a>(&'a dyn Listener);

impl Listener for Pauses<'_> {
    fn text(&self, piece: &str) {
        Silent.text(piece);
    }

    fn pause(&self, pause: &super::Pause) {
        self.0.pause(pause);
    }
}

impl LanguageModel for Dispatcher {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn prepare<'a>(&'a self, cancel: &'a CancellationToken) -> BoxFuture<'a, ()> {
        self.model.prepare(cancel)
    }

    fn ask<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(self.dispatch(request, listener, cancel))
    }

    fn cost(&self, usage: &Usage) -> Option<f64> {
        self.model.cost(usage)
    }
}
