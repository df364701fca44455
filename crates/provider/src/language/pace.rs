//! At most so many requests a minute.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

const WINDOW: Duration = Duration::from_secs(60);

/// Spreads requests so that no minute sees more than the limit.
#[derive(Debug)]
pub(super) struct Pace {
    limit: usize,
    /// When the last ones started or will start.
    starts: Mutex<VecDeque<Instant>>,
}

impl Pace {
    pub fn new(limit_per_minute: u32) -> Pace {
        let limit = usize::try_from(limit_per_minute).unwrap_or(usize::MAX).max(1);
        Pace { limit, starts: Mutex::default() }
    }

    pub fn limit_per_minute(&self) -> usize {
        self.limit
    }

    /// Takes the next free place, and says how long it is until then.
    pub fn reserve(&self) -> Duration {
        let mut starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        starts.retain(|start| *start + WINDOW > now);
        let start = match starts.len().checked_sub(self.limit) {
            Some(index) => starts[index] + WINDOW,
            None => now,
        };
        starts.push_back(start);
        start.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn no_minute_sees_more_requests_than_the_limit() {
        let pace = Pace::new(2);
        let waits: Vec<u64> = (0..5).map(|_| pace.reserve().as_secs()).collect();
        assert_eq!(waits, [0, 0, 60, 60, 120]);
        tokio::time::advance(Duration::from_secs(190)).await;
        assert_eq!(pace.reserve(), Duration::ZERO);
    }
}
