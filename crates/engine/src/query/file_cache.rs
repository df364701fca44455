//! A cache of values by file that approximates least recently used.
//!
//! There are two generations. A value that is used moves to the young one; when that is full, it replaces the old
//! one. So values that were not used for long are dropped, without a record of when each was used.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rutter_domain::FileId;

/// A cache of at least the last `n_recent` values that were used, and at most twice as many.
pub(crate) struct FileCache<T> {
    n_recent: usize,
    generations: Mutex<Generations<T>>,
}

struct Generations<T> {
    young: HashMap<FileId, Arc<T>>,
    old: HashMap<FileId, Arc<T>>,
}

impl<T> FileCache<T> {
    pub(crate) fn new(n_recent: usize) -> FileCache<T> {
        let generations = Generations { young: HashMap::new(), old: HashMap::new() };
        FileCache { n_recent, generations: Mutex::new(generations) }
    }

    /// The value of a file, read if it is not cached.
    pub(crate) fn get_or_read(
        &self,
        id: FileId,
        read: impl FnOnce() -> Option<T>,
    ) -> Option<Arc<T>> {
        let lock = || self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().find(id, self.n_recent);
        if known.is_some() {
            return known;
        }
        // Read without the lock: two threads may read the same file, but no thread waits for the reading of
        // another.
        let found = Arc::new(read()?);
        lock().insert(id, Arc::clone(&found), self.n_recent);
        Some(found)
    }
}

impl<T> Generations<T> {
    fn find(&mut self, id: FileId, n_recent: usize) -> Option<Arc<T>> {
        if let Some(found) = self.young.get(&id) {
            return Some(Arc::clone(found));
        }
        let found = self.old.remove(&id)?;
        self.insert(id, Arc::clone(&found), n_recent);
        Some(found)
    }

    fn insert(&mut self, id: FileId, value: Arc<T>, n_recent: usize) {
        if self.young.len() >= n_recent {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(id, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(asked: &[u32], read: &[u32]) {
        let cache = FileCache::new(2);
        let mut found = Vec::new();
        for &id in asked {
            let value = cache.get_or_read(FileId(id), || {
                found.push(id);
                Some(id)
            });
            assert_eq!(value.as_deref(), Some(&id));
        }
        assert_eq!(found, read, "{asked:?}");
    }

    #[test]
    fn what_was_used_lately_is_not_read_again() {
        check(&[1, 2, 1, 2], &[1, 2]);
        check(&[1, 2, 3, 1, 2], &[1, 2, 3]);
        check(&[1, 2, 3, 4, 5, 1], &[1, 2, 3, 4, 5, 1]);
        check(&[1, 2, 3, 1, 4, 1, 5, 1], &[1, 2, 3, 4, 5]);
    }

    #[test]
    fn what_cannot_be_read_is_asked_for_again() {
        let cache: FileCache<u32> = FileCache::new(2);
        assert_eq!(cache.get_or_read(FileId(1), || None), None);
        assert_eq!(cache.get_or_read(FileId(1), || Some(7)).as_deref(), Some(&7));
    }
}
