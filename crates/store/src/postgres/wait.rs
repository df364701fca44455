//! Waits for a future on the current thread.
//!
//! The traits of this crate are blocking, and callers may be tasks of a runtime, on which a runtime's own
//! `block_on` panics. The connection has a thread of its own (`session.rs`), so nothing that is
//! waited for here needs the caller's thread.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The output of a future; `None` if it takes longer than `limit`.
pub(super) fn wait_for<F: Future>(future: F, limit: Duration) -> Option<F::Output> {
    let deadline = Instant::now() + limit;
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return Some(output);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        thread::park_timeout(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_future_is_waited_for_inside_of_a_runtime() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let found = runtime.block_on(async { wait_for(async { 7 }, Duration::from_secs(1)) });
        assert_eq!(found, Some(7));
    }

    #[test]
    fn a_future_that_never_ends_is_given_up() {
        let found = wait_for(std::future::pending::<()>(), Duration::from_millis(1));
        assert_eq!(found, None);
    }
}
