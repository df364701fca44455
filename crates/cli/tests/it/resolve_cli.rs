//! `rutter gaps resolve`: its plan, its messages, its exit codes, and how it is stopped and resumed.

use std::process::Command;
use std::time::{Duration, Instant};

use rutter_fixture::Tree;
use serde_json::{Value, json};

use crate::chat_server::{Answer, ChatServer};
use crate::mcp_client::Client;
use crate::run::{Run, command, rutter};

const RULE: [&str; 2] = ["--rule", "missing-description"];

/// Functions without a description, `n_functions` in each file.
pub fn deck(n_files: usize, n_functions: usize) -> Tree {
    let tree = Tree::new("");
    for file in 0..n_files {
        let function =
            |n: usize| format!("def haul_{file}_{n}(rope):\n    return rope + {n}\n\n\n");
        tree.write(
            &format!("deck/file{file}.py"),
            (0..n_functions).map(function).collect::<String>(),
        );
    }
    // Failures are not waited for.
    tree.write("rutter/config.toml", "[model]\nretry_delay_ms = 1\n");
    tree
}

/// `rutter gaps resolve` for functions without a description, with the model of this server.
pub fn resolve(tree: &Tree, server: &ChatServer, flags: &[&str]) -> Command {
    let endpoint = server.endpoint();
    let model = ["--model", "openai-compatible", "--endpoint", &endpoint];
    let rule: &[&str] = if flags.contains(&"--resume") { &[] } else { &RULE };
    command(tree.path(), &[&["gaps", "resolve"], rule, &model[..], flags].concat())
}

/// The first message of a request: the prompt.
pub fn prompt(request: &Value) -> String {
    let messages = request["messages"].as_array().unwrap();
    let user = messages.iter().find(|message| message["role"] == "user").unwrap();
    user["content"].as_str().unwrap().to_owned()
}

/// The call that records the gap of a request.
pub fn record(request: &Value) -> Answer {
    let prompt = prompt(request);
    let mut quoted = prompt.split('`').skip(1).step_by(2);
    let (symbol, path) = (quoted.next().unwrap(), quoted.next().unwrap());
    let summary = "Hauls the `rope` a bit further.";
    let entry =
        json!({ "symbol": symbol, "file_path": path, "summary": summary, "confidence": 0.9 });
    Answer::calls(&[("create_index_entry", entry)])
}

fn states(report: &Value) -> Vec<(&str, &str)> {
    let gaps = report["gaps"].as_array().unwrap().iter();
    gaps.map(|gap| (gap["symbol"].as_str().unwrap(), gap["state"].as_str().unwrap())).collect()
}

#[test]
fn a_model_resolves_all_gaps_and_the_run_can_be_shown() {
    let tree = deck(1, 2);
    let server = ChatServer::scripted(record);
    let run = Run::from(resolve(&tree, &server, &["--json"]).output().unwrap()).exits(0);
    let report = run.json();
    assert_eq!(report["ending"]["why"], "all_resolved", "{report}");
    assert_eq!(states(&report), [("haul_0_0", "resolved"), ("haul_0_1", "resolved")]);
    assert_eq!(report["totals"]["input_tokens"], 200);
    assert_eq!(server.requests().len(), 2);
    // Few tools, so that a small model chooses the right one.
    let tools = server.requests()[0]["tools"].as_array().unwrap().clone();
    let mut names: Vec<&str> =
        tools.iter().map(|tool| tool["function"]["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    let expected = ["create_index_entry", "get_symbol_details", "read_file", "search"];
    assert_eq!(names, expected);
    let shown = rutter(&tree, &["runs", "show"]).exits(0).out;
    for line in ["GAP_ANALYSIS", "begin with semantic_search", "resolved after 1 attempt"] {
        assert!(shown.contains(line), "no `{line}` in:\n{shown}");
    }
    let replayed = rutter(&tree, &["runs", "replay"]).exits(0).out;
    for line in ["💭 ", "🔧 Executing: get_symbol_details", "👀 ", "GAP_RESOLUTION_SEMANTIC"]
    {
        assert!(replayed.contains(line), "no `{line}` in:\n{replayed}");
    }
    let again = Run::from(resolve(&tree, &server, &[]).output().unwrap()).exits(0);
    assert!(again.out.contains("Resolved 0 of 0 gaps"), "{}", again.out);
}

#[test]
fn a_dry_run_sends_nothing_and_estimates_what_it_would() {
    let tree = deck(1, 3);
    let server = ChatServer::scripted(record);
    let run = Run::from(resolve(&tree, &server, &["--dry-run", "--json"]).output().unwrap());
    let plan = run.exits(0).json();
    assert_eq!(plan["gaps"].as_array().unwrap().len(), 3, "{plan}");
    assert_eq!(plan["gaps"][0]["first"], "semantic_search");
    assert_eq!(plan["estimate"]["n_gaps"], 3);
    assert_eq!(plan["estimate"]["requests"], 5);
    assert!(plan["estimate"]["input_tokens"].as_u64() > Some(1_000), "{plan}");
    assert_eq!(plan["estimate"]["cost"], Value::Null);
    let run = Run::from(resolve(&tree, &server, &["--dry-run"]).output().unwrap()).exits(0);
    assert!(run.out.contains("3 gaps; 3 for a model: about 5 requests"), "{}", run.out);
    let args = ["gaps", "resolve", "--dry-run", "--json", "--model", "gpt-5-mini"];
    let priced = command(tree.path(), &args).env("OPENAI_API_KEY", "k").output().unwrap();
    let plan = Run::from(priced).exits(0).json();
    assert!(plan["estimate"]["cost"].as_f64() > Some(0.0), "{plan}");
    assert_eq!(server.requests().len(), 0);
    assert_eq!(rutter(&tree, &["entries", "list", "--json"]).json()["entries"], json!([]));
}

#[test]
fn rules_that_are_switched_off_give_nothing_to_resolve_and_nothing_to_repair() {
    let tree = deck(1, 2);
    tree.write("docs/deck.md", "# Deck\n\nSee [the deck](../dekc/file0.py).\n");
    let plan = |tree: &Tree| {
        let run = rutter(tree, &["gaps", "resolve", "--dry-run", "--json"]).exits(0).json();
        let gaps = run["gaps"].as_array().unwrap().iter();
        gaps.map(|gap| gap["rule"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(plan(&tree).contains(&"missing-description".to_owned()));
    let off = |rule: &str| format!("[gaps.rules.{rule}]\nenabled = false\n");
    tree.write("rutter/config.toml", off("missing-description") + &off("broken-mention"));
    assert!(!plan(&tree).contains(&"missing-description".to_owned()));
    assert_eq!(rutter(&tree, &["gaps", "fix", "--json"]).exits(0).json()["edits"], json!([]));
    tree.write("rutter/config.toml", off("missing-descripton"));
    let run = rutter(&tree, &["gaps", "resolve", "--dry-run"]).exits(2);
    assert!(run.err.contains("did you mean `missing-description`?"), "{}", run.err);
}

#[test]
fn without_a_model_documents_replace_weak_entries_and_the_rest_is_counted() {
    let tree = deck(1, 2);
    tree.write("docs/deck.md", "# Deck\n\n## haul_0_0\n\nAdds 0 to the `rope` and returns it.\n");
    std::fs::create_dir(tree.file(".git")).unwrap();
    // What the author has not read is unverified.
    let mut author = Client::indexed(tree.path(), &[]);
    for symbol in ["haul_0_0", "haul_0_1"] {
        let summary = "Moves the `rope` a bit further.";
        let entry = json!({ "symbol": symbol, "file_path": "deck/file0.py", "summary": summary });
        author.data("record", entry);
    }
    author.end();
    let run = rutter(&tree, &["gaps", "resolve", "--rule", "weak-entry", "--json"]).exits(4);
    let report = run.json();
    assert_eq!(states(&report), [("haul_0_0", "resolved"), ("haul_0_1", "open")], "{report}");
    assert_eq!((&report["ending"]["why"], &report["model"]), (&json!("needs_model"), &Value::Null));
    assert_eq!(report["gaps"][1]["left"], "needs_model");
    assert!(run.err.contains("GEMINI_API_KEY"), "{}", run.err);
    let entries = rutter(&tree, &["entries", "list", "--json"]).json();
    assert_eq!(entries["entries"][0]["author"], "linked document", "{entries}");
    assert_eq!(entries["entries"][0]["status"], "checked", "{entries}");
}

#[test]
fn a_prompt_can_be_replaced_and_a_broken_one_is_named() {
    let tree = deck(1, 1);
    let server = ChatServer::scripted(record);
    rutter(&tree, &["index", "--local", "--quiet"]).exits(0);
    let path = ".rutter/prompts/resolve_synthesis.md";
    tree.write(path, "Ahoy! {gap}\n{observations}");
    let run = Run::from(resolve(&tree, &server, &[]).output().unwrap()).exits(2);
    assert!(
        run.err.contains("resolve_synthesis.md` lacks the variable `{earlier}`"),
        "{}",
        run.err
    );
    assert_eq!(server.requests().len(), 0);
    tree.write(path, "Ahoy! {gap}\n{earlier}{observations}");
    Run::from(resolve(&tree, &server, &[]).output().unwrap()).exits(0);
    let sent = prompt(&server.requests()[0]);
    assert!(sent.starts_with("Ahoy! `haul_0_0` in `deck/file0.py`"), "{sent}");
}

#[test]
fn bad_arguments_are_explained() {
    let tree = deck(1, 1);
    let run = rutter(&tree, &["gaps", "resolve", "--rule", "missing-rum"]).exits(2);
    assert!(run.err.contains("there is no rule `missing-rum`"), "{}", run.err);
    assert!(run.err.contains("missing-description"), "{}", run.err);
    let run = rutter(&tree, &["gaps", "resolve", "--resume"]).exits(2);
    assert!(run.err.contains("there is no run to resume"), "{}", run.err);
    let run = rutter(&tree, &["gaps", "resolve", "--under", "hold"]).exits(2);
    assert!(run.err.contains("there is no `hold`"), "{}", run.err);
    let run = rutter(&tree, &["gaps", "resolve", "--confidence", "2"]).exits(2);
    assert!(run.err.contains("from 0 to 1"), "{}", run.err);
    let nothing =
        rutter(&tree, &["gaps", "resolve", "--under", "rutter", "--json"]).exits(0).json();
    assert_eq!(nothing["ending"]["why"], "all_resolved");
}

#[test]
fn an_interrupted_run_keeps_what_it_has_and_is_resumed() {
    let tree = deck(1, 4);
    let server = ChatServer::scripted({
        let mut n_asked = 0;
        move |request| {
            n_asked += 1;
            if n_asked == 3 { Answer::hang() } else { record(request) }
        }
    });
    let child = resolve(&tree, &server, &["--json"]).spawn().unwrap();
    server.wait_for_requests(3);
    let began = Instant::now();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let run: Run = child.wait_with_output().unwrap().into();
    assert!(began.elapsed() < Duration::from_secs(2), "it took {:?}", began.elapsed());
    let report = run.exits(130).json();
    assert_eq!((&report["resolved"], &report["open"]), (&json!(2), &json!(2)), "{report}");
    let resumed = Run::from(resolve(&tree, &server, &["--resume", "--json"]).output().unwrap());
    let resumed = resumed.exits(0).json();
    assert_eq!(resumed["resumed"], report["run"]);
    assert_eq!((&resumed["resolved"], &resumed["open"]), (&json!(4), &json!(0)), "{resumed}");
    // The one that hung, and one for each gap.
    assert_eq!(server.requests().len(), 5);
}

#[test]
fn a_server_that_is_down_ends_the_run_with_an_error() {
    let tree = deck(1, 2);
    let server = ChatServer::scripted(|_| Answer::status(500, &[], "{}"));
    let run = Run::from(resolve(&tree, &server, &["--json"]).output().unwrap()).exits(2);
    let report = run.json();
    assert_eq!(
        (&report["ending"]["why"], &report["open"]),
        (&json!("failed"), &json!(2)),
        "{report}"
    );
    assert!(run.err.contains("rutter gaps resolve --resume"), "{}", run.err);
    let server = ChatServer::scripted(record);
    let run = Run::from(resolve(&tree, &server, &["--resume"]).output().unwrap()).exits(0);
    assert!(run.out.contains("Resolved 2 of 2 gaps"), "{}", run.out);
}

#[test]
fn a_cap_ends_the_run_and_a_higher_one_resumes_it() {
    let tree = deck(1, 4);
    let server = ChatServer::scripted(|request| record(request).using(2_000, 500));
    let capped = resolve(&tree, &server, &["--json", "--max-tokens", "9000"]).output().unwrap();
    let report = Run::from(capped).exits(4).json();
    assert_eq!(report["ending"]["why"], "cap_reached", "{report}");
    let n_resolved = report["resolved"].as_u64().unwrap();
    assert!((1..4).contains(&n_resolved), "{report}");
    let flags = ["--resume", "--json", "--max-tokens", "90000"];
    let resumed = Run::from(resolve(&tree, &server, &flags).output().unwrap()).exits(0).json();
    assert_eq!(resumed["resolved"], 4, "{resumed}");
    assert_eq!(server.requests().len(), 4);
}
