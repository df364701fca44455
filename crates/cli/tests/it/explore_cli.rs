//! `rutter explore`: its messages if it cannot start, and at its end.

use rutter_fixture::Tree;
use serde_json::json;

use crate::chat_server::{Answer, ChatServer};
use crate::run::{Run, rutter};

const FILES: &str =
    "//- src/lib.rs\n/// Adds.\npub fn add(a: u32, b: u32) -> u32 {\n    a + b\n}\n";

/// Explores with a model that gives these answers, without waiting between retries.
fn explore(answers: Vec<Answer>, flags: &[&str]) -> (Run, usize) {
    let tree = Tree::new(FILES);
    tree.write("rutter/config.toml", "[model]\nretry_delay_ms = 1\n");
    let server = ChatServer::start(answers);
    let endpoint = server.endpoint();
    let run = rutter(&tree, &[&["explore", "--endpoint", &endpoint], flags].concat());
    (run, server.requests().len())
}

fn list() -> Answer {
    Answer::calls(&[("list_filesystem", json!({ "path": "." }))])
}

/// The lines that start with these names.
fn check(run: &Run, lines: &[&str]) {
    let printed = format!("{}{}", run.out, run.err);
    for line in lines {
        assert!(printed.lines().any(|row| row.contains(line)), "no `{line}` in:\n{printed}");
    }
}

#[test]
fn a_model_that_only_talks_at_first_is_asked_to_begin() {
    let answers = vec![Answer::text("I shall list the root."), list(), Answer::text("It adds.")];
    let (run, n_requests) = explore(answers, &["--verbose"]);
    let run = run.exits(0);
    assert_eq!(n_requests, 3);
    check(&run, &["the model called no tool", r#"Tool Call: list_filesystem({"path":"."})"#]);
}

#[test]
fn a_model_that_only_talks_is_through_after_it_was_asked_once_more() {
    let (run, n_requests) = explore(vec![Answer::text("Hello."), Answer::text("Hello.")], &[]);
    check(&run.exits(0), &["Indexing complete."]);
    assert_eq!(n_requests, 2);
    let (run, n_requests) = explore(vec![Answer::text("Hello.")], &["--max-turns", "1"]);
    check(&run.exits(0), &["Indexing complete."]);
    assert_eq!(n_requests, 1);
}

#[test]
fn a_run_that_no_request_was_answered_in_costs_nothing_and_names_the_way_out() {
    let failure = || Answer::status(500, &[], "{}");
    let (run, n_requests) = explore(vec![failure(), failure(), failure(), failure()], &[]);
    let run = run.exits(2);
    assert_eq!(n_requests, 4);
    check(&run, &["ended early", "$0: no request was answered", "next       `rutter doctor`"]);
}

#[test]
fn a_cap_without_room_for_one_request_is_reported_as_such() {
    let (run, n_requests) = explore(Vec::new(), &["--max-tokens", "10"]);
    check(&run, &["stopped at the cap of 10 tokens", "no room for a single request"]);
    assert_eq!(n_requests, 0);
}

#[test]
fn a_server_that_is_not_there_is_named_by_its_address() {
    let tree = Tree::new(FILES);
    let run = rutter(&tree, &["explore", "--endpoint", "http://127.0.0.1:1"]).exits(2);
    check(&run, &["cannot be reached at http://127.0.0.1:1/v1/", "`llama-server` on port 1"]);
}

#[test]
fn a_missing_key_is_reported_with_its_variable() {
    let run = rutter(&Tree::new(FILES), &["explore", "--model", "gpt-5"]).exits(2);
    check(&run, &["there is no key for `gpt-5`; set OPENAI_API_KEY"]);
}

#[test]
fn a_cap_below_zero_is_refused_with_an_example() {
    let run = rutter(&Tree::new(FILES), &["explore", "--max-cost", "-1"]).exits(2);
    check(&run, &["give an amount above zero, such as 0.50"]);
}

#[test]
fn a_repository_cannot_make_a_model_cheaper_than_it_is() {
    let tree = Tree::new(FILES);
    tree.write(".rutter/prices.toml", "[[price]]\nmodel = \"gpt-5\"\ninput = 0\noutput = 0\n");
    let server = ChatServer::start(vec![list().using(1_000_000, 0), Answer::text("It adds.")]);
    let endpoint = server.endpoint();
    let args = ["explore", "--model", "gpt-5", "--endpoint", &endpoint, "--max-cost", "1"];
    let run = rutter(&tree, &args).exits(0);
    check(&run, &["the cap of $1 was exceeded by $0.25", "stopped at the cap of $1"]);
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn an_index_with_a_model_begins_and_ends_with_a_word() {
    let tree = Tree::new(FILES);
    let server = ChatServer::start(vec![list(), Answer::text("It adds.")]);
    let run = rutter(&tree, &["index", "--endpoint", &server.endpoint()]).exits(0);
    assert!(run.out.starts_with("Starting indexing...\n"), "{}", run.out);
    check(&run, &["Indexing complete."]);
}

fn record() -> Answer {
    let entry = json!({ "symbol": "add", "file_path": "src/lib.rs", "summary": "Adds." });
    Answer::calls(&[("create_index_entry", entry)])
}

fn read() -> Answer {
    Answer::calls(&[("read_file", json!({ "file_path": "src/lib.rs" }))])
}

#[test]
fn the_report_counts_entries_and_not_writes_and_has_the_answer() {
    let (run, _) = explore(vec![read(), record(), record(), Answer::text("It adds.")], &[]);
    let run = run.exits(0);
    check(
        &run,
        &[
            "It adds.",
            "entries    1 (1 checked)",
            "covered    1 of 1 source files, 1 of 1 central symbols",
            "an entry",
            "next       `rutter entries review`",
        ],
    );
    let answers = vec![read(), record(), Answer::text("It adds.")];
    let report = explore(answers, &["--json"]).0.exits(0).json();
    assert_eq!(report["answer"], "It adds.");
    assert_eq!(report["report"]["entries"], json!({ "checked": 1 }), "{report}");
    assert_eq!(report["report"]["coverage"]["files"], json!({ "covered": 1, "all": 1 }));
    assert!(report["report"]["tokens_per_entry"].as_u64() > Some(0), "{report}");
}

#[test]
fn an_exploration_that_ends_at_a_cap_is_not_called_complete() {
    let (run, _) = explore(vec![list(), read()], &["--max-turns", "2"]);
    let run = run.exits(0);
    check(
        &run,
        &[
            "stopped after 2 turns",
            "The exploration is not complete",
            "entries    none",
            "covered    0 of 1 source files",
            "no entry yet: src/lib.rs",
            "next       `rutter explore` continues from what is recorded",
        ],
    );
    assert!(!run.out.contains("Indexing complete"), "{}", run.out);
}

#[test]
fn the_user_can_replace_the_instruction() {
    let tree = Tree::new(FILES);
    rutter(&tree, &["index", "--local", "--quiet"]).exits(0);
    tree.write(".rutter/prompts/explore.md", "Only read the code.\n{recording}\n");
    let server = ChatServer::start(vec![list(), Answer::text("It adds."), Answer::text("Yes.")]);
    rutter(&tree, &["explore", "--endpoint", &server.endpoint()]).exits(0);
    let instruction = server.requests()[0]["messages"][0]["content"].to_string();
    assert!(instruction.starts_with("\"Only read the code.\\n- The summary says"), "{instruction}");
}

#[test]
fn an_unknown_model_gets_the_usual_length_of_replies_and_a_cap_of_the_user_counts() {
    let limit = |flags: &[&str]| {
        let tree = Tree::new(FILES);
        let server = ChatServer::start(vec![Answer::text("It adds."), Answer::text("It adds.")]);
        let endpoint = server.endpoint();
        let args = ["explore", "--model", "openai-compatible::m", "--endpoint", &endpoint];
        rutter(&tree, &[&args[..], flags].concat()).exits(0);
        server.requests()[0]["max_tokens"].as_u64()
    };
    assert_eq!(limit(&[]), Some(4_096));
    assert_eq!(limit(&["--max-output", "500"]), Some(500));
}
