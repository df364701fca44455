//! Why an index did not do what it was asked for.

use rutter_domain::Hint;

use crate::transport::PostError;

/// An error of the index. Messages name its address, which has no secrets.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QdrantError {
    #[error("the address of the index cannot be used: {reason}")]
    Address { reason: String },
    /// No node answered in time.
    #[error("cannot reach the index `{address}`: {reason}")]
    Unreachable { address: String, reason: String },
    #[error("the index `{address}` refuses access: {reason}")]
    Refused { address: String, reason: String },
    #[error("the index `{address}` failed: {reason}")]
    Failed { address: String, reason: String },
}

impl QdrantError {
    /// Returns whether the same request may succeed later.
    pub fn may_pass(&self) -> bool {
        matches!(self, QdrantError::Unreachable { .. })
    }

    pub fn hint(&self) -> Hint {
        match self {
            QdrantError::Address { .. } => {
                "write `qdrant://HOST:PORT`, further nodes after commas".into()
            }
            QdrantError::Unreachable { .. } => {
                "check that the nodes run and can be reached from here".into()
            }
            QdrantError::Refused { .. } => "check the key of the index".into(),
            QdrantError::Failed { .. } => "the server's log says more".into(),
        }
    }
}

pub(super) fn reason_of(error: &PostError) -> String {
    match error {
        PostError::Transport(error) => error.cause.clone(),
        PostError::TooLarge { limit_bytes } => {
            format!("its answer is longer than {limit_bytes} bytes")
        }
    }
}
