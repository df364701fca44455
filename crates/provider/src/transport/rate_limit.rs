//! Limits how many requests a client sends per minute.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

const WINDOW: Duration = Duration::from_secs(60);

/// A sliding window: no 60 seconds contain more requests than the limit.
#[derive(Debug)]
pub(crate) struct RateLimit {
    limit: usize,
    /// When the requests of the last minute were sent, and when those that wait will be.
    starts: Mutex<VecDeque<Instant>>,
}

impl RateLimit {
    pub fn new(limit_per_minute: u32) -> RateLimit {
        let limit = usize::try_from(limit_per_minute).unwrap_or(usize::MAX).max(1);
        RateLimit { limit, starts: Mutex::default() }
    }

    pub fn limit_per_minute(&self) -> usize {
        self.limit
    }

    /// The number of requests that may still be sent in this minute.
    pub fn left(&self) -> usize {
        let starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        self.limit.saturating_sub(starts.iter().filter(|start| **start + WINDOW > now).count())
    }

    /// Reserves the next free slot and returns the time until then.
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
    async fn no_minute_has_more_requests_than_the_limit() {
        let limit = RateLimit::new(2);
        let waits: Vec<u64> = (0..5).map(|_| limit.reserve().as_secs()).collect();
        assert_eq!(waits, [0, 0, 60, 60, 120]);
        tokio::time::advance(Duration::from_secs(190)).await;
        assert_eq!(limit.reserve(), Duration::ZERO);
    }
}
