//! How long to wait before asking again, and when to give up.
//!
//! After a failure there are three more attempts, after waits that double. A provider that asks
//! for fewer requests is given half as much again each time. One that says how long it wants to be
//! left alone is taken at its word.

use std::time::{Duration, SystemTime};

use rutter_domain::Timestamp;

/// What keeps a provider from answering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It fails, is silent, hangs up or talks nonsense.
    Failing,
    /// It asks for fewer requests.
    Busy,
}

/// What to do after a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Wait(Duration),
    GiveUp,
    /// The provider wants to be left alone for longer than anybody waits for a program.
    ComeBackLater(Duration),
}

/// Attempts in all.
pub(super) const LIMIT_ATTEMPTS: u32 = 4;
const LONGEST: Duration = Duration::from_secs(600);

#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// The wait after the first failure.
    pub first: Duration,
}

impl Patience {
    /// After so many failed attempts, with what the provider itself asked for.
    pub fn next(self, trouble: Trouble, n_attempts: u32, asked: Option<Duration>) -> Next {
        match asked {
            Some(asked) if asked > LONGEST => return Next::ComeBackLater(asked),
            Some(_) | None if n_attempts >= LIMIT_ATTEMPTS => return Next::GiveUp,
            Some(asked) if !asked.is_zero() => return Next::Wait(asked),
            Some(_) | None => {}
        }
        let growth: f64 = match trouble {
            Trouble::Failing => 2.0,
            Trouble::Busy => 1.5,
        };
        let n_before = i32::try_from(n_attempts.saturating_sub(1)).unwrap_or(i32::MAX);
        let seconds = self.first.as_secs_f64() * growth.powi(n_before);
        Next::Wait(Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST))
    }
}

/// Reads a `Retry-After`: seconds, or the date until which to wait.
pub(super) fn read_retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let until = read_date(value)?;
    Some(Duration::from_millis(until.0.saturating_sub(Timestamp::of(now).0)))
}

/// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may send.
fn read_date(date: &str) -> Option<Timestamp> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, date) = date.split_once(", ")?;
    let mut words = date.strip_suffix(" GMT")?.split(' ');
    let (day, month, year, clock) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    Timestamp::parse(&format!("{year}-{month:02}-{day}T{clock}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Patience = Patience { first: Duration::from_secs(2) };

    fn check(trouble: Trouble, expected: [u64; 3]) {
        let waits = [1, 2, 3].map(|n| PATIENCE.next(trouble, n, None));
        assert_eq!(waits, expected.map(|millis| Next::Wait(Duration::from_millis(millis))));
        assert_eq!(PATIENCE.next(trouble, 4, None), Next::GiveUp);
    }

    #[test]
    fn a_failing_provider_is_asked_three_times_more_after_2_4_and_8_seconds() {
        check(Trouble::Failing, [2000, 4000, 8000]);
    }

    #[test]
    fn a_busy_provider_is_given_half_as_much_again_each_time() {
        check(Trouble::Busy, [2000, 3000, 4500]);
    }

    #[test]
    fn a_provider_is_left_alone_for_as_long_as_it_asks() {
        let asked = |seconds| PATIENCE.next(Trouble::Busy, 1, Some(Duration::from_secs(seconds)));
        assert_eq!(asked(1), Next::Wait(Duration::from_secs(1)));
        assert_eq!(asked(60), Next::Wait(Duration::from_secs(60)));
        assert_eq!(asked(0), Next::Wait(Duration::from_secs(2)));
        assert_eq!(asked(601), Next::ComeBackLater(Duration::from_secs(601)));
    }

    #[test]
    fn a_wait_is_read_as_seconds_or_as_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_747);
        for (value, seconds) in [
            ("7", Some(7)),
            (" 0 ", Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(30)),
            ("Sun, 06 Nov 1988 08:49:37 GMT", Some(0)),
            ("-1", None),
            ("NaN", None),
            ("inf", None),
            ("soon", None),
            ("Sun, 06 Nov 1994 99:49:37 GMT", None),
            ("Sun, é Nov 1994 08:49:37 GMT", None),
        ] {
            let read = read_retry_after(value, now).map(|wait| wait.as_secs());
            assert_eq!(read, seconds, "{value}");
        }
    }
}
