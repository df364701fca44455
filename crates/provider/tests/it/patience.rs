//! What may pass is waited for, in good measure; what will not is told at once.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rutter_domain::EmbedError;
use rutter_provider::embedding::{Pause, Settings, Surroundings, connect_with};

use crate::server::{Play, Server};
use crate::stage::{PlayedClock, Stage, quiet};

/// Plays these one after the other, then answers well; returns the waits between.
fn waits(plays: impl Fn(usize) -> Option<Play> + Send + Sync + 'static) -> Vec<u64> {
    let server = Server::start(move |n, request| plays(n).unwrap_or_else(|| Play::embed(request)));
    let stage = Stage::plain(&server);
    assert_eq!(stage.embed(&["text 7"]), Ok(vec![vec![6.0, 7.0]]));
    let waits = stage.clock.waits_seconds();
    assert_eq!(server.requests().len(), waits.len() + 1);
    waits
}

fn busy(n: usize, header: &'static str) -> Option<Play> {
    (n == 0).then(|| Play::Reply(429, header, String::new()))
}

#[test]
fn a_busy_service_is_given_more_time_each_time() {
    assert_eq!(waits(|n| (n < 5).then(|| Play::reply(429, "slower"))), [2, 4, 8, 16, 32]);
}

#[test]
fn a_busy_service_is_left_alone_for_as_long_as_it_asks() {
    assert_eq!(waits(|n| busy(n, "Retry-After: 7")), [7]);
}

#[test]
fn a_busy_service_is_left_alone_until_the_date_it_names() {
    assert_eq!(waits(|n| busy(n, "Retry-After: Sun, 06 Nov 1994 08:50:07 GMT")), [30]);
}

#[test]
fn a_wait_that_cannot_be_read_is_none() {
    assert_eq!(waits(|n| busy(n, "Retry-After: a while")), [2]);
}

#[test]
fn an_error_of_the_service_is_waited_out() {
    assert_eq!(waits(|n| (n < 2).then(|| Play::reply(500 + n as u16 * 3, "oops"))), [2, 4]);
}

#[test]
fn a_silent_service_is_asked_again_after_its_time() {
    let server = Server::start(|_, _| Play::Silence);
    let settings = Settings { timeout: Duration::from_millis(40), ..Settings::new("ollama:m") };
    let stage = Stage::new(&server, settings);
    let complaint = stage.complaint(&["a"]);
    assert!(complaint.ends_with("did not answer in time"), "{complaint}");
    assert_eq!(stage.clock.waits_seconds(), [2, 4, 8]);
}

#[test]
fn a_lost_connection_is_waited_out() {
    assert_eq!(waits(|n| (n == 0).then_some(Play::HangUp)), [2]);
    assert_eq!(waits(|n| (n == 0).then_some(Play::Cut)), [2]);
}

#[test]
fn patience_ends() {
    let server = Server::saying(503, r#"{"error":"under water"}"#);
    let stage = Stage::plain(&server);
    let complaint = stage.complaint(&["a"]);
    assert_eq!(complaint, "`ollama:m` did not embed in 4 attempts: HTTP 503: under water");
    assert_eq!(stage.clock.waits_seconds(), [2, 4, 8]);
}

#[test]
fn a_service_that_asks_for_an_hour_is_not_waited_for() {
    let server = Server::start(|_, _| Play::Reply(429, "Retry-After: 3600", String::new()));
    let stage = Stage::plain(&server);
    let complaint = stage.complaint(&["a"]);
    assert_eq!(complaint, "`ollama:m` cannot embed now: HTTP 429; it asks to come back in 3600 s");
    assert!(stage.clock.waits_seconds().is_empty());
}

#[test]
fn a_service_that_never_answered_is_not_waited_for() {
    let settings =
        Settings { endpoint: Some("http://127.0.0.1:1".to_owned()), ..Settings::new("ollama:m") };
    let clock = Arc::new(PlayedClock::default());
    let surroundings = Surroundings { clock: clock.clone(), ..quiet() };
    let embedder = connect_with(settings, surroundings).unwrap();
    let stage = Stage { embedder, clock };
    let complaint = stage.complaint(&["a"]);
    assert_eq!(complaint, "`ollama:m` cannot embed now: nothing listens at 127.0.0.1:1");
    assert!(stage.clock.waits_seconds().is_empty());
}

#[test]
fn a_refusal_is_final_and_says_why() {
    for status in [400, 401, 403, 404] {
        let server = Server::saying(status, r#"{"error":{"message":"not\u001b[1m you"}}"#);
        let stage = Stage::plain(&server);
        let reason = format!("HTTP {status}: not [1m you");
        let embedder = "ollama:m".to_owned();
        assert_eq!(stage.embed(&["a"]), Err(EmbedError::Refused { embedder, reason }));
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn every_pause_is_told() {
    let server = Server::start(|n, request| match n {
        0 => Play::reply(429, "slower"),
        _ => Play::embed(request),
    });
    let pauses = Arc::new(Mutex::new(Vec::new()));
    let heard = pauses.clone();
    let clock = Arc::new(PlayedClock::default());
    let surroundings = Surroundings {
        clock: clock.clone(),
        on_pause: Arc::new(move |pause: &Pause| heard.lock().unwrap().push(pause.clone())),
        ..quiet()
    };
    let settings = Settings { endpoint: Some(server.url()), ..Settings::new("ollama:m") };
    let embedder = connect_with(settings, surroundings).unwrap();
    Stage { embedder, clock }.embed(&["a"]).unwrap();
    let pause = Pause { duration: Duration::from_secs(2), reason: "HTTP 429: slower".to_owned() };
    assert_eq!(*pauses.lock().unwrap(), [pause]);
}
