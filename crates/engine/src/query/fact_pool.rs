//! The cache of facts, for many threads: each borrows a connection of its own.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use rutter_domain::{Facts, Outline};
use rutter_graph::Digest;
use rutter_store::{FactCache, FactKey};
use rutter_syntax::SYNTAX_VERSION;

use crate::index::manifest::IndexedFile;
use rutter_workspace::RepoLayout;

/// Connections to the cache that are not in use; opened on demand.
pub(crate) struct FactPool {
    folder: PathBuf,
    idle: Mutex<Vec<FactCache>>,
}

impl FactPool {
    pub(crate) fn new(layout: &RepoLayout) -> FactPool {
        FactPool { folder: layout.caches(), idle: Mutex::default() }
    }

    /// The cached facts of a file.
    pub(crate) fn facts(&self, file: &IndexedFile) -> Option<Facts> {
        self.with(|cache| cache.get(&key(file)).ok().flatten())
    }

    /// Its symbols and chunks alone.
    pub(crate) fn outline(&self, file: &IndexedFile) -> Option<Outline> {
        self.with(|cache| cache.outline(&key(file)).ok().flatten())
    }

    /// The cached digest of a file.
    pub(crate) fn digest(&self, file: &IndexedFile) -> Option<Digest> {
        let read = |cache: &FactCache| cache.digest(&key(file), Digest::VERSION, Digest::decode);
        self.with(|cache| read(cache).ok().flatten())
    }

    fn with<T>(&self, read: impl FnOnce(&FactCache) -> Option<T>) -> Option<T> {
        // The lock is held only to take and return a connection, not while it reads.
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let cache = match idle {
            Some(cache) => cache,
            None => FactCache::open_for_reading(&self.folder).ok()?,
        };
        let found = read(&cache);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(cache);
        found
    }
}

fn key(file: &IndexedFile) -> FactKey {
    FactKey::new(file.content, file.language, SYNTAX_VERSION)
}
