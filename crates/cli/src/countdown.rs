//! Counts down the wait before the next request to a model.

use std::time::{Duration, Instant};

use crate::style::printable;

/// Characters of a reason; the status line has one row.
const REASON_CHARS: usize = 80;

/// A wait that has begun.
#[derive(Debug)]
pub struct Countdown {
    reason: String,
    until: Instant,
}

impl Countdown {
    pub fn new(reason: &str, seconds: f64) -> Countdown {
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let reason = printable(reason).chars().take(REASON_CHARS).collect();
        Countdown { reason, until: Instant::now() + wait }
    }

    /// `next attempt in 7 s: REASON`; `None` when the wait is over.
    pub fn text(&self) -> Option<String> {
        let left = self.until.saturating_duration_since(Instant::now()).as_secs_f64().ceil();
        (left > 0.0).then(|| format!("next attempt in {left:.0} s: {}", self.reason))
    }
}
