//! Temporary failures are retried after a wait; permanent ones are reported at once.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rutter_domain::EmbedError;
use rutter_provider::embedding::{Settings, connect};
use rutter_provider::transport::{Environment, Pause};

use crate::harness::{FakeClock, Harness, empty_environment};
use crate::server::{Play, Server};

/// Answers with these plays, then with success, and returns the waits between the attempts.
fn waits(plays: impl Fn(usize) -> Option<Play> + Send + Sync + 'static) -> Vec<u64> {
    let server = Server::start(move |n, request| plays(n).unwrap_or_else(|| Play::embed(request)));
    let harness = Harness::plain(&server);
    assert_eq!(harness.embed(&["text 7"]), Ok(vec![vec![6.0, 7.0]]));
    let waits = harness.clock.waits_seconds();
    assert_eq!(server.requests().len(), waits.len() + 1);
    waits
}

fn busy(n: usize, header: &'static str) -> Option<Play> {
    (n == 0).then(|| Play::Reply(429, header, String::new()))
}

#[test]
fn a_rate_limited_request_waits_longer_each_time() {
    assert_eq!(waits(|n| (n < 5).then(|| Play::reply(429, "slower"))), [2, 4, 8, 16, 32]);
}

#[test]
fn a_requested_wait_is_respected() {
    assert_eq!(waits(|n| busy(n, "Retry-After: 7")), [7]);
}

#[test]
fn a_requested_date_is_respected() {
    assert_eq!(waits(|n| busy(n, "Retry-After: Sun, 06 Nov 1994 08:50:07 GMT")), [30]);
}

#[test]
fn a_malformed_retry_after_is_ignored() {
    assert_eq!(waits(|n| busy(n, "Retry-After: a while")), [2]);
}

#[test]
fn a_server_error_is_retried() {
    assert_eq!(waits(|n| (n < 2).then(|| Play::reply(500 + n as u16 * 3, "oops"))), [2, 4]);
}

#[test]
fn a_timeout_is_retried() {
    let server = Server::start(|_, _| Play::Silence);
    let settings = Settings { timeout: Duration::from_millis(40), ..Settings::new("ollama:m") };
    let harness = Harness::new(&server, settings);
    let message = harness.error_message(&["a"]);
    assert!(message.ends_with("did not answer in time"), "{message}");
    assert_eq!(harness.clock.waits_seconds(), [2, 4, 8]);
}

#[test]
fn a_lost_connection_is_retried() {
    assert_eq!(waits(|n| (n == 0).then_some(Play::HangUp)), [2]);
    assert_eq!(waits(|n| (n == 0).then_some(Play::Cut)), [2]);
}

#[test]
fn retries_are_limited() {
    let server = Server::saying(503, r#"{"error":"under water"}"#);
    let harness = Harness::plain(&server);
    let message = harness.error_message(&["a"]);
    assert_eq!(message, "`ollama:m` did not embed in 4 attempts: HTTP 503: under water");
    assert_eq!(harness.clock.waits_seconds(), [2, 4, 8]);
}

#[test]
fn a_requested_wait_of_an_hour_is_reported_at_once() {
    let server = Server::start(|_, _| Play::Reply(429, "Retry-After: 3600", String::new()));
    let harness = Harness::plain(&server);
    let message = harness.error_message(&["a"]);
    assert_eq!(message, "`ollama:m` cannot embed now: HTTP 429; it asks clients to wait 3600 s");
    assert!(harness.clock.waits_seconds().is_empty());
}

#[test]
fn a_service_that_is_not_there_is_reported_at_once() {
    let settings =
        Settings { endpoint: Some("http://127.0.0.1:1".to_owned()), ..Settings::new("ollama:m") };
    let clock = Arc::new(FakeClock::default());
    let environment = Environment { clock: clock.clone(), ..empty_environment() };
    let embedder = connect(settings, environment, Arc::new(|_| {})).unwrap();
    let harness = Harness { embedder, clock };
    let message = harness.error_message(&["a"]);
    assert_eq!(message, "`ollama:m` cannot embed now: nothing listens at 127.0.0.1:1");
    assert!(harness.clock.waits_seconds().is_empty());
}

#[test]
fn a_refusal_is_final_and_says_why() {
    for status in [400, 401, 403, 404] {
        let server = Server::saying(status, r#"{"error":{"message":"not\u001b[1m you"}}"#);
        let harness = Harness::plain(&server);
        let reason = format!("HTTP {status}: not [1m you");
        let embedder = "ollama:m".to_owned();
        assert_eq!(harness.embed(&["a"]), Err(EmbedError::Refused { embedder, reason }));
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn every_pause_is_reported() {
    let server = Server::start(|n, request| match n {
        0 => Play::reply(429, "slower"),
        _ => Play::embed(request),
    });
    let pauses = Arc::new(Mutex::new(Vec::new()));
    let reported = pauses.clone();
    let clock = Arc::new(FakeClock::default());
    let environment = Environment { clock: clock.clone(), ..empty_environment() };
    let on_pause = move |pause: &Pause| reported.lock().unwrap().push(pause.clone());
    let settings = Settings { endpoint: Some(server.url()), ..Settings::new("ollama:m") };
    let embedder = connect(settings, environment, Arc::new(on_pause)).unwrap();
    Harness { embedder, clock }.embed(&["a"]).unwrap();
    let pause = Pause { duration: Duration::from_secs(2), reason: "HTTP 429: slower".to_owned() };
    assert_eq!(*pauses.lock().unwrap(), [pause]);
}
