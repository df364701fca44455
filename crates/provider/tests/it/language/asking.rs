//! What is sent to each provider, and how its replies are read.

use rutter_domain::{Message, ToolCall, Turn, Usage};
use rutter_provider::language::{Delivery, Reply, Request, Stop, ToolChoice};
use serde_json::{Value, json};

use super::harness::{
    EVENTS, anthropic, ask, events, gemini, openai, openai_call, openai_calls, openai_text,
    question, say, second_tool_request, streamed, tool_request,
};
use crate::server::Play;

/// Asks once, and returns the reply and the request that was sent.
async fn exchange(
    name: &str,
    play: impl Fn(usize) -> Play + Send + Sync + 'static,
    request: &Request,
) -> (Reply, String, Value) {
    let (outcome, recorder, server) = ask(name, play, request).await;
    assert_eq!(recorder.pauses_millis(), [0_u128; 0]);
    let sent = server.requests().remove(0);
    (outcome.unwrap(), sent.line, sent.body)
}

fn call(id: &str, arguments: Value) -> ToolCall {
    ToolCall {
        id: id.to_owned(),
        name: "list_filesystem".to_owned(),
        arguments,
        signatures: vec![],
    }
}

#[tokio::test]
async fn openai_is_sent_tools_and_calls_them() {
    let play = |_| openai_calls(&[openai_call("c1", "list_filesystem", "{\"path\":\".\"}")]);
    let (reply, line, body) = exchange("gpt-4o", play, &tool_request()).await;
    assert_eq!(line, "POST /v1/chat/completions");
    assert_eq!(body["messages"][0], json!({ "role": "system", "content": "You explore." }));
    assert_eq!(body["tool_choice"], "auto");
    let function = &body["tools"][0]["function"];
    assert_eq!(function["name"], "list_filesystem");
    assert_eq!(function["parameters"]["required"], json!(["path"]));
    assert_eq!(function["parameters"].get("$schema"), None);
    assert_eq!(reply.turn.calls, [call("c1", json!({ "path": "." }))]);
    assert_eq!(reply.stop, Stop::Finished);
    let usage = Usage { input_tokens: 11, output_tokens: 3, ..Usage::default() };
    assert_eq!(reply.usage, usage);
}

#[tokio::test]
async fn openai_is_sent_results_as_tool_messages() {
    let calls = vec![call("c1", json!({ "path": "." })), call("c2", json!("{oops"))];
    let (_, _, body) =
        exchange("gpt-4o", |_| openai_text("done"), &second_tool_request(calls)).await;
    let messages = body["messages"].as_array().unwrap();
    assert_eq!(messages[2]["tool_calls"][0]["function"]["arguments"], "{\"path\":\".\"}");
    assert_eq!(
        messages[2]["tool_calls"][1]["function"]["arguments"],
        "{\"malformed_arguments\":\"{oops\"}"
    );
    assert_eq!(
        messages[3..],
        [
            json!({ "role": "tool", "content": "result 0", "tool_call_id": "c1" }),
            json!({ "role": "tool", "content": "result 1", "tool_call_id": "c2" }),
        ]
    );
}

#[tokio::test]
async fn gemini_is_sent_tools_and_its_signatures_back() {
    let parts = json!([
        { "text": "I look." },
        {
            "functionCall": { "name": "list_filesystem", "args": { "path": "." } },
            "thoughtSignature": "sig",
        },
        { "functionCall": { "name": "list_filesystem" } },
    ]);
    let play = move |_| gemini(parts.clone(), "STOP");
    let (reply, line, body) = exchange("gemini-2.5-flash", play, &tool_request()).await;
    assert_eq!(line, "POST /v1beta/models/gemini-2.5-flash:generateContent");
    assert_eq!(body["systemInstruction"]["parts"][0]["text"], "You explore.");
    assert_eq!(body["toolConfig"]["functionCallingConfig"]["mode"], "AUTO");
    let declaration = &body["tools"][0]["functionDeclarations"][0];
    assert_eq!(declaration["name"], "list_filesystem");
    assert!(!declaration.to_string().contains("$schema"), "{declaration}");
    assert_eq!(reply.turn.text, "I look.");
    let calls = reply.turn.calls;
    assert_eq!(calls[0].signatures, ["sig"]);
    assert_eq!(calls[1].arguments, json!({}));
    assert_ne!(calls[0].id, calls[1].id);
    let usage = Usage { input_tokens: 20, output_tokens: 10, cached_tokens: 5, ..Usage::default() };
    assert_eq!(reply.usage, usage);

    let play = |_| gemini(json!([{ "text": "done" }]), "STOP");
    let (_, _, body) = exchange("gemini-2.5-flash", play, &second_tool_request(calls)).await;
    let contents = body["contents"].as_array().unwrap();
    assert_eq!(contents.len(), 3);
    assert_eq!(contents[1]["role"], "model");
    assert_eq!(contents[1]["parts"][0]["thoughtSignature"], "sig");
    assert_eq!(contents[1]["parts"][0]["functionCall"].get("id"), None);
    let responses = contents[2]["parts"].as_array().unwrap();
    assert_eq!(responses.len(), 2);
    assert_eq!(responses[0]["functionResponse"]["name"], "list_filesystem");
    assert_eq!(responses[0]["functionResponse"]["response"]["content"], "result 0");
}

#[tokio::test]
async fn gemini_gets_every_signature_of_parallel_calls_back_on_its_part() {
    let call = |id: Option<&str>, path: &str| {
        let mut call = json!({ "name": "list_filesystem", "args": { "path": path } });
        if let Some(id) = id {
            call["id"] = id.into();
        }
        call
    };
    let parts = json!([
        { "functionCall": call(Some("one"), "a"), "thoughtSignature": "first" },
        { "functionCall": call(None, "b") },
        { "functionCall": call(Some("three"), "c"), "thoughtSignature": "third" },
    ]);
    for request in [tool_request(), streamed(tool_request())] {
        let event = json!({
            "candidates": [{ "content": { "role": "model", "parts": parts }, "finishReason": "STOP" }],
        });
        let stream = request.delivery == Delivery::Streamed;
        let parts = parts.clone();
        let play = move |_| {
            if stream {
                Play::Reply(200, EVENTS, events(std::slice::from_ref(&event)))
            } else {
                gemini(parts.clone(), "STOP")
            }
        };
        let (reply, _, _) = exchange("gemini-3.5-flash-lite", play, &request).await;
        let play = |_| gemini(json!([{ "text": "done" }]), "STOP");
        let second = second_tool_request(reply.turn.calls);
        let (_, _, body) = exchange("gemini-3.5-flash-lite", play, &second).await;
        let sent = body["contents"][1]["parts"].as_array().unwrap();
        let signatures: Vec<Option<&str>> =
            sent.iter().map(|part| part["thoughtSignature"].as_str()).collect();
        assert_eq!(signatures, [Some("first"), None, Some("third")], "{body:#}");
        let ids = |parts: &Value, field: &str| -> Vec<Value> {
            parts.as_array().unwrap().iter().map(|part| part[field]["id"].clone()).collect()
        };
        let called = ids(&body["contents"][1]["parts"], "functionCall");
        assert_eq!(called, [json!("one"), Value::Null, json!("three")]);
        assert_eq!(ids(&body["contents"][2]["parts"], "functionResponse"), called);
    }
}

#[tokio::test]
async fn a_first_call_can_be_forced() {
    let request = Request { tool_choice: ToolChoice::Required, ..tool_request() };
    let play = |_| gemini(json!([{ "text": "no" }]), "STOP");
    let (_, _, body) = exchange("gemini-2.5-flash", play, &request).await;
    assert_eq!(body["toolConfig"]["functionCallingConfig"]["mode"], "ANY");
}

#[tokio::test]
async fn anthropic_is_sent_results_in_one_message_with_failures_marked() {
    let blocks = json!([
        { "type": "text", "text": "I look." },
        { "type": "tool_use", "id": "t1", "name": "list_filesystem", "input": { "path": "." } },
        { "type": "tool_use", "id": "t2", "name": "list_filesystem", "input": { "path": "a" } },
    ]);
    let play = move |_| anthropic(blocks.clone(), "tool_use");
    let (reply, line, body) = exchange("claude-sonnet-4-6", play, &tool_request()).await;
    assert_eq!(line, "POST /v1/messages");
    assert_eq!(body["tools"][0]["input_schema"]["required"], json!(["path"]));
    assert_eq!(reply.turn.text, "I look.");
    let usage = Usage {
        input_tokens: 60,
        output_tokens: 7,
        cached_tokens: 10,
        written_tokens: 20,
        ..Usage::default()
    };
    assert_eq!(reply.usage, usage);

    let play = |_| anthropic(json!([{ "type": "text", "text": "done" }]), "end_turn");
    let request = second_tool_request(reply.turn.calls);
    let (reply, _, body) = exchange("claude-sonnet-4-6", play, &request).await;
    assert_eq!(reply.turn.text, "done");
    let messages = body["messages"].as_array().unwrap();
    assert_eq!(messages[1]["content"][0]["type"], "tool_use");
    let results = messages[2]["content"].as_array().unwrap();
    assert_eq!(
        results[0],
        json!({ "type": "tool_result", "content": "result 0", "tool_use_id": "t1" })
    );
    assert_eq!(results[1]["tool_use_id"], "t2");
    assert_eq!(results[1]["is_error"], true);
    assert_eq!(results[1]["cache_control"], json!({ "type": "ephemeral" }));
}

#[tokio::test]
async fn ollama_has_a_protocol_of_its_own() {
    let function = json!({ "name": "list_filesystem", "arguments": { "path": "." } });
    let answer = json!({
        "message": {
            "role": "assistant",
            "content": "",
            "tool_calls": [{ "function": function }],
        },
        "done": true,
        "done_reason": "stop",
        "prompt_eval_count": 9,
        "eval_count": 2,
    });
    let (reply, line, body) =
        exchange("ollama::qwen3", move |_| say(&answer), &tool_request()).await;
    assert_eq!(line, "POST /api/chat");
    assert_eq!(body["model"], "qwen3");
    assert_eq!(body["tools"][0]["function"]["name"], "list_filesystem");
    assert_eq!(reply.turn.calls[0].arguments, json!({ "path": "." }));
    assert_eq!(reply.usage.input_tokens, 9);

    let calls = vec![call("c1", json!({ "path": "." })), call("c2", json!({ "path": "a" }))];
    let answer = json!({ "message": { "role": "assistant", "content": "done" }, "done": true });
    let (reply, _, body) =
        exchange("ollama::qwen3", move |_| say(&answer), &second_tool_request(calls)).await;
    assert_eq!(reply.turn.text, "done");
    let roles: Vec<&str> = body["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|message| message["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["system", "user", "assistant", "tool", "tool"]);
}

#[tokio::test]
async fn a_reply_that_was_cut_off_says_so() {
    let play = |_| openai(json!({ "content": "and then" }), "length");
    let (reply, _, _) = exchange("gpt-4o", play, &question("?")).await;
    assert_eq!(reply.stop, Stop::Length);
    let play = |_| gemini(json!([{ "text": "so far" }]), "MAX_TOKENS");
    let (reply, _, _) = exchange("gemini-2.5-pro", play, &question("?")).await;
    assert_eq!(reply.stop, Stop::Length);
}

#[tokio::test]
async fn usage_that_is_not_reported_is_estimated() {
    let answer = json!({ "choices": [{ "message": { "content": "12345678" } }] });
    let (reply, _, _) = exchange("gpt-4o", move |_| say(&answer), &question("?")).await;
    assert!(reply.usage.is_estimate);
    assert_eq!(reply.usage.output_tokens, 2);
    assert!(reply.usage.input_tokens > 0);
}

#[tokio::test]
async fn an_empty_turn_is_left_out() {
    let mut request = question("one");
    request.messages.push(Message::Model(Turn::default()));
    request.messages.push(Message::User("two".to_owned()));
    let play = |_| anthropic(json!([{ "type": "text", "text": "hi" }]), "end_turn");
    let (_, _, body) = exchange("claude-x", play, &request).await;
    assert_eq!(body["messages"].as_array().unwrap().len(), 2);
}
