//! One writer at a time.
//!
//! An advisory lock on a file, which the system releases when its holder dies, however it dies.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::Error;

/// Held while the index is written.
#[derive(Debug)]
pub(crate) struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Takes the lock if nobody holds it.
    pub(crate) fn try_take(path: &Path) -> Result<Option<WriterLock>, Error> {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(WriterLock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => {
                Err(Error::WriteData { path: path.to_owned(), source })
            }
        }
    }

    /// Waits for the lock.
    pub(crate) fn take(path: &Path) -> Result<WriterLock, Error> {
        let file = open(path)?;
        file.lock().map_err(|source| Error::WriteData { path: path.to_owned(), source })?;
        Ok(WriterLock { _file: file })
    }
}

fn open(path: &Path) -> Result<File, Error> {
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(|source| Error::WriteData { path: path.to_owned(), source })
}
