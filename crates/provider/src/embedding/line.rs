//! The line to one service: gets the vectors of one batch, with patience.
//!
//! What is too large is asked for in halves, what fails for a while is asked for again, and an
//! answer is believed only after it was checked. Start at [`Line::embed`].

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use rutter_domain::{EmbedError, Purpose};
use ureq::Agent;
use ureq::http::HeaderValue;

use super::endpoint::Endpoint;
use super::gate::Gate;
use super::key::Key;
use super::patience::{self, Next, Trouble};
use super::service::Service;
use super::settings::{Pause, Surroundings};
use super::verdict::{self, Verdict};
use super::wire::{self, Ask};
use super::{answer, batches, exchange};

/// A text that the service finds too long is halved, but not below this.
const SHORTEST_BYTES: usize = 256;

/// All that a request needs.
pub(super) struct Line {
    pub id: String,
    pub service: Service,
    pub model: String,
    pub endpoint: Endpoint,
    pub key: Option<Key>,
    pub key_header: Option<(&'static str, HeaderValue)>,
    pub wanted_dims: Option<usize>,
    /// Set by the first good answer.
    pub found_dims: OnceLock<usize>,
    pub agent: Agent,
    /// All callers share it: the service does not care how many threads there are here.
    pub gate: Gate,
    pub surroundings: Surroundings,
}

/// Some of the texts of a batch, each cut off at a limit.
struct Part {
    range: Range<usize>,
    limit_bytes: usize,
}

/// How a request ended that did not fail.
enum Asked {
    Vectors(Vec<Vec<f32>>),
    TooLarge(String),
}

impl Line {
    pub fn dims(&self) -> Option<usize> {
        self.wanted_dims.or(self.found_dims.get().copied())
    }

    /// One vector for each text, in their order.
    pub fn embed(
        &self,
        texts: &[String],
        purpose: Purpose,
        is_over: &AtomicBool,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        let mut parts = vec![Part { range: 0..texts.len(), limit_bytes: usize::MAX }];
        while let Some(part) = parts.pop() {
            let texts: Vec<&str> = texts[part.range.clone()]
                .iter()
                .map(|text| batches::shorten(text, part.limit_bytes))
                .collect();
            match self.ask(&texts, purpose, is_over)? {
                Asked::Vectors(found) => vectors.extend(found),
                Asked::TooLarge(reason) => match texts.as_slice() {
                    [text] if text.len() / 2 < SHORTEST_BYTES => return Err(self.refused(reason)),
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

    /// Asks until there is an answer, or no hope of one.
    fn ask(
        &self,
        texts: &[&str],
        purpose: Purpose,
        is_over: &AtomicBool,
    ) -> Result<Asked, EmbedError> {
        let (service, model, dims) = (self.service, self.model.as_str(), self.wanted_dims);
        let body = wire::write_request(&Ask { service, model, dims, purpose }, texts);
        let mut n_attempts = 0;
        loop {
            let pass = self.gate.enter();
            if is_over.load(Ordering::Relaxed) {
                return Err(EmbedError::Cancelled);
            }
            n_attempts += 1;
            let verdict = self.send(&body);
            drop(pass);
            let (trouble, asked, reason) = match verdict {
                Verdict::Take(reply) => {
                    return self.read(&reply, texts.len()).map(Asked::Vectors);
                }
                Verdict::SendLess(reason) => return Ok(Asked::TooLarge(reason)),
                Verdict::AskAgain { trouble, asked, reason } => (trouble, asked, reason),
                // Who answered before may be starting anew; who never did is not waited for.
                Verdict::Absent(reason) if self.found_dims.get().is_some() => {
                    (Trouble::Failing, None, reason)
                }
                Verdict::Absent(reason) => return Err(self.unavailable(n_attempts, reason)),
                Verdict::Refused(reason) => return Err(self.refused(reason)),
                Verdict::Nonsense(reason) => return Err(self.bad_answer(reason)),
            };
            let duration = match patience::next(trouble, n_attempts, asked) {
                Next::Wait(duration) => duration,
                Next::GiveUp => return Err(self.unavailable(n_attempts, reason)),
                Next::ComeBackLater(duration) => {
                    let seconds = duration.as_secs();
                    let reason = format!("{reason}; it asks to come back in {seconds} s");
                    return Err(self.unavailable(n_attempts, reason));
                }
            };
            (self.surroundings.on_pause)(&Pause { duration, reason });
            self.surroundings.clock.wait(duration, &|| is_over.load(Ordering::Relaxed));
        }
    }

    fn send(&self, body: &[u8]) -> Verdict {
        let outcome = exchange::send(&self.agent, &self.endpoint, self.key_header.as_ref(), body);
        verdict::judge(outcome, self.key.as_ref(), self.surroundings.clock.now())
    }

    fn read(&self, reply: &[u8], n_texts: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vectors = wire::read_reply(self.service, reply)
            .map_err(|reason| self.bad_answer(verdict::clean(reason, self.key.as_ref())))?;
        let dims = answer::check(&vectors, n_texts).map_err(|reason| self.bad_answer(reason))?;
        if let Some(wanted) = self.wanted_dims
            && wanted != dims
        {
            let reason = format!("{wanted} dimensions were asked for, its vectors have {dims}");
            return Err(self.bad_answer(reason));
        }
        let before = *self.found_dims.get_or_init(|| dims);
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
