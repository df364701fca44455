//! Why a run could not be written or read.

use std::error::Error as _;
use std::io;
use std::path::PathBuf;

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
    pub fn hint(&self) -> Option<String> {
        match self {
            RunError::Unknown { newest: Some(newest), .. } => {
                Some(format!("the newest run is `{newest}`; `rutter runs list` shows all"))
            }
            RunError::Unknown { newest: None, .. } => {
                Some("none is recorded yet; `rutter explore` makes one".to_owned())
            }
            RunError::Ambiguous { .. } => Some("write more of the id".to_owned()),
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
