//! Why a run could not be written or read.

use std::error::Error as _;
use std::io;
use std::path::PathBuf;

use rutter_domain::Hint;

/// Why a run could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("cannot list the runs in `{path}`")]
    List { path: PathBuf, source: io::Error },
    #[error("cannot make the record of a run in `{path}`")]
    Create { path: PathBuf, source: io::Error },
    #[error("cannot write to the record of the run `{path}`")]
    Write { path: PathBuf, source: io::Error },
    #[error("cannot read the run `{path}`")]
    Read { path: PathBuf, source: io::Error },
    #[error("`{path}` is not the record of a run: {reason}")]
    NotARun { path: PathBuf, reason: String },
    #[error("there is no run `{id}`")]
    Unknown { id: String, newest: Option<String> },
    #[error("`{id}` may be more than one run: {}", fitting.join(", "))]
    Ambiguous { id: String, fitting: Vec<String> },
}

impl RunError {
    /// What the user may do about it.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            RunError::Unknown { newest: Some(newest), .. } => {
                Some(Hint::ListRuns { newest: newest.clone() })
            }
            RunError::Unknown { newest: None, .. } => Some(Hint::Explore),
            RunError::Ambiguous { .. } => Some("write more of the id".into()),
            RunError::List { .. }
            | RunError::Create { .. }
            | RunError::Write { .. }
            | RunError::Read { .. }
            | RunError::NotARun { .. } => None,
        }
    }

    /// The error with its cause, on one line.
    pub(super) fn in_full(&self) -> String {
        match self.source() {
            Some(source) => format!("{self}: {source}"),
            None => self.to_string(),
        }
    }
}
