//! One writer at a time.
//!
//! An advisory lock on a file, which the system releases when its holder dies, however it dies.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::Error;

/// How often who does not wait for ever tries again.
const RETRY_PAUSE: Duration = Duration::from_millis(3);

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

    /// Waits for the lock, but not longer than that.
    pub(crate) fn take_within(
        path: &Path,
        patience: Duration,
    ) -> Result<Option<WriterLock>, Error> {
        let began = Instant::now();
        loop {
            let lock = WriterLock::try_take(path)?;
            if lock.is_some() || began.elapsed() >= patience {
                return Ok(lock);
            }
            thread::sleep(RETRY_PAUSE);
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
