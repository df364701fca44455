//! The error of this crate.

use rutter_domain::Hint;
use rutter_provider::qdrant::QdrantError;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Store(#[from] rutter_store::Error),
    #[error(transparent)]
    Index(#[from] QdrantError),
    #[error(transparent)]
    Engine(#[from] rutter_engine::Error),
    #[error("`{holder}` is publishing `{repository}`")]
    Busy { repository: String, holder: String },
    /// The lease expired during the work, and somebody else has it.
    #[error("another process has begun to publish `{repository}`")]
    LeaseLost { repository: String },
    #[error("`{path}` changed while it was being published")]
    Changed { path: String },
    #[error("the index was made by the embedder `{found}`, and a team's index needs `{needed}`")]
    Embedder { found: String, needed: String },
    #[error("stopped")]
    Cancelled,
}

impl Error {
    /// What the user may do about it.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            Error::Store(error) => error.hint(),
            Error::Index(error) => Some(error.hint()),
            Error::Engine(error) => error.hint(),
            Error::Busy { .. } => {
                Some("wait until it is done, or say that you want to wait".into())
            }
            Error::LeaseLost { .. } | Error::Changed { .. } => Some("try again".into()),
            Error::Embedder { .. } => {
                Some("build the index again with the built-in embedder".into())
            }
            Error::Cancelled => Some("the next publication goes on from here".into()),
        }
    }
}
