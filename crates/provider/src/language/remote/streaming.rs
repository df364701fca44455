//! Streamed replies. A stream is retried only as long as the listener got no text of it: text that
//! arrives twice is worse than an error.

use std::sync::{Arc, Mutex, PoisonError};

use futures::StreamExt;
use genai::chat::{ChatStreamEvent, FrameCtx, RawFrameRef, StreamEnd};
use serde_json::Value;

use super::RemoteModel;
use crate::language::classify::AttemptError;
use crate::language::providers::LanguageProvider;
use crate::language::reply_parser::{RawReply, refusal};
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
        let options =
            self.options(request).with_raw_frame_fn(move |_: &FrameCtx, frame: RawFrameRef<'_>| {
                sink.lock().unwrap_or_else(PoisonError::into_inner).inspect(frame.data);
            });
        let chat = chat_request(self.route.service, request);
        let exchange = self.open(Delivery::Streamed).await?;
        let target = self.target(model, &exchange);
        let asking = self.client.genai.exec_chat_stream(target, chat, Some(&options));
        let classify = |error: genai::Error| self.classify(request, &exchange, &error);
        let mut stream = asking.await.map_err(classify)?.stream;
        loop {
            let event = tokio::time::timeout(self.timeout, stream.next())
                .await
                .map_err(|_| AttemptError::failing(self.timeout_reason()))?;
            let problem = frames.lock().unwrap_or_else(PoisonError::into_inner).problem.clone();
            match event {
                Some(Ok(ChatStreamEvent::Chunk(chunk))) if !chunk.content.is_empty() => {
                    *n_bytes += chunk.content.len();
                    listener.text(&chunk.content);
                }
                Some(Ok(ChatStreamEvent::End(end))) => {
                    return self.finish_stream(end, request, problem.as_ref());
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    if let Some(reason) = problem.as_ref().and_then(refusal) {
                        let stop = Stop::Blocked(reason);
                        return Ok(Reply { stop, ..Reply::default() });
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
        problem: Option<&Value>,
    ) -> Result<Reply, AttemptError> {
        // For these, `genai` reports an end even if the server broke off.
        let is_complete = match self.route.service {
            LanguageProvider::Gemini | LanguageProvider::Ollama => {
                end.captured_stop_reason.is_some()
            }
            LanguageProvider::Anthropic
            | LanguageProvider::OpenAi
            | LanguageProvider::Compatible => true,
        };
        if !is_complete {
            return Err(AttemptError::failing("the reply broke off"));
        }
        let content = end.captured_content.unwrap_or_default();
        RawReply::new(content, end.captured_stop_reason, end.captured_usage)
            .into_reply(request, problem)
            .map_err(AttemptError::failing)
    }
}

/// Looks at the raw events of a stream.
#[derive(Default)]
struct Frames {
    /// The last event that says why there is no answer, which `genai` skips.
    problem: Option<Value>,
}

impl Frames {
    fn inspect(&mut self, data: &str) {
        const LIMIT_BYTES: usize = 64 << 10;
        let is_problem = data.contains("\"promptFeedback\"") || data.contains("\"error\"");
        if is_problem && data.len() <= LIMIT_BYTES {
            self.problem = serde_json::from_str(data).ok().or(self.problem.take());
        }
    }
}
