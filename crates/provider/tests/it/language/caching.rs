//! Stored replies, costs, probes and the scripted model.

use std::fs;
use std::sync::Arc;

use rutter_domain::Usage;
use rutter_provider::language::{
    Cache, Choice, Error, LanguageModel, Price, Script, ScriptStep, connect, probe,
};
use serde_json::json;

use super::harness::{Recorder, choice, environment, model, openai_text, question, streamed};
use crate::server::{Play, Server};

#[tokio::test]
async fn a_repeated_request_is_answered_from_the_cache() {
    let folder = tempfile::tempdir().unwrap();
    let script = Arc::new(Script::new([
        ScriptStep::call("a", json!({ "b": 1 })),
        ScriptStep::text("other"),
    ]));
    let cache = Cache::new(script.clone(), &folder.path().join("answers"), "m");
    let recorder = Recorder::default();
    let first = recorder.ask(&cache, &question("one")).await.unwrap();
    assert!(!first.is_cached);
    let again = recorder.ask(&cache, &question("one")).await.unwrap();
    assert!(again.is_cached);
    assert_eq!(again.turn, first.turn);
    assert_eq!(again.usage, Usage::default());
    assert_eq!(recorder.ask(&cache, &question("two")).await.unwrap().turn.text, "other");
    recorder.ask(&cache, &streamed(question("two"))).await.unwrap();
    assert_eq!(*recorder.text.lock().unwrap(), "other");
    assert_eq!(script.requests().len(), 2);
}

#[tokio::test]
async fn a_damaged_file_counts_as_missing() {
    let folder = tempfile::tempdir().unwrap();
    let script = Arc::new(Script::new([ScriptStep::text("one"), ScriptStep::text("two")]));
    let cache = Cache::new(script.clone(), folder.path(), "m");
    let recorder = Recorder::default();
    recorder.ask(&cache, &question("?")).await.unwrap();
    let file = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    fs::write(&file, "{\"turn\":").unwrap();
    assert_eq!(recorder.ask(&cache, &question("?")).await.unwrap().turn.text, "two");
    assert!(recorder.ask(&cache, &question("?")).await.unwrap().is_cached);
}

#[tokio::test]
async fn scopes_are_separate_and_failures_are_not_stored() {
    let folder = tempfile::tempdir().unwrap();
    let fail = || ScriptStep::Fail(Error::NoModel);
    let script = Arc::new(Script::new([fail(), ScriptStep::text("one"), ScriptStep::text("two")]));
    let recorder = Recorder::default();
    let one = Cache::new(script.clone(), folder.path(), "one");
    let two = Cache::new(script.clone(), folder.path(), "two");
    recorder.ask(&one, &question("?")).await.unwrap_err();
    assert_eq!(recorder.ask(&one, &question("?")).await.unwrap().turn.text, "one");
    assert_eq!(recorder.ask(&two, &question("?")).await.unwrap().turn.text, "two");
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_leads_to_a_remark() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let script = Arc::new(Script::new([ScriptStep::text("one")]));
    let cache = Cache::new(script, &file, "m");
    let reply = Recorder::default().ask(&cache, &question("?")).await.unwrap();
    assert_eq!(reply.turn.text, "one");
    assert!(reply.remarks[0].starts_with("the reply cannot be stored"), "{:?}", reply.remarks);
}

#[tokio::test]
async fn a_chosen_folder_stores_replies() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| openai_text("hello"));
    let cached = Choice { cache: Some(folder.path().to_owned()), ..choice("gpt-4o", &server) };
    for _ in 0..2 {
        let connected = connect(&cached, &environment(&[])).unwrap();
        let reply = Recorder::default().ask(&*connected.model, &question("?")).await.unwrap();
        assert_eq!(reply.turn.text, "hello");
    }
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_known_model_has_a_cost_and_an_unknown_one_none() {
    let server = Server::saying(200, "");
    let usage = Usage { input_tokens: 1_000_000, output_tokens: 100_000, ..Usage::default() };
    let cost = |name: &str| model(name, &server).cost(&usage);
    assert_eq!(cost("gemini-2.5-flash"), Some(0.55));
    assert_eq!(cost("openai-compatible::m"), None);
    assert_eq!(cost("ollama::m"), Some(0.0));
}

#[tokio::test]
async fn a_probe_asks_once() {
    let server = Server::start(|_, _| openai_text("ready"));
    let line = probe(&*model("gpt-4o", &server)).await.unwrap();
    assert!(line.starts_with("gpt-4o answers, in "), "{line}");
    assert_eq!(server.requests()[0].body["max_tokens"], 32);
    let server = Server::start(|_, _| Play::reply(503, "down for repair"));
    let slow = Choice { retry_delay: None, ..choice("gpt-4o", &server) };
    let connected = connect(&slow, &environment(&[])).unwrap();
    let error = probe(&*connected.model).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "`gpt-4o` did not answer in one attempt: down for repair (status 503)"
    );
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_script_follows_its_steps_and_records_the_requests() {
    let answer = ScriptStep::answer(|request| {
        assert_eq!(request.messages.len(), 1);
        Err(Error::Cancelled)
    });
    let two = [("a", json!({})), ("b", json!({}))];
    let price = Price { input: 1.0, cached: 1.0, output: 1.0 };
    let script =
        Script::new([ScriptStep::calls(two), answer]).with_name("played").with_price(price);
    let recorder = Recorder::default();
    let reply = recorder.ask(&script, &question("?")).await.unwrap();
    let ids: Vec<&str> = reply.turn.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids, ["call_1", "call_2"]);
    assert_eq!(script.cost(&reply.usage), Some(110.0 / 1e6));
    assert_eq!(recorder.ask(&script, &question("?")).await, Err(Error::Cancelled));
    let over = recorder.ask(&script, &question("?")).await.unwrap_err();
    assert_eq!(over.to_string(), "`played` refuses the request: the script has no further step");
    assert_eq!(script.requests().len(), 3);
}
