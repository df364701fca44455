//! Decides whether and when a failed request is sent again.
//!
//! Waits grow exponentially and have no jitter: a run is reproducible, and one client alone causes no
//! stampede. A service that names a wait is never asked earlier. Start at [`RetryPolicy::decide`].

use std::time::Duration;

/// The wait before the second attempt; later waits double. Users change it for language models with
/// the setting `retry_delay_ms`.
pub const DEFAULT_RETRY_DELAY: Duration = Duration::from_secs(2);

/// Why a request failed that may succeed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The service fails, does not answer, closes the connection or sends garbage.
    Failing,
    /// The service asks for fewer requests.
    RateLimited,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RetryDecision {
    Wait(Duration),
    GiveUp,
    /// The service asks for a longer wait than the policy allows.
    WaitTooLong(Duration),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct RetryPolicy {
    pub failing: Backoff,
    pub rate_limited: Backoff,
    /// The longest wait that a service may ask for.
    pub limit_requested: Duration,
    pub requested_wait: RequestedWait,
}

/// Waits of `first_delay`, then `growth` times as long each, at most `limit_delay`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Backoff {
    pub first_delay: Duration,
    pub growth: f64,
    pub n_retries: u32,
    pub limit_delay: Duration,
}

/// The effect of the wait that a service asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RequestedWait {
    /// It replaces the backoff.
    Exact,
    /// The longer of the two is taken.
    AtLeastBackoff,
}

/// A wait before the next attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pause {
    pub duration: Duration,
    /// The reason, in one line.
    pub reason: String,
}

/// Called before every wait between two attempts, on the thread that waits.
pub type OnPause = dyn Fn(&Pause) + Send + Sync;

impl RetryPolicy {
    /// Decides after `n_attempts` failed attempts, of which the last failed in this way.
    pub fn decide(
        &self,
        kind: FailureKind,
        n_attempts: u32,
        requested: Option<Duration>,
    ) -> RetryDecision {
        let backoff = match kind {
            FailureKind::Failing => self.failing,
            FailureKind::RateLimited => self.rate_limited,
        };
        if let Some(requested) = requested
            && requested > self.limit_requested
        {
            return RetryDecision::WaitTooLong(requested);
        }
        if n_attempts > backoff.n_retries {
            return RetryDecision::GiveUp;
        }
        let delay = backoff.delay(n_attempts);
        // A wait of zero, such as a date in the past, is no reason to send at once.
        let requested = requested.filter(|wait| !wait.is_zero());
        RetryDecision::Wait(match (requested, self.requested_wait) {
            (Some(requested), RequestedWait::Exact) => requested,
            (Some(requested), RequestedWait::AtLeastBackoff) => requested.max(delay),
            (None, RequestedWait::Exact | RequestedWait::AtLeastBackoff) => delay,
        })
    }
}

impl Backoff {
    fn delay(self, n_attempts: u32) -> Duration {
        let exponent = i32::try_from(n_attempts.saturating_sub(1)).unwrap_or(i32::MAX);
        let seconds = self.first_delay.as_secs_f64() * self.growth.powi(exponent);
        Duration::try_from_secs_f64(seconds).unwrap_or(self.limit_delay).min(self.limit_delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    const POLICY: RetryPolicy = RetryPolicy {
        failing: Backoff {
            first_delay: Duration::from_secs(2),
            growth: 2.0,
            n_retries: 3,
            limit_delay: Duration::from_secs(60),
        },
        rate_limited: Backoff {
            first_delay: Duration::from_secs(2),
            growth: 1.5,
            n_retries: 9,
            limit_delay: Duration::from_secs(20),
        },
        limit_requested: Duration::from_secs(300),
        requested_wait: RequestedWait::Exact,
    };

    fn waits(kind: FailureKind) -> Vec<u128> {
        let decisions = (1..).map(|n_attempts| POLICY.decide(kind, n_attempts, None));
        let waits = decisions.map_while(|decision| match decision {
            RetryDecision::Wait(wait) => Some(wait.as_millis()),
            RetryDecision::GiveUp | RetryDecision::WaitTooLong(_) => None,
        });
        waits.collect()
    }

    #[test]
    fn waits_grow_up_to_a_limit_and_then_end() {
        assert_eq!(waits(FailureKind::Failing), [2000, 4000, 8000]);
        let expected = [2000, 3000, 4500, 6750, 10125, 15187, 20000, 20000, 20000];
        assert_eq!(waits(FailureKind::RateLimited), expected);
    }

    #[test]
    fn a_requested_wait_replaces_the_backoff() {
        let decide = |wait| POLICY.decide(FailureKind::RateLimited, 1, Some(wait));
        assert_eq!(decide(SECOND), RetryDecision::Wait(SECOND));
        assert_eq!(decide(60 * SECOND), RetryDecision::Wait(60 * SECOND));
        assert_eq!(decide(Duration::ZERO), RetryDecision::Wait(2 * SECOND));
        assert_eq!(decide(301 * SECOND), RetryDecision::WaitTooLong(301 * SECOND));
    }

    #[test]
    fn a_requested_wait_can_be_a_minimum() {
        let policy = RetryPolicy { requested_wait: RequestedWait::AtLeastBackoff, ..POLICY };
        let decide = |wait| policy.decide(FailureKind::Failing, 1, Some(wait));
        assert_eq!(decide(SECOND), RetryDecision::Wait(2 * SECOND));
        assert_eq!(decide(20 * SECOND), RetryDecision::Wait(20 * SECOND));
        assert_eq!(decide(3600 * SECOND), RetryDecision::WaitTooLong(3600 * SECOND));
    }
}
