//! What the user says about the service, and what the program lends it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::clock::{Clock, SystemClock};
use super::key::Key;

/// Which service, and how to reach it.
#[derive(Debug, Clone)]
pub struct Settings {
    /// `PROVIDER:MODEL`, such as `ollama:nomic-embed-text`.
    pub spec: String,
    /// The service's base address; its usual one when left out.
    pub endpoint: Option<String>,
    /// The key; the provider's environment variable is read when left out.
    pub key: Option<Key>,
    /// How long the vectors shall be; the model's usual length when left out.
    pub dims: Option<usize>,
    /// How long one request may take, from the connection to the last byte of the answer.
    pub timeout: Duration,
}

impl Settings {
    pub fn new(spec: impl Into<String>) -> Self {
        let timeout = Duration::from_secs(60);
        Settings { spec: spec.into(), endpoint: None, key: None, dims: None, timeout }
    }
}

/// What a connection needs of the world besides the network.
#[derive(Clone)]
pub struct Surroundings {
    pub clock: Arc<dyn Clock>,
    /// The value of an environment variable.
    pub variable: fn(&str) -> Option<String>,
    /// Is told of every wait before the next attempt, on whichever thread it happens.
    pub on_pause: Arc<dyn Fn(&Pause) + Send + Sync>,
}

impl Default for Surroundings {
    fn default() -> Self {
        Surroundings {
            clock: Arc::new(SystemClock),
            variable: |name| std::env::var(name).ok(),
            on_pause: Arc::new(|_| {}),
        }
    }
}

impl fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}

/// A wait before a request is sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pause {
    pub duration: Duration,
    /// What went wrong, in a line.
    pub reason: String,
}
