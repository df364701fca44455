//! Why a search of the working tree could not be done, and what to do about it.

use std::io;

/// Why grep could not do as it was asked.
#[derive(Debug, thiserror::Error)]
pub enum GrepError {
    #[error("the pattern `{pattern}` is not a regular expression: {problem}")]
    Pattern { pattern: String, problem: String },
    #[error("the pattern `{pattern}` holds a line break, but lines are searched one by one")]
    LineBreak { pattern: String },
    #[error("the glob `{glob}` cannot be read: {problem}")]
    Glob { glob: String, problem: String },
    #[error("Absolute paths not allowed: {path}")]
    Absolute { path: String },
    #[error("Parent directory references not allowed: {path}")]
    Parent { path: String },
    #[error("symbolic links are not followed: {path}")]
    Link { path: String },
    #[error("never searched: {path}")]
    NeverSearched { path: String },
    #[error("no such file or folder: {path}")]
    Missing { path: String },
    #[error("cannot write the matches")]
    Write { source: io::Error },
}

impl GrepError {
    /// What the user may do about it, where there is something.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            GrepError::Pattern { .. } => Some("use -F to search for it as literal text"),
            GrepError::LineBreak { .. } => Some("use -U to let a match span lines"),
            GrepError::Glob { .. } => Some("a glob looks like '*.rs', 'src/**' or '!*.md'"),
            GrepError::Absolute { .. } | GrepError::Parent { .. } | GrepError::Missing { .. } => {
                Some("paths are relative to the root of the repository")
            }
            GrepError::Link { .. } => Some("name the file or folder that the link leads to"),
            GrepError::NeverSearched { .. } | GrepError::Write { .. } => None,
        }
    }
}
