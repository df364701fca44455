//! What a user chose, and what the choice meets.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::{LanguageModel, Prices, ReplyLimits};

/// Which model to use, and how. All of it may be left out.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// Such as `gemini-2.5-flash`, `claude-…`, `gpt-…`, `ollama::NAME`, `openai-compatible`.
    pub model: Option<String>,
    /// The provider's base address, such as `http://127.0.0.1:8080/v1`.
    pub endpoint: Option<String>,
    /// At most so many requests a minute.
    pub rpm: Option<u32>,
    /// How long an answer may take, and a pause in a streamed one; two minutes when left out.
    pub timeout: Option<Duration>,
    /// The wait after the first failure; two seconds when left out.
    pub retry_delay: Option<Duration>,
    pub dispatch: Dispatch,
    /// The folder of answers; with it, what was asked before is answered from there.
    pub cache: Option<PathBuf>,
    /// For requests that name no limit of their own.
    pub limit_output_tokens: Option<u32>,
    /// Who chose `model` and `endpoint`, and so where a key may be sent.
    pub chooser: Chooser,
    /// The longest timeout, which also bounds the default one.
    pub limit_timeout: Option<Duration>,
    pub reply_limits: ReplyLimits,
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

/// How a model calls tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dispatch {
    /// By function calling, or by structured dispatch once the model turns out to have none.
    #[default]
    Auto,
    /// By function calling.
    Native,
    /// By filling in a form, which a model without function calling can do.
    Structured,
}

/// What a choice meets: the environment, which only the program itself reads, and the prices.
pub struct Surroundings {
    /// The value of a variable of the environment.
    pub variable: Box<Variable>,
    pub prices: Prices,
}

/// Reads a variable of the environment.
pub type Variable = dyn Fn(&str) -> Option<String> + Send + Sync;

impl fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}

/// A model that is ready to be asked.
#[derive(Clone)]
pub struct Connected {
    pub model: Arc<dyn LanguageModel>,
    /// Which it is and why, such as ``gemini-2.5-flash, because GEMINI_API_KEY is set``.
    pub why: String,
    /// Whether requests carry a key, and so are paid for with it.
    pub sends_key: bool,
    /// The key that would have been sent if the user had chosen the endpoint.
    pub withheld_key: Option<WithheldKey>,
}

/// A key that is not sent, because the repository chose where requests go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithheldKey {
    /// The environment variable that holds it.
    pub variable: &'static str,
    /// The address that does not get it.
    pub address: String,
}

impl fmt::Debug for Connected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connected").field("why", &self.why).finish_non_exhaustive()
    }
}
