//! The lock that lets one process at a time write the index.
//!
//! It is an advisory lock on a file, which the system releases when its holder ends, even by a crash.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Error;

/// Polling interval of [`WriterLock::take_within`].
const RETRY_PAUSE: Duration = Duration::from_millis(3);
/// Interval at which [`WriterLock::take`] checks whether it was cancelled.
const CANCEL_PAUSE: Duration = Duration::from_millis(100);

/// Held while the index is written.
#[derive(Debug)]
pub(crate) struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Takes the lock if it is free.
    pub(crate) fn try_take(path: &Path) -> Result<Option<WriterLock>, Error> {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(WriterLock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => {
                Err(rutter_workspace::Error::WriteData { path: path.to_owned(), source }.into())
            }
        }
    }

    /// Waits for the lock for at most `timeout`.
    pub(crate) fn take_within(path: &Path, timeout: Duration) -> Result<Option<WriterLock>, Error> {
        let began = Instant::now();
        loop {
            let lock = WriterLock::try_take(path)?;
            if lock.is_some() || began.elapsed() >= timeout {
                return Ok(lock);
            }
            thread::sleep(RETRY_PAUSE);
        }
    }

    /// Waits for the lock until cancelled.
    pub(crate) fn take(path: &Path, cancelled: &AtomicBool) -> Result<WriterLock, Error> {
        loop {
            if cancelled.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            if let Some(lock) = WriterLock::take_within(path, CANCEL_PAUSE)? {
                return Ok(lock);
            }
        }
    }
}

fn open(path: &Path) -> Result<File, Error> {
    OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(|source| {
        rutter_workspace::Error::WriteData { path: path.to_owned(), source }.into()
    })
}
