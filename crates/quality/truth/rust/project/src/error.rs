//! What can go wrong.

use std::fmt;
use std::io;

#[derive(Debug)]
pub enum CacheError {
    /// The file system or the network failed.
    Io(io::Error),
    /// The bytes of an entry do not match its checksum.
    Corrupt { key: String },
    /// An entry is larger than the cache accepts.
    TooLarge { bytes: u64, limit: u64 },
    BadConfig(String),
}

impl CacheError {
    /// Whether another attempt may succeed: timeouts and interrupted calls.
    pub fn is_transient(&self) -> bool {
        match self {
            CacheError::Io(error) => matches!(
                error.kind(),
                io::ErrorKind::TimedOut | io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock
            ),
            CacheError::Corrupt { .. } | CacheError::TooLarge { .. } | CacheError::BadConfig(_) => {
                false
            }
        }
    }
}

impl fmt::Display for CacheError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CacheError::Io(error) => write!(f, "input or output failed: {error}"),
            CacheError::Corrupt { key } => write!(f, "entry {key} is corrupt"),
            CacheError::TooLarge { bytes, limit } => {
                write!(f, "entry of {bytes} bytes exceeds the limit of {limit}")
            }
            CacheError::BadConfig(message) => write!(f, "bad configuration: {message}"),
        }
    }
}

impl std::error::Error for CacheError {}

impl From<io::Error> for CacheError {
    fn from(error: io::Error) -> Self {
        CacheError::Io(error)
    }
}
