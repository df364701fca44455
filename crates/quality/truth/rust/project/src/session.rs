//! One build: looks entries up in all layers and counts how that went.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::config::Config;
use crate::error::CacheError;
use crate::key::CacheKey;
use crate::remote::RemoteCache;
use crate::store::disk::DiskStore;
use crate::store::memory::MemoryStore;
use crate::store::Store;

pub struct Session {
    memory: MemoryStore,
    disk: DiskStore,
    remote: Option<RemoteCache>,
    read_only: bool,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl Session {
    pub fn start(config: &Config) -> Result<Session, CacheError> {
        Ok(Session {
            memory: MemoryStore::default(),
            disk: DiskStore::open(&config.root, config.max_bytes)?,
            remote: config.remote.as_deref().map(|url| RemoteCache::new(url, config.timeout)),
            read_only: config.read_only,
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        })
    }

    /// Looks in memory, on disk and in the remote cache, in this order.
    pub fn lookup(&self, key: CacheKey) -> Result<Option<Vec<u8>>, CacheError> {
        let found = self.lookup_layers(key)?;
        let counter = if found.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(found)
    }

    fn lookup_layers(&self, key: CacheKey) -> Result<Option<Vec<u8>>, CacheError> {
        if let Some(bytes) = self.memory.get(key)? {
            return Ok(Some(bytes));
        }
        match self.disk.get(key) {
            Ok(Some(bytes)) => {
                self.memory.put(key, &bytes)?;
                return Ok(Some(bytes));
            }
            Ok(None) => {}
            Err(CacheError::Corrupt { key: name }) => {
                eprintln!("dropping corrupt entry {name}");
                self.disk.remove(key)?;
            }
            Err(error) => return Err(error),
        }
        let Some(remote) = &self.remote else {
            return Ok(None);
        };
        let found = remote.fetch(key)?;
        if let Some(bytes) = &found {
            self.record(key, bytes)?;
        }
        Ok(found)
    }

    /// Keeps the output of a build step; does nothing in a read-only session.
    pub fn record(&self, key: CacheKey, bytes: &[u8]) -> Result<(), CacheError> {
        if self.read_only {
            return Ok(());
        }
        self.disk.put(key, bytes)?;
        self.memory.put(key, bytes)
    }

    /// Returns the cached output or makes and records it.
    pub fn get_or_build<F>(&self, key: CacheKey, build: F) -> Result<Vec<u8>, CacheError>
    where
        F: FnOnce() -> Result<Vec<u8>, CacheError>,
    {
        if let Some(bytes) = self.lookup(key)? {
            return Ok(bytes);
        }
        let bytes = build()?;
        match self.record(key, &bytes) {
            Ok(()) | Err(CacheError::TooLarge { .. }) => Ok(bytes),
            Err(error) => Err(error),
        }
    }

    pub fn hit_percent(&self) -> u64 {
        let hits = self.hits.load(Ordering::Relaxed);
        let total = hits + self.misses.load(Ordering::Relaxed);
        if total == 0 { 0 } else { hits * 100 / total }
    }
}
