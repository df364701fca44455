//! Why a tool gave no answer.

/// Why a tool gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The arguments make no sense; says which would.
    #[error("{message}")]
    Refuse { message: String, hint: String },
    /// The index could not answer.
    #[error(transparent)]
    Fail(#[from] rutter_engine::Error),
}

impl ToolError {
    /// What the caller may do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            ToolError::Refuse { hint, .. } => Some(hint.clone()),
            ToolError::Fail(error) => error.hint(),
        }
    }
}
