//! The providers' wire formats, against servers that other people wrote.
//!
//! Both servers play one conversation: the model lists, reads and greps at once, records, and
//! answers. It runs in each provider's own format, and the requests that arrived are checked.

use rutter_fixture::{Tree, skip};
use serde_json::{Value, json};

use crate::external_server::ExternalServer;
use crate::run::{Run, command, rutter};

const FILES: &str = "//- src/lamp.rs
/// Lights the lamp of the tower.
pub fn light_the_lamp(oil: u32) -> u32 {
    oil - 1
}
//- README.md
# A lighthouse
";

/// A provider, and the path at which each server plays it.
struct Provider {
    model: &'static str,
    key: &'static str,
    at_aimock: &'static str,
    at_llmock: &'static str,
}

const GEMINI: Provider = Provider {
    model: "gemini-2.5-flash",
    key: "GEMINI_API_KEY",
    at_aimock: "v1beta/",
    at_llmock: "gemini/v1beta/",
};

const ANTHROPIC: Provider = Provider {
    model: "claude-sonnet-4-5",
    key: "ANTHROPIC_API_KEY",
    at_aimock: "v1/",
    at_llmock: "anthropic/v1/",
};

const OPENAI: Provider =
    Provider { model: "gpt-4o-mini", key: "OPENAI_API_KEY", at_aimock: "v1/", at_llmock: "v1/" };

const RESPONSES: Provider = Provider {
    model: "gpt-6-luna",
    key: "OPENAI_API_KEY",
    at_aimock: "v1/responses",
    at_llmock: "v1/responses",
};

/// The tool calls of the model, turn by turn.
fn turns() -> [Vec<(&'static str, Value)>; 3] {
    let entry = json!({
        "symbol": "light_the_lamp", "file_path": "src/lamp.rs",
        "summary": "Lights the lamp, which takes one measure of `oil`.",
    });
    [
        vec![("list_filesystem", json!({ "path": "." }))],
        vec![
            ("read_file", json!({ "file_path": "src/lamp.rs" })),
            ("grep", json!({ "pattern": "lighthouse" })),
        ],
        vec![("create_index_entry", entry)],
    ]
}

fn explore(tree: &Tree, provider: &Provider, endpoint: &str) -> Run {
    tree.write("rutter/config.toml", "[model]\nretry_delay_ms = 1\n");
    let args = ["explore", "--verbose", "--model", provider.model, "--endpoint", endpoint];
    command(tree.path(), &args).env(provider.key, "a-key-of-the-test").output().unwrap().into()
}

/// Checks that the conversation reached its end and that its entry was recorded.
fn check_outcome(tree: &Tree, run: &Run) {
    for expected in [
        r#"🤖 LLM => Tool Call: list_filesystem({"path":"."})"#,
        r#"🔧 Executing: read_file with args: {"file_path":"src/lamp.rs"}"#,
        "📤 Sending results back to LLM...",
        "🤖 LLM => The lamp is lit.",
        "Indexing complete.",
    ] {
        assert!(run.out.contains(expected), "`{expected}` is not in\n{}\n{}", run.out, run.err);
    }
    let entries = rutter(tree, &["entries", "list", "--json"]).exits(0).json();
    assert_eq!(entries["entries"][0]["symbol"], "light_the_lamp", "{entries}");
    assert_eq!(entries["entries"][0]["status"], "checked", "{entries}");
    assert!(entries["entries"][0]["author"].to_string().contains("-"), "{entries}");
}

/// Checks that the results of each turn are in the requests that follow.
fn check_requests(bodies: &[Value]) {
    assert_eq!(bodies.len(), 4, "{bodies:#?}");
    let has = |at: usize, text: &str| bodies[at].to_string().contains(text);
    assert!(!has(0, "README.md"), "nothing is known before the first call: {}", bodies[0]);
    assert!(has(1, "README.md"), "{:#}", bodies[1]);
    assert!(has(2, "oil - 1") && has(2, "# A lighthouse"), "{:#}", bodies[2]);
    assert!(has(3, "passed its checks: `light_the_lamp`"), "{:#}", bodies[3]);
}

fn check_with_aimock(provider: &Provider) {
    let write = |calls: &Vec<(&str, Value)>| {
        let write = |(name, args): &(&str, Value)| json!({ "name": name, "arguments": args });
        json!({ "toolCalls": calls.iter().map(write).collect::<Vec<_>>() })
    };
    let mut answers: Vec<Value> = turns().iter().map(write).collect();
    answers.push(json!({ "content": "The lamp is lit." }));
    let part = match ExternalServer::aimock(&answers) {
        Ok(part) => part,
        Err(why) => return skip(&format!("{} spoken with aimock", provider.model), &why),
    };
    let tree = Tree::new(FILES);
    let endpoint = format!("{}{}", part.address(), provider.at_aimock);
    let run = explore(&tree, provider, &endpoint).exits(0);
    check_outcome(&tree, &run);
    let journal = part.get("__aimock/journal");
    let bodies: Vec<Value> =
        journal.as_array().unwrap().iter().map(|entry| entry["body"].clone()).collect();
    check_requests(&bodies);
}

fn check_with_llmock(provider: &Provider) {
    let part = match ExternalServer::llmock() {
        Ok(part) => part,
        Err(why) => return skip(&format!("{} spoken with llmock", provider.model), &why),
    };
    let write = |calls: &Vec<(&str, Value)>| {
        let write = |(name, args): &(&str, Value)| json!({ "name": name, "arguments": args });
        json!({ "type": "reply", "tool_calls": calls.iter().map(write).collect::<Vec<_>>() })
    };
    let mut behaviors: Vec<Value> = turns().iter().map(write).collect();
    behaviors.push(json!({ "type": "fail", "status": 503 }));
    behaviors.push(json!({ "type": "reply", "text": "The lamp is lit." }));
    part.post("_llmock/scenario", &json!({ "behaviors": behaviors }));
    let tree = Tree::new(FILES);
    let endpoint = format!("{}{}", part.address(), provider.at_llmock);
    let run = explore(&tree, provider, &endpoint).exits(0);
    check_outcome(&tree, &run);
    let bodies: Vec<Value> = (requests(&part).iter())
        .filter(|request| request["status"] == 200)
        .map(|request| request["body"].clone())
        .collect();
    check_requests(&bodies);
}

/// Without a script, llmock calls a tool of its choice with arguments made from the schema.
fn check_that_schemas_are_understood(provider: &Provider) {
    let part = match ExternalServer::llmock() {
        Ok(part) => part,
        Err(why) => return skip(&format!("schemas read by llmock as {}", provider.model), &why),
    };
    let tree = Tree::new(FILES);
    let endpoint = format!("{}{}", part.address(), provider.at_llmock);
    let run = explore(&tree, provider, &endpoint).exits(0);
    assert!(run.out.contains("🤖 LLM => Tool Call: "), "{}", run.out);
    assert!(!run.out.contains("unknown tool"), "{}", run.out);
    assert!(run.out.contains("Indexing complete."), "{}", run.out);
    assert!(requests(&part).iter().all(|request| request["status"] == 200));
    assert!(requests(&part).len() >= 2);
}

fn requests(part: &ExternalServer) -> Vec<Value> {
    part.get("_llmock/requests")["requests"].as_array().unwrap().clone()
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_gemini_is_spoken_as_aimock_hears_it() {
    check_with_aimock(&GEMINI);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_anthropic_is_spoken_as_aimock_hears_it() {
    check_with_aimock(&ANTHROPIC);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_openai_is_spoken_as_aimock_hears_it() {
    check_with_aimock(&OPENAI);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_responses_are_spoken_as_aimock_hears_them() {
    check_with_aimock(&RESPONSES);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_responses_are_spoken_as_llmock_hears_them() {
    check_with_llmock(&RESPONSES);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_gemini_is_spoken_as_llmock_hears_it() {
    check_with_llmock(&GEMINI);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_anthropic_is_spoken_as_llmock_hears_it() {
    check_with_llmock(&ANTHROPIC);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_openai_is_spoken_as_llmock_hears_it() {
    check_with_llmock(&OPENAI);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_tools_are_declared_so_that_others_can_fill_in_a_call() {
    [GEMINI, ANTHROPIC, OPENAI, RESPONSES].iter().for_each(check_that_schemas_are_understood);
}
