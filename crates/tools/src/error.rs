//! Why a tool gave no answer.

use rutter_domain::Hint;
use rutter_store::Error as StoreError;
use rutter_workspace::{AccessError, GrepError};

/// Why a tool gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The arguments make no sense, or the caller lacks permission. The hint says what to do instead.
    #[error("{message}")]
    Refuse { message: String, hint: Hint },
    /// A path is forbidden or cannot be read.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The files could not be searched.
    #[error(transparent)]
    Grep(#[from] GrepError),
    /// A run could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The index could not answer.
    #[error(transparent)]
    Fail(#[from] rutter_knowledge::Error),
}

impl From<rutter_engine::Error> for ToolError {
    fn from(error: rutter_engine::Error) -> ToolError {
        ToolError::Fail(error.into())
    }
}

impl From<rutter_workspace::Error> for ToolError {
    fn from(error: rutter_workspace::Error) -> ToolError {
        ToolError::Fail(error.into())
    }
}

impl ToolError {
    pub(crate) fn refuse(message: impl Into<String>, hint: impl Into<Hint>) -> ToolError {
        ToolError::Refuse { message: message.into(), hint: hint.into() }
    }

    /// Returns a hint at what the caller can do.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            ToolError::Refuse { hint, .. } => Some(hint.clone()),
            ToolError::Access(error) => Some(error.hint()),
            ToolError::Grep(error) => error.hint(),
            ToolError::Store(error) => error.hint(),
            ToolError::Fail(error) => error.hint(),
        }
    }
}
