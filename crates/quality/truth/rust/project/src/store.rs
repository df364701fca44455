//! Where entries are kept.

pub mod disk;
pub mod memory;

use crate::error::CacheError;
use crate::key::CacheKey;

/// A place that keeps entries by key.
pub trait Store {
    fn get(&self, key: CacheKey) -> Result<Option<Vec<u8>>, CacheError>;
    fn put(&self, key: CacheKey, bytes: &[u8]) -> Result<(), CacheError>;

    /// Asks for an entry without using its bytes.
    fn contains(&self, key: CacheKey) -> bool {
        matches!(self.get(key), Ok(Some(_)))
    }
}
