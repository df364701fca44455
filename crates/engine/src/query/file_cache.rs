//! What was read of files, kept as long as it is used.
//!
//! There are two generations: what is used moves to the young one, and when that is full, it takes the place of the
//! old one. So what was not used for long is dropped without a record of when each was used.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rutter_domain::FileId;

/// Values by file: at least the last `n_recent` that were used, and at most twice as many.
pub(crate) struct Kept<T> {
    n_recent: usize,
    generations: Mutex<Generations<T>>,
}

struct Generations<T> {
    young: HashMap<FileId, Arc<T>>,
    old: HashMap<FileId, Arc<T>>,
}

impl<T> Kept<T> {
    pub(crate) fn new(n_recent: usize) -> Kept<T> {
        let generations = Generations { young: HashMap::new(), old: HashMap::new() };
        Kept { n_recent, generations: Mutex::new(generations) }
    }

    /// What is kept of a file; read if it is not.
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
        let kept = Kept::new(2);
        let mut found = Vec::new();
        for &id in asked {
            let value = kept.get_or_read(FileId(id), || {
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
        let kept: Kept<u32> = Kept::new(2);
        assert_eq!(kept.get_or_read(FileId(1), || None), None);
        assert_eq!(kept.get_or_read(FileId(1), || Some(7)).as_deref(), Some(&7));
    }
}
