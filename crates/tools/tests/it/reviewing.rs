//! Second readers through the tool.

use std::sync::Arc;

use rutter_fixture::CarefulReader;
use rutter_tools::{Mode, Session};
use serde_json::{Value, json};

use crate::harness::Harness;

const FILES: &str = "\
//- src/lib.rs
pub fn add_prices(first: u32, second: u32) -> u32 {
    let total = first + second;
    report_total(total);
    total
}

fn report_total(total: u32) {}
";

const SUMMARY: &str = "Adds `first` and `second`, and passes the total to `report_total`.";

const READER: CarefulReader<'_> = CarefulReader {
    name: "add_prices",
    code: "pub fn add_prices(first: u32, second: u32) -> u32 {\n    let total = first + second;\n    report_total(total);\n    total\n}",
    truths: &[SUMMARY],
    lies: &[],
};

/// A repository with an entry by `tester`, and a session of somebody else.
fn with_entry() -> (Harness, String) {
    let mut harness = Harness::new(FILES, Mode::Plan);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    let arguments = json!({"symbol": "add_prices", "file_path": "src/lib.rs", "summary": SUMMARY});
    let text = harness.text("create_index_entry", arguments);
    let id = text.split(" as ").nth(1).unwrap().split(':').next().unwrap().to_owned();
    harness.session = Arc::new(Session::new(Mode::Plan, "second"));
    (harness, id)
}

/// The name of a questionnaire and its statements, from its text.
fn statements(text: &str) -> (String, Vec<String>) {
    let name = text.strip_prefix("questionnaire ").unwrap().split(' ').next().unwrap().to_owned();
    let numbered = text.lines().filter_map(|line| {
        let (number, statement) = line.split_once(". \"")?;
        number.parse::<u32>().ok()?;
        Some(statement.strip_suffix('"')?.to_owned())
    });
    (name, numbered.collect())
}

fn answers(statements: &[String], finding: impl Fn(&str) -> &'static str) -> Value {
    let answer = |(at, statement): (usize, &String)| json!({"statement": at + 1, "finding": finding(statement), "start_line": 1, "end_line": 5});
    statements.iter().enumerate().map(answer).collect()
}

#[test]
fn a_careful_reader_confirms_an_entry() {
    let (harness, id) = with_entry();
    let text = harness.text("review", json!({}));
    for hidden in ["tester", "checked", "confidence"] {
        assert!(!text.contains(hidden), "{text}");
    }
    assert!(text.contains("2\t    let total = first + second;"), "{text}");
    let (name, asked) = statements(&text);
    let all = answers(&asked, |statement| READER.judge(statement));
    let text = harness.text("review", json!({"questionnaire": name, "answers": all}));
    assert!(text.starts_with(&format!("counted: the entry {id} is now confirmed")), "{text}");
    assert_eq!(harness.text("review", json!({})), "no entry waits for your review");
    let again = harness.refusal("review", json!({"questionnaire": name, "answers": all}));
    assert!(again.starts_with("there is no such questionnaire; open: none"), "{again}");
}

#[test]
fn a_reader_who_has_not_read_is_refused_after_two_tries() {
    let (harness, id) = with_entry();
    for finding in ["supported", "contradicted"] {
        let (name, asked) = statements(&harness.text("review", json!({"entry": id[..5]})));
        let all = answers(&asked, |_| finding);
        let text = harness.text("review", json!({"questionnaire": name, "answers": all}));
        assert!(text.starts_with("not counted: "), "{text}");
        assert!(!text.contains("statement 1"), "{text}");
    }
    let text = harness.refusal("review", json!({"entry": id}));
    assert!(text.contains("did not count 2 times"), "{text}");
    assert_eq!(harness.text("review", json!({})), "no entry waits for your review");
}

#[test]
fn an_author_cannot_review_its_own_entry() {
    let (mut harness, id) = with_entry();
    harness.session = Arc::new(Session::new(Mode::Plan, "tester"));
    let text = harness.refusal("review", json!({"entry": id}));
    assert!(text.starts_with(&format!("you wrote the entry `{id}` yourself")), "{text}");
    assert_eq!(harness.text("review", json!({})), "no entry waits for your review");
}

#[test]
fn answers_are_read_as_they_are_meant_or_refused_with_what_would_do() {
    let (harness, _) = with_entry();
    let (name, asked) = statements(&harness.text("review", json!({})));
    let refused = harness.refusal("review", json!({"questionnaire": name}));
    assert!(refused.starts_with("the answers to `q1` are missing"), "{refused}");
    let maybe = json!({"questionnaire": name, "answers": [{"statement": 1, "finding": "maybe"}]});
    let refused = harness.refusal("review", maybe);
    assert!(refused.contains("`supported`, `contradicted` or `not shown`"), "{refused}");
    let one = json!({"questionnaire": name, "answers": {"statement": "1", "finding": "not_shown"}});
    let refused = harness.refusal("review", one);
    assert!(refused.starts_with("statement 2 has no answer"), "{refused}");
    // Without the name, in other words, with numbers as text.
    let words = |statement: &str| match READER.judge(statement) {
        "supported" => "yes",
        "contradicted" => "no",
        _ => "NOT_SHOWN",
    };
    let all: Vec<Value> = asked
        .iter()
        .enumerate()
        .map(|(at, statement)| {
            json!({"statement": (at + 1).to_string(), "finding": words(statement),
                   "path": "./src/lib.rs", "line": "1", "end": "5"})
        })
        .collect();
    let text = harness.text("review", json!({"parameters": {"answers": all}}));
    assert!(text.contains("is now confirmed"), "{text}");
}

#[test]
fn who_may_not_record_may_not_review() {
    let (mut harness, _) = with_entry();
    harness.session = Arc::new(Session::new(Mode::Ask, "second"));
    let text = harness.refusal("review", json!({}));
    assert!(text.starts_with("`review` is not offered in `ask` mode"), "{text}");
}
