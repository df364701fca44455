//! What turns text into vectors, be it built in or a service somewhere else.
//!
//! Vectors of two embedders never compare, nor those of one embedder at two lengths. So the index
//! records [`Embedder::id`], and a reader that finds another one there reports it instead of mixing them.

use std::fmt;
use std::sync::atomic::AtomicBool;

/// Turns texts into vectors. It blocks, and may be called by several threads at once.
pub trait Embedder: Send + Sync {
    /// Names model and maker, and distinguishes whatever makes vectors that do not compare:
    /// `ollama:nomic-embed-text`, or `openai:text-embedding-3-small@512` for a length asked for.
    fn id(&self) -> &str;

    /// How long the vectors are, where that is known. A service may show it only by its first answer.
    fn dims(&self) -> Option<usize>;

    /// One vector for each text, in their order, all of one length and all numbers finite. They
    /// need not be of unit length. Soon after `cancelled` is set, this ends with
    /// [`EmbedError::Cancelled`].
    fn embed(
        &self,
        texts: &[&str],
        purpose: Purpose,
        cancelled: &AtomicBool,
    ) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// What a vector is for. Retrieval models embed documents and queries differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The text is to be found.
    Document,
    /// The text is what somebody asks.
    Query,
}

/// Why there are no vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbedError {
    /// The caller asked to stop.
    Cancelled,
    /// The embedder will not do it, however often it is asked: a bad key, an unknown model.
    Refused { embedder: String, reason: String },
    /// The embedder could not do it, though it was asked this many times.
    Unavailable { embedder: String, n_attempts: u32, reason: String },
    /// The embedder answered, and the answer makes no sense.
    BadAnswer { embedder: String, reason: String },
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
                write!(f, "`{embedder}` gave an answer that makes no sense: {reason}")
            }
        }
    }
}

impl std::error::Error for EmbedError {}
