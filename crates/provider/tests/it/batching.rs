//! Many texts are sent in batches, several at once, and come back in order.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use crate::harness::Harness;
use crate::server::{Play, Request, Server, vector};

fn texts(n_texts: usize) -> Vec<String> {
    (0..n_texts).map(|n| format!("text {n}")).collect()
}

/// Embeds `n_texts` texts and checks that each gets its own vector.
fn check_order(server: &Server, n_texts: usize) {
    let texts = texts(n_texts);
    let slices: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = Harness::plain(server).embed(&slices).unwrap();
    let expected: Vec<Vec<f32>> = texts.iter().map(|text| vector(text).to_vec()).collect();
    assert_eq!(vectors, expected);
}

fn sizes(requests: &[Request]) -> Vec<usize> {
    let mut sizes: Vec<usize> = requests.iter().map(|request| request.inputs().len()).collect();
    sizes.sort_unstable();
    sizes
}

#[test]
fn no_texts_need_no_request() {
    let server = Server::saying(500, "");
    assert_eq!(Harness::plain(&server).embed(&[]), Ok(Vec::new()));
    assert!(server.requests().is_empty());
}

#[test]
fn many_texts_are_sent_in_batches() {
    let server = Server::start(|_, request| Play::embed(request));
    check_order(&server, 100);
    assert_eq!(sizes(&server.requests()), [4, 32, 32, 32]);
}

#[test]
fn two_batches_are_in_flight_at_once_and_keep_their_order() {
    let n_arrived = Mutex::new(0);
    let arrival = Condvar::new();
    let has_timed_out = Arc::new(AtomicBool::new(false));
    let timed_out = has_timed_out.clone();
    let server = Server::start(move |_, request| {
        *n_arrived.lock().unwrap() += 1;
        arrival.notify_all();
        // The first batch is answered only after the request for the last one has arrived.
        if request.inputs()[0] == "text 0" {
            let limit = Duration::from_secs(60);
            let arrived = n_arrived.lock().unwrap();
            let waited = arrival.wait_timeout_while(arrived, limit, |n| *n < 3).unwrap();
            timed_out.store(waited.1.timed_out(), Ordering::Relaxed);
        }
        Play::embed(request)
    });
    check_order(&server, 96);
    assert!(!has_timed_out.load(Ordering::Relaxed), "the batches were sent one by one");
}

#[test]
fn several_callers_together_send_no_more_at_once_than_one() {
    // Counted here and checked outside: an assertion in a server thread would only fail a request.
    let n_in_flight = AtomicUsize::new(0);
    let largest = Arc::new(AtomicUsize::new(0));
    let observed = largest.clone();
    let server = Server::start(move |_, request| {
        let n_now = n_in_flight.fetch_add(1, Ordering::SeqCst) + 1;
        observed.fetch_max(n_now, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(2));
        n_in_flight.fetch_sub(1, Ordering::SeqCst);
        Play::embed(request)
    });
    let harness = Harness::plain(&server);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| harness.embed(&["text 1"]).unwrap());
        }
    });
    let largest = largest.load(Ordering::SeqCst);
    assert!((1..=2).contains(&largest), "{largest} requests at once");
    assert_eq!(server.requests().len(), 6);
    assert!(harness.clock.waits_seconds().is_empty(), "no request failed");
}

#[test]
fn a_batch_that_is_too_large_is_sent_in_halves() {
    let server = Server::start(|_, request| match request.inputs().len() {
        0..=2 => Play::embed(request),
        _ => Play::reply(413, "too much"),
    });
    check_order(&server, 7);
    assert_eq!(sizes(&server.requests()), [1, 2, 2, 2, 3, 4, 7]);
}

#[test]
fn a_text_that_is_too_long_is_halved_until_it_fits() {
    let server = Server::start(|_, request| {
        if request.inputs().iter().any(|t| t.len() > 1000) {
            Play::reply(400, r#"{"error":"the input exceeds the context length"}"#)
        } else {
            Play::embed(request)
        }
    });
    let long = "é".repeat(2000);
    let vectors = Harness::plain(&server).embed(&["short", &long, "text 9"]).unwrap();
    assert_eq!(vectors, [[5.0, 0.0], [1000.0, 0.0], [6.0, 9.0]]);
}

#[test]
fn a_text_that_never_fits_is_refused() {
    let server = Server::saying(413, r#"{"error":"too large"}"#);
    let message = Harness::plain(&server).error_message(&["a", "b"]);
    assert_eq!(message, "`ollama:m` refuses to embed: HTTP 413: too large");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_very_long_text_is_truncated_before_it_is_sent() {
    let server = Server::start(|_, request| Play::embed(request));
    let long = "é".repeat(1_000_000);
    let vectors = Harness::plain(&server).embed(&[&long]).unwrap();
    assert_eq!(vectors, [[24_000.0, 0.0]]);
}

#[test]
fn a_failure_of_one_batch_is_the_failure_of_all() {
    let server = Server::start(|_, request| match request.inputs()[0].as_str() {
        "text 32" => Play::reply(401, "no"),
        _ => Play::embed(request),
    });
    let texts = texts(320);
    let slices: Vec<&str> = texts.iter().map(String::as_str).collect();
    let message = Harness::plain(&server).error_message(&slices);
    assert_eq!(message, "`ollama:m` refuses to embed: HTTP 401: no");
}
