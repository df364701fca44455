//! Error replies of real services, and how each is classified.

use reqwest::header::HeaderMap;

use super::*;

fn reply(status: u16, body: &str) -> AttemptError {
    let reply = HttpReply { status, headers: HeaderMap::new(), body: body.as_bytes().to_vec() };
    let key = Key::new("s3cret");
    classify(Ok(reply), "h", Some(&key), SystemTime::UNIX_EPOCH).expect_err("an error is expected")
}

fn check_reason(body: &str, expected: &str) {
    assert_eq!(reply(400, body), AttemptError::Refused(expected.to_owned()));
}

#[test]
fn the_reason_is_found_in_every_known_format() {
    check_reason(r#"{"error":{"message":"bad model","type":"x"}}"#, "HTTP 400: bad model");
    check_reason(r#"{"error":"no such model"}"#, "HTTP 400: no such model");
    check_reason(r#"{"message":"invalid"}"#, "HTTP 400: invalid");
    check_reason(r#"{"detail":"wrong"}"#, "HTTP 400: wrong");
    check_reason(r#"{"detail":[{"msg":"field required"}]}"#, "HTTP 400: field required");
    check_reason("plain words", "HTTP 400: plain words");
    check_reason("<html>nobody reads this</html>", "HTTP 400");
    check_reason("", "HTTP 400");
}

#[test]
fn a_reason_is_one_bounded_line_without_the_key() {
    check_reason("a\u{1b}[31m\r\n\tb\u{202e} s3cret!", "HTTP 400: a [31m b [key]!");
    let long = "é".repeat(1000);
    let AttemptError::Refused(reason) = reply(400, &long) else { panic!("refused is expected") };
    assert_eq!(reason.chars().count(), 301);
    assert!(reason.ends_with("é…"));
}

#[test]
fn a_key_that_crosses_the_length_limit_is_not_shown_in_part() {
    let text = format!("{}s3cret", "x".repeat(288));
    let AttemptError::Refused(reason) = reply(400, &text) else { panic!("refused is expected") };
    assert!(!reason.contains("s3"), "{reason}");
}

#[test]
fn errors_about_size_are_distinguished_from_others() {
    for words in [
        "This model's maximum context length is 8192 tokens",
        "input (600 tokens) is too large to process",
        "batch size 64 > maximum allowed batch size 32",
        "at most 100 requests can be in one batch",
    ] {
        assert!(matches!(reply(400, words), AttemptError::TooLarge(_)), "{words}");
        assert!(matches!(reply(500, words), AttemptError::TooLarge(_)), "{words}");
        assert!(matches!(reply(401, words), AttemptError::Refused(_)), "{words}");
    }
    assert!(matches!(reply(413, ""), AttemptError::TooLarge(_)));
    assert!(matches!(reply(400, "dimensions must be at most 1024"), AttemptError::Refused(_)));
}

#[test]
fn a_quota_used_up_for_the_day_is_not_retried() {
    let spent = r#"{"error":{"message":"pay","code":"insufficient_quota"}}"#;
    assert_eq!(reply(429, spent), AttemptError::Refused("HTTP 429: pay".to_owned()));
    let per_day = r#"{"error":{"message":"q","details":[{"quotaId":"RequestsPerDay"}]}}"#;
    assert!(matches!(reply(429, per_day), AttemptError::Refused(_)));
}

#[test]
fn a_delay_in_the_body_is_respected() {
    let body = r#"{"error":{"message":"slow","details":[{"a":1},{"retryDelay":"33.2s"}]}}"#;
    let requested = Some(Duration::from_millis(33_200));
    let reason = "HTTP 429: slow".to_owned();
    assert_eq!(
        reply(429, body),
        AttemptError::Retry { kind: FailureKind::RateLimited, requested, reason }
    );
}

#[test]
fn temporary_failures_are_distinguished_from_permanent_ones() {
    for status in [408, 425, 500, 502, 503, 504, 529] {
        assert!(matches!(reply(status, ""), AttemptError::Retry { .. }), "{status}");
    }
    for status in [301, 307, 400, 401, 403, 404, 405, 501] {
        assert!(matches!(reply(status, ""), AttemptError::Refused(_)), "{status}");
    }
}

fn transport(failure: TransportFailure) -> AttemptError {
    let error = TransportError { failure, cause: "why".to_owned() };
    classify(Err(PostError::Transport(error)), "h:1", None, SystemTime::UNIX_EPOCH).unwrap_err()
}

#[test]
fn a_connection_that_fails_is_retried_unless_it_cannot_work() {
    let retried = |reason: &str| AttemptError::Retry {
        kind: FailureKind::Failing,
        requested: None,
        reason: reason.to_owned(),
    };
    let refused = AttemptError::Refused("cannot talk to h:1, why".to_owned());
    let unreachable = |reason: &str| AttemptError::Unreachable(reason.to_owned());
    for (failure, expected) in [
        (TransportFailure::Timeout, retried("h:1 did not answer in time")),
        (TransportFailure::ConnectionLost, retried("the connection to h:1 broke, why")),
        (TransportFailure::BodyIncomplete, retried("the connection to h:1 broke, why")),
        (TransportFailure::CannotConnect, retried("cannot connect to h:1, why")),
        (TransportFailure::ConnectionRefused, unreachable("nothing listens at h:1")),
        (TransportFailure::UnknownHost, unreachable("the host of h:1 is unknown")),
        (
            TransportFailure::HeaderTooLarge,
            AttemptError::BadReply("its header is too large".to_owned()),
        ),
    ] {
        assert_eq!(transport(failure), expected);
    }
    assert_eq!(transport(TransportFailure::InvalidRequest), refused);
    assert_eq!(transport(TransportFailure::UntrustedCertificate), refused);
    assert_eq!(transport(TransportFailure::TlsHandshake), refused);
}
