//! The interface of language models, and of layers around them.

use futures::future::BoxFuture;
use rutter_domain::Usage;
use tokio_util::sync::CancellationToken;

use super::{Error, Reply, Request};
use crate::transport::Pause;

/// A language model, wherever it runs.
pub trait LanguageModel: Send + Sync {
    /// The name as users write it, such as `gemini-3.5-flash-lite`.
    fn name(&self) -> &str;

    /// Answers. Returns [`Error::Cancelled`] soon after the token is cancelled.
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>>;

    /// Looks up the model's full name if only the server knows it. `ask` does so as well, and reports
    /// the errors that are ignored here.
    fn prepare<'a>(&'a self, _cancel: &'a CancellationToken) -> BoxFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    /// The cost in US dollars. `None` if the price is unknown.
    fn cost(&self, usage: &Usage) -> Option<f64>;

    /// The size of the context window in tokens, if the server reported it in `prepare`.
    fn window_tokens(&self) -> Option<u64> {
        None
    }

    /// Tokens to allow for a reply beyond its text, because the model thinks without being asked to.
    fn thinking_tokens(&self) -> u32 {
        0
    }

    /// The number of requests that may still be sent in this minute. `None` if there is no limit.
    fn requests_left(&self) -> Option<usize> {
        None
    }
}

/// A model that asks another one in its own way and is the same model in every other respect.
pub(super) trait Layer: Send + Sync {
    fn inner(&self) -> &dyn LanguageModel;

    /// Answers by asking the inner model, in this layer's way.
    fn ask_inner<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>>;
}

impl<T: Layer> LanguageModel for T {
    fn name(&self) -> &str {
        self.inner().name()
    }

    fn ask<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        self.ask_inner(request, listener, cancel)
    }

    fn prepare<'a>(&'a self, cancel: &'a CancellationToken) -> BoxFuture<'a, ()> {
        self.inner().prepare(cancel)
    }

    fn cost(&self, usage: &Usage) -> Option<f64> {
        self.inner().cost(usage)
    }

    fn window_tokens(&self) -> Option<u64> {
        self.inner().window_tokens()
    }

    fn thinking_tokens(&self) -> u32 {
        self.inner().thinking_tokens()
    }

    fn requests_left(&self) -> Option<usize> {
        self.inner().requests_left()
    }
}

/// Receives what happens before a reply is complete.
pub trait Listener: Send + Sync {
    /// The next piece of a streamed reply's text.
    fn text(&self, piece: &str);

    /// The request waits before its next attempt.
    fn pause(&self, pause: &Pause);
}

/// A listener that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Listener for Silent {
    fn text(&self, _: &str) {}

    fn pause(&self, _: &Pause) {}
}
