//! Structured dispatch: tools for models without function calling.

use std::sync::Arc;
use std::time::Duration;

use rutter_domain::{Message, ToolCall, Turn};
use rutter_provider::language::{Dispatcher, Error, Reply, Request, Script, ScriptStep};
use serde_json::{Value, json};

use super::harness::{Recorder, model, openai_text, question, second_tool_request, tool_request};
use crate::server::{Play, Server};

fn decision(name: &str, arguments: Value) -> ScriptStep {
    let form = json!({
        "requires_tool_call": name != "none",
        "tool_name": name,
        "reasoning": "because",
        "arguments": arguments,
    });
    ScriptStep::text(&form.to_string())
}

async fn ask(script: &Arc<Script>, request: &Request) -> Reply {
    Recorder::default().ask(&Dispatcher::new(script.clone()), request).await.unwrap()
}

fn calls(reply: &Reply) -> Vec<(&str, &Value)> {
    reply.turn.calls.iter().map(|call| (call.name.as_str(), &call.arguments)).collect()
}

#[tokio::test]
async fn a_form_that_asks_for_a_tool_is_a_call() {
    let script = Arc::new(Script::new([decision("list_filesystem", json!({ "path": "src" }))]));
    let reply = ask(&script, &tool_request()).await;
    assert_eq!(calls(&reply), [("list_filesystem", &json!({ "path": "src" }))]);
    assert_eq!((reply.turn.text.as_str(), reply.n_requests), ("", 1));
    assert!(!reply.reasoning.is_empty());
    let asked = &script.requests()[0];
    assert!(asked.tools.is_empty());
    assert_eq!(asked.temperature, Some(0.1));
    let schema = asked.schema.as_ref().unwrap();
    assert_eq!(schema["properties"]["tool_name"]["enum"], json!(["list_filesystem", "none"]));
    assert!(
        asked.system.starts_with("You explore.\n\n")
            && asked.system.contains("- list_filesystem(path: string): Lists a folder."),
        "{}",
        asked.system
    );
}

#[tokio::test]
async fn a_form_without_a_tool_leads_to_an_answer_in_text() {
    let script =
        Arc::new(Script::new([decision("none", json!({})), ScriptStep::text("It is a library.")]));
    let reply = ask(&script, &tool_request()).await;
    assert_eq!(reply.turn.text, "It is a library.");
    assert_eq!((reply.usage.input_tokens, reply.n_requests), (200, 2));
    let asked = &script.requests()[1];
    assert!(asked.tools.is_empty() && asked.schema.is_none());
}

#[tokio::test]
async fn an_invalid_form_runs_no_tool() {
    for nonsense in [
        "I think we should look",
        "{\"requires_tool_call\": \"perhaps\"}",
        "{\"requires_tool_call\": true, \"tool_name\": \"rm_rf\", \"arguments\": {}}",
        "{\"requires_tool_call\": true, \"tool_name\": \"list_filesystem\", \"arguments\": [1]}",
    ] {
        let script =
            Arc::new(Script::new([ScriptStep::text(nonsense), ScriptStep::text("no idea")]));
        let reply = ask(&script, &tool_request()).await;
        assert_eq!((reply.turn.text.as_str(), calls(&reply).len()), ("no idea", 0));
        assert!(reply.remarks[0].starts_with("the decision is invalid"), "{:?}", reply.remarks);
    }
}

#[tokio::test]
async fn a_form_is_found_within_text_and_its_blank_fields_are_dropped() {
    let text = "Sure!\n```json\n{\"requires_tool_call\": \"true\", \"tool_name\": \
                \"list_filesystem\", \"arguments\": {\"path\": \".\", \"pattern\": \"\", \
                \"limit\": null}}\n```";
    let script = Arc::new(Script::new([ScriptStep::text(text)]));
    let reply = ask(&script, &tool_request()).await;
    assert_eq!(calls(&reply), [("list_filesystem", &json!({ "path": "." }))]);
}

#[tokio::test]
async fn calls_in_the_text_are_calls() {
    let dot = json!({ "path": "." });
    for (text, n_calls, rest) in [
        ("{\"name\": \"list_filesystem\", \"arguments\": {\"path\": \".\"}}", 1, ""),
        (
            "Let me look.\n```json\n{\"tool\": \"list_filesystem\", \"parameters\": {\"path\": \".\"}}\n```\nThen more.",
            1,
            "Let me look.\nThen more.",
        ),
        (
            "<tool_call>\n{\"name\": \"list_filesystem\", \"arguments\": {\"path\": \".\"}}\n</tool_call>\n\
             <tool_call>\n{\"name\": \"list_filesystem\", \"arguments\": \"{\\\"path\\\": \\\".\\\"}\"}\n</tool_call>",
            2,
            "",
        ),
        ("[{\"name\": \"list_filesystem\", \"arguments\": {\"path\": \".\"}}]", 1, ""),
        (
            "{\"tool_calls\": [{\"function\": {\"name\": \"list_filesystem\", \"arguments\": {\"path\": \".\"}}}]}",
            1,
            "",
        ),
        (
            "{\"name\": \"rm_rf\", \"arguments\": {}} { {\"",
            0,
            "{\"name\": \"rm_rf\", \"arguments\": {}} { {\"",
        ),
    ] {
        let script = Arc::new(Script::new([decision("none", json!({})), ScriptStep::text(text)]));
        let reply = ask(&script, &tool_request()).await;
        assert_eq!(calls(&reply), vec![("list_filesystem", &dot); n_calls], "{text}");
        assert_eq!(reply.turn.text, rest);
    }
}

#[tokio::test]
async fn results_become_part_of_the_users_messages() {
    let script = Arc::new(Script::new([decision("none", json!({})), ScriptStep::text("done")]));
    let call = ToolCall {
        id: "c1".to_owned(),
        name: "list_filesystem".to_owned(),
        arguments: json!({ "path": "." }),
        signatures: vec![],
    };
    let mut request =
        second_tool_request(vec![call.clone(), ToolCall { id: "c2".to_owned(), ..call }]);
    let said = Turn { text: "So it is.".to_owned(), ..Turn::default() };
    request.messages.push(Message::Model(said.clone()));
    request.messages.push(Message::User("And?".to_owned()));
    ask(&script, &request).await;
    let text = "What is in there?\n\nResult of list_filesystem({\"path\":\".\"}):\nresult 0\n\n\
                Error of list_filesystem({\"path\":\".\"}):\nresult 1";
    let form = "And?\n\nDecide which tool to run first, or none if no tool is needed to answer.";
    for (asked, last) in script.requests().iter().zip([form, "And?"]) {
        let expected = [
            Message::User(text.to_owned()),
            Message::Model(said.clone()),
            Message::User(last.to_owned()),
        ];
        assert_eq!(asked.messages, expected);
    }
}

#[tokio::test]
async fn a_call_is_not_repeated() {
    let again = || decision("list_filesystem", json!({ "path": "." }));
    let other = || decision("list_filesystem", json!({ "path": "src" }));
    let call = ToolCall {
        id: "c1".to_owned(),
        name: "list_filesystem".to_owned(),
        arguments: json!({ "path": "." }),
        signatures: vec![],
    };
    let request = second_tool_request(vec![call]);
    let script = Arc::new(Script::new([again(), other()]));
    let reply = ask(&script, &request).await;
    assert_eq!(calls(&reply), [("list_filesystem", &json!({ "path": "src" }))]);
    assert_eq!(reply.usage.input_tokens, 200);
    let Some(Message::User(said)) = script.requests()[1].messages.last().cloned() else {
        panic!("the user speaks last")
    };
    assert!(said.contains("do not run that again"), "{said}");
    let offered = |at: usize| {
        let schema = script.requests()[at].schema.clone().expect("a form has a schema");
        schema["properties"]["tool_name"]["enum"].to_string()
    };
    assert!(offered(0).contains("list_filesystem"));
    assert!(!offered(1).contains("list_filesystem"), "{}", offered(1));
    let script = Arc::new(Script::new([again(), again(), ScriptStep::text("done")]));
    let reply = ask(&script, &request).await;
    assert_eq!((reply.turn.text.as_str(), reply.turn.calls.len()), ("done", 0));
    assert_eq!(reply.remarks, ["the decision repeats a call, so no tool is run"]);
}

#[tokio::test(start_paused = true)]
async fn a_decision_is_cached_for_a_quarter_of_an_hour() {
    let steps = [1, 2].map(|n| decision("list_filesystem", json!({ "path": n.to_string() })));
    let script = Arc::new(Script::new(steps));
    let dispatcher = Dispatcher::new(script.clone());
    let recorder = Recorder::default();
    let first = recorder.ask(&dispatcher, &tool_request()).await.unwrap();
    assert!(!first.is_cached);
    for n_hits in 1..=2 {
        let reply = recorder.ask(&dispatcher, &tool_request()).await.unwrap();
        assert_eq!(calls(&reply), calls(&first));
        assert!(reply.is_cached);
        assert_eq!(reply.usage.input_tokens, 0);
        assert_eq!(reply.remarks, [format!("the decision comes from the cache (hit {n_hits})")]);
    }
    tokio::time::advance(Duration::from_secs(15 * 60)).await;
    let later = recorder.ask(&dispatcher, &tool_request()).await.unwrap();
    assert_ne!(calls(&later), calls(&first));
    assert_eq!(script.requests().len(), 2);
}

#[tokio::test]
async fn without_tools_no_form_is_sent() {
    let script = Arc::new(Script::new([ScriptStep::text("hello")]));
    assert_eq!(ask(&script, &question("hi")).await.turn.text, "hello");
    assert_eq!(script.requests().len(), 1);
}

#[tokio::test]
async fn a_failure_of_the_model_is_passed_on() {
    let script = Arc::new(Script::new([ScriptStep::Fail(Error::NoModel)]));
    let outcome = Recorder::default().ask(&Dispatcher::new(script), &tool_request()).await;
    assert_eq!(outcome, Err(Error::NoModel));
}

#[tokio::test]
async fn a_model_that_turns_out_to_have_no_tools_gets_forms_from_then_on() {
    let server = Server::start(|n, request| {
        if request.body.get("tools").is_some() {
            Play::reply(400, r#"{"error":{"message":"m does not support tools"}}"#)
        } else if request.body.get("response_format").is_some() {
            openai_text(
                &json!({
                    "requires_tool_call": true,
                    "tool_name": "list_filesystem",
                    "reasoning": "to see",
                    "arguments": { "path": n.to_string() },
                })
                .to_string(),
            )
        } else {
            openai_text("unasked")
        }
    });
    let model = model("openai-compatible::m", &server);
    let recorder = Recorder::default();
    let reply = recorder.ask(&*model, &tool_request()).await.unwrap();
    assert_eq!(calls(&reply), [("list_filesystem", &json!({ "path": "1" }))]);
    assert!(reply.remarks[0].contains("does not support function calling"), "{:?}", reply.remarks);
    recorder.ask(&*model, &second_tool_request(reply.turn.calls)).await.unwrap();
    let with_tools =
        server.requests().iter().filter(|request| request.body.get("tools").is_some()).count();
    assert_eq!((server.requests().len(), with_tools), (3, 1));
    let format = &server.requests()[1].body["response_format"];
    assert_eq!(format["type"], "json_schema");
    let arguments = &format["json_schema"]["schema"]["properties"]["arguments"];
    assert_eq!(arguments["properties"]["path"]["type"], "string");
}

#[tokio::test]
async fn a_schema_that_is_refused_is_left_out() {
    let server = Server::start(|_, request| {
        if request.body.get("response_format").is_some() {
            Play::reply(400, r#"{"error":{"message":"response_format is not supported"}}"#)
        } else {
            openai_text("{\"a\": 1}")
        }
    });
    let model = model("openai-compatible::m", &server);
    let request = Request { schema: Some(json!({ "type": "object" })), ..question("?") };
    let reply = Recorder::default().ask(&*model, &request).await.unwrap();
    assert_eq!(reply.turn.text, "{\"a\": 1}");
    assert_eq!(model.name(), "openai-compatible::m");
}
