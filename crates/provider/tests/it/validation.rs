//! Every reply is validated, and the key goes to nobody else.

use std::io::Write;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use rutter_domain::{EmbedError, Purpose};
use rutter_provider::embedding::{Settings, connect};
use rutter_provider::transport::Key;

use crate::harness::{Harness, empty_environment};
use crate::server::{Play, Server};

/// Checks the error for this reply to two texts.
fn check(reply: &str, expected: &str) {
    let server = Server::saying(200, reply);
    let message = Harness::plain(&server).error_message(&["a", "b"]);
    let expected = format!("`ollama:m` sent an invalid reply: {expected}");
    assert!(message.starts_with(&expected), "{message}");
    assert_eq!(server.requests().len(), 1, "an invalid reply is not retried");
}

#[test]
fn a_reply_that_is_not_json_is_refused() {
    check("<html>", "it is not the expected JSON, expected value at line 1");
    check("", "it is not the expected JSON, EOF");
    check(r#"{"embeddings": [[1, 2], [3"#, "it is not the expected JSON, EOF");
    check(r#"{"data": []}"#, "it is not the expected JSON, missing field `embeddings`");
}

#[test]
fn a_reply_with_a_wrong_number_of_vectors_is_refused() {
    check(r#"{"embeddings": [[1]]}"#, "2 texts were sent, 1 vectors came back");
    check(r#"{"embeddings": [[1],[1],[1]]}"#, "2 texts were sent, 3 vectors came back");
}

#[test]
fn a_reply_with_invalid_numbers_is_refused() {
    check(r#"{"embeddings": [[NaN], [1]]}"#, "it is not the expected JSON, expected value");
    check(r#"{"embeddings": [["x"], [1]]}"#, "it is not the expected JSON, invalid type: string");
    check(r#"{"embeddings": [[null], [1]]}"#, "it is not the expected JSON, invalid type: null");
    check(r#"{"embeddings": [[1], [1e39]]}"#, "a vector contains a number that is not finite");
    check(r#"{"embeddings": [[1], [1e999]]}"#, "it is not the expected JSON, number out of range");
}

#[test]
fn a_reply_with_vectors_of_several_lengths_is_refused() {
    check(r#"{"embeddings": [[1, 2], [1]]}"#, "its vectors have 2 and 1 dimensions");
    check(r#"{"embeddings": [[], []]}"#, "a vector is empty");
}

#[test]
fn vectors_that_change_their_length_between_replies_are_refused() {
    let server = Server::start(|n, _| match n {
        0 => Play::reply(200, r#"{"embeddings": [[1, 2]]}"#),
        _ => Play::reply(200, r#"{"embeddings": [[1, 2, 3]]}"#),
    });
    let harness = Harness::plain(&server);
    assert_eq!(harness.embedder.dims(), None);
    harness.embed(&["a"]).unwrap();
    assert_eq!(harness.embedder.dims(), Some(2));
    let message = harness.error_message(&["a"]);
    assert!(message.ends_with("its vectors had 2 dimensions before, now 3"), "{message}");
}

#[test]
fn vectors_of_another_length_than_requested_are_refused() {
    let server = Server::saying(200, r#"{"embeddings": [[1, 2]]}"#);
    let harness = Harness::new(&server, Settings { dims: Some(3), ..Settings::new("ollama:m") });
    assert_eq!((harness.embedder.id(), harness.embedder.dims()), ("ollama:m@3", Some(3)));
    let message = harness.error_message(&["a"]);
    let expected = "3 dimensions were requested, its vectors have 2";
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn numbering_with_gaps_is_refused() {
    let vector = |index| format!(r#"{{"index": {index}, "embedding": [1]}}"#);
    for (first, second) in [(0, 0), (1, 2), (7, 0)] {
        let reply = format!(r#"{{"data": [{}, {}]}}"#, vector(first), vector(second));
        let server = Server::saying(200, &reply);
        let harness = Harness::new(&server, Settings::new("openai-compatible:m"));
        let message = harness.error_message(&["a", "b"]);
        assert!(message.contains("from 0 without gaps"), "{message}");
    }
}

#[test]
fn a_large_reply_is_not_read_to_its_end() {
    let server = Server::start(|_, _| Play::Flood(33 << 20));
    let message = Harness::plain(&server).error_message(&["a"]);
    assert!(message.ends_with("it is larger than 32 MiB"), "{message}");
}

#[test]
fn an_endless_reply_is_read_up_to_the_limit() {
    for status in [200, 400] {
        let piece = vec![b' '; 1 << 16];
        let server = Server::start(move |_, _| Play::Endless(status, "x: y", piece.clone()));
        let message = Harness::plain(&server).error_message(&["a"]);
        let is_reported = message.ends_with("it is larger than 32 MiB") || status == 400;
        assert!(is_reported, "{message}");
    }
}

#[test]
fn a_redirect_is_not_followed() {
    let elsewhere = Server::saying(200, r#"{"embeddings": [[1]]}"#);
    let location: &'static str = format!("Location: {}", elsewhere.url()).leak();
    let server = Server::start(move |_, _| Play::Reply(307, location, String::new()));
    let settings = Settings { key: Some(Key::new("s3cret")), ..Settings::new("gemini:m") };
    let message = Harness::new(&server, settings).error_message(&["a"]);
    assert!(message.contains("it redirects"), "{message}");
    assert!(elsewhere.requests().is_empty());
}

#[test]
fn the_key_shows_in_no_message() {
    let key = || Settings { key: Some(Key::new("s3cret")), ..Settings::new("openai:m") };
    assert!(!format!("{:?}", key()).contains("s3cret"));
    let refusal = r#"{"error":{"message":"the key s3cret is wrong"}}"#;
    for (status, body) in [(401, refusal), (200, r#"{"data": "s3cret"}"#), (503, "s3cret")] {
        let server = Server::saying(status, body);
        let error = Harness::new(&server, key()).embed(&["a"]).unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("s3cret"), "{shown}");
        assert!(shown.contains("[key]"), "{shown}");
    }
}

#[test]
fn a_compressed_reply_is_not_decompressed() {
    let server =
        Server::start(|_, _| Play::Endless(200, "content-encoding: gzip", vec![0x1f; 1 << 16]));
    let message = Harness::plain(&server).error_message(&["a"]);
    assert!(message.ends_with("it is larger than 32 MiB"), "{message}");
    assert_eq!(server.requests()[0].header("accept-encoding"), None);
}

#[test]
fn a_huge_header_is_refused() {
    let header: &'static str = format!("x: {}", "y".repeat(1 << 20)).leak();
    let server = Server::start(move |_, _| Play::Reply(200, header, String::new()));
    let message = Harness::plain(&server).error_message(&["a"]);
    assert!(message.ends_with("its header is too large"), "{message}");
}

#[test]
fn a_server_without_tls_is_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream.unwrap().write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let endpoint = Some(format!("https://{address}"));
    let settings = Settings { endpoint, ..Settings::new("ollama:m") };
    let embedder = connect(settings, empty_environment(), Arc::new(|_| {})).unwrap();
    let error = embedder.embed(&["a"], Purpose::Query, &AtomicBool::new(false)).unwrap_err();
    let EmbedError::Refused { reason, .. } = &error else { panic!("{error:?}") };
    assert!(reason.starts_with(&format!("cannot talk to {address}, ")), "{reason}");
}
