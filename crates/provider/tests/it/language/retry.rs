//! Temporary failures are retried after a wait; permanent ones are reported at once.

use std::sync::Arc;
use std::time::Duration;

use rutter_provider::language::{Choice, Error, Request, connect};
use serde_json::json;

use super::harness::{
    JSON, Recorder, anthropic, ask, choice, environment, gemini, model, openai_text, question, say,
    tool_request,
};
use crate::server::{Play, Server};

/// Answers with these plays, then with success, and returns the waits between the attempts.
async fn waits(plays: impl Fn(usize) -> Option<Play> + Send + Sync + 'static) -> Vec<u128> {
    let play = move |n| plays(n).unwrap_or_else(|| openai_text("hello"));
    let (outcome, recorder, server) = ask("gpt-4o", play, &question("?")).await;
    let reply = outcome.unwrap();
    assert_eq!(reply.turn.text, "hello");
    assert_eq!(server.requests().len(), recorder.pauses_millis().len() + 1);
    assert_eq!(server.requests().len(), reply.n_requests as usize);
    recorder.pauses_millis()
}

/// The wait after the first failure, which is cancelled at once.
async fn first_wait(header: &'static str, body: &'static str) -> Duration {
    let server = Server::start(move |_, _| Play::Reply(429, header, body.to_owned()));
    let recorder = Recorder { is_impatient: true, ..Recorder::default() };
    let error = recorder.ask(&*model("gemini-x", &server), &question("?")).await.unwrap_err();
    assert_eq!(error, Error::Cancelled);
    let pauses = recorder.pauses.lock().unwrap();
    assert!(pauses[0].reason.contains("asks for fewer requests"), "{}", pauses[0].reason);
    pauses[0].duration
}

async fn permanent_error(name: &str, status: u16, body: &'static str) -> Error {
    let request = Request { temperature: None, ..tool_request() };
    let play = move |_| Play::Reply(status, JSON, body.to_owned());
    let (outcome, recorder, server) = ask(name, play, &request).await;
    assert_eq!(recorder.pauses_millis(), [0_u128; 0]);
    assert_eq!(server.requests().len(), 1);
    outcome.unwrap_err()
}

#[tokio::test]
async fn a_server_error_is_retried_after_waits_that_double() {
    let status = |n: usize| [500, 503, 529][n];
    let waits = waits(move |n| (n < 3).then(|| Play::reply(status(n), "oops"))).await;
    assert_eq!(waits, [2, 4, 8]);
}

#[tokio::test]
async fn a_rate_limited_request_waits_half_as_long_again_each_time() {
    assert_eq!(waits(|n| (n < 3).then(|| Play::reply(429, "slower"))).await, [2, 3, 4]);
}

#[tokio::test]
async fn a_requested_wait_in_milliseconds_is_respected() {
    let busy = |n| (n == 0).then(|| Play::Reply(429, "retry-after-ms: 5", String::new()));
    assert_eq!(waits(busy).await, [5]);
}

#[tokio::test]
async fn a_requested_wait_is_respected() {
    assert_eq!(first_wait("Retry-After: 7", "").await, Duration::from_secs(7));
    let delay = r#"{"error":{"code":429,"message":"slow","details":[{"retryDelay":"31.5s"}]}}"#;
    assert_eq!(first_wait(JSON, delay).await, Duration::from_millis(31_500));
    let past = "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT";
    assert_eq!(first_wait(past, "").await, Duration::from_millis(2));
}

#[tokio::test]
async fn a_requested_wait_of_hours_is_reported_at_once() {
    let play = |_| Play::Reply(429, "Retry-After: 7200", "later".to_owned());
    let (outcome, recorder, _) = ask("gpt-4o", play, &question("?")).await;
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "the quota of `gpt-4o` is used up: it asks clients to wait 120 minutes, later \
         (status 429)"
    );
    assert_eq!(recorder.pauses_millis(), [0_u128; 0]);
}

#[tokio::test]
async fn there_are_at_most_four_attempts() {
    let play = |_| Play::reply(500, r#"{"error":{"message":"oops"}}"#);
    let (outcome, recorder, server) = ask("claude-x", play, &question("?")).await;
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "`claude-x` did not answer in 4 attempts: oops (status 500)"
    );
    assert_eq!(recorder.pauses_millis(), [2, 4, 8]);
    assert_eq!(server.requests().len(), 4);
}

#[tokio::test]
async fn an_invalid_reply_is_retried() {
    let plays: [fn() -> Play; 7] = [
        || Play::Cut,
        || Play::CutAfter(JSON, "{\"choices\":".to_owned()),
        || Play::HangUp,
        || Play::Reply(200, JSON, "{\"choices\": [".to_owned()),
        || Play::Reply(200, "content-type: text/html", "<html>".to_owned()),
        || say(&json!({ "choices": [] })),
        || {
            say(
                &json!({ "choices": [{ "message": { "content": null }, "finish_reason": "stop" }] }),
            )
        },
    ];
    for play in plays {
        assert_eq!(waits(move |n| (n == 0).then(play)).await, [2]);
    }
}

#[tokio::test]
async fn an_empty_reply_of_gemini_or_anthropic_is_retried() {
    let play = |n| match n {
        0 => say(&json!({ "candidates": [] })),
        1 => say(&json!({})),
        2 => gemini(json!([]), "MALFORMED_FUNCTION_CALL"),
        _ => gemini(json!([{ "text": "hello" }]), "STOP"),
    };
    let (outcome, recorder, _) = ask("gemini-x", play, &question("?")).await;
    assert_eq!(outcome.unwrap().turn.text, "hello");
    assert_eq!(recorder.pauses_millis(), [2, 4, 8]);
    assert!(recorder.pauses.lock().unwrap()[2].reason.contains("MALFORMED_FUNCTION_CALL"));
    let play = |n| match n {
        0 => anthropic(json!([]), "end_turn"),
        _ => anthropic(json!([{ "type": "text", "text": "hello" }]), "end_turn"),
    };
    let (outcome, recorder, _) = ask("claude-x", play, &question("?")).await;
    assert_eq!(outcome.unwrap().turn.text, "hello");
    assert_eq!(recorder.pauses_millis(), [2]);
}

#[tokio::test]
async fn a_timeout_is_retried() {
    let server = Server::start(|_, _| Play::Silence);
    let hasty = Choice { timeout: Some(Duration::from_millis(30)), ..choice("gpt-4o", &server) };
    let connected = connect(&hasty, &environment(&[])).unwrap();
    let recorder = Recorder::default();
    let error = recorder.ask(&*connected.model, &question("?")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "`gpt-4o` did not answer in 4 attempts: it did not answer in 30ms"
    );
    assert_eq!(recorder.pauses_millis(), [2, 4, 8]);
}

#[tokio::test]
async fn a_bad_key_is_reported_at_once() {
    for (name, status, body) in [
        ("gpt-4o", 401, r#"{"error":{"message":"wrong key"}}"#),
        ("claude-x", 403, r#"{"error":{"message":"wrong key"}}"#),
        (
            "gemini-x",
            400,
            r#"{"error":{"message":"wrong key","details":[{"reason":"API_KEY_INVALID"}]}}"#,
        ),
    ] {
        let error = permanent_error(name, status, body).await;
        let reason = format!("wrong key (status {status})");
        assert_eq!(error, Error::BadKey { model: name.to_owned(), reason });
    }
}

#[tokio::test]
async fn a_quota_that_is_used_up_is_reported_at_once() {
    for (name, status, body) in [
        (
            "gemini-x",
            429,
            r#"{"error":{"message":"used up","details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProject"}]},{"retryDelay":"9s"}]}}"#,
        ),
        ("gpt-4o", 429, r#"{"error":{"message":"used up","code":"insufficient_quota"}}"#),
        ("claude-x", 402, r#"{"error":{"message":"used up"}}"#),
    ] {
        let error = permanent_error(name, status, body).await;
        let reason = format!("used up (status {status})");
        assert_eq!(error, Error::Quota { model: name.to_owned(), reason });
    }
}

#[tokio::test]
async fn a_permanent_refusal_is_reported_at_once() {
    let error = permanent_error("gpt-4o", 400, r#"{"error":{"message":"context too long"}}"#).await;
    assert_eq!(error.to_string(), "`gpt-4o` refuses the request: context too long (status 400)");
    let error = permanent_error("gpt-4o", 404, r#"{"error":"no such model"}"#).await;
    assert_eq!(
        error.to_string(),
        "the model `gpt-4o` cannot be used: no such model (status 404); check the name and the \
         endpoint"
    );
    let error = permanent_error("gpt-4o", 302, "").await;
    assert_eq!(
        error.to_string(),
        "`gpt-4o` refuses the request: it redirects; use that address as the endpoint instead"
    );
}

#[tokio::test]
async fn a_model_without_function_calling_is_recognised_by_its_errors() {
    for (status, body) in [
        (400, r#"{"error":"gemma does not support tools"}"#),
        (500, r#"{"error":{"message":"tools param requires --jinja flag"}}"#),
        (404, r#"{"error":{"message":"No endpoints found that support tool use"}}"#),
        (400, r#"{"error":{"message":"Function calling is not enabled for this model"}}"#),
    ] {
        let server = Server::start(move |_, _| Play::Reply(status, JSON, body.to_owned()));
        let native = Choice {
            dispatch: rutter_provider::language::Dispatch::Native,
            ..choice("m", &server)
        };
        let connected = connect(&native, &environment(&[])).unwrap();
        let error = Recorder::default().ask(&*connected.model, &tool_request()).await.unwrap_err();
        assert!(matches!(error, Error::NoTools { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn a_temperature_that_is_refused_is_left_out_from_then_on() {
    let server = Server::start(|_, request| match request.body.get("temperature") {
        Some(_) => Play::Reply(
            400,
            JSON,
            r#"{"error":{"message":"unsupported value: 'temperature'"}}"#.to_owned(),
        ),
        None => openai_text("hello"),
    });
    let model = model("gpt-5", &server);
    let request = Request { temperature: Some(0.1), ..question("?") };
    let recorder = Recorder::default();
    for _ in 0..2 {
        assert_eq!(recorder.ask(&*model, &request).await.unwrap().turn.text, "hello");
    }
    assert_eq!(recorder.pauses_millis(), [0_u128; 0]);
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn no_more_requests_per_minute_are_sent_than_allowed() {
    let server = Server::start(|_, _| openai_text("hello"));
    let slow = Choice { rpm: Some(1), ..choice("gpt-4o", &server) };
    let connected = connect(&slow, &environment(&[])).unwrap();
    let recorder = Recorder { is_impatient: true, ..Recorder::default() };
    recorder.ask(&*connected.model, &question("?")).await.unwrap();
    let error = recorder.ask(&*connected.model, &question("?")).await.unwrap_err();
    assert_eq!(error, Error::Cancelled);
    let pauses = recorder.pauses.lock().unwrap();
    assert_eq!(pauses[0].reason, "gpt-4o is asked at most once per minute");
    assert!(pauses[0].duration > Duration::from_secs(50));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_hangs_can_be_cancelled() {
    let recorder = Arc::new(Recorder::default());
    let caller = recorder.clone();
    let server = Server::start(move |_, _| {
        caller.cancel.cancel();
        Play::Silence
    });
    let error = recorder.ask(&*model("gpt-4o", &server), &question("?")).await.unwrap_err();
    assert_eq!(error, Error::Cancelled);
}

#[tokio::test]
async fn a_request_longer_than_the_window_is_recognised_by_its_error() {
    for (status, body, limit) in [
        (
            400,
            r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":8192}}"#,
            Some(8192),
        ),
        (
            400,
            r#"{"error":{"message":"This model's maximum context length is 128000 tokens","code":"context_length_exceeded"}}"#,
            None,
        ),
        (
            400,
            r#"{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
            None,
        ),
    ] {
        let server = Server::start(move |_, _| Play::Reply(status, JSON, body.to_owned()));
        let connected = connect(&choice("m", &server), &environment(&[])).unwrap();
        match Recorder::default().ask(&*connected.model, &tool_request()).await.unwrap_err() {
            Error::TooLong { limit_tokens, .. } => assert_eq!(limit_tokens, limit),
            error => panic!("{error:?}"),
        }
    }
}
