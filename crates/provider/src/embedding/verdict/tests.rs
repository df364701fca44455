//! What services say when they cannot do it, and what is made of it.

use super::*;

fn reply(status: u16, body: &str) -> Verdict {
    let reply = Reply { status, retry_after: None, body: body.as_bytes().to_vec() };
    judge(Ok(reply), Some(&Key::new("s3cret")), SystemTime::UNIX_EPOCH)
}

fn check_reason(body: &str, wanted: &str) {
    assert_eq!(reply(400, body), Verdict::Refused(wanted.to_owned()));
}

#[test]
fn every_way_of_saying_why_is_read() {
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
    check_reason("a\u{1b}[31m\r\n\tb\u{202e} s3cret!", "HTTP 400: a [31m b ***!");
    let long = "é".repeat(1000);
    let Verdict::Refused(reason) = reply(400, &long) else { panic!("refused is expected") };
    assert_eq!(reason.chars().count(), 301);
    assert!(reason.ends_with("é…"));
}

#[test]
fn a_key_at_the_end_of_what_is_kept_is_not_shown_in_part() {
    let text = format!("{}s3cret", "x".repeat(288));
    let Verdict::Refused(reason) = reply(400, &text) else { panic!("refused is expected") };
    assert!(!reason.contains("s3"), "{reason}");
}

#[test]
fn complaints_about_size_are_told_from_others() {
    for words in [
        "This model's maximum context length is 8192 tokens",
        "input (600 tokens) is too large to process",
        "batch size 64 > maximum allowed batch size 32",
        "at most 100 requests can be in one batch",
    ] {
        assert!(matches!(reply(400, words), Verdict::SendLess(_)), "{words}");
        assert!(matches!(reply(500, words), Verdict::SendLess(_)), "{words}");
        assert!(matches!(reply(401, words), Verdict::Refused(_)), "{words}");
    }
    assert!(matches!(reply(413, ""), Verdict::SendLess(_)));
    assert!(matches!(reply(400, "dimensions must be at most 1024"), Verdict::Refused(_)));
}

#[test]
fn an_allowance_used_up_for_the_day_is_not_waited_for() {
    let spent = r#"{"error":{"message":"pay","code":"insufficient_quota"}}"#;
    assert_eq!(reply(429, spent), Verdict::Refused("HTTP 429: pay".to_owned()));
    let per_day = r#"{"error":{"message":"q","details":[{"quotaId":"RequestsPerDay"}]}}"#;
    assert!(matches!(reply(429, per_day), Verdict::Refused(_)));
}

#[test]
fn a_delay_in_the_body_is_obeyed() {
    let body = r#"{"error":{"message":"slow","details":[{"a":1},{"retryDelay":"33.2s"}]}}"#;
    let asked = Some(Duration::from_secs(34));
    let reason = "HTTP 429: slow".to_owned();
    assert_eq!(reply(429, body), Verdict::AskAgain { trouble: Trouble::Busy, asked, reason });
}

#[test]
fn failures_that_may_pass_are_told_from_those_that_will_not() {
    for status in [408, 425, 500, 502, 503, 504, 529] {
        assert!(matches!(reply(status, ""), Verdict::AskAgain { .. }), "{status}");
    }
    for status in [301, 307, 400, 401, 403, 404, 405, 501] {
        assert!(matches!(reply(status, ""), Verdict::Refused(_)), "{status}");
    }
}
