//! OpenAI's Responses API: what is sent, how replies and failures are read, whole and streamed.

use rutter_domain::{Message, Usage};
use rutter_provider::language::{Choice, Effort, Error, Reply, Request, Stop, connect};
use serde_json::{Value, json};

use super::harness::{
    EVENTS, JSON, Recorder, choice, environment, events, question, say, second_tool_request,
    streamed, tool_request,
};
use crate::server::{Play, Request as Sent, Server};

/// Asks once, and returns what came of it and what was sent.
async fn ask(
    request: &Request,
    plays: impl Fn(usize) -> Play + Send + Sync + 'static,
) -> (Result<Reply, Error>, Recorder, Vec<Sent>) {
    let server = Server::start(move |n, _| plays(n));
    let endpoint = Some(format!("{}/v1/responses", server.url()));
    let choice = Choice { endpoint, ..choice("gpt-6-luna", &server) };
    let connected = connect(&choice, &environment(&[])).unwrap();
    let recorder = Recorder::default();
    let outcome = recorder.ask(&*connected.model, request).await;
    (outcome, recorder, server.requests())
}

fn usage() -> Value {
    json!({
        "input_tokens": 40,
        "input_tokens_details": { "cached_tokens": 8, "cache_write_tokens": 4 },
        "output_tokens": 9,
        "output_tokens_details": { "reasoning_tokens": 5 },
        "total_tokens": 49,
    })
}

fn response(output: Value, status: &str) -> Value {
    json!({
        "id": "resp_1", "object": "response", "status": status, "error": null,
        "incomplete_details": null, "model": "gpt-6-luna", "output": output, "usage": usage(),
    })
}

fn thought(blob: &str) -> Value {
    json!({ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": blob })
}

fn message(text: &str) -> Value {
    let content = json!([{ "type": "output_text", "text": text, "annotations": [] }]);
    json!({ "type": "message", "id": "msg_1", "role": "assistant", "content": content })
}

fn call(id: &str, arguments: &str) -> Value {
    json!({
        "type": "function_call", "id": format!("fc_{id}"), "call_id": id,
        "name": "list_filesystem", "arguments": arguments,
    })
}

#[tokio::test]
async fn tools_are_sent_and_calls_and_thoughts_come_back() {
    let output = json!([thought("blob"), call("c1", "{\"path\":\".\"}"), call("c2", "{}")]);
    let (reply, _, sent) =
        ask(&tool_request(), move |_| say(&response(output.clone(), "completed"))).await;
    let body = &sent[0].body;
    assert_eq!(sent[0].line, "POST /v1/responses");
    assert_eq!(body["instructions"], "You explore.");
    assert_eq!(body["input"], json!([{ "role": "user", "content": "What is in there?" }]));
    assert_eq!((&body["store"], &body["tool_choice"]), (&json!(false), &json!("auto")));
    assert_eq!(body["include"], json!(["reasoning.encrypted_content"]));
    assert_eq!(body["reasoning"], json!({}));
    let tool = &body["tools"][0];
    assert_eq!((&tool["type"], &tool["strict"]), (&json!("function"), &json!(false)));
    assert_eq!(tool["parameters"]["required"], json!(["path"]));
    let reply = reply.unwrap();
    let expected = Usage {
        input_tokens: 40,
        output_tokens: 9,
        cached_tokens: 8,
        written_tokens: 4,
        is_estimate: false,
    };
    assert_eq!(reply.usage, expected);
    let ids: Vec<&str> = reply.turn.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids, ["c1", "c2"]);
    assert_eq!(reply.turn.calls[0].arguments, json!({ "path": "." }));

    let mut request = second_tool_request(reply.turn.calls.clone());
    request.messages[1] = Message::Model(reply.turn);
    let (reply, _, sent) =
        ask(&request, |_| say(&response(json!([message("done")]), "completed"))).await;
    assert_eq!(reply.unwrap().turn.text, "done");
    let input = sent[0].body["input"].as_array().unwrap();
    let kinds: Vec<&str> = input.iter().filter_map(|item| item["type"].as_str()).collect();
    let output = "function_call_output";
    assert_eq!(kinds, ["reasoning", "function_call", "function_call", output, output]);
    assert_eq!(input[1]["encrypted_content"], "blob");
    assert_eq!(input[5]["call_id"], "c2");
}

#[tokio::test]
async fn effort_is_sent_in_the_words_of_every_protocol() {
    for (model, path, place) in [
        ("gpt-6-luna", "/v1/responses", "/reasoning/effort"),
        ("gpt-6-luna", "/v1", "/reasoning_effort"),
        ("claude-opus-5-5", "/v1", "/output_config/effort"),
        ("gemini-3.8-flash", "/v1beta", "/generationConfig/thinkingConfig/thinkingLevel"),
    ] {
        for effort in [None, Some(Effort::Low)] {
            let server = Server::saying(400, "no");
            let endpoint = Some(format!("{}{path}", server.url()));
            let choice = Choice { endpoint, effort, ..choice(model, &server) };
            let connected = connect(&choice, &environment(&[])).unwrap();
            Recorder::default().ask(&*connected.model, &question("?")).await.unwrap_err();
            let sent = server.requests()[0].body.clone();
            let found = sent.pointer(place).and_then(Value::as_str).map(str::to_lowercase);
            assert_eq!(found.as_deref(), effort.map(|_| "low"), "{model}{path}: {sent}");
        }
    }
}

#[tokio::test]
async fn thoughts_stay_out_once_the_model_refuses_them() {
    let refusal = json!({ "error": {
        "message": "Encrypted content is not supported with this model.",
        "type": "invalid_request_error", "param": "include", "code": null,
    }});
    let play = move |n| match n {
        0 => Play::Reply(400, JSON, refusal.to_string()),
        _ => say(&response(json!([message("hello")]), "completed")),
    };
    let (reply, recorder, sent) = ask(&question("?"), play).await;
    let reply = reply.unwrap();
    assert_eq!((reply.turn.text.as_str(), reply.n_requests), ("hello", 2));
    assert_eq!(recorder.pauses_millis(), [0_u128; 0]);
    assert_eq!(sent[1].body.get("include"), None);
}

#[tokio::test]
async fn a_schema_is_sent_as_it_is() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let request = Request { schema: Some(schema.clone()), ..question("?") };
    let (_, _, sent) = ask(&request, |_| say(&response(json!([message("{}")]), "completed"))).await;
    let format = &sent[0].body["text"]["format"];
    assert_eq!((&format["type"], &format["strict"]), (&json!("json_schema"), &json!(false)));
    assert_eq!(format["schema"], schema);
}

#[tokio::test]
async fn a_reply_that_was_cut_off_or_refused_says_so() {
    let mut cut = response(json!([message("and then")]), "incomplete");
    cut["incomplete_details"] = json!({ "reason": "max_output_tokens" });
    let mut filtered = cut.clone();
    filtered["incomplete_details"] = json!({ "reason": "content_filter" });
    let content = json!([{ "type": "refusal", "refusal": "I cannot." }]);
    let refused = response(json!([{ "type": "message", "content": content }]), "completed");
    for (body, expected) in [
        (cut, Stop::Length),
        (filtered, Stop::Blocked("content_filter".to_owned())),
        (refused, Stop::Blocked("I cannot.".to_owned())),
    ] {
        let name = if body["status"] == "incomplete" {
            "response.incomplete"
        } else {
            "response.completed"
        };
        let event = json!({ "type": name, "response": body });
        let whole = ask(&question("?"), move |_| say(&body)).await.0.unwrap();
        assert_eq!(whole.stop, expected);
        let play = move |_| Play::Reply(200, EVENTS, events(std::slice::from_ref(&event)));
        let pieces = ask(&streamed(question("?")), play).await.0.unwrap();
        assert_eq!(pieces.stop, expected);
    }
}

#[tokio::test]
async fn malformed_arguments_reach_the_tool_as_they_are() {
    let output = json!([message("I look."), call("c1", "{oops")]);
    let reply = ask(&tool_request(), move |_| say(&response(output.clone(), "completed"))).await.0;
    let turn = reply.unwrap().turn;
    assert_eq!((turn.text.as_str(), &turn.calls[0].arguments), ("I look.", &json!("{oops")));
}

fn delta(text: &str) -> Value {
    json!({ "type": "response.output_text.delta", "output_index": 1, "delta": text })
}

#[tokio::test]
async fn a_stream_brings_text_calls_and_thoughts() {
    let stream = events(&[
        json!({ "type": "response.created", "response": response(json!([]), "in_progress") }),
        json!({ "type": "response.output_item.done", "output_index": 0, "item": thought("blob") }),
        delta("I "),
        delta("look."),
        json!({ "type": "response.output_item.added", "output_index": 2, "item": call("c1", "") }),
        json!({
            "type": "response.function_call_arguments.delta", "output_index": 2,
            "delta": "{\"path\":\".\"}",
        }),
        json!({
            "type": "response.output_item.done", "output_index": 2,
            "item": call("c1", "{\"path\":\".\"}"),
        }),
        json!({ "type": "response.completed", "response": response(json!([]), "completed") }),
    ]);
    let play = move |_| Play::Reply(200, EVENTS, stream.clone());
    let (reply, recorder, _) = ask(&streamed(tool_request()), play).await;
    let reply = reply.unwrap();
    assert_eq!(*recorder.text.lock().unwrap(), "I look.");
    assert_eq!(reply.turn.text, "I look.");
    assert_eq!(reply.turn.calls[0].arguments, json!({ "path": "." }));
    assert!(reply.turn.calls[0].signatures.is_empty());
    assert_eq!(reply.turn.thoughts.unwrap().blocks, [json!("blob")]);
    assert_eq!((reply.usage.input_tokens, reply.stop), (40, Stop::Finished));
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_not_taken_for_an_answer() {
    let stream = events(&[delta("half an")]);
    let play = move |_| Play::Reply(200, EVENTS, stream.clone());
    let error = ask(&streamed(question("?")), play).await.0.unwrap_err();
    assert!(error.to_string().contains("broke off"), "{error}");
}

#[tokio::test]
async fn a_failure_in_a_reply_counts_as_the_status_it_stands_for() {
    let failed = |code: &str, text: &str| {
        let mut body = response(json!([]), "failed");
        body["error"] = json!({ "code": code, "message": text });
        body
    };
    for (code, text, expected) in [
        ("invalid_prompt", "no", "`gpt-6-luna` refuses the request: no (status 400)"),
        (
            "insufficient_quota",
            "pay: insufficient_quota",
            "the quota of `gpt-6-luna` is used up: pay: insufficient_quota (status 429)",
        ),
    ] {
        let body = failed(code, text);
        let event = json!({ "type": "response.failed", "response": body });
        let error = ask(&question("?"), move |_| say(&body)).await.0.unwrap_err();
        assert_eq!(error.to_string(), expected);
        let play = move |_| Play::Reply(200, EVENTS, events(std::slice::from_ref(&event)));
        let error = ask(&streamed(question("?")), play).await.0.unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    let body = failed("rate_limit_exceeded", "slower");
    let play = move |n| match n {
        0 => say(&body),
        _ => say(&response(json!([message("hello")]), "completed")),
    };
    let (reply, recorder, _) = ask(&question("?"), play).await;
    assert_eq!(reply.unwrap().turn.text, "hello");
    assert!(recorder.pauses.lock().unwrap()[0].reason.contains("asks for fewer requests"));
}
