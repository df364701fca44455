//! Why the lexical index could not do as it was asked.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tantivy::TantivyError;
use tantivy::directory::error::OpenReadError;

use crate::published::DamagedFile;

/// Why the lexical index could not do as it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing was ever published there.
    #[error("there is no lexical index at `{path}`")]
    Absent { path: PathBuf },
    /// Made by other rules than this program's: to be built anew.
    #[error("the lexical index at `{path}` was made by another version")]
    Outdated { path: PathBuf },
    /// What is there does not hold together: to be built anew.
    #[error("the lexical index at `{path}` is damaged: {reason}")]
    Damaged { path: PathBuf, reason: String },
    #[error("cannot read the lexical index at `{path}`")]
    Read { path: PathBuf, source: std::io::Error },
    #[error("cannot write the lexical index at `{path}`")]
    Write { path: PathBuf, source: std::io::Error },
}

impl Error {
    pub(crate) fn read(path: &Path, source: std::io::Error) -> Error {
        Error::Read { path: path.to_owned(), source }
    }

    pub(crate) fn write(path: &Path, source: std::io::Error) -> Error {
        Error::Write { path: path.to_owned(), source }
    }

    pub(crate) fn damaged(path: &Path, reason: impl ToString) -> Error {
        Error::Damaged { path: path.to_owned(), reason: reason.to_string() }
    }

    /// Why a folder could not be opened.
    pub(crate) fn opening(path: &Path, source: std::io::Error) -> Error {
        match source.kind() {
            ErrorKind::InvalidData => Error::damaged(path, format!("`meta.json`: {source}")),
            _ => Error::read(path, source),
        }
    }

    pub(crate) fn damaged_file(path: &Path, file: &DamagedFile) -> Error {
        Error::damaged(path, format!("`{}` {}", file.name, file.why))
    }

    /// What tantivy met while it read: all but a plain hindrance to read is damage.
    pub(crate) fn while_reading(path: &Path, error: &TantivyError) -> Error {
        match io_kind(error) {
            Some(kind @ ErrorKind::PermissionDenied) => {
                Error::read(path, std::io::Error::new(kind, error.to_string()))
            }
            Some(_) | None => Error::damaged(path, error),
        }
    }

    /// What tantivy met while it wrote: all but broken input is a hindrance to write.
    pub(crate) fn while_writing(path: &Path, error: &TantivyError) -> Error {
        match io_kind(error) {
            Some(ErrorKind::InvalidData | ErrorKind::UnexpectedEof) | None => {
                Error::damaged(path, error)
            }
            Some(kind) => Error::write(path, std::io::Error::new(kind, error.to_string())),
        }
    }
}

fn io_kind(error: &TantivyError) -> Option<ErrorKind> {
    if let TantivyError::IoError(io_error) = error {
        return Some(io_error.kind());
    }
    if let TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. }) = error {
        return Some(io_error.kind());
    }
    if let TantivyError::OpenWriteError(_) = error {
        return Some(ErrorKind::Other);
    }
    None
}
