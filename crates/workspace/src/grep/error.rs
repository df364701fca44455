//! Errors of a search of the working tree.

use std::io;

use rutter_domain::Hint;

/// The reason why a search could not run.
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
    /// What the caller can do about it.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            GrepError::Pattern { .. } => Some(Hint::LiteralPattern),
            GrepError::LineBreak { .. } => Some("search for text that is on one line".into()),
            GrepError::Glob { .. } => Some("a glob looks like '*.rs', 'src/**' or '!*.md'".into()),
            GrepError::Absolute { .. } | GrepError::Parent { .. } | GrepError::Missing { .. } => {
                Some("paths are relative to the root of the repository".into())
            }
            GrepError::Link { .. } => Some("name the file or folder that the link leads to".into()),
            GrepError::NeverSearched { .. } | GrepError::Write { .. } => None,
        }
    }
}
