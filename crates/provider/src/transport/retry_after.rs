//! The wait that a service asks for in the headers of its reply.

use std::time::{Duration, SystemTime};

use reqwest::header::HeaderMap;

/// Reads `Retry-After-Ms`, else `Retry-After`. Returns `None` if neither is there or valid.
pub(crate) fn requested_wait(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(millis) = text("retry-after-ms").and_then(|value| value.trim().parse().ok()) {
        return Some(Duration::from_millis(millis));
    }
    parse_retry_after(text("retry-after")?, now)
}

/// Seconds, or the date until which to wait. The standard allows whole seconds only; some services
/// send fractions.
fn parse_retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let until = httpdate::parse_http_date(value).ok()?;
    Some(until.duration_since(now).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_747);
        for (value, seconds) in [
            ("7", Some(7)),
            (" 0 ", Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(30)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(30)),
            ("Sun, 06 Nov 1988 08:49:37 GMT", Some(0)),
            ("Thu, 01 Jan 1970 00:00:00 GMT", Some(0)),
            ("Tue, 29 Feb 2000 23:59:59 GMT", Some(951_868_799 - 784_111_747)),
            ("Wed, 01 Mar 2000 00:00:00 GMT", Some(951_868_800 - 784_111_747)),
            ("", None),
            ("-1", None),
            ("NaN", None),
            ("inf", None),
            ("soon", None),
            ("Sun, 06 Nov 1994 08:49:37", None),
            ("Sun, 99 Nov 1994 08:49:37 GMT", None),
            ("Sun, 00 Jan 1970 08:49:37 GMT", None),
            ("Sun, 06 Nov 0 08:49:37 GMT", None),
            ("Sun, 06 Nov 18446744073709551615 08:49:37 GMT", None),
            ("Sun, 06 Nov 1994 99:49:37 GMT", None),
            ("Sun, 06 Nov 1994 08:49 GMT", None),
            ("Sun, é Nov 1994 08:49:37 GMT", None),
        ] {
            let wait = parse_retry_after(value, now).map(|wait| wait.as_secs());
            assert_eq!(wait, seconds, "{value}");
        }
    }

    #[test]
    fn milliseconds_are_preferred_to_seconds() {
        let mut headers = HeaderMap::new();
        headers.insert("retry-after", "7".parse().unwrap());
        let wait = |headers: &HeaderMap| requested_wait(headers, SystemTime::UNIX_EPOCH);
        assert_eq!(wait(&headers), Some(Duration::from_secs(7)));
        headers.insert("retry-after-ms", "1500".parse().unwrap());
        assert_eq!(wait(&headers), Some(Duration::from_millis(1500)));
    }
}
