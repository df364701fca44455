//! Streamed replies. A stream is retried only as long as the listener got no text of it: text that
//! arrives twice is worse than an error.

use std::sync::{Arc, Mutex, PoisonError};

use futures::StreamExt;
use genai::chat::{ChatStreamEvent, FrameCtx, RawFrameRef, StreamEnd};
use serde_json::Value;

use super::RemoteModel;
use crate::language::classify::AttemptError;
use crate::language::providers::Protocol;
use crate::language::reply_parser::{RawReply, refusal, reported_error};
use crate::language::thoughts::Survey;
use crate::language::wire::anthropic::StreamedContent;
use crate::language::wire::chat_request;
use crate::language::{Delivery, Error, LanguageModel, Listener, Reply, Request, Stop};

impl RemoteModel {
    pub(super) async fn ask_streamed(
        &self,
        model: &str,
        request: &Request,
        listener: &dyn Listener,
    ) -> Result<Reply, AttemptError> {
        let mut n_bytes = 0;
        match self.stream(model, request, listener, &mut n_bytes).await {
            Err(AttemptError::Retry { reason, .. }) if n_bytes > 0 => {
                let reason = format!("the stream ended after {n_bytes} bytes, {reason}");
                let model = self.name().to_owned();
                Err(AttemptError::Final(Error::Unavailable { model, n_attempts: 1, reason }))
            }
            outcome => outcome,
        }
    }

    async fn stream(
        &self,
        model: &str,
        request: &Request,
        listener: &dyn Listener,
        n_bytes: &mut usize,
    ) -> Result<Reply, AttemptError> {
        let frames = Arc::new(Mutex::new(Frames::default()));
        let sink = frames.clone();
        let protocol = self.route.protocol;
        let survey = self.survey(model, request);
        let inspect = move |_: &FrameCtx, frame: RawFrameRef<'_>| {
            let mut frames = sink.lock().unwrap_or_else(PoisonError::into_inner);
            frames.inspect(protocol, frame.data);
        };
        let options = self.options(request, &survey).with_raw_frame_fn(inspect);
        let chat = chat_request(protocol, request, &survey);
        let exchange = self.open(Delivery::Streamed).await?;
        let target = self.target(model, &exchange);
        let asking = self.client.genai.exec_chat_stream(target, chat, Some(&options));
        let classify = |error: genai::Error| self.classify(request, &survey, &exchange, &error);
        let mut stream = asking.await.map_err(classify)?.stream;
        loop {
            let event = tokio::time::timeout(self.timeout, stream.next())
                .await
                .map_err(|_| AttemptError::failing(self.timeout_reason()))?;
            match event {
                Some(Ok(ChatStreamEvent::Chunk(chunk))) if !chunk.content.is_empty() => {
                    *n_bytes += chunk.content.len();
                    listener.text(&chunk.content);
                }
                Some(Ok(ChatStreamEvent::End(end))) => {
                    return self.finish_stream(end, request, &survey, take(&frames));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    let problem = take(&frames).problem;
                    if let Some(reason) = problem.as_ref().and_then(refusal) {
                        let stop = Stop::Blocked(reason);
                        return Ok(Reply { stop, ..Reply::default() });
                    }
                    if let Some(error) = problem.as_ref().and_then(reported_error) {
                        return Err(self.failed_request(request, &survey).classify_body(error));
                    }
                    return Err(classify(error));
                }
                None => return Err(AttemptError::failing("the reply broke off")),
            }
        }
    }

    fn finish_stream(
        &self,
        end: StreamEnd,
        request: &Request,
        survey: &Survey,
        frames: Frames,
    ) -> Result<Reply, AttemptError> {
        // For these, `genai` reports an end even if the server broke off.
        let is_complete = match self.route.protocol {
            Protocol::Gemini | Protocol::Responses | Protocol::Ollama => {
                end.captured_stop_reason.is_some()
            }
            Protocol::Anthropic | Protocol::Chat => true,
        };
        if !is_complete {
            return Err(AttemptError::failing("the reply broke off"));
        }
        let content = end.captured_content.unwrap_or_default();
        let (stop, usage) = (end.captured_stop_reason, end.captured_usage);
        let mut raw = RawReply::new(self.route.protocol, content, stop, usage);
        if self.route.protocol == Protocol::Anthropic {
            raw.thoughts = frames.content.into_thoughts();
        }
        raw.into_reply(request, survey, frames.problem.as_ref()).map_err(AttemptError::failing)
    }
}

fn take(frames: &Mutex<Frames>) -> Frames {
    std::mem::take(&mut *frames.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Looks at the raw events of a stream.
#[derive(Default)]
struct Frames {
    /// The last event that reports an error, which `genai` skips.
    problem: Option<Value>,
    /// Content from Anthropic, in its order.
    content: StreamedContent,
}

impl Frames {
    fn inspect(&mut self, protocol: Protocol, data: &str) {
        const LIMIT_BYTES: usize = 64 << 10;
        if protocol == Protocol::Anthropic
            && let Ok(event) = serde_json::from_str(data)
        {
            self.content.take(&event);
        }
        let marks: &[&str] = match protocol {
            Protocol::Responses => {
                &["\"response.failed\"", "\"response.incomplete\"", "\"refusal\""]
            }
            Protocol::Gemini | Protocol::Anthropic | Protocol::Chat | Protocol::Ollama => {
                &["\"promptFeedback\"", "\"error\""]
            }
        };
        let is_problem = marks.iter().any(|mark| data.contains(mark));
        if is_problem && data.len() <= LIMIT_BYTES {
            self.problem = serde_json::from_str(data).ok().or(self.problem.take());
        }
    }
}
