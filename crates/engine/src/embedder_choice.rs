//! The user's choice of the embedder that makes the vectors of an index.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of the built-in model.
pub const BUILT_IN: &str = "built-in";
/// The name for no vectors at all.
pub const NO_EMBEDDER: &str = "none";

/// An embedder and its options, without secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbedderChoice {
    /// `built-in`, `none`, or a service and its model, such as `ollama:nomic-embed-text`.
    pub spec: String,
    /// The endpoint of the service; `None` for its usual one.
    pub endpoint: Option<String>,
    /// The wanted vector length, if the service supports several.
    pub dims: Option<u32>,
}

impl Default for EmbedderChoice {
    fn default() -> EmbedderChoice {
        EmbedderChoice { spec: BUILT_IN.to_owned(), endpoint: None, dims: None }
    }
}

impl fmt::Display for EmbedderChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spec)?;
        if let Some(endpoint) = &self.endpoint {
            write!(f, " at {endpoint}")?;
        }
        self.dims.map_or(Ok(()), |dims| write!(f, " with {dims} dimensions"))
    }
}
