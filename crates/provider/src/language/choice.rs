//! The choice of a language model.

use std::path::PathBuf;
use std::time::Duration;

use super::{Prices, ReplyLimits};

/// The choice of a model and its settings. Every field has a default.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// Such as `gemini-3.5-flash-lite`, `claude-…`, `gpt-…`, `ollama::NAME`, `openai-compatible`.
    pub model: Option<String>,
    /// Base URL, such as `http://127.0.0.1:8080/v1`. `None` takes the provider's own.
    pub endpoint: Option<String>,
    /// Limit of requests per minute.
    pub rpm: Option<u32>,
    /// Limit of a whole reply, and of a pause in a streamed one. Two minutes by default, ten for a
    /// model on this machine.
    pub timeout: Option<Duration>,
    /// The wait after the first failure, two seconds by default.
    pub retry_delay: Option<Duration>,
    pub dispatch: Dispatch,
    /// `None` leaves it to the model.
    pub effort: Option<Effort>,
    /// Folder of stored replies. A request that was sent before is answered from there.
    pub cache: Option<PathBuf>,
    /// For requests that set no limit themselves.
    pub limit_output_tokens: Option<u32>,
    /// Who chose `model` and `endpoint`, which decides where a key may be sent.
    pub chooser: Chooser,
    /// Upper bound of the timeout, the default one included.
    pub limit_timeout: Option<Duration>,
    pub reply_limits: ReplyLimits,
    pub prices: Prices,
}

/// Who chose the model and the endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Chooser {
    /// The provider's key is sent to the endpoint.
    #[default]
    User,
    /// The settings of the repository, which are untrusted. A key is sent only to the provider's
    /// own address, never to an endpoint that they name, nor to a server on this machine.
    Repository,
}

/// The effort that a model spends on thinking before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    Low,
    Medium,
    High,
}

/// The way in which a model calls tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dispatch {
    /// By function calling, or by structured dispatch once the model turns out not to support it.
    #[default]
    Auto,
    /// By function calling.
    Native,
    /// By filling in a JSON form, which works without function calling.
    Structured,
}

/// A key that is not sent because the repository chose the endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithheldKey {
    /// The environment variable that holds it.
    pub variable: &'static str,
    /// The URL that does not get it.
    pub address: String,
}
