//! Whoever waits may leave at any moment. Only here is the clock a real one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rutter_domain::{EmbedError, Purpose};
use rutter_provider::embedding::{Settings, connect_with};

use crate::server::{Play, Server};
use crate::stage::{Stage, quiet};

/// Cancels as soon as the server has been asked, and measures how long it takes to leave.
fn check(play: impl Fn() -> Play + Send + Sync + 'static) {
    let server = Server::start(move |_, _| play());
    let settings = Settings { endpoint: Some(server.url()), ..Settings::new("ollama:m") };
    let embedder = connect_with(settings, quiet()).unwrap();
    let cancelled = AtomicBool::new(false);
    thread::scope(|scope| {
        let embed = scope.spawn(|| embedder.embed(&["a"], Purpose::Query, &cancelled));
        while server.requests().is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(30));
        assert!(!embed.is_finished());
        let begun = Instant::now();
        cancelled.store(true, Ordering::Relaxed);
        assert_eq!(embed.join().unwrap(), Err(EmbedError::Cancelled));
        // Far below the minute that it would take otherwise, and enough for a busy machine.
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    });
}

#[test]
fn a_pause_can_be_left() {
    check(|| Play::Reply(429, "Retry-After: 60", String::new()));
}

#[test]
fn a_silent_service_can_be_left() {
    check(|| Play::Silence);
}

#[test]
fn what_is_cancelled_before_it_begins_sends_nothing() {
    let server = Server::saying(500, "");
    let embedder = Stage::plain(&server).embedder;
    let outcome = embedder.embed(&["a"], Purpose::Document, &AtomicBool::new(true));
    assert_eq!(outcome, Err(EmbedError::Cancelled));
    assert!(server.requests().is_empty());
}
