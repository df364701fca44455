//! Errors of the search index. Damage and a foreign version are separate from failures to read and
//! write, because a rebuild cures the former only.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tantivy::TantivyError;
use tantivy::directory::error::OpenReadError;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing has been published there yet.
    #[error("there is no search index at `{path}`")]
    Absent { path: PathBuf },
    /// Built with other rules than this program's; has to be rebuilt.
    #[error("the search index at `{path}` was built by another version")]
    Outdated { path: PathBuf },
    /// The files are inconsistent or altered; the index has to be rebuilt.
    #[error("the search index at `{path}` is damaged: {reason}")]
    Damaged { path: PathBuf, reason: String },
    #[error("cannot read the search index at `{path}`")]
    Read { path: PathBuf, source: std::io::Error },
    #[error("cannot write the search index at `{path}`")]
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

    /// From a failure to open the directory, where `InvalidData` means a damaged meta file.
    pub(crate) fn opening(path: &Path, source: std::io::Error) -> Error {
        match source.kind() {
            ErrorKind::InvalidData => Error::damaged(path, format!("`meta.json`: {source}")),
            _ => Error::read(path, source),
        }
    }

    /// From an error of tantivy while reading: everything except missing permission is damage.
    pub(crate) fn while_reading(path: &Path, error: &TantivyError) -> Error {
        match io_kind(error) {
            Some(kind @ ErrorKind::PermissionDenied) => {
                Error::read(path, std::io::Error::new(kind, error.to_string()))
            }
            Some(_) | None => Error::damaged(path, error),
        }
    }

    /// From an error of tantivy while writing: everything except broken input is a failure to write.
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
    match error {
        TantivyError::IoError(io_error)
        | TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. }) => {
            Some(io_error.kind())
        }
        TantivyError::OpenWriteError(_) => Some(ErrorKind::Other),
        _ => None,
    }
}
