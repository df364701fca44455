//! Limits how many requests are in flight, however many threads want to send one.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A counting semaphore for threads; the standard library has none.
#[derive(Debug)]
pub(super) struct Semaphore {
    n_free: Mutex<usize>,
    freed: Condvar,
}

/// The right to have one request in flight, given back when dropped.
pub(super) struct Permit<'a> {
    semaphore: &'a Semaphore,
}

impl Semaphore {
    pub fn new(n_permits: usize) -> Self {
        Semaphore { n_free: Mutex::new(n_permits), freed: Condvar::new() }
    }

    /// Blocks until a permit is free.
    pub fn acquire(&self) -> Permit<'_> {
        let n_free = self.lock();
        let waited = self.freed.wait_while(n_free, |n_free| *n_free == 0);
        let mut n_free = waited.unwrap_or_else(PoisonError::into_inner);
        *n_free -= 1;
        Permit { semaphore: self }
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        // A number cannot be left half written, so poisoning means nothing here.
        self.n_free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.semaphore.lock() += 1;
        self.semaphore.freed.notify_one();
    }
}
