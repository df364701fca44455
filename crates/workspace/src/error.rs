//! Why the working tree or the data folder cannot be used.

use std::io;
use std::path::PathBuf;

/// Why the working tree or the data folder cannot be used.
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
    #[error("`{path}` is a link, and rutter does not write its data through links")]
    LinkedData { path: PathBuf },
    #[error(
        "`{path}` came with the repository (git tracks `{file}`), so rutter does not trust what is in it"
    )]
    TrackedData { path: PathBuf, file: String },
    #[error("`{glob}` is not a valid glob: {why}")]
    BadGlob { glob: String, why: String },
}

impl Error {
    /// What the user may do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::NoFolder { .. } => Some("give a folder that exists".to_owned()),
            Error::ReadFolder { .. } => Some("rutter needs the right to read it".to_owned()),
            Error::WriteData { .. } => {
                Some("check free disk space and write permission there, or pass `--data-dir DIR`".to_owned())
            }
            Error::ReadData { .. } => Some("put the data elsewhere with `--data-dir DIR`".to_owned()),
            Error::NewerFormat { path, .. } => Some(format!(
                "update rutter, use another folder with `--data-dir DIR`, or delete `{}` to start anew",
                path.join("index").display()
            )),
            Error::LinkedData { path } => Some(format!(
                "remove `{}`, or name the folder it leads to with `--data-dir DIR`",
                path.display()
            )),
            Error::TrackedData { .. } => Some(
                "if it is yours, `git rm -r --cached .rutter`; else use another folder with `--data-dir DIR`"
                    .to_owned(),
            ),
            Error::BadGlob { .. } => {
                Some("write it like `src/**/*.rs`, and quote it for the shell".to_owned())
            }
        }
    }
}
