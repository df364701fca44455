//! `rutter ask`: answers with citations that were checked, chats that go on, and models that misbehave.

use std::io::Write as _;
use std::process::{Command, Stdio};

use rutter_fixture::Tree;
use serde_json::{Value, json};

use crate::chat_server::{Answer, ChatServer};
use crate::run::{Run, command, rutter};

const FILES: &str = "//- src/config.py
import json


def parse_config(path):
    \"\"\"Reads the settings of the program.\"\"\"
    with open(path) as file:
        return json.load(file)
//- src/main.py
from config import parse_config


def main():
    print(parse_config('settings.json'))
//- AGENTS.md
Answer like a pilot.
";

pub fn tree() -> Tree {
    let tree = Tree::new(FILES);
    tree.write("rutter/config.toml", "[model]\nretry_delay_ms = 1\n");
    tree
}

/// `rutter ask` with the model of this server.
pub fn ask(tree: &Tree, server: &ChatServer, args: &[&str]) -> Command {
    let endpoint = server.endpoint();
    let model = ["--model", "openai-compatible", "--endpoint", &endpoint];
    command(tree.path(), &[&["ask"], args, &model[..]].concat())
}

fn run(mut command: Command) -> Run {
    Run::from(command.output().unwrap())
}

pub fn read_config() -> Answer {
    Answer::calls(&[("read_file", json!({ "file_path": "src/config.py" }))])
}

#[test]
fn an_answer_comes_with_checked_citations_calls_and_usage() {
    let tree = tree();
    let text = "`parse_config` reads it (src/config.py:4-7). It is used in src/main.py:5, see src/none.py:1.";
    let server =
        ChatServer::start(vec![read_config().using(100, 10), Answer::text(text).using(200, 20)]);
    let answer =
        run(ask(&tree, &server, &["--json", "which", "function", "parses?"])).exits(0).json();
    assert_eq!(answer["answer"], text);
    assert_eq!(
        answer["citations"],
        json!([
            { "path": "src/config.py", "start_line": 4, "end_line": 7, "holds": true, "reason": "" },
            {
                "path": "src/main.py", "start_line": 5, "end_line": 5, "holds": false,
                "reason": "line 5 was not shown to the model"
            },
            {
                "path": "src/none.py", "start_line": 1, "end_line": 1, "holds": false,
                "reason": "there is no such file"
            },
        ])
    );
    let call = &answer["tool_calls"][0];
    assert_eq!((&call["name"], &call["ok"]), (&json!("read_file"), &json!(true)));
    let usage = &answer["usage"];
    assert_eq!(
        *usage,
        json!({ "input_tokens": 300, "output_tokens": 30, "cost": null, "requests": 2 })
    );
    assert_eq!(answer["ending"]["why"], "answered");
    assert_eq!(answer["index"]["state"], "current");
    let system = server.requests()[0]["messages"][0]["content"].as_str().unwrap().to_owned();
    for part in ["Search first", "Answer like a pilot.", "AGENTS.md", "parse_config"] {
        assert!(system.contains(part), "{part} in {system}");
    }
}

#[test]
fn in_a_pipe_the_answer_is_plain_and_what_does_not_hold_is_marked() {
    let tree = tree();
    let text = "# Answer\n\nIt is **here**: `src/config.py:4`.\n\nNot `src/config.py:99`.";
    let server = ChatServer::start(vec![read_config(), Answer::text(text)]);
    let run = run(ask(&tree, &server, &["where?"])).exits(0);
    assert_eq!(
        run.out,
        "# Answer\n\nIt is **here**: `src/config.py:4`.\n\n\
         Not `src/config.py:99` [does not hold: the file has 7 lines].\n"
    );
    assert!(run.err.contains("2 citations, 1 of them does not hold"), "{}", run.err);
    assert!(run.err.contains("1 tool call"), "{}", run.err);
    assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "{}", run.err);
}

#[test]
fn strict_refuses_an_answer_without_a_citation_that_holds() {
    let tree = tree();
    let answers = || vec![read_config(), Answer::text("It is in src/config.py:40.")];
    let server = ChatServer::start(answers());
    let refused = run(ask(&tree, &server, &["--strict", "where?"])).exits(3);
    assert_eq!(refused.out, "");
    assert!(refused.err.contains("no citation of the answer holds"), "{}", refused.err);
    let server = ChatServer::start(answers());
    let refused = run(ask(&tree, &server, &["--strict", "--json", "where?"])).exits(3).json();
    assert_eq!(
        (&refused["answer"], &refused["citations"][0]["holds"]),
        (&Value::Null, &json!(false))
    );
    let server = ChatServer::start(vec![read_config(), Answer::text("In src/config.py:4.")]);
    assert_eq!(
        run(ask(&tree, &server, &["--strict", "where?"])).exits(0).out,
        "In src/config.py:4.\n"
    );
}

#[test]
fn a_model_that_answers_unseen_is_asked_to_look_first() {
    let tree = tree();
    let server = ChatServer::start(vec![
        Answer::text("I guess src/config.py:4."),
        read_config(),
        Answer::text("It is src/config.py:4."),
    ]);
    let run = run(ask(&tree, &server, &["where?"])).exits(0);
    assert_eq!(run.out, "It is src/config.py:4.\n");
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_question_on_standard_input_follows_the_words() {
    let tree = tree();
    let server = ChatServer::start(vec![read_config(), Answer::text("ok")]);
    let mut child = ask(&tree, &server, &["explain"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"a diff\nof two lines\n").unwrap();
    Run::from(child.wait_with_output().unwrap()).exits(0);
    let messages = &server.requests()[0]["messages"];
    assert_eq!(messages[1]["content"], "explain\n\na diff\nof two lines");
    let empty = rutter(&tree, &["ask"]).exits(2);
    assert!(empty.err.contains("there is no question"), "{}", empty.err);
}

#[test]
fn without_a_model_the_best_places_are_listed() {
    let tree = tree();
    let run = rutter(&tree, &["ask", "parse the configuration"]).exits(1);
    assert!(run.out.contains("src/config.py"), "{}", run.out);
    assert!(run.err.contains("no language model is configured"), "{}", run.err);
    assert!(run.err.contains("GEMINI_API_KEY"), "{}", run.err);
    let answer = rutter(&tree, &["ask", "--json", "parse the configuration"]).exits(1).json();
    assert_eq!(answer["ending"]["why"], "no_model");
    assert_eq!(answer["hits"][0]["path"], "src/config.py");
}

#[test]
fn a_chat_goes_on_by_id_name_or_last_and_what_was_shown_still_counts() {
    let tree = tree();
    let server = ChatServer::start(vec![read_config(), Answer::text("In src/config.py:4.")]);
    let first =
        run(ask(&tree, &server, &["--json", "--name", "settings", "where?"])).exits(0).json();
    let id = first["session"].as_str().unwrap().to_owned();
    for which in [&id[..], &id[..12], "settings", "last"] {
        let server = ChatServer::start(vec![Answer::text("Still in src/config.py:4.")]);
        let next =
            run(ask(&tree, &server, &["--json", "--resume", which, "sure?"])).exits(0).json();
        assert_eq!(next["session"], id);
        assert_eq!(next["citations"][0]["holds"], true, "{next}");
        let messages = server.requests()[0]["messages"].to_string();
        assert!(messages.contains("where?") && messages.contains("json.load"), "{messages}");
    }
    let wrong = run(ask(&tree, &server, &["--resume", "nonsense", "sure?"])).exits(2);
    assert!(wrong.err.contains("there is no chat `nonsense`"), "{}", wrong.err);
}

#[test]
fn a_model_that_calls_tools_for_ever_is_stopped_and_the_chat_lives() {
    let tree = tree();
    let server = ChatServer::scripted(|request| {
        let n_messages = request["messages"].as_array().map_or(0, Vec::len);
        let query = format!("words {n_messages}");
        Answer::calls(&[("search", json!({ "query": query }))])
    });
    let answer =
        run(ask(&tree, &server, &["--json", "--max-turns", "4", "where?"])).exits(1).json();
    assert_eq!(answer["ending"], json!({ "why": "max_turns", "limit": 4 }));
    assert_eq!(answer["answer"], Value::Null);
    let server = ChatServer::start(vec![Answer::text("In src/config.py:4.")]);
    let next = run(ask(&tree, &server, &["--json", "--resume", "last", "so?"])).exits(0).json();
    assert_eq!(next["session"], answer["session"]);
}

#[test]
fn a_server_that_fails_is_an_error_and_the_question_is_kept() {
    let tree = tree();
    let server = ChatServer::scripted(|_| Answer::status(500, &[], "{}"));
    let failed = run(ask(&tree, &server, &["--json", "where is it?"])).exits(2).json();
    assert_eq!(failed["ending"]["why"], "failed");
    let server = ChatServer::start(vec![read_config(), Answer::text("In src/config.py:4.")]);
    run(ask(&tree, &server, &["--resume", "last", "go on"])).exits(0);
    let messages = server.requests()[0]["messages"].to_string();
    assert!(messages.contains("where is it?"), "{messages}");
}

#[test]
fn an_answer_that_names_what_was_shown_without_a_place_gets_its_places() {
    let tree = tree();
    let server = ChatServer::start(vec![
        read_config(),
        Answer::text("The function parse_config reads the settings."),
    ]);
    let answer = run(ask(&tree, &server, &["--json", "which function parses?"])).exits(0).json();
    assert_eq!(
        answer["answer"],
        "The function parse_config reads the settings.\n\nSources: `parse_config` src/config.py:4-7"
    );
    let citation = &answer["citations"][0];
    assert_eq!((&citation["path"], &citation["holds"]), (&json!("src/config.py"), &json!(true)));
    assert_eq!(server.requests().len(), 2, "no request is spent on it");
    let server = ChatServer::start(vec![
        read_config(),
        Answer::text("The function parse_config reads the settings."),
    ]);
    let run = run(ask(&tree, &server, &["which function parses?"])).exits(0);
    assert!(run.out.ends_with("Sources: `parse_config` src/config.py:4-7\n"), "{}", run.out);
}

#[test]
fn an_answer_that_names_nothing_is_asked_for_its_places_once() {
    let check = |reply: &str, expected: &str, n_citations: usize| {
        let tree = tree();
        let text = "The settings are read as JSON.";
        let server =
            ChatServer::start(vec![read_config(), Answer::text(text), Answer::text(reply)]);
        let answer = run(ask(&tree, &server, &["--json", "how are they read?"])).exits(0).json();
        assert_eq!(answer["answer"], format!("{text}{expected}"), "{reply}");
        assert_eq!(answer["citations"].as_array().unwrap().len(), n_citations, "{answer}");
        let requests = server.requests();
        assert_eq!(requests.len(), 3);
        let asked = requests[2]["messages"].as_array().unwrap().last().unwrap().to_string();
        assert!(asked.contains("`parse_config` src/config.py:4-7"), "{asked}");
        assert!(requests[2]["tools"].as_array().is_none_or(Vec::is_empty), "no tool is offered");
    };
    check("src/config.py:4-7", "\n\nSources: src/config.py:4-7", 1);
    check("See `src/config.py:6`, src/none.py:1", "\n\nSources: src/config.py:6", 1);
    check("none", "", 0);
    check("src/main.py:1", "", 0);
}

#[test]
fn a_reply_that_breaks_off_is_kept_and_the_chat_lives() {
    let tree = tree();
    let mut n_requests = 0;
    let server = ChatServer::scripted(move |_| {
        n_requests += 1;
        let long = "The settings are read here. ".repeat(40);
        if n_requests == 1 { read_config() } else { Answer::text(&long).cut() }
    });
    let run_once = run(ask(&tree, &server, &["where?"])).exits(2);
    assert!(run_once.out.is_empty() || run_once.out.contains("The settings"), "{}", run_once.out);
    assert!(!run_once.err.contains("panicked"), "{}", run_once.err);
    let server = ChatServer::start(vec![Answer::text("In src/config.py:4.")]);
    let next = run(ask(&tree, &server, &["--json", "--resume", "last", "go on"])).exits(0).json();
    assert_eq!(next["citations"][0]["holds"], true, "{next}");
    let sent = server.requests()[0]["messages"].to_string();
    assert!(sent.contains("The settings are read here."), "what was said is kept: {sent}");
}

#[test]
fn a_codebase_is_summarized_in_as_many_turns_as_it_takes() {
    let summary = "`parse_config` reads the settings (src/config.py:4-7); `main` prints them \
                   (src/main.py:4-5).";
    let check = |args: &[&str], server: &ChatServer| {
        let tree = tree();
        let arguments = [&["--json", "summarize this codebase"], args].concat();
        let answer = run(ask(&tree, server, &arguments)).exits(0).json();
        assert_eq!(answer["answer"], summary, "{answer}");
        let calls = answer["tool_calls"].as_array().unwrap().iter();
        let called: Vec<&str> = calls.map(|call| call["name"].as_str().unwrap()).collect();
        assert_eq!(called, ["list_files", "read_file", "read_file"], "{answer}");
        let citations = answer["citations"].as_array().unwrap();
        assert!(citations.iter().all(|citation| citation["holds"] == true), "{answer}");
        assert_eq!(citations.len(), 2);
    };
    let calls = [
        ("list_files", json!({ "path": "src" })),
        ("read_file", json!({ "file_path": "src/config.py" })),
        ("read_file", json!({ "file_path": "src/main.py" })),
    ];
    let mut native: Vec<Answer> =
        calls.iter().map(|(name, args)| Answer::calls(&[(name, args.clone())])).collect();
    native.push(Answer::text(summary));
    check(&[], &ChatServer::start(native));
    let form = |is_required: bool, name: &str, arguments: &Value| {
        let form = json!({
            "requires_tool_call": is_required, "tool_name": name,
            "reasoning": "One step after the other.", "arguments": arguments,
        });
        Answer::text(&form.to_string())
    };
    let mut structured: Vec<Answer> =
        calls.iter().map(|(name, arguments)| form(true, name, arguments)).collect();
    structured.push(form(false, "none", &json!({})));
    structured.push(Answer::text(summary));
    check(&["--dispatch", "structured"], &ChatServer::start(structured));
}

#[test]
fn the_reason_for_a_decision_is_no_part_of_the_answer_and_every_request_is_counted() {
    let form = |name: &str, arguments: &Value| {
        let form = json!({
            "requires_tool_call": name != "none", "tool_name": name,
            "reasoning": "I must list the files.", "arguments": arguments,
        });
        Answer::text(&form.to_string())
    };
    let answers = || {
        vec![
            form("list_files", &json!({ "path": "src" })),
            form("none", &json!({})),
            Answer::text("It reads settings (src/config.py:4)."),
        ]
    };
    let server = ChatServer::start(answers());
    let (tree, arguments) = (tree(), ["--dispatch", "structured", "what is it?"]);
    let printed = run(ask(&tree, &server, &arguments)).exits(0);
    assert_eq!(server.requests().len(), 3);
    assert!(!printed.out.contains("I must"), "{}", printed.out);
    assert!(printed.out.contains("It reads settings"), "{}", printed.out);
    assert!(printed.err.contains(" 3 requests "), "{}", printed.err);
    let server = ChatServer::start(answers());
    let answer = run(ask(&tree, &server, &[&["--json"], &arguments[..]].concat())).exits(0).json();
    assert_eq!(answer["usage"]["requests"], 3, "{answer}");
}

#[test]
fn questions_are_counted_in_the_metrics_and_replayed() {
    let tree = tree();
    rutter(&tree, &["metrics"]).exits(1);
    let server = ChatServer::start(vec![
        Answer::calls(&[
            ("search", json!({ "query": "configuration" })),
            ("grep", json!({ "pattern": "json" })),
        ]),
        Answer::text("In src/config.py:4 and src/config.py:400."),
    ]);
    run(ask(&tree, &server, &["where?"])).exits(0);
    let metrics = rutter(&tree, &["metrics", "--json"]).exits(0).json();
    let total = &metrics["total"];
    assert_eq!((&total["questions"], &total["calls_per_question"]), (&json!(1), &json!(2.0)));
    assert_eq!((&total["semantic_calls"], &total["grep_calls"]), (&json!(1), &json!(1)));
    assert_eq!((&total["citations"], &total["citations_failed"]), (&json!(2), &json!(1)));
    assert_eq!(metrics["days"].as_array().unwrap().len(), 1);
    let text = rutter(&tree, &["metrics", "--since", "7d"]).exits(0).out;
    assert!(text.contains("50 % (1 against 1 grep)"), "{text}");
    let wrong = rutter(&tree, &["metrics", "--since", "soon"]).exits(2);
    assert!(wrong.err.contains("`soon` is not a time"), "{}", wrong.err);
    let replayed = rutter(&tree, &["runs", "replay"]).exits(0).out;
    assert!(replayed.contains("where?") && replayed.contains("src/config.py:400"), "{replayed}");
}

/// 500 questions with long results, one process each way: the window holds and memory stays bounded.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_five_hundred_questions_stay_within_the_window_and_in_little_memory() {
    const WINDOW: u64 = 40_000;
    let tree = tree();
    let long: String = (0..400).map(|n| format!("def filler_{n}(): return {n}\n")).collect();
    tree.write("src/long.py", long);
    let server = ChatServer::scripted(|request| {
        let messages = request["messages"].as_array().unwrap();
        let bytes: usize = messages.iter().map(|message| message.to_string().len()).sum();
        assert!((bytes as u64) < WINDOW * 5, "a request of {bytes} bytes");
        match messages.last().unwrap()["role"].as_str() {
            Some("user") => Answer::calls(&[("read_file", json!({ "file_path": "src/long.py" }))]),
            _ => Answer::text(
                "A filler is in src/long.py:1. It is one of many that say nothing at all.",
            ),
        }
    });
    let endpoint = server.endpoint();
    let context = WINDOW.to_string();
    let model = ["--model", "openai-compatible", "--endpoint", &endpoint, "--context", &context];
    let mut command = command(tree.path(), &[&["chat"], &model[..]].concat());
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let pid = child.id();
    let reader = std::thread::spawn(move || child.wait_with_output().unwrap());
    let mut most_kibibytes = 0;
    for n in 0..500 {
        writeln!(input, "question number {n}").unwrap();
        server.wait_for_requests(2 * (n + 1));
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
        let kibibytes: u64 = line.split_whitespace().next().unwrap().parse().unwrap();
        most_kibibytes = most_kibibytes.max(kibibytes);
    }
    drop(input);
    Run::from(reader.join().unwrap()).exits(0);
    println!("{} MB at most", most_kibibytes / 1024);
    assert!(most_kibibytes < 200 * 1024, "{most_kibibytes} kB");
    let last = server.requests().pop().unwrap()["messages"].to_string();
    for n in [0, 1, 250, 499] {
        assert!(last.contains(&format!("question number {n}\"")), "question {n}");
    }
}
