//! How long to wait before asking again, and when to give up.
//!
//! The waits follow a fixed table, so that a run can be foretold. A service that says how long it
//! wants to be left alone is not asked earlier.

use std::time::{Duration, SystemTime};

/// What keeps a service from answering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It fails, is silent or hangs up.
    Failing,
    /// It asks for fewer requests. Its allowance is often one of a minute, so this waits longer.
    Busy,
}

/// What to do after a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Wait(Duration),
    GiveUp,
    /// The service wants to be left alone for longer than anybody waits for a program.
    ComeBackLater(Duration),
}

const LONGEST: Duration = Duration::from_secs(300);

/// After so many failed attempts, with what the service itself asked for.
pub(super) fn next(trouble: Trouble, n_attempts: u32, asked: Option<Duration>) -> Next {
    let seconds: &[u64] = match trouble {
        Trouble::Failing => &[2, 4, 8],
        Trouble::Busy => &[2, 4, 8, 16, 32, 60],
    };
    let Some(&seconds) = seconds.get((n_attempts as usize).saturating_sub(1)) else {
        return Next::GiveUp;
    };
    let ours = Duration::from_secs(seconds);
    match asked {
        Some(asked) if asked > LONGEST => Next::ComeBackLater(asked),
        Some(asked) => Next::Wait(asked.max(ours)),
        None => Next::Wait(ours),
    }
}

/// Reads a `Retry-After`: seconds, or the date until which to wait.
pub(super) fn read_retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let until = SystemTime::UNIX_EPOCH.checked_add(read_date(value)?)?;
    Some(until.duration_since(now).unwrap_or(Duration::ZERO))
}

/// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may send, since the epoch.
fn read_date(date: &str) -> Option<Duration> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, date) = date.split_once(", ")?;
    let mut words = date.strip_suffix(" GMT")?.split(' ');
    let day: u64 = words.next()?.parse().ok()?;
    let month = words.next()?;
    let month = MONTHS.iter().position(|name| *name == month)? as u64 + 1;
    let year: u64 = words.next()?.parse().ok()?;
    let mut clock = words.next()?.split(':').map(|part| part.parse::<u64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let is_a_date = (1970..10_000).contains(&year) && (1..=31).contains(&day);
    if !is_a_date || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let days = days_since_epoch(year, month, day);
    Some(Duration::from_secs(((days * 24 + hour) * 60 + minute) * 60 + second))
}

/// Counts years from March, so that the leap day is the last of its year.
fn days_since_epoch(year: u64, month: u64, day: u64) -> u64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year / 4 - year / 100 + year / 400;
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    const FROM_YEAR_ZERO_TO_EPOCH: u64 = 719_468;
    year * 365 + leap_days + day_of_year - FROM_YEAR_ZERO_TO_EPOCH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_date(date: &str, seconds: Option<u64>) {
        assert_eq!(read_date(date).map(|since| since.as_secs()), seconds, "{date}");
    }

    #[test]
    fn dates_are_read() {
        check_date("Thu, 01 Jan 1970 00:00:00 GMT", Some(0));
        check_date("Sun, 06 Nov 1994 08:49:37 GMT", Some(784_111_777));
        check_date("Tue, 29 Feb 2000 23:59:59 GMT", Some(951_868_799));
        check_date("Wed, 01 Mar 2000 00:00:00 GMT", Some(951_868_800));
    }

    #[test]
    fn what_is_no_date_is_not_read() {
        for wrong in [
            "",
            "soon",
            "Sun, 06 Nov 1994 08:49:37",
            "Sun, 99 Nov 1994 08:49:37 GMT",
            "Sun, 00 Jan 1970 08:49:37 GMT",
            "Sun, 06 Nov 0 08:49:37 GMT",
            "Sun, 06 Nov 18446744073709551615 08:49:37 GMT",
            "Sun, 06 Nov 1994 99:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT",
        ] {
            check_date(wrong, None);
        }
    }

    #[test]
    fn a_date_in_the_past_asks_for_no_wait() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_787);
        let wait = read_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", now);
        assert_eq!(wait, Some(Duration::ZERO));
    }

    #[test]
    fn a_failing_service_is_asked_four_times() {
        let waits: Vec<Next> = (1..5).map(|n| next(Trouble::Failing, n, None)).collect();
        let wait = |seconds| Next::Wait(Duration::from_secs(seconds));
        assert_eq!(waits, [wait(2), wait(4), wait(8), Next::GiveUp]);
    }

    #[test]
    fn a_service_is_never_asked_earlier_than_it_wants() {
        let asked = |seconds| next(Trouble::Busy, 1, Some(Duration::from_secs(seconds)));
        assert_eq!(asked(20), Next::Wait(Duration::from_secs(20)));
        assert_eq!(asked(0), Next::Wait(Duration::from_secs(2)));
        assert_eq!(asked(3600), Next::ComeBackLater(Duration::from_secs(3600)));
    }
}
