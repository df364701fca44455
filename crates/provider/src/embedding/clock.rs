//! Time, as something that tests can play.

use std::time::{Duration, Instant, SystemTime};

/// How often a wait looks whether it is still wanted.
pub(super) const GLANCE: Duration = Duration::from_millis(20);

/// Tells the time and lets it pass.
pub trait Clock: Send + Sync {
    fn now(&self) -> SystemTime;

    /// Returns after this long, or soon after `is_over` says so.
    fn wait(&self, duration: Duration, is_over: &dyn Fn() -> bool);
}

/// The real one.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn wait(&self, duration: Duration, is_over: &dyn Fn() -> bool) {
        let begun = Instant::now();
        while !is_over() {
            let left = duration.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(GLANCE));
        }
    }
}
