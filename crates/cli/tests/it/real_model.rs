//! A real language model explores a small repository, and reviews entries.
//!
//! A model of this size is slow and weak, so most tests check only the protocol: it calls tools over
//! several turns, gets their results, and the run ends normally. Run by `cargo xtask test --with-model`.

use rutter_fixture::{Tree, skip};
use serde_json::{Value, json};

use crate::external_server::ExternalServer;
use crate::mcp_client::Client;
use crate::run::rutter;

const FILES: &str = "//- README.md
# Tally
Counts words.
//- src/count.py
def count_words(text):
    \"\"\"How often each word occurs.\"\"\"
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return counts
//- src/show.py
from count import count_words

def show(text):
    for word, n in sorted(count_words(text).items()):
        print(n, word)
";

/// Lets the model explore; returns the events of the run.
fn index_with(part: &ExternalServer, tree: &Tree, dispatch: &str) -> Vec<Value> {
    let args = [
        "index",
        ".",
        "--verbose",
        "--model",
        "openai-compatible",
        "--endpoint",
        part.address(),
        "--dispatch",
        dispatch,
        "--max-turns",
        "6",
        "--max-output",
        "260",
        "--context",
        "7000",
        "--timeout",
        "600",
    ];
    let run = rutter(tree, &args).exits(0);
    println!("{}", run.out);
    assert!(run.out.contains("Starting indexing..."), "{}", run.out);
    for row in ["turns", "tool calls", "entries", "tokens", "cost", "time"] {
        assert!(run.out.lines().any(|line| line.starts_with(row)), "no {row} in\n{}", run.out);
    }
    let shown = rutter(tree, &["runs", "show", "--json"]).exits(0).out;
    shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks that tools were called in at least `least_turns` turns, that every call got a result, and
/// that the run ended normally.
fn check_events(events: &[Value], least_turns: usize) {
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
    let mut turns: Vec<u64> =
        of("tool_call").iter().map(|event| event["turn"].as_u64().unwrap()).collect();
    turns.dedup();
    assert!(turns.len() >= least_turns, "{} turns with calls: {events:#?}", turns.len());
    assert_eq!(of("tool_call").len(), of("tool_result").len());
    assert!(of("tool_result").iter().any(|event| event["is_error"] == false), "{events:#?}");
    let ending = &of("finished")[0]["ending"]["why"];
    assert!(ending == "answered" || ending == "max_turns", "{ending}");
    assert!(of("usage").iter().all(|event| event["input_tokens"].as_u64() > Some(0)));
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_real_model_explores_by_its_own_function_calling() {
    let part = match ExternalServer::model("qwen") {
        Ok(part) => part,
        Err(why) => return skip("a real model with function calling", &why),
    };
    let tree = Tree::new(FILES);
    check_events(&index_with(&part, &tree, "native"), 2);
    // What a model of this size writes differs from machine to machine; whatever it recorded has
    // a summary and a status.
    let listed = rutter(&tree, &["entries", "list", "--json"]).json();
    for entry in listed["entries"].as_array().unwrap() {
        assert!(entry["status"].is_string() && entry["summary"] != "", "{entry}");
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_real_model_explores_by_structured_dispatch() {
    let part = match ExternalServer::model("qwen") {
        Ok(part) => part,
        Err(why) => return skip("a real model with structured dispatch", &why),
    };
    check_events(&index_with(&part, &Tree::new(FILES), "structured"), 3);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_model_that_is_hardly_one_explores_by_structured_dispatch_to_a_clean_end() {
    let part = match ExternalServer::model("smollm") {
        Ok(part) => part,
        Err(why) => return skip("a very small model with structured dispatch", &why),
    };
    let events = index_with(&part, &Tree::new(FILES), "structured");
    let finished = events.last().unwrap();
    assert_eq!(finished["event"], "finished", "{events:#?}");
    let ending = &finished["ending"]["why"];
    assert!(ending == "answered" || ending == "max_turns", "{ending}");
}

/// The checks judge what a small model says; whatever it says, the gap ends in the right state.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_real_model_resolves_a_missing_description_or_a_person_is_asked() {
    let part = match ExternalServer::model("qwen") {
        Ok(part) => part,
        Err(why) => return skip("a real model that resolves a gap", &why),
    };
    let tree = Tree::new(
        "//- src/count.py\ndef count_words(text):\n    counts = {}\n    for word in text.split():\n        \
         counts[word] = counts.get(word, 0) + 1\n    return counts\n",
    );
    let mut args = vec!["gaps", "resolve", "--json", "--rule", "missing-description"];
    args.extend(["--model", "openai-compatible", "--endpoint", part.address()]);
    args.extend(["--max-output", "600", "--context", "7000", "--timeout", "600"]);
    let run = rutter(&tree, &args);
    let report = run.json();
    println!("{report:#}");
    let (resolved, asked) = (&report["resolved"], &report["requires_human_input"]);
    let listed = rutter(&tree, &["entries", "list", "--json"]).json();
    match (resolved.as_u64(), asked.as_u64()) {
        (Some(1), Some(0)) => {
            let entry = &listed["entries"][0];
            assert_eq!(
                (&entry["symbol"], &entry["status"]),
                (&json!("count_words"), &json!("checked"))
            );
            run.exits(0);
        }
        // What the model wrote did not pass the checks, so that a person is asked.
        (Some(0), Some(1)) => {
            assert!(report["gaps"][0]["question"].is_string(), "{report}");
            run.exits(4);
        }
        _ => panic!("{report}"),
    }
}

/// What is false stays unconfirmed, whatever a small model says of it.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_real_model_does_not_confirm_what_is_false() {
    let part = match ExternalServer::model("qwen") {
        Ok(part) => part,
        Err(why) => return skip("a review by a real model", &why),
    };
    let tree = Tree::new(FILES);
    std::fs::create_dir(tree.file(".git")).unwrap();
    let mut author = Client::indexed(tree.path(), &[]);
    author.call("read", json!({ "file_path": "src/count.py" }));
    let summary = "Deletes every word of `text` that occurs twice.";
    let entry = json!({ "symbol": "count_words", "file_path": "src/count.py", "summary": summary });
    author.data("record", entry);
    author.end();
    let ids: Vec<Value> =
        rutter(&tree, &["entries", "list", "--json"]).json()["entries"].as_array().unwrap().clone();
    let mut args = vec!["entries", "review", "--json", "--model", "openai-compatible"];
    args.extend(["--endpoint", part.address(), "--max-output", "900", "--context", "7000"]);
    args.extend(["--timeout", "600", "--max-turns", "6"]);
    args.extend(ids.iter().map(|entry| entry["id"].as_str().unwrap()));
    let report = rutter(&tree, &args).exits(0).json();
    println!("{report:#}");
    let why = &report["ending"]["why"];
    assert!(why == "answered" || why == "max_turns", "{report}");
    let listed = rutter(&tree, &["entries", "list", "--json"]).json();
    let entries = listed["entries"].as_array().unwrap();
    let lie = entries.iter().find(|entry| entry["symbol"] == "count_words").unwrap();
    assert_ne!(lie["status"], "confirmed", "{lie}");
}

/// A question with one right answer, asked five times; a model of this size may miss it once.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_real_model_answers_with_the_right_file() {
    let part = match ExternalServer::model("qwen") {
        Ok(part) => part,
        Err(why) => return skip("a real model that answers a question", &why),
    };
    let tree = Tree::new(SERVER_FILES);
    let args = [
        "ask",
        "--json",
        "--model",
        "openai-compatible",
        "--endpoint",
        part.address(),
        "--max-turns",
        "6",
        "--max-output",
        "300",
        "--context",
        "7000",
        "--timeout",
        "600",
        "Which function parses the configuration?",
    ];
    let mut n_right = 0;
    for _ in 0..5 {
        let run = rutter(&tree, &args);
        println!("{}\n{}", run.out, run.err);
        let answer = run.json();
        assert!(!answer["tool_calls"].as_array().unwrap().is_empty(), "{answer}");
        assert_ne!(answer["ending"]["why"], "failed", "{answer}");
        let citations = answer["citations"].as_array().unwrap();
        for citation in citations {
            assert_eq!(citation["holds"] == true, citation["reason"] == "", "{answer}");
        }
        let is_right = citations
            .iter()
            .any(|citation| citation["path"] == "src/settings.py" && citation["holds"] == true);
        n_right += u32::from(is_right);
    }
    println!("{n_right} of 5 answers cite the right file");
    assert!(n_right >= 4, "{n_right} of 5 answers cite the right file");
}

const SERVER_FILES: &str = "//- README.md
# Demo server
//- src/main.py
from server import Server


def main():
    Server('settings.json').run()
//- src/server.py
from settings import parse_configuration


class Server:
    \"\"\"Answers requests on a port.\"\"\"

    def __init__(self, path):
        self.configuration = parse_configuration(path)

    def run(self):
        print('listening on', self.configuration['port'])
//- src/settings.py
import json


def parse_configuration(path):
    \"\"\"Read the configuration file and fill in the defaults.\"\"\"
    with open(path) as file:
        values = json.load(file)
    return {**DEFAULTS, **values}


DEFAULTS = {'port': 8080, 'debug': False}
";
