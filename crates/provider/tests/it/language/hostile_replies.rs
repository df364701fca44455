//! Strange, hostile and huge replies do no harm.

use rutter_provider::language::{Reply, Request, Stop};
use serde_json::{Value, json};

use super::harness::{
    anthropic, ask, gemini, openai, openai_call, openai_calls, openai_text, question, say,
    tool_request,
};
use crate::server::Play;

async fn reply(
    name: &str,
    play: impl Fn(usize) -> Play + Send + Sync + 'static,
    request: &Request,
) -> Reply {
    let (outcome, _, server) = ask(name, play, request).await;
    assert_eq!(server.requests().len(), 1);
    outcome.unwrap()
}

#[tokio::test]
async fn a_stop_for_safety_has_its_reason() {
    let blocked = |reason: &str| Stop::Blocked(reason.to_owned());
    let play = |_| gemini(json!([]), "SAFETY");
    assert_eq!(reply("gemini-x", play, &question("?")).await.stop, blocked("SAFETY"));
    let feedback = json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" } });
    let play = move |_| say(&feedback);
    let stop = reply("gemini-x", play, &question("?")).await.stop;
    assert_eq!(stop, blocked("PROHIBITED_CONTENT"));
    let play = |_| openai(json!({ "content": "I c" }), "content_filter");
    let filtered = reply("gpt-4o", play, &question("?")).await;
    assert_eq!((filtered.stop, filtered.turn.text.as_str()), (blocked("content_filter"), "I c"));
    let play = |_| openai(json!({ "content": null, "refusal": "I will not." }), "stop");
    assert_eq!(reply("gpt-4o", play, &question("?")).await.stop, blocked("I will not."));
    let play = |_| anthropic(json!([]), "refusal");
    assert_eq!(reply("claude-x", play, &question("?")).await.stop, blocked("refusal"));
}

#[tokio::test]
async fn malformed_arguments_are_left_for_the_tool_to_refuse() {
    let play = |_| {
        openai_calls(&[
            openai_call("a", "list_filesystem", "{\"path\": \"."),
            openai_call("b", "list_filesystem", "{\"path\": \"x\"}"),
            openai_call("c", "list_filesystem", ""),
            json!({ "function": { "name": "list_filesystem", "arguments": { "path": "y" } } }),
            json!({ "function": {} }),
        ])
    };
    let calls = reply("gpt-4o", play, &tool_request()).await.turn.calls;
    let arguments: Vec<&Value> = calls.iter().map(|call| &call.arguments).collect();
    let empty = json!({});
    assert_eq!(
        arguments,
        [
            &json!("{\"path\": \"."),
            &json!({ "path": "x" }),
            &empty,
            &json!({ "path": "y" }),
            &empty
        ]
    );
    let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c", "call_3", "call_4"]);
}

#[tokio::test]
async fn a_call_of_an_unknown_tool_is_passed_on() {
    let play = |_| openai_calls(&[openai_call("a", "rm_rf", "{}")]);
    assert_eq!(reply("gpt-4o", play, &tool_request()).await.turn.calls[0].name, "rm_rf");
    let play = |_| gemini(json!([{ "functionCall": { "name": "rm_rf", "args": {} } }]), "STOP");
    assert_eq!(reply("gemini-x", play, &tool_request()).await.turn.calls[0].name, "rm_rf");
}

#[tokio::test]
async fn a_hundred_calls_at_once_keep_their_order() {
    let numbered = |n: usize| format!("{{\"path\":\"{n}\"}}");
    let calls: Vec<Value> =
        (0..100).map(|n| openai_call("same", "list_filesystem", &numbered(n))).collect();
    let parts: Vec<Value> = (0..100)
        .map(|n| json!({ "functionCall": { "name": "list_filesystem", "args": { "path": n.to_string() } } }))
        .collect();
    for (name, play) in
        [("gpt-4o", openai_calls(&calls)), ("gemini-x", gemini(json!(parts), "STOP"))]
    {
        let Play::Reply(status, header, body) = play else { panic!("it is a reply") };
        let play = move |_| Play::Reply(status, header, body.clone());
        let calls = reply(name, play, &tool_request()).await.turn.calls;
        let paths: Vec<String> =
            calls.iter().map(|call| call.arguments["path"].as_str().unwrap().to_owned()).collect();
        assert_eq!(paths, (0..100).map(|n| n.to_string()).collect::<Vec<_>>());
        let mut ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 100);
    }
}

#[tokio::test]
async fn a_reply_of_ten_megabytes_is_read() {
    const LENGTH: usize = 10 << 20;
    let text = "x".repeat(LENGTH);
    let reply = reply("gpt-4o", move |_| openai_text(&text), &question("?")).await;
    assert_eq!(reply.turn.text.len(), LENGTH);
}
