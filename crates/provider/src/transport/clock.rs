//! Time as a trait, so that tests of retries need not wait.

use std::time::{Duration, Instant, SystemTime};

/// Interval at which a blocking wait checks whether it was cancelled.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A source of time that can also wait.
pub trait Clock: Send + Sync {
    fn now(&self) -> SystemTime;

    /// Blocks for `duration`, or until shortly after `is_over` returns true.
    fn wait(&self, duration: Duration, is_over: &dyn Fn() -> bool);
}

/// The clock of the operating system.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn wait(&self, duration: Duration, is_over: &dyn Fn() -> bool) {
        let start = Instant::now();
        while !is_over() {
            let left = duration.saturating_sub(start.elapsed());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(POLL_INTERVAL));
        }
    }
}
