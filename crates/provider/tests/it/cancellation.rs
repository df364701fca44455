//! A caller can cancel at any moment. Only these tests use the real clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rutter_domain::{EmbedError, Purpose};
use rutter_provider::embedding::{Settings, connect};

use crate::harness::{Harness, empty_environment};
use crate::server::{Play, Server};

/// Cancels after the server got a request and checks that `embed` returns soon.
fn check(play: impl Fn() -> Play + Send + Sync + 'static) {
    let server = Server::start(move |_, _| play());
    // Without the cancellation, the call would take five minutes.
    let timeout = Duration::from_secs(300);
    let settings = Settings { endpoint: Some(server.url()), timeout, ..Settings::new("ollama:m") };
    let embedder = connect(settings, empty_environment(), Arc::new(|_| {})).unwrap();
    let cancelled = AtomicBool::new(false);
    thread::scope(|scope| {
        let embed = scope.spawn(|| embedder.embed(&["a"], Purpose::Query, &cancelled));
        while server.requests().is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(30));
        assert!(!embed.is_finished());
        let start = Instant::now();
        cancelled.store(true, Ordering::Relaxed);
        assert_eq!(embed.join().unwrap(), Err(EmbedError::Cancelled));
        assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
    });
}

#[test]
fn a_pause_can_be_cancelled() {
    check(|| Play::Reply(429, "Retry-After: 300", String::new()));
}

#[test]
fn a_request_without_answer_can_be_cancelled() {
    check(|| Play::Silence);
}

#[test]
fn a_call_that_is_cancelled_before_it_starts_sends_nothing() {
    let server = Server::saying(500, "");
    let embedder = Harness::plain(&server).embedder;
    let outcome = embedder.embed(&["a"], Purpose::Document, &AtomicBool::new(true));
    assert_eq!(outcome, Err(EmbedError::Cancelled));
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn an_embedder_can_be_used_and_dropped_inside_a_runtime() {
    let server = Server::start(|_, request| Play::embed(request));
    let harness = Harness::plain(&server);
    assert_eq!(harness.embed(&["text 7"]), Ok(vec![vec![6.0, 7.0]]));
    drop(harness);
}
