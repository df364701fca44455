//! No answer is believed unseen, and the key goes to nobody else.

use rutter_provider::embedding::{Key, Settings};

use crate::server::{Play, Server};
use crate::stage::Stage;

/// What is said of this reply to two texts.
fn check(reply: &str, wanted: &str) {
    let server = Server::saying(200, reply);
    let complaint = Stage::plain(&server).complaint(&["a", "b"]);
    let wanted = format!("`ollama:m` gave an answer that makes no sense: {wanted}");
    assert!(complaint.starts_with(&wanted), "{complaint}");
    assert_eq!(server.requests().len(), 1, "a bad answer is not asked for again");
}

#[test]
fn an_answer_that_is_no_json_is_told() {
    check("<html>", "it is not the JSON expected, expected value at line 1");
    check("", "it is not the JSON expected, EOF");
    check(r#"{"embeddings": [[1, 2], [3"#, "it is not the JSON expected, EOF");
    check(r#"{"data": []}"#, "it is not the JSON expected, missing field `embeddings`");
}

#[test]
fn an_answer_without_as_many_vectors_as_texts_is_told() {
    check(r#"{"embeddings": [[1]]}"#, "2 texts were sent, 1 vectors came back");
    check(r#"{"embeddings": [[1],[1],[1]]}"#, "2 texts were sent, 3 vectors came back");
}

#[test]
fn an_answer_with_what_is_no_number_is_told() {
    check(r#"{"embeddings": [[NaN], [1]]}"#, "it is not the JSON expected, expected value");
    check(r#"{"embeddings": [["x"], [1]]}"#, "it is not the JSON expected, invalid type: string");
    check(r#"{"embeddings": [[null], [1]]}"#, "it is not the JSON expected, invalid type: null");
    check(r#"{"embeddings": [[1], [1e39]]}"#, "a vector holds what is not a finite number");
    check(r#"{"embeddings": [[1], [1e999]]}"#, "it is not the JSON expected, number out of range");
}

#[test]
fn an_answer_with_vectors_of_several_lengths_is_told() {
    check(r#"{"embeddings": [[1, 2], [1]]}"#, "its vectors have 2 and 1 dimensions");
    check(r#"{"embeddings": [[], []]}"#, "a vector is empty");
}

#[test]
fn vectors_that_change_their_length_between_answers_are_told() {
    let server = Server::start(|n, _| match n {
        0 => Play::reply(200, r#"{"embeddings": [[1, 2]]}"#),
        _ => Play::reply(200, r#"{"embeddings": [[1, 2, 3]]}"#),
    });
    let stage = Stage::plain(&server);
    assert_eq!(stage.embedder.dims(), None);
    stage.embed(&["a"]).unwrap();
    assert_eq!(stage.embedder.dims(), Some(2));
    let complaint = stage.complaint(&["a"]);
    assert!(complaint.ends_with("its vectors had 2 dimensions before, now 3"), "{complaint}");
}

#[test]
fn vectors_of_another_length_than_asked_for_are_told() {
    let server = Server::saying(200, r#"{"embeddings": [[1, 2]]}"#);
    let stage = Stage::new(&server, Settings { dims: Some(3), ..Settings::new("ollama:m") });
    assert_eq!((stage.embedder.id(), stage.embedder.dims()), ("ollama:m@3", Some(3)));
    let complaint = stage.complaint(&["a"]);
    let wanted = "3 dimensions were asked for, its vectors have 2";
    assert!(complaint.ends_with(wanted), "{complaint}");
}

#[test]
fn numbers_that_leave_gaps_are_told() {
    let vector = |index| format!(r#"{{"index": {index}, "embedding": [1]}}"#);
    for (first, second) in [(0, 0), (1, 2), (7, 0)] {
        let reply = format!(r#"{{"data": [{}, {}]}}"#, vector(first), vector(second));
        let server = Server::saying(200, &reply);
        let stage = Stage::new(&server, Settings::new("openai-compatible:m"));
        let complaint = stage.complaint(&["a", "b"]);
        assert!(complaint.contains("from 0 without gaps"), "{complaint}");
    }
}

#[test]
fn an_answer_without_end_is_not_read_to_its_end() {
    let server = Server::start(|_, _| Play::Flood(33 << 20));
    let complaint = Stage::plain(&server).complaint(&["a"]);
    assert!(complaint.ends_with("it is larger than 32 MiB"), "{complaint}");
}

#[test]
fn an_answer_that_never_ends_is_left_at_the_limit() {
    for status in [200, 400] {
        let piece = vec![b' '; 1 << 16];
        let server = Server::start(move |_, _| Play::Endless(status, "x: y", piece.clone()));
        let complaint = Stage::plain(&server).complaint(&["a"]);
        let is_told = complaint.ends_with("it is larger than 32 MiB") || status == 400;
        assert!(is_told, "{complaint}");
    }
}

#[test]
fn a_redirection_is_not_followed() {
    let elsewhere = Server::saying(200, r#"{"embeddings": [[1]]}"#);
    let location: &'static str = format!("Location: {}", elsewhere.url()).leak();
    let server = Server::start(move |_, _| Play::Reply(307, location, String::new()));
    let settings = Settings { key: Some(Key::new("s3cret")), ..Settings::new("gemini:m") };
    let complaint = Stage::new(&server, settings).complaint(&["a"]);
    assert!(complaint.contains("it sends elsewhere"), "{complaint}");
    assert!(elsewhere.requests().is_empty());
}

#[test]
fn the_key_shows_in_no_message() {
    let key = || Settings { key: Some(Key::new("s3cret")), ..Settings::new("openai:m") };
    assert!(!format!("{:?}", key()).contains("s3cret"));
    let refusal = r#"{"error":{"message":"the key s3cret is wrong"}}"#;
    for (status, body) in [(401, refusal), (200, r#"{"data": "s3cret"}"#), (503, "s3cret")] {
        let server = Server::saying(status, body);
        let error = Stage::new(&server, key()).embed(&["a"]).unwrap_err();
        let told = format!("{error} {error:?}");
        assert!(!told.contains("s3cret"), "{told}");
        assert!(told.contains("***"), "{told}");
    }
}
