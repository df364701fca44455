//! Errors of the working tree and the data folder.

use std::io;
use std::path::PathBuf;

use rutter_domain::Hint;

use crate::git_error::GitError;

/// The reason why the working tree or the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no folder `{path}`")]
    NoFolder { path: PathBuf },
    #[error("cannot read the folder `{path}`")]
    ReadFolder { path: PathBuf, source: io::Error },
    #[error("cannot write to the data folder `{path}`")]
    WriteData { path: PathBuf, source: io::Error },
    #[error("cannot read the data folder `{path}`")]
    ReadData { path: PathBuf, source: io::Error },
    #[error(
        "the data folder `{path}` was written by a newer rutter (format {found}, this one reads up to {known})"
    )]
    NewerFormat { path: PathBuf, found: u32, known: u32 },
    #[error("`{path}` is {what}; rutter uses only files and folders of its own there")]
    OddData { path: PathBuf, what: &'static str },
    #[error("`{path}` is a file with a second name (a hard link), which would be written as well")]
    SharedData { path: PathBuf },
    #[error("`{path}` came with the repository ({how}), so rutter does not trust what is in it")]
    TrackedData { path: PathBuf, how: String },
    #[error("`{path}` may not be yours: {why}")]
    UnprovenData { path: PathBuf, why: String },
    #[error(transparent)]
    Git(#[from] GitError),
    #[error("`{glob}` is not a valid glob: {why}")]
    BadGlob { glob: String, why: String },
}

impl Error {
    /// Says what the caller can do about it.
    pub fn hint(&self) -> Option<Hint> {
        Some(match self {
            Error::NoFolder { .. } => "give a folder that exists".into(),
            Error::ReadFolder { .. } => "check the permission to read it".into(),
            Error::WriteData { .. } => Hint::FreeDataFolder,
            Error::ReadData { .. } => Hint::MoveData,
            Error::NewerFormat { path, .. } => {
                Hint::UpdateOrDelete { index: path.join("index").display().to_string() }
            }
            Error::OddData { path, .. } => Hint::MoveOddData { path: path.display().to_string() },
            Error::SharedData { .. } => "replace it by a copy of itself".into(),
            Error::UnprovenData { path, .. } => {
                Hint::VouchForData { path: path.display().to_string() }
            }
            Error::TrackedData { .. } => Hint::UntrackData,
            Error::Git(error) => return error.hint(),
            Error::BadGlob { .. } => {
                "write it like `src/**/*.rs`, and quote it for the shell".into()
            }
        })
    }
}
