//! Second readers through the tool.

use std::sync::Arc;

use rutter_fixture::CarefulReader;
use rutter_tools::{Mode, Session};
use serde_json::{Value, json};

use crate::harness::Harness;

fn files() -> String {
    format!("//- src/lib.rs\n{CODE}")
}

const SUMMARY: &str = "Adds `first` and `second`, and passes the total to `report_total`.";

const READER: CarefulReader<'_> = CarefulReader { code: CODE, truths: &[SUMMARY] };

const CODE: &str = "\
pub fn add_prices(first: u32, second: u32) -> u32 {
    let total = first + second;
    report_total(total);
    total
}

fn report_total(total: u32) {}
";

/// A repository with an entry by `tester`, and a session of somebody else.
fn with_entry() -> (Harness, String) {
    let mut harness = Harness::new(&files(), Mode::Plan);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    let arguments = json!({"symbol": "add_prices", "file_path": "src/lib.rs", "summary": SUMMARY});
    let text = harness.text("create_index_entry", arguments);
    let id = text.split(" as ").nth(1).unwrap().split(':').next().unwrap().to_owned();
    harness.session = Arc::new(Session::new(Mode::Plan, "second"));
    (harness, id)
}

/// The name of a questionnaire and its pairs, from its text.
fn pairs(text: &str) -> (String, Vec<(String, String)>) {
    let name = text.strip_prefix("questionnaire ").unwrap().split('.').next().unwrap().to_owned();
    let mut pairs = Vec::new();
    let mut first = None;
    for line in text.lines() {
        let numbered =
            line.split_once(". A \"").filter(|(number, _)| number.parse::<u32>().is_ok());
        if let Some((_, a)) = numbered {
            first = Some(a.strip_suffix('"').unwrap().to_owned());
        } else if let (Some(b), Some(a)) = (line.strip_prefix("   B \""), first.take()) {
            pairs.push((a, b.strip_suffix('"').unwrap().to_owned()));
        }
    }
    (name, pairs)
}

fn answers(pairs: &[(String, String)], choose: impl Fn(&str, &str) -> &'static str) -> Value {
    let answer = |(at, (a, b)): (usize, &(String, String))| json!({"pair": at + 1, "choice": choose(a, b), "start_line": 1, "end_line": 5, "reason": "it does something else"});
    pairs.iter().enumerate().map(answer).collect()
}

fn careful(a: &str, b: &str) -> &'static str {
    READER.choose(a, b)
}

#[test]
fn a_careful_reader_confirms_an_entry() {
    let (harness, id) = with_entry();
    let text = harness.text("review", json!({}));
    for hidden in ["tester", "recorded", "confidence"] {
        assert!(!text.contains(hidden), "{text}");
    }
    assert!(text.contains("2\t    let total = first + second;"), "{text}");
    let (name, asked) = pairs(&text);
    let all = answers(&asked, careful);
    let text = harness.text("review", json!({"questionnaire": name, "answers": all}));
    assert!(text.starts_with(&format!("counted: {id} (`add_prices`) is now confirmed")), "{text}");
    assert_eq!(harness.text("review", json!({})), "no entry waits for your review");
    let again = harness.refusal("review", json!({"questionnaire": name, "answers": all}));
    assert!(again.starts_with("there is no such questionnaire; open: none"), "{again}");
}

#[test]
fn a_reader_who_has_not_read_is_refused_after_two_tries() {
    let (harness, id) = with_entry();
    for choice in ["A", "neither"] {
        let (name, asked) = pairs(&harness.text("review", json!({"entries": [id[..5]]})));
        let all = answers(&asked, |_, _| choice);
        let text = harness.text("review", json!({"questionnaire": name, "answers": all}));
        assert!(text.starts_with("not counted: "), "{text}");
        assert!(!text.contains("pair 1"), "{text}");
    }
    let text = harness.refusal("review", json!({"entries": [id]}));
    assert!(text.contains("did not count 2 times"), "{text}");
    assert_eq!(harness.text("review", json!({})), "no entry waits for your review");
}

#[test]
fn a_session_that_was_shown_an_entry_cannot_review_it() {
    let (mut harness, id) = with_entry();
    let looks = [
        ("search", json!({"query": "add first second", "entries": true})),
        ("get_symbol_details", json!({"symbol": "add_prices"})),
        ("overview", json!({})),
    ];
    for (tool, arguments) in looks {
        harness.session = Arc::new(Session::new(Mode::Plan, "second"));
        let asked = harness.text("review", json!({"entries": [id]}));
        let (name, asked) = pairs(&asked);
        harness.text(tool, arguments);
        let refused = harness.refusal("review", json!({"entries": [id]}));
        assert!(refused.contains("this session was shown the entry"), "{tool}: {refused}");
        assert_eq!(harness.text("review", json!({})), "no entry waits for your review");
        // Nor may it answer what it was asked before it looked.
        let all = answers(&asked, careful);
        let text = harness.text("review", json!({"questionnaire": name, "answers": all}));
        assert!(text.starts_with("not counted: "), "{tool}: {text}");
    }
    // A later session of the author's client has not seen it.
    harness.session = Arc::new(Session::new(Mode::Plan, "tester"));
    let (name, asked) = pairs(&harness.text("review", json!({})));
    let all = answers(&asked, careful);
    let text = harness.text("review", json!({"questionnaire": name, "answers": all}));
    assert!(text.contains("is now confirmed"), "{text}");
}

#[test]
fn who_recorded_an_entry_cannot_review_it_under_another_name() {
    let harness = Harness::new(&files(), Mode::Plan);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    let arguments = json!({"symbol": "add_prices", "file_path": "src/lib.rs", "summary": SUMMARY});
    harness.text("create_index_entry", arguments);
    let mut session = Session::clone(&harness.session);
    session.author = "another".to_owned();
    let harness = Harness { session: Arc::new(session), ..harness };
    assert_eq!(harness.text("review", json!({})), "no entry waits for your review");
}

#[test]
fn answers_are_read_as_they_are_meant_or_refused_with_what_would_do() {
    let (harness, _) = with_entry();
    let (name, asked) = pairs(&harness.text("review", json!({})));
    let refused = harness.refusal("review", json!({"questionnaire": name}));
    assert!(refused.starts_with("the answers to `q1` are missing"), "{refused}");
    let maybe = json!({"questionnaire": name, "answers": [{"pair": 1, "choice": "maybe"}]});
    let refused = harness.refusal("review", maybe);
    assert!(refused.contains("a choice is `A`, `B` or `C`"), "{refused}");
    let one = json!({"questionnaire": name, "answers": {"pair": "1", "choice": "Neither"}});
    let refused = harness.refusal("review", one);
    assert!(refused.starts_with("pair 2 has no answer"), "{refused}");
    // Without the name, in other words, with numbers as text.
    let words = |a: &str, b: &str| match careful(a, b) {
        "A" => "(a)",
        "B" => "b.",
        _ => "NEITHER",
    };
    let all: Vec<Value> = asked
        .iter()
        .enumerate()
        .map(|(at, (a, b))| {
            json!({"pair": (at + 1).to_string(), "choice": words(a, b),
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
