//! The client of one service: gets the vectors of one batch.
//!
//! A batch that is too large is sent in halves, a failure that may pass is retried, and a reply is used
//! only after it was validated. Start at [`EmbeddingClient::embed`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::header::{self, HeaderName, HeaderValue};
use rutter_domain::text::truncate;
use rutter_domain::{EmbedError, Purpose};

use super::classify::{AttemptError, classify};
use super::semaphore::Semaphore;
use super::service::EmbeddingService;
use super::validate;
use super::wire::{self, RequestFields};
use crate::transport::{
    Backoff, BlockingClient, Clock, DEFAULT_RETRY_DELAY, Endpoint, FailureKind, Key, OnPause,
    Pause, RequestedWait, RetryDecision, RetryPolicy, sanitize,
};

/// A text that the service finds too long is halved, but not below this.
const SHORTEST_TEXT_BYTES: usize = 256;

const LIMIT_DELAY: Duration = Duration::from_secs(60);

const RETRY_POLICY: RetryPolicy = RetryPolicy {
    failing: Backoff {
        first_delay: DEFAULT_RETRY_DELAY,
        growth: 2.0,
        n_retries: 3,
        limit_delay: LIMIT_DELAY,
    },
    // Quotas are often per minute, and indexing sends many requests: this waits two minutes in all.
    rate_limited: Backoff {
        first_delay: DEFAULT_RETRY_DELAY,
        growth: 2.0,
        n_retries: 6,
        limit_delay: LIMIT_DELAY,
    },
    limit_requested: Duration::from_secs(300),
    requested_wait: RequestedWait::AtLeastBackoff,
};

pub(super) struct EmbeddingClient {
    pub id: String,
    pub service: EmbeddingService,
    pub model: String,
    pub endpoint: Endpoint,
    pub key: Option<Key>,
    pub key_header: Option<(HeaderName, HeaderValue)>,
    pub requested_dims: Option<usize>,
    /// Set by the first valid reply.
    pub observed_dims: OnceLock<usize>,
    pub http: BlockingClient,
    /// Shared by all callers: the limit is the service's, not a thread's.
    pub semaphore: Semaphore,
    pub clock: Arc<dyn Clock>,
    pub on_pause: Arc<OnPause>,
}

/// The header that carries the key. `None` if the key cannot be sent in a header.
pub(super) fn key_header(
    service: EmbeddingService,
    key: &Key,
) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = match service {
        EmbeddingService::Gemini => {
            (HeaderName::from_static("x-goog-api-key"), key.reveal().to_owned())
        }
        EmbeddingService::Ollama
        | EmbeddingService::OpenAi
        | EmbeddingService::OpenAiCompatible
        | EmbeddingService::Voyage
        | EmbeddingService::Cohere => (header::AUTHORIZATION, format!("Bearer {}", key.reveal())),
    };
    let mut value = HeaderValue::from_str(&value).ok()?;
    value.set_sensitive(true);
    Some((name, value))
}

/// Some texts of a batch, each truncated to a limit.
struct Part {
    range: Range<usize>,
    limit_bytes: usize,
}

/// The result of a request that did not fail.
enum Outcome {
    Vectors(Vec<Vec<f32>>),
    TooLarge(String),
}

impl EmbeddingClient {
    pub fn dims(&self) -> Option<usize> {
        self.requested_dims.or(self.observed_dims.get().copied())
    }

    /// One vector for each text, in the same order.
    pub fn embed(
        &self,
        texts: &[String],
        purpose: Purpose,
        is_over: &AtomicBool,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        // A stack, so that the parts come in the order of the texts.
        let mut parts = vec![Part { range: 0..texts.len(), limit_bytes: usize::MAX }];
        while let Some(part) = parts.pop() {
            let texts: Vec<&str> = texts[part.range.clone()]
                .iter()
                .map(|text| truncate(text, part.limit_bytes))
                .collect();
            match self.request(&texts, purpose, is_over)? {
                Outcome::Vectors(found) => vectors.extend(found),
                Outcome::TooLarge(reason) => match texts.as_slice() {
                    [text] if text.len() / 2 < SHORTEST_TEXT_BYTES => {
                        return Err(self.refused(reason));
                    }
                    [text] => parts.push(Part { limit_bytes: text.len() / 2, ..part }),
                    _ => {
                        let Part { range, limit_bytes } = part;
                        let middle = range.start + range.len() / 2;
                        parts.push(Part { range: middle..range.end, limit_bytes });
                        parts.push(Part { range: range.start..middle, limit_bytes });
                    }
                },
            }
        }
        Ok(vectors)
    }

    /// Sends one request, and retries it as the policy says.
    fn request(
        &self,
        texts: &[&str],
        purpose: Purpose,
        is_over: &AtomicBool,
    ) -> Result<Outcome, EmbedError> {
        let (service, model, dims) = (self.service, self.model.as_str(), self.requested_dims);
        let body = wire::write_request(&RequestFields { service, model, dims, purpose }, texts);
        let mut n_attempts = 0;
        loop {
            let permit = self.semaphore.acquire();
            if is_over.load(Ordering::Relaxed) {
                return Err(EmbedError::Cancelled);
            }
            n_attempts += 1;
            let outcome = self.attempt(&body);
            // Others may send while this one waits for its next attempt.
            drop(permit);
            let (kind, requested, reason) = match outcome {
                Ok(reply) => return self.read(&reply, texts.len()).map(Outcome::Vectors),
                Err(AttemptError::TooLarge(reason)) => return Ok(Outcome::TooLarge(reason)),
                Err(AttemptError::Retry { kind, requested, reason }) => (kind, requested, reason),
                // A service that answered before may be restarting; one that never did is not there.
                Err(AttemptError::Unreachable(reason)) if self.observed_dims.get().is_some() => {
                    (FailureKind::Failing, None, reason)
                }
                Err(AttemptError::Unreachable(reason)) => {
                    return Err(self.unavailable(n_attempts, reason));
                }
                Err(AttemptError::Refused(reason)) => return Err(self.refused(reason)),
                Err(AttemptError::BadReply(reason)) => return Err(self.bad_answer(reason)),
            };
            let duration = match RETRY_POLICY.decide(kind, n_attempts, requested) {
                RetryDecision::Wait(duration) => duration,
                RetryDecision::GiveUp => return Err(self.unavailable(n_attempts, reason)),
                RetryDecision::WaitTooLong(duration) => {
                    let seconds = duration.as_secs();
                    let reason = format!("{reason}; it asks clients to wait {seconds} s");
                    return Err(self.unavailable(n_attempts, reason));
                }
            };
            (self.on_pause)(&Pause { duration, reason });
            self.clock.wait(duration, &|| is_over.load(Ordering::Relaxed));
        }
    }

    fn attempt(&self, body: &[u8]) -> Result<Vec<u8>, AttemptError> {
        let reply = self.http.post(&self.endpoint.url, self.key_header.as_ref(), body.to_vec());
        classify(reply, &self.endpoint.host(), self.key.as_ref(), self.clock.now())
    }

    fn read(&self, reply: &[u8], n_texts: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vectors = wire::read_reply(self.service, reply)
            .map_err(|reason| self.bad_answer(sanitize(&reason, self.key.as_ref())))?;
        let dims = validate::check(&vectors, n_texts).map_err(|reason| self.bad_answer(reason))?;
        if let Some(requested) = self.requested_dims
            && requested != dims
        {
            let reason = format!("{requested} dimensions were requested, its vectors have {dims}");
            return Err(self.bad_answer(reason));
        }
        let before = *self.observed_dims.get_or_init(|| dims);
        if before != dims {
            let reason = format!("its vectors had {before} dimensions before, now {dims}");
            return Err(self.bad_answer(reason));
        }
        Ok(vectors)
    }

    fn refused(&self, reason: String) -> EmbedError {
        EmbedError::Refused { embedder: self.id.clone(), reason }
    }

    fn unavailable(&self, n_attempts: u32, reason: String) -> EmbedError {
        EmbedError::Unavailable { embedder: self.id.clone(), n_attempts, reason }
    }

    fn bad_answer(&self, reason: String) -> EmbedError {
        EmbedError::BadAnswer { embedder: self.id.clone(), reason }
    }
}
