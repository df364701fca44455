//! Streamed replies.

use rutter_provider::language::{Error, Request, Stop};
use serde_json::{Value, json};

use super::harness::{EVENTS, LINES, ask, events, question, streamed, tool_request};
use crate::server::Play;

fn delta(delta: Value, stop: Option<&str>) -> Value {
    json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": stop }] })
}

fn hello_events() -> Vec<Value> {
    vec![
        delta(json!({ "role": "assistant", "content": "Hel" }), None),
        delta(json!({ "content": "lo" }), None),
        delta(json!({}), Some("stop")),
        json!({ "choices": [], "usage": { "prompt_tokens": 8, "completion_tokens": 2 } }),
        json!("[DONE]"),
    ]
}

fn play(datas: &[Value]) -> Play {
    Play::Reply(200, EVENTS, events(datas))
}

#[tokio::test]
async fn a_reply_arrives_in_pieces_and_whole_at_the_end() {
    let (outcome, recorder, server) =
        ask("gpt-4o", |_| play(&hello_events()), &streamed(question("?"))).await;
    let reply = outcome.unwrap();
    assert_eq!(reply.turn.text, "Hello");
    assert_eq!(*recorder.text.lock().unwrap(), "Hello");
    assert_eq!((reply.usage.input_tokens, reply.usage.output_tokens), (8, 2));
    assert_eq!(server.requests()[0].body["stream"], true);
}

#[tokio::test]
async fn calls_arrive_in_pieces_too() {
    let piece = |index: usize, id: Option<&str>, name: Option<&str>, arguments: &str| {
        let mut call = json!({ "index": index, "function": { "arguments": arguments } });
        if let (Some(id), Some(name)) = (id, name) {
            call["id"] = json!(id);
            call["function"]["name"] = json!(name);
        }
        delta(json!({ "tool_calls": [call] }), None)
    };
    let datas = vec![
        piece(0, Some("a"), Some("list_filesystem"), ""),
        piece(0, None, None, "{\"path\":"),
        piece(0, None, None, "\".\"}"),
        piece(1, Some("b"), Some("list_filesystem"), "{\"path"),
        delta(json!({}), Some("tool_calls")),
        json!("[DONE]"),
    ];
    let (outcome, _, _) = ask("gpt-4o", move |_| play(&datas), &streamed(tool_request())).await;
    let calls = outcome.unwrap().turn.calls;
    assert_eq!(calls[0].arguments, json!({ "path": "." }));
    assert_eq!(calls[1].arguments, json!("{\"path"));
}

#[tokio::test]
async fn a_stream_that_breaks_off_before_its_first_text_is_retried() {
    let silent = [delta(json!({ "role": "assistant", "content": "" }), None)];
    let beginnings: [String; 3] =
        [String::new(), events(&silent), "data: {\"choices\": [{\"del\n\n".to_owned()];
    for beginning in beginnings {
        for is_cut in [true, false] {
            let beginning = beginning.clone();
            let answer = move |n| match n {
                0 if is_cut => Play::CutAfter(EVENTS, beginning.clone()),
                0 => Play::Reply(200, EVENTS, beginning.clone()),
                _ => play(&hello_events()),
            };
            let (outcome, recorder, _) = ask("gpt-4o", answer, &streamed(question("?"))).await;
            assert_eq!(outcome.unwrap().turn.text, "Hello");
            assert_eq!(*recorder.text.lock().unwrap(), "Hello");
            assert_eq!(recorder.pauses_millis(), [2]);
        }
    }
}

#[tokio::test]
async fn a_stream_that_breaks_off_after_its_first_text_is_an_error() {
    let beginning = events(&hello_events()[..1]);
    let answer = move |_| Play::CutAfter(EVENTS, beginning.clone());
    let (outcome, recorder, server) = ask("gpt-4o", answer, &streamed(question("?"))).await;
    let error = outcome.unwrap_err();
    let Error::Unavailable { n_attempts: 1, reason, .. } = &error else { panic!("{error:?}") };
    assert!(reason.starts_with("the stream ended after 3 bytes"), "{reason}");
    assert_eq!(*recorder.text.lock().unwrap(), "Hel");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_refused_stream_is_classified_like_any_request() {
    let answer = |n| match n {
        0 => Play::Reply(429, "retry-after-ms: 3", "slower".to_owned()),
        _ => play(&hello_events()),
    };
    let (outcome, recorder, _) = ask("gpt-4o", answer, &streamed(question("?"))).await;
    assert_eq!(outcome.unwrap().turn.text, "Hello");
    assert_eq!(recorder.pauses_millis(), [3]);
    let answer = |_| Play::reply(401, "wrong key");
    let (outcome, _, _) = ask("gpt-4o", answer, &streamed(question("?"))).await;
    assert!(matches!(outcome.unwrap_err(), Error::BadKey { .. }));
}

fn gemini_part(part: Value, stop: Option<&str>) -> Value {
    let mut candidate = json!({ "content": { "role": "model", "parts": [part] } });
    if let Some(stop) = stop {
        candidate["finishReason"] = json!(stop);
    }
    json!({
        "candidates": [candidate],
        "usageMetadata": { "promptTokenCount": 5, "candidatesTokenCount": 2 },
    })
}

#[tokio::test]
async fn gemini_streams_calls_with_distinct_ids() {
    let call = |path: &str| {
        json!({
            "functionCall": { "name": "list_filesystem", "args": { "path": path } },
            "thoughtSignature": format!("sig {path}"),
        })
    };
    let datas = vec![
        gemini_part(json!({ "text": "I look. " }), None),
        gemini_part(call("a"), None),
        gemini_part(call("b"), Some("STOP")),
    ];
    let (outcome, recorder, server) =
        ask("gemini-x", move |_| play(&datas), &streamed(tool_request())).await;
    let reply = outcome.unwrap();
    assert_eq!(*recorder.text.lock().unwrap(), "I look. ");
    let calls = reply.turn.calls;
    assert_ne!(calls[0].id, calls[1].id);
    assert_eq!(calls[0].signatures, ["sig a"]);
    assert_eq!(calls[1].signatures, ["sig b"]);
    assert_eq!(
        server.requests()[0].line,
        "POST /v1beta/models/gemini-x:streamGenerateContent?alt=sse"
    );
}

#[tokio::test]
async fn a_gemini_stream_that_does_not_finish_or_start_is_noticed() {
    let answer = |n| match n {
        0 => play(&[json!({ "candidates": [] })]),
        _ => play(&[gemini_part(json!({ "text": "hello" }), Some("STOP"))]),
    };
    let (outcome, recorder, _) = ask("gemini-x", answer, &streamed(question("?"))).await;
    assert_eq!(outcome.unwrap().turn.text, "hello");
    assert_eq!(recorder.pauses_millis(), [2]);
    let answer = |_| play(&[json!({ "promptFeedback": { "blockReason": "SAFETY" } })]);
    let (outcome, _, _) = ask("gemini-x", answer, &streamed(question("?"))).await;
    assert_eq!(outcome.unwrap().stop, Stop::Blocked("SAFETY".to_owned()));
}

fn claude() -> Vec<Value> {
    let use_block =
        json!({ "type": "tool_use", "id": "t1", "name": "list_filesystem", "input": {} });
    let argument = json!({ "type": "input_json_delta", "partial_json": "{\"path\":\".\"}" });
    vec![
        json!({
            "type": "message_start",
            "message": { "usage": { "input_tokens": 12, "output_tokens": 1 } },
        }),
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": "I look." } }),
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "content_block_start", "index": 1, "content_block": use_block }),
        json!({ "type": "content_block_delta", "index": 1, "delta": argument }),
        json!({ "type": "content_block_stop", "index": 1 }),
        json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" }, "usage": { "output_tokens": 9 } }),
        json!({ "type": "message_stop" }),
    ]
}

#[tokio::test]
async fn anthropic_streams_text_and_calls() {
    let (outcome, recorder, _) =
        ask("claude-x", |_| play(&claude()), &streamed(tool_request())).await;
    let reply = outcome.unwrap();
    assert_eq!(*recorder.text.lock().unwrap(), "I look.");
    assert_eq!(reply.turn.calls[0].arguments, json!({ "path": "." }));
    assert_eq!((reply.usage.input_tokens, reply.usage.output_tokens), (12, 9));
}

#[tokio::test]
async fn an_error_within_an_anthropic_stream_is_retried() {
    let overloaded = json!({
        "type": "error",
        "error": { "type": "overloaded_error", "message": "overloaded" },
    });
    let answer = move |n| match n {
        0 => play(&[claude()[0].clone(), overloaded.clone()]),
        1 => play(&claude()[..2]),
        _ => play(&claude()),
    };
    let (outcome, recorder, _) = ask("claude-x", answer, &streamed(tool_request())).await;
    assert_eq!(outcome.unwrap().turn.text, "I look.");
    assert_eq!(recorder.pauses_millis(), [2, 4]);
    assert!(recorder.pauses.lock().unwrap()[0].reason.contains("overloaded"));
}

#[tokio::test]
async fn ollama_streams_lines() {
    let lines = "{\"message\":{\"content\":\"Hel\"},\"done\":false}\n\
                 {\"message\":{\"content\":\"lo\"},\"done\":true,\"done_reason\":\"stop\"}\n";
    let answer = |n| match n {
        0 => Play::Reply(200, LINES, "{\"message\":{\"content\":\"\"}}\n".to_owned()),
        _ => Play::Reply(200, LINES, lines.to_owned()),
    };
    let (outcome, recorder, _) = ask("ollama::m", answer, &streamed(question("?"))).await;
    assert_eq!(outcome.unwrap().turn.text, "Hello");
    assert_eq!(recorder.pauses_millis(), [2]);
}

#[tokio::test]
async fn a_stream_of_ten_megabytes_is_read_and_of_twenty_refused() {
    let megabyte = "x".repeat(1 << 20);
    let long = move |n_megabytes: usize| {
        let mut datas = vec![delta(json!({ "content": megabyte }), None); n_megabytes];
        datas.extend([delta(json!({}), Some("stop")), json!("[DONE]")]);
        events(&datas)
    };
    let request: Request = streamed(question("?"));
    let (ten, twenty) = (long(10), long(20));
    let answer = move |_| Play::Reply(200, EVENTS, ten.clone());
    let (outcome, _, _) = ask("gpt-4o", answer, &request).await;
    assert_eq!(outcome.unwrap().turn.text.len(), 10 << 20);
    let answer = move |_| Play::Reply(200, EVENTS, twenty.clone());
    let (outcome, _, _) = ask("gpt-4o", answer, &request).await;
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "`gpt-4o` refuses the request: the reply is larger than 16 MiB"
    );
}
