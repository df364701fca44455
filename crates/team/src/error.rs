//! The error of this crate.

use rutter_domain::Hint;
use rutter_domain::text::ellipsize;
use rutter_provider::qdrant::QdrantError;
use rutter_store::Error as StoreError;
use rutter_tools::ToolError;

/// Characters of a name or an id that are logged and repeated in messages.
pub(crate) const MOST_SHOWN: usize = 300;

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
    /// The lease expired during the work, and another process has it.
    #[error("another process has begun to publish `{repository}`")]
    LeaseLost { repository: String },
    #[error("`{path}` changed while it was being published")]
    Changed { path: String },
    #[error("the index was made by the embedder `{found}`, and a team's index needs `{needed}`")]
    Embedder { found: String, needed: String },
    #[error("stopped")]
    Cancelled,
    /// The arguments make no sense.
    #[error(transparent)]
    Arguments(#[from] ToolError),
    #[error("there is no team's index")]
    NoIndex,
    #[error("{message}")]
    Refused { refusal: Refusal, message: String },
}

/// Why a visitor's request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Bad,
    Forbidden,
    /// It does not exist, or the visitor may not see it. The message is the same for both.
    Missing,
    Conflict,
}

impl Refusal {
    pub(crate) fn because(self, message: impl Into<String>) -> Error {
        Error::Refused { refusal: self, message: message.into() }
    }

    pub(crate) fn no_repository(name: &str) -> Error {
        Refusal::no_item("repository", name)
    }

    pub(crate) fn no_item(kind: &str, name: &str) -> Error {
        let name = ellipsize(name, MOST_SHOWN);
        Refusal::Missing.because(format!("there is no {kind} `{name}`"))
    }
}

impl Error {
    /// Returns a hint at what the user can do.
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
            Error::Arguments(error) => error.hint(),
            Error::NoIndex => {
                Some("pass `--index qdrant://HOST:PORT`, or set $RUTTER_INDEX".into())
            }
            Error::Refused { .. } => None,
        }
    }

    /// The outcome in the audit log.
    pub(crate) fn outcome(&self) -> &'static str {
        match self {
            Error::NoIndex | Error::Refused { refusal: Refusal::Missing, .. } => "not found",
            Error::Store(StoreError::NoRun { .. } | StoreError::AmbiguousRun { .. }) => "not found",
            Error::Arguments(_) | Error::Refused { .. } => "refused",
            Error::Store(_)
            | Error::Index(_)
            | Error::Engine(_)
            | Error::Busy { .. }
            | Error::LeaseLost { .. }
            | Error::Changed { .. }
            | Error::Embedder { .. }
            | Error::Cancelled => "failed",
        }
    }
}
