//! A streamed answer. It is begun anew only as long as nobody has heard any of it: text heard twice
//! is worse than an error.

use std::sync::{Arc, Mutex, PoisonError};

use futures::StreamExt;
use genai::chat::{ChatStreamEvent, FrameCtx, RawFrameRef, StreamEnd};
use serde_json::Value;

use super::Remote;
use crate::language::reading::{Raw, refusal};
use crate::language::service::Service;
use crate::language::verdict::Setback;
use crate::language::wire::chat_request;
use crate::language::{Delivery, Error, LanguageModel, Listener, Reply, Request, Stop};

impl Remote {
    pub(super) async fn ask_streamed(
        &self,
        model: &str,
        request: &Request,
        listener: &dyn Listener,
    ) -> Result<Reply, Setback> {
        let mut n_heard = 0;
        match self.stream(model, request, listener, &mut n_heard).await {
            Err(Setback::Again { reason, .. }) if n_heard > 0 => {
                let reason = format!("the answer broke off after {n_heard} bytes, {reason}");
                let model = self.name().to_owned();
                Err(Setback::Final(Error::Unavailable { model, n_attempts: 1, reason }))
            }
            outcome => outcome,
        }
    }

    async fn stream(
        &self,
        model: &str,
        request: &Request,
        listener: &dyn Listener,
        n_heard: &mut usize,
    ) -> Result<Reply, Setback> {
        let frames = Arc::new(Mutex::new(Frames::default()));
        let sink = frames.clone();
        let options =
            self.options(request).with_raw_frame_fn(move |_: &FrameCtx, frame: RawFrameRef<'_>| {
                sink.lock().unwrap_or_else(PoisonError::into_inner).see(frame.data);
            });
        let chat = chat_request(self.route.service, request);
        let exchange = self.open(Delivery::Streamed).await?;
        let target = self.target(model, &exchange);
        let asking = self.line.client.exec_chat_stream(target, chat, Some(&options));
        let judge = |error: genai::Error| self.judge(request, &exchange, &error);
        let mut stream = asking.await.map_err(judge)?.stream;
        loop {
            let event = tokio::time::timeout(self.timeout, stream.next())
                .await
                .map_err(|_| Setback::failing(self.lateness()))?;
            let remarkable =
                frames.lock().unwrap_or_else(PoisonError::into_inner).remarkable.clone();
            match event {
                Some(Ok(ChatStreamEvent::Chunk(chunk))) if !chunk.content.is_empty() => {
                    *n_heard += chunk.content.len();
                    listener.text(&chunk.content);
                }
                Some(Ok(ChatStreamEvent::End(end))) => {
                    return self.finish_stream(end, request, remarkable.as_ref());
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    if let Some(reason) = remarkable.as_ref().and_then(refusal) {
                        let stop = Stop::Blocked(reason);
                        return Ok(Reply { stop, ..Reply::default() });
                    }
                    return Err(judge(error));
                }
                None => return Err(Setback::failing("the reply broke off")),
            }
        }
    }

    fn finish_stream(
        &self,
        end: StreamEnd,
        request: &Request,
        remarkable: Option<&Value>,
    ) -> Result<Reply, Setback> {
        // For these, `genai` ends what the server did not.
        let is_whole = match self.route.service {
            Service::Gemini | Service::Ollama => end.captured_stop_reason.is_some(),
            Service::Anthropic | Service::OpenAi | Service::Compatible => true,
        };
        if !is_whole {
            return Err(Setback::failing("the reply broke off"));
        }
        let content = end.captured_content.unwrap_or_default();
        Raw::new(content, end.captured_stop_reason, end.captured_usage)
            .into_reply(request, remarkable)
            .map_err(Setback::failing)
    }
}

/// What went by in a stream.
#[derive(Default)]
struct Frames {
    /// The last that says why there is no answer, which `genai` passes over.
    remarkable: Option<Value>,
}

impl Frames {
    fn see(&mut self, data: &str) {
        const LIMIT_BYTES: usize = 64 << 10;
        let is_remarkable = data.contains("\"promptFeedback\"") || data.contains("\"error\"");
        if is_remarkable && data.len() <= LIMIT_BYTES {
            self.remarkable = serde_json::from_str(data).ok().or(self.remarkable.take());
        }
    }
}
