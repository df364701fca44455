//! A reply is read up to its limits and no further.

use std::time::Duration;

use rutter_provider::language::{Choice, Delivery, Error, ReplyLimits, Request, connect};
use serde_json::Value;

use super::harness::{
    EVENTS, JSON, LINES, Recorder, ask, choice, environment, openai_call, openai_calls, question,
    streamed, tool_request,
};
use crate::server::{Play, Server};

const SMALL: ReplyLimits =
    ReplyLimits { body: 64 << 10, event: 8 << 10, error_body: 1 << 10, n_values: 1_000 };

/// Checks the error of a model with small limits on a server that always answers with this play.
async fn check(
    name: &str,
    delivery: Delivery,
    play: impl Fn() -> Play + Send + Sync + 'static,
    expected: &str,
) {
    let server = Server::start(move |_, _| play());
    let small = Choice { reply_limits: SMALL, ..choice(name, &server) };
    let model = connect(&small, &environment(&[("GEMINI_API_KEY", "k")])).unwrap().model;
    let request = Request { delivery, ..question("?") };
    let error = Recorder::default().ask(&*model, &request).await.unwrap_err();
    assert_eq!(error.to_string(), format!("`{name}` refuses the request: {expected}"));
    // A list of models is asked for in two ways.
    let n_requests = if name == "openai-compatible" { 2 } else { 1 };
    assert_eq!(server.requests().len(), n_requests, "it is not retried");
}

#[tokio::test]
async fn an_endless_reply_is_refused_at_the_limit() {
    for name in ["gpt-4o", "claude-x", "gemini-x", "ollama::m"] {
        let blanks = || Play::Endless(200, JSON, vec![b' '; 1 << 12]);
        check(name, Delivery::Whole, blanks, "the reply is larger than 65536 bytes").await;
        let text = || Play::Endless(200, JSON, b"{\"choices\":\"aaaaaaaaaaaaaaa".to_vec());
        check(name, Delivery::Whole, text, "the reply contains more than 1000 JSON values").await;
    }
}

#[tokio::test]
async fn an_endless_stream_is_refused_at_the_limit() {
    let expected = "the reply is larger than 65536 bytes";
    let event = || Play::Endless(200, EVENTS, b": still there\n\n".to_vec());
    for name in ["gpt-4o", "claude-x", "gemini-x"] {
        check(name, Delivery::Streamed, event, expected).await;
    }
    let line = || Play::Endless(200, LINES, b"{\"message\":{\"content\":\"a\"}}\n".to_vec());
    check("ollama::m", Delivery::Streamed, line, expected).await;
}

#[tokio::test]
async fn a_line_of_an_endless_stream_is_refused_at_the_limit_of_an_event() {
    let expected = "an event of the reply is larger than 8192 bytes";
    for (name, header) in [("gpt-4o", EVENTS), ("claude-x", EVENTS), ("ollama::m", LINES)] {
        let line = move || Play::Endless(200, header, b"data: aaaaaaaaaaaaaaaa".to_vec());
        check(name, Delivery::Streamed, line, expected).await;
    }
    let lines = || Play::Endless(200, EVENTS, b"data: aaaaaaaaaaaaaaaa\r\n".to_vec());
    check("gpt-4o", Delivery::Streamed, lines, expected).await;
}

#[tokio::test]
async fn a_compressed_reply_is_refused_unread() {
    let header = "content-type: application/json\r\ncontent-encoding: gzip";
    for delivery in [Delivery::Whole, Delivery::Streamed] {
        let play = move || Play::Endless(200, header, vec![0x1f, 0x8b, 8, 0]);
        check(
            "gpt-4o",
            delivery,
            play,
            "the reply is compressed (`gzip`), which was not requested",
        )
        .await;
    }
}

#[tokio::test]
async fn an_endless_error_is_reported_by_its_beginning() {
    for delivery in [Delivery::Whole, Delivery::Streamed] {
        let server = Server::start(|_, _| Play::Endless(400, "x: y", b"no, ".to_vec()));
        let small = Choice { reply_limits: SMALL, ..choice("gpt-4o", &server) };
        let model = connect(&small, &environment(&[])).unwrap().model;
        let request = Request { delivery, ..question("?") };
        let error = Recorder::default().ask(&*model, &request).await.unwrap_err();
        let Error::Refused { reason, .. } = &error else { panic!("{error:?}") };
        assert!(reason.starts_with("no, no, no,") && reason.len() < 400, "{reason}");
    }
}

#[tokio::test]
async fn an_endless_list_of_models_is_refused_at_the_limit() {
    let blanks = || Play::Endless(200, JSON, vec![b' '; 1 << 12]);
    let expected = "the reply is larger than 65536 bytes";
    check("openai-compatible", Delivery::Whole, blanks, expected).await;
}

#[tokio::test]
async fn the_default_limit_is_sixteen_mebibytes() {
    for (delivery, header) in [(Delivery::Whole, JSON), (Delivery::Streamed, EVENTS)] {
        let play = move |_| Play::Endless(200, header, b"data: 1\n\n".repeat(1 << 13));
        let request = Request { delivery, ..question("?") };
        let (outcome, _, _) = ask("gpt-4o", play, &request).await;
        assert_eq!(
            outcome.unwrap_err().to_string(),
            "`gpt-4o` refuses the request: the reply is larger than 16 MiB"
        );
    }
}

#[tokio::test]
async fn only_the_first_128_calls_of_a_reply_are_read() {
    let long = "n".repeat(10_000);
    let calls: Vec<Value> = (0..5_000).map(|_| openai_call("same", &long, "{}")).collect();
    let play = move |_| openai_calls(&calls[..200]);
    let (outcome, _, _) = ask("gpt-4o", play, &tool_request()).await;
    let reply = outcome.unwrap();
    assert_eq!(reply.turn.calls.len(), 128);
    assert_eq!(reply.remarks, ["the reply contains 200 calls; 72 after the first 128 are dropped"]);
    let ids: std::collections::HashSet<&str> =
        reply.turn.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids.len(), 128);
    assert!(reply.turn.calls.iter().all(|call| call.name.len() == 256));
}

#[tokio::test]
async fn a_timeout_does_not_exceed_its_limit() {
    let server = Server::start(|_, _| Play::Silence);
    let short = Choice { limit_timeout: Some(Duration::from_millis(20)), ..choice("m", &server) };
    let model = connect(&short, &environment(&[])).unwrap().model;
    let error = Recorder::default().ask(&*model, &streamed(question("?"))).await.unwrap_err();
    assert!(error.to_string().contains("it did not answer in 20ms"), "{error}");
}
