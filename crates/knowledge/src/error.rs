//! Why entries cannot be read or written.

use std::io;
use std::path::PathBuf;

/// Why entries cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no entry `{wanted}`")]
    NoEntry { wanted: String, near: Vec<String> },
    #[error("several entries begin with `{wanted}`: {}", fitting.join(", "))]
    AmbiguousEntry { wanted: String, fitting: Vec<String> },
    #[error("cannot write the entries to `{path}`")]
    WriteExport { path: PathBuf, source: io::Error },
    #[error("`{path}` was written by hand, and an export does not overwrite it")]
    OtherSheet { path: PathBuf },
    #[error("cannot read the entries in `{path}`")]
    ReadExport { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Engine(#[from] rutter_engine::Error),
    #[error(transparent)]
    Workspace(#[from] rutter_workspace::Error),
    #[error(transparent)]
    Store(#[from] rutter_store::Error),
}

impl Error {
    /// What the user may do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::NoEntry { near, .. } if !near.is_empty() => {
                Some(format!("did you mean {}?", near.join(", ")))
            }
            Error::NoEntry { .. } => {
                Some("`rutter entries list` shows those that there are".to_owned())
            }
            Error::AmbiguousEntry { .. } => Some("give more of the id".to_owned()),
            Error::WriteExport { .. } => {
                Some("give a folder that can be written: `rutter entries export DIR`".to_owned())
            }
            Error::OtherSheet { .. } => Some(
                "bring it in with `rutter entries import`, remove it, then export again".to_owned(),
            ),
            Error::ReadExport { .. } => Some(
                "give the folder that `rutter entries export` wrote: `rutter entries import DIR`"
                    .to_owned(),
            ),
            Error::Engine(error) => error.hint(),
            Error::Workspace(error) => error.hint(),
            Error::Store(rutter_store::Error::NotebookDamaged { path, .. }) => Some(format!(
                "it is left as it is; restore it from a copy, or move `{}` away and bring back what was exported with `rutter entries import`",
                path.display()
            )),
            Error::Store(rutter_store::Error::NotebookVersion { .. }) => {
                Some("update rutter, or use another folder with `--data-dir DIR`".to_owned())
            }
            Error::Store(rutter_store::Error::NotebookForeign { path, .. }) => Some(format!(
                "somebody else made it; move `{}` away, or use another folder with `--data-dir DIR`",
                path.display()
            )),
            Error::Store(
                rutter_store::Error::NotebookRead { .. }
                | rutter_store::Error::NotebookWrite { .. }
                | rutter_store::Error::NotebookBlocked { .. }
                | rutter_store::Error::NotebookReadOnly { .. },
            ) => Some(
                "check free disk space and write permission there, or pass `--data-dir DIR`"
                    .to_owned(),
            ),
            Error::Store(_) => {
                Some("is the disk full? `rutter index --full` builds everything anew".to_owned())
            }
        }
    }
}
