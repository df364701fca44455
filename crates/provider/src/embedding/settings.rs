//! Which embedding service to use, and how.

use std::time::Duration;

use crate::transport::Key;

#[derive(Debug, Clone)]
pub struct Settings {
    /// `PROVIDER:MODEL`, such as `ollama:nomic-embed-text`.
    pub spec: String,
    /// Base URL of the service. `None` takes the provider's own.
    pub endpoint: Option<String>,
    /// `None` takes the key from the provider's environment variable.
    pub key: Option<Key>,
    /// Length of the vectors. `None` takes the model's default.
    pub dims: Option<usize>,
    /// Limit of one request, from the connection to the last byte of the reply.
    pub timeout: Duration,
}

impl Settings {
    pub fn new(spec: impl Into<String>) -> Self {
        let timeout = Duration::from_secs(60);
        Settings { spec: spec.into(), endpoint: None, key: None, dims: None, timeout }
    }
}
