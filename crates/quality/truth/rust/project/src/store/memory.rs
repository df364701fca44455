//! A store in memory, used in front of the disk.

use std::collections::HashMap;
use std::sync::RwLock;

use crate::error::CacheError;
use crate::key::CacheKey;
use crate::store::Store;

/// Larger entries are not kept in memory.
pub const MAX_ENTRY_BYTES: usize = 256 * 1024;

#[derive(Default)]
pub struct MemoryStore {
    entries: RwLock<HashMap<CacheKey, Vec<u8>>>,
}

impl MemoryStore {
    pub fn len(&self) -> usize {
        self.entries.read().expect("no holder of the lock panics").len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn clear(&self) {
        self.entries.write().expect("no holder of the lock panics").clear();
    }
}

impl Store for MemoryStore {
    fn get(&self, key: CacheKey) -> Result<Option<Vec<u8>>, CacheError> {
        let entries = self.entries.read().expect("no holder of the lock panics");
        Ok(entries.get(&key).cloned())
    }

    fn put(&self, key: CacheKey, bytes: &[u8]) -> Result<(), CacheError> {
        if bytes.len() <= MAX_ENTRY_BYTES {
            let mut entries = self.entries.write().expect("no holder of the lock panics");
            entries.insert(key, bytes.to_vec());
        }
        Ok(())
    }
}
