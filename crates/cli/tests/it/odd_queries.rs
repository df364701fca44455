//! Odd queries, in every mode: an answer or a clear message.

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::{rutter, rutter_with};

const FILES: &str = "\
//- anchor.rs
/// Holds the ship.
fn anchor(depth: u32) -> u32 {
    depth + 1
}
//- notes.md
# Notes

The anchor holds, whatever the weather.
";

const MODES: [&str; 3] = ["lexical", "semantic", "hybrid"];

#[test]
fn odd_queries_are_answered_in_every_mode() {
    let tree = Tree::new(FILES);
    rutter(&tree, &["index", "--quiet"]).exits(0);
    let trace = "Traceback (most recent call last):\n  File \"anchor.rs\", line 3, in anchor\n\
                 ValueError: bad depth";
    let pasted = "fn anchor(depth: u32) -> u32 { depth + 1 }\n".repeat(500);
    let long = "anchor ".repeat(10_000);
    let queries =
        ["?!;", "\u{1F980}", "在哪里", "a:b::c", "\\", "*", "%s", "'", trace, &pasted, &long];
    for mode in MODES {
        for query in queries {
            let args = ["search", "--json", "--mode", mode, "--tokens", "300", "--", query];
            let run = rutter(&tree, &args);
            assert!(run.code == Some(0) || run.code == Some(1), "{mode} {query:?}: {}", run.err);
            assert_eq!(run.json()["mode"], mode, "{query:?}");
            let run = rutter(&tree, &["search", "--mode", mode, "--", query]);
            assert!(run.code == Some(0) || run.code == Some(1), "{mode} {query:?}: {}", run.err);
        }
        for query in [trace, &pasted, &long] {
            let run = rutter(&tree, &["search", "--json", "--mode", mode, "--", query]).exits(0);
            assert_eq!(run.json()["hits"][0]["path"], "anchor.rs", "{mode}");
        }
    }
}

#[test]
fn an_empty_query_is_refused_with_a_hint() {
    let tree = Tree::new(FILES);
    for query in ["", " ", "\n\t"] {
        let run = rutter(&tree, &["search", query]).exits(2);
        assert!(run.err.contains("the query is empty"), "{}", run.err);
        assert!(run.err.contains("hint: give a question"), "{}", run.err);
    }
}

#[test]
fn a_batch_answers_every_line_whatever_it_is() {
    let tree = Tree::new(FILES);
    let long = "anchor ".repeat(20_000);
    let lines = ["anchor", "", "\0", "a\0b", "  ", &long, "\u{1F980}", "锚"];
    for mode in MODES {
        let run = rutter_with(&tree, &["search", "--batch", "--mode", mode], &lines.join("\n"));
        let answers: Vec<Value> =
            run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), lines.len(), "{mode}: {}", run.err);
        assert_eq!(run.code, Some(0), "{mode}: {}", run.err);
        for blank in [1, 4] {
            assert_eq!(answers[blank]["hits"], Value::Array(Vec::new()), "{mode}");
        }
        assert_eq!(answers[5]["hits"][0]["path"], "anchor.rs", "{mode}");
    }
}

#[test]
fn odd_texts_are_compared() {
    let tree = Tree::new(FILES);
    let pasted = "fn anchor(depth: u32) -> u32 { depth + 1 }\n".repeat(500);
    let long = "anchor ".repeat(20_000);
    for text in ["\0", "\u{1F980}", "锚", "?!;", &pasted, &long] {
        let run = rutter_with(&tree, &["similar", "--json", "--text", "-"], text);
        assert!(run.code == Some(0) || run.code == Some(1), "{text:.20?}: {}", run.err);
        assert!(run.json()["hits"].is_array());
        assert!(run.out.len() < 20_000, "a long text is not repeated in full");
    }
    for text in ["", " \n"] {
        let run = rutter_with(&tree, &["similar", "--text", "-"], text).exits(2);
        assert!(run.err.contains("the text is empty"), "{}", run.err);
        assert!(run.err.contains("hint: "), "{}", run.err);
    }
}
