//! Limits how many pages are rendered at the same time.
//!
//! A page that is not cached may use all cores for a while. If many are requested at once, they take turns, so that
//! cached pages and fast ones are answered meanwhile.

use std::sync::{Condvar, Mutex, PoisonError};

#[derive(Debug)]
pub(crate) struct RenderSlots {
    n_free: Mutex<usize>,
    freed: Condvar,
}

/// Permission to render a page, until it is dropped.
#[derive(Debug)]
pub(crate) struct RenderSlot<'a> {
    slots: &'a RenderSlots,
}

impl Default for RenderSlots {
    /// One for each core.
    fn default() -> RenderSlots {
        RenderSlots::new(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl RenderSlots {
    fn new(n_slots: usize) -> RenderSlots {
        RenderSlots { n_free: Mutex::new(n_slots), freed: Condvar::new() }
    }

    /// Waits for a turn.
    pub(crate) fn take(&self) -> RenderSlot<'_> {
        let n_free = self.n_free.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.freed.wait_while(n_free, |n_free| *n_free == 0);
        *waited.unwrap_or_else(PoisonError::into_inner) -= 1;
        RenderSlot { slots: self }
    }
}

impl Drop for RenderSlot<'_> {
    fn drop(&mut self) {
        *self.slots.n_free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.slots.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_than_the_slots_are_taken_at_once_and_all_get_a_turn() {
        let slots = RenderSlots::new(2);
        let (n_now, n_most, n_done) =
            (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|| {
                    let _slot = slots.take();
                    n_most.fetch_max(n_now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::yield_now();
                    n_now.fetch_sub(1, Ordering::SeqCst);
                    n_done.fetch_add(1, Ordering::SeqCst);
                });
            }
        });
        assert!(n_most.into_inner() <= 2);
        assert_eq!(n_done.into_inner(), 16);
    }
}
