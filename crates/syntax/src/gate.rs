//! Limits how much text is parsed at the same time.
//!
//! The tree of a text may take four hundred times its size. That is little for a file of ordinary
//! size, however many threads there are; a large file waits until there is room. Start at [`enter`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::work::Ended;

/// Smaller files pass at once.
// The tree of 2 MB of short Python lines takes 370 MB, and each thread had one: from this size on
// they wait for each other.
const LARGE_BYTES: usize = 128 << 10;
/// The large files that are parsed at a time hold this much together, or are one.
const MOST_BYTES: usize = 1 << 20;
/// How often a file that waits checks whether it was stopped.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

static N_BYTES: Mutex<usize> = Mutex::new(0);
static LEFT: Condvar = Condvar::new();

/// Room for a file, until it is dropped.
pub(crate) struct Permit {
    n_bytes: usize,
}

/// Waits until there is room for a file of that size.
pub(crate) fn enter(n_bytes: usize, stopped: &AtomicBool) -> Result<Permit, Ended> {
    if n_bytes < LARGE_BYTES {
        return Ok(Permit { n_bytes: 0 });
    }
    let mut n_inside = lock();
    // A file larger than the limit gets in alone, or it would wait for ever.
    while *n_inside > 0 && *n_inside + n_bytes > MOST_BYTES {
        if stopped.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        let woken = LEFT.wait_timeout(n_inside, CHECK_INTERVAL);
        n_inside = woken.unwrap_or_else(PoisonError::into_inner).0;
    }
    *n_inside += n_bytes;
    Ok(Permit { n_bytes })
}

impl Drop for Permit {
    fn drop(&mut self) {
        if self.n_bytes > 0 {
            *lock() -= self.n_bytes;
            LEFT.notify_all();
        }
    }
}

fn lock() -> MutexGuard<'static, usize> {
    // Nothing that could panic happens while it is held.
    N_BYTES.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::NEVER;

    #[test]
    fn a_large_file_waits_for_another_and_a_small_one_does_not() {
        let large = enter(2 << 20, &NEVER).ok();
        assert!(enter(1000, &NEVER).is_ok());
        let stopped = AtomicBool::new(true);
        assert!(matches!(enter(2 << 20, &stopped), Err(Ended::Stopped)));
        drop(large);
        assert!(enter(2 << 20, &NEVER).is_ok());
    }
}
