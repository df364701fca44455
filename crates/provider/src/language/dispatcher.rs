//! Tools for models without function calling: structured dispatch.
//!
//! The model fills in a JSON form that says whether a tool is needed, and which; only if none is, it
//! is asked for an answer in text. Both requests contain the results of earlier calls as part of the
//! user's messages, so that the conversation is plain text. Start at [`Dispatcher`]; [`Adaptive`]
//! falls back to it when a model turns out to have no function calling.

mod adaptive;
mod decision;
mod decision_cache;
mod inline_calls;
mod transcript;

use std::sync::Arc;

use futures::future::BoxFuture;
use rutter_domain::{ToolCall, Turn, Usage};
use tokio_util::sync::CancellationToken;

pub(super) use adaptive::Adaptive;

use decision::Decision;
use decision_cache::DecisionCache;

use super::model::Layer;
use super::{
    Delivery, Error, LanguageModel, Listener, Reply, Request, Silent, ToolChoice, ToolDeclaration,
};

/// Low, because filling in a form needs no variety.
const TEMPERATURE: f64 = 0.1;

/// Gives tools to a model without function calling.
pub struct Dispatcher {
    model: Arc<dyn LanguageModel>,
    decisions: DecisionCache,
}

impl Dispatcher {
    pub fn new(model: Arc<dyn LanguageModel>) -> Dispatcher {
        Dispatcher { model, decisions: DecisionCache::default() }
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
            let turn = Turn { calls: vec![call], ..Turn::default() };
            return Ok(Reply {
                turn,
                reasoning: decided.reasoning,
                usage: decided.usage,
                n_requests: decided.n_requests,
                is_cached: decided.is_cached,
                remarks: decided.remarks,
                ..Reply::default()
            });
        }
        let plain = self.plain_request(request);
        let mut reply = self.model.ask(&plain, listener, cancel).await?;
        reply.usage = add(reply.usage, decided.usage);
        reply.n_requests += decided.n_requests;
        reply.is_cached &= decided.is_cached;
        reply.remarks.splice(0..0, decided.remarks);
        let offset = request.messages.len();
        inline_calls::take_calls(&mut reply.turn, &request.tools, offset);
        Ok(reply)
    }

    /// A model that repeats a call is reminded once and offered only the tools that it did not use just
    /// now. If it repeats a call again, it is taken to be done.
    async fn decide(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Decided, Error> {
        let mut form = self.form_request(request);
        let first = self.fill_form(&form, &request.tools, listener, cancel).await?;
        let Some(reminder) = transcript::remind(&first.decision, &request.messages) else {
            return Ok(first);
        };
        form.messages = transcript::flatten(&form.messages, &reminder);
        // A server that enforces the schema breaks a loop that a reminder alone does not.
        let recent = transcript::recent_tools(&request.messages);
        let others: Vec<ToolDeclaration> = (request.tools.iter())
            .filter(|tool| !recent.contains(&tool.name.as_str()))
            .cloned()
            .collect();
        form.schema = Some(decision::schema(&others));
        let mut second = self.fill_form(&form, &request.tools, listener, cancel).await?;
        second.usage = add(first.usage, second.usage);
        second.n_requests += first.n_requests;
        second.is_cached &= first.is_cached;
        second.remarks.splice(0..0, first.remarks);
        if transcript::remind(&second.decision, &request.messages).is_some() {
            second.remarks.push("the decision repeats a call, so no tool is run".to_owned());
            second.decision = Decision::NoTool;
        }
        Ok(second)
    }

    async fn fill_form(
        &self,
        form: &Request,
        tools: &[ToolDeclaration],
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Decided, Error> {
        let query = serde_json::to_string(form).unwrap_or_default();
        if let Some((decision, n_hits)) = self.decisions.get(&query) {
            let remarks = vec![format!("the decision comes from the cache (hit {n_hits})")];
            return Ok(Decided { decision, remarks, is_cached: true, ..Decided::default() });
        }
        // The text of a form is of no use to the listener; pauses are.
        let reply = self.model.ask(form, &PausesOnly(listener), cancel).await?;
        let Reply { usage, n_requests, is_cached, remarks, .. } = reply;
        let mut decided = Decided { usage, n_requests, is_cached, remarks, ..Decided::default() };
        match decision::read(&reply.turn.text, tools) {
            Ok((decision, reasoning)) => {
                self.decisions.insert(&query, &decision);
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
            messages: transcript::flatten(
                &request.messages,
                transcript::next_step(&request.messages),
            ),
            temperature: Some(TEMPERATURE),
            schema: Some(decision::schema(&request.tools)),
            limit_output_tokens: request.limit_output_tokens,
            delivery: Delivery::Whole,
            ..Request::default()
        }
    }

    fn plain_request(&self, request: &Request) -> Request {
        Request {
            messages: transcript::flatten(&request.messages, ""),
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
    n_requests: u32,
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

struct PausesOnly<'a>(&'a dyn Listener);

impl Listener for PausesOnly<'_> {
    fn text(&self, piece: &str) {
        Silent.text(piece);
    }

    fn pause(&self, pause: &super::Pause) {
        self.0.pause(pause);
    }
}

impl Layer for Dispatcher {
    fn inner(&self) -> &dyn LanguageModel {
        &*self.model
    }

    fn ask_inner<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(self.dispatch(request, listener, cancel))
    }
}
