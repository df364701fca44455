//! Why the store could not do as it was asked.

use std::path::PathBuf;

/// Why the store could not do as it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot open the database `{path}`")]
    Open { path: PathBuf, source: rusqlite::Error },
    #[error("the cache `{path}` is damaged")]
    CacheDamaged { path: PathBuf },
    #[error("cannot read parsed files from the database")]
    Read { source: rusqlite::Error },
    #[error("cannot write parsed files to the database")]
    Write { source: rusqlite::Error },
    #[error("cannot read the notebook `{path}`")]
    NotebookRead { path: PathBuf, source: rusqlite::Error },
    #[error("cannot write to the notebook `{path}`")]
    NotebookWrite { path: PathBuf, source: rusqlite::Error },
    #[error("the notebook `{path}` is damaged")]
    NotebookDamaged { path: PathBuf, source: rusqlite::Error },
    #[error("the notebook `{path}` holds `{name}`, which rutter never puts there")]
    NotebookForeign { path: PathBuf, name: String },
    #[error("cannot write to the notebook `{path}`")]
    NotebookBlocked { path: PathBuf, source: std::io::Error },
    #[error("the notebook `{path}` can only be read: {why}")]
    NotebookReadOnly { path: PathBuf, why: String },
    #[error(
        "the notebook `{path}` was written by a newer rutter, or is damaged (version {found}, this one reads {known})"
    )]
    NotebookVersion { path: PathBuf, found: u32, known: u32 },
}
