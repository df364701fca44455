//! What answers requests.

use std::time::Duration;

use futures::future::BoxFuture;
use rutter_domain::Usage;
use tokio_util::sync::CancellationToken;

use super::{Error, Reply, Request};

/// A language model, wherever it runs.
pub trait LanguageModel: Send + Sync {
    /// The model's name as users write it, such as `gemini-2.5-flash`.
    fn name(&self) -> &str;

    /// Answers. Returns [`Error::Cancelled`] soon after the token is cancelled.
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>>;

    /// Finds out the model's full name, where only the server knows it. Asking does so as well; what
    /// goes wrong here goes wrong there again, and is told then.
    fn prepare<'a>(&'a self, _cancel: &'a CancellationToken) -> BoxFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    /// What that would cost in US dollars; nothing when the price is not known.
    fn cost(&self, usage: &Usage) -> Option<f64>;
}

/// Hears what happens before an answer is complete.
pub trait Listener: Send + Sync {
    /// A piece of the answer's text, when it is streamed.
    fn text(&self, piece: &str);

    /// Nothing will happen for a while.
    fn pause(&self, pause: &Pause);
}

/// A wait before the next attempt.
#[derive(Debug, Clone, PartialEq)]
pub struct Pause {
    pub reason: String,
    pub duration: Duration,
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Listener for Silent {
    fn text(&self, _: &str) {}

    fn pause(&self, _: &Pause) {}
}
