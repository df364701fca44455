//! Bounds how many requests are under way at once, however many threads want to send one.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Lets so many in at once.
#[derive(Debug)]
pub(super) struct Gate {
    n_free: Mutex<usize>,
    freed: Condvar,
}

/// Whoever holds one is in.
pub(super) struct Pass<'a> {
    gate: &'a Gate,
}

impl Gate {
    pub fn new(n_free: usize) -> Self {
        Gate { n_free: Mutex::new(n_free), freed: Condvar::new() }
    }

    /// Waits for its turn.
    pub fn enter(&self) -> Pass<'_> {
        let n_free = self.lock();
        let waited = self.freed.wait_while(n_free, |n_free| *n_free == 0);
        let mut n_free = waited.unwrap_or_else(PoisonError::into_inner);
        *n_free -= 1;
        Pass { gate: self }
    }

    /// A number cannot be left half written, so a thread that died does no harm to it.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.n_free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        *self.gate.lock() += 1;
        self.gate.freed.notify_one();
    }
}
