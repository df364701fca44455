//! Anthropic's thoughts go back as they came, or not at all.

use rutter_domain::{Message, Turn};
use rutter_provider::language::{Request, ToolChoice};
use serde_json::{Value, json};

use super::harness::{
    EVENTS, JSON, anthropic, ask, events, second_tool_request, streamed, tool_request,
};
use crate::server::Play;

fn thinking(signature: &str) -> Value {
    json!({ "type": "thinking", "thinking": "", "signature": signature })
}

fn tool_use(id: &str) -> Value {
    json!({ "type": "tool_use", "id": id, "name": "list_filesystem", "input": { "path": id } })
}

/// Thoughts before and between the calls.
fn content() -> Value {
    json!([
        thinking("s1"),
        { "type": "redacted_thinking", "data": "r" },
        { "type": "text", "text": "I look." },
        tool_use("t1"),
        thinking("s2"),
        tool_use("t2"),
    ])
}

/// The request after a reply with thoughts, as the reply was received.
async fn second_request(request: &Request, play: Play) -> Request {
    let play = std::sync::Mutex::new(Some(play));
    let plays = move |_| play.lock().unwrap().take().unwrap();
    let (reply, _, _) = ask("claude-opus-5-5", plays, request).await;
    let turn = reply.unwrap().turn;
    assert_eq!(turn.text, "I look.");
    let mut second = second_tool_request(turn.calls.clone());
    second.messages[1] = Message::Model(turn);
    second
}

/// The messages that are sent.
async fn sent(request: &Request) -> Value {
    let play = |_| anthropic(json!([{ "type": "text", "text": "done" }]), "end_turn");
    let (reply, _, server) = ask("claude-opus-5-5", play, request).await;
    assert_eq!(reply.unwrap().turn.text, "done");
    server.requests()[0].body["messages"].clone()
}

#[tokio::test]
async fn thoughts_go_back_in_their_places() {
    let play = anthropic(content(), "tool_use");
    let mut request = second_request(&tool_request(), play).await;
    assert_eq!(sent(&request).await[1]["content"], content());
    // A message after them changes nothing.
    request.messages.push(Message::Model(Turn { text: "done".to_owned(), ..Turn::default() }));
    request.messages.push(Message::User("And?".to_owned()));
    assert_eq!(sent(&request).await[1]["content"], content());
}

#[tokio::test]
async fn thoughts_of_a_stream_go_back_in_their_places() {
    let start = |index: usize, block: Value| json!({ "type": "content_block_start", "index": index, "content_block": block });
    let delta = |index: usize, delta: Value| json!({ "type": "content_block_delta", "index": index, "delta": delta });
    let stop = |index: usize| json!({ "type": "content_block_stop", "index": index });
    let call =
        |id: &str| json!({ "type": "tool_use", "id": id, "name": "list_filesystem", "input": {} });
    let empty = json!({ "type": "thinking", "thinking": "", "signature": "" });
    let text = json!({ "type": "text", "text": "" });
    let message = json!({ "usage": { "input_tokens": 3, "output_tokens": 1 } });
    let stream = events(&[
        json!({ "type": "message_start", "message": message }),
        start(0, empty.clone()),
        delta(0, json!({ "type": "signature_delta", "signature": "s1" })),
        stop(0),
        start(1, json!({ "type": "redacted_thinking", "data": "r" })),
        stop(1),
        start(2, text),
        delta(2, json!({ "type": "text_delta", "text": "I " })),
        delta(2, json!({ "type": "text_delta", "text": "look." })),
        stop(2),
        start(3, call("t1")),
        delta(3, json!({ "type": "input_json_delta", "partial_json": "{\"path\"" })),
        delta(3, json!({ "type": "input_json_delta", "partial_json": ":\"t1\"}" })),
        stop(3),
        start(4, empty),
        delta(4, json!({ "type": "signature_delta", "signature": "s2" })),
        stop(4),
        start(5, call("t2")),
        delta(5, json!({ "type": "input_json_delta", "partial_json": "{\"path\":\"t2\"}" })),
        stop(5),
        json!({
            "type": "message_delta", "delta": { "stop_reason": "tool_use" },
            "usage": { "output_tokens": 5 },
        }),
        json!({ "type": "message_stop" }),
    ]);
    let play = Play::Reply(200, EVENTS, stream);
    let request = second_request(&streamed(tool_request()), play).await;
    assert_eq!(sent(&request).await[1]["content"], content());
}

#[tokio::test]
async fn after_an_edit_no_thoughts_go_back() {
    let play = || anthropic(content(), "tool_use");
    let plain = json!([{ "type": "text", "text": "I look." }, tool_use("t1"), tool_use("t2")]);
    let mut edited = second_request(&tool_request(), play()).await;
    edited.messages[0] = Message::User("What else is in there?".to_owned());
    assert_eq!(sent(&edited).await[1]["content"], plain);
    let mut other = second_request(&tool_request(), play()).await;
    other.system = "You answer.".to_owned();
    assert_eq!(sent(&other).await[1]["content"], plain);
    let mut without_tools = second_request(&tool_request(), play()).await;
    without_tools.tools.clear();
    assert_eq!(sent(&without_tools).await[1]["content"], plain);
    let mut shortened = second_request(&tool_request(), play()).await;
    let Message::Model(turn) = &mut shortened.messages[1] else { panic!("no turn") };
    turn.calls.pop();
    let Message::Results(results) = &mut shortened.messages[2] else { panic!("no results") };
    results.pop();
    let plain = json!([{ "type": "text", "text": "I look." }, tool_use("t1")]);
    assert_eq!(sent(&shortened).await[1]["content"], plain);
}

#[tokio::test]
async fn thoughts_that_are_refused_are_left_out() {
    for message in [
        "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a \
         different conversation. Remove the block, or set \
         `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\".",
        "messages.1.content.4: `thinking` or `redacted_thinking` blocks in the latest assistant \
         message cannot be modified. These blocks must remain as they were in the original response.",
    ] {
        let request = second_request(&tool_request(), anthropic(content(), "tool_use")).await;
        let error = json!({ "type": "invalid_request_error", "message": message });
        let refusal = json!({ "type": "error", "error": error }).to_string();
        let play = move |n| match n {
            0 => Play::Reply(400, JSON, refusal.clone()),
            _ => anthropic(json!([{ "type": "text", "text": "done" }]), "end_turn"),
        };
        let (reply, recorder, server) = ask("claude-opus-5-5", play, &request).await;
        assert_eq!(reply.unwrap().turn.text, "done");
        assert_eq!(recorder.pauses_millis(), [0_u128; 0]);
        let second = server.requests()[1].body["messages"].to_string();
        assert!(!second.contains("thinking"), "{second}");
    }
}

#[tokio::test]
async fn nothing_is_sent_that_a_model_which_always_thinks_refuses() {
    let request = Request { tool_choice: ToolChoice::Required, ..tool_request() };
    let play = |_| anthropic(json!([{ "type": "text", "text": "done" }]), "end_turn");
    let (_, _, server) = ask("claude-opus-5-5", play, &request).await;
    let body = &server.requests()[0].body;
    assert_eq!(body["tool_choice"], json!({ "type": "auto" }));
    assert_eq!((body.get("thinking"), body.get("temperature")), (None, None));
}
