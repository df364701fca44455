//! Why a tool gave no answer.

use rutter_workspace::{AccessError, GrepError};

/// Why a tool gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The arguments make no sense; says which would.
    #[error("{message}")]
    Refuse { message: String, hint: String },
    /// A path may not, or cannot, be used.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The files could not be searched.
    #[error(transparent)]
    Grep(#[from] GrepError),
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
    pub(crate) fn refuse(message: impl Into<String>, hint: impl Into<String>) -> ToolError {
        ToolError::Refuse { message: message.into(), hint: hint.into() }
    }

    /// What the caller may do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            ToolError::Refuse { hint, .. } => Some(hint.clone()),
            ToolError::Access(error) => Some(error.hint()),
            ToolError::Grep(GrepError::Pattern { .. }) => {
                Some("give `fixed_strings` as true to search for it as it stands".to_owned())
            }
            ToolError::Grep(GrepError::LineBreak { .. }) => {
                Some("search for what stands on one line".to_owned())
            }
            ToolError::Grep(error) => error.hint().map(str::to_owned),
            ToolError::Fail(error) => error.hint(),
        }
    }
}
