//! Errors of git.

use std::path::PathBuf;
use std::time::Duration;

use rutter_domain::Hint;
use serde::Serialize;

/// The time that a call of git may take.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(20);

/// The reason why git gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    #[error("cannot run `git`: {0}")]
    NotRun(std::io::Error),
    #[error("git failed: {0}")]
    Failed(String),
    #[error("`{}` is in no git repository", root.display())]
    NoRepository { root: PathBuf },
    #[error("the git repository has no commit yet")]
    NoCommits,
    #[error("git does not track `{path}`")]
    NotTracked { path: String },
    #[error("git knows no commit `{reference}`")]
    NoCommit { reference: String, history: History },
    #[error("git took longer than {} seconds", TIME_LIMIT.as_secs())]
    TimedOut,
}

impl GitError {
    /// Says what the caller can do about it.
    pub fn hint(&self) -> Option<Hint> {
        Some(match self {
            GitError::NotRun(_) => "install git, and put it on the search path".into(),
            GitError::Failed(_) | GitError::NoRepository { .. } | GitError::NoCommits => {
                "give a folder with a git repository that has commits".into()
            }
            GitError::NotTracked { .. } => "it has a history from its first commit on".into(),
            GitError::NoCommit { history: History::Shallow, .. } => {
                "the clone is shallow: fetch the rest of its history".into()
            }
            GitError::NoCommit { history: History::Whole, .. } => {
                "give a branch, a tag or a hash that `git log` knows".into()
            }
            GitError::TimedOut => return None,
        })
    }
}

/// The part of the history that a clone has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum History {
    Whole,
    Shallow,
}
