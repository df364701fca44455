//! The interface of embedders: the built-in model and remote services.
//!
//! Vectors of two embedders cannot be compared, nor those of one embedder with two lengths. So the
//! index records [`Embedder::id`], and a different one is reported instead of mixing vectors.

use std::fmt;
use std::sync::atomic::AtomicBool;

/// Converts texts to vectors. It blocks, and may be called by several threads at once.
pub trait Embedder: Send + Sync {
    /// Names provider and model, and differs whenever vectors cannot be compared:
    /// `ollama:nomic-embed-text`, or `openai:text-embedding-3-small@512` for a requested length.
    fn id(&self) -> &str;

    /// The length of the vectors. `None` until a service has sent its first reply.
    fn dims(&self) -> Option<usize>;

    /// One vector for each text, in the same order, all of one length and with finite numbers. They
    /// need not be of unit length. Returns [`EmbedError::Cancelled`] soon after `cancelled` is set.
    fn embed(
        &self,
        texts: &[&str],
        purpose: Purpose,
        cancelled: &AtomicBool,
    ) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// The purpose of a vector. Models for retrieval embed documents and queries differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    Document,
    Query,
}

/// The reason why there are no vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbedError {
    Cancelled,
    /// Permanent, such as a bad key or an unknown model.
    Refused {
        embedder: String,
        reason: String,
    },
    /// Every attempt failed; a later one may succeed.
    Unavailable {
        embedder: String,
        n_attempts: u32,
        reason: String,
    },
    /// The reply was invalid.
    BadAnswer {
        embedder: String,
        reason: String,
    },
}

impl fmt::Display for EmbedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmbedError::Cancelled => f.write_str("embedding was cancelled"),
            EmbedError::Refused { embedder, reason } => {
                write!(f, "`{embedder}` refuses to embed: {reason}")
            }
            EmbedError::Unavailable { embedder, n_attempts: 1, reason } => {
                write!(f, "`{embedder}` cannot embed now: {reason}")
            }
            EmbedError::Unavailable { embedder, n_attempts, reason } => {
                write!(f, "`{embedder}` did not embed in {n_attempts} attempts: {reason}")
            }
            EmbedError::BadAnswer { embedder, reason } => {
                write!(f, "`{embedder}` sent an invalid reply: {reason}")
            }
        }
    }
}

impl std::error::Error for EmbedError {}
