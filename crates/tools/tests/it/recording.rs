//! Entries through the tool: what is kept depends on what was read.

use rutter_domain::{EntryStatus, Recording};
use rutter_tools::{Mode, Outcome};
use serde_json::json;

use crate::harness::Harness;

const FILES: &str = "\
//- src/lib.rs
/// Adds.
pub fn add(a: u32, b: u32) -> u32 {
    a + b
}
";

fn arguments() -> serde_json::Value {
    json!({"symbol": "add", "path": "./src/lib.rs", "summary": "Adds `a` and `b`.", "confidence": "0.9"})
}

fn status(outcome: &Outcome) -> Option<EntryStatus> {
    match outcome.recordings.as_slice() {
        [Recording::Recorded { status, .. }] => Some(*status),
        _ => None,
    }
}

#[test]
fn what_was_read_is_checked_and_what_was_not_is_not() {
    let harness = Harness::new(FILES, Mode::Plan);
    let outcome = harness.call("create_index_entry", arguments());
    assert_eq!(status(&outcome), Some(EntryStatus::Unverified), "{outcome:?}");
    assert!(outcome.text.contains("unverified, because"), "{}", outcome.text);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    let outcome = harness.call("create_index_entry", arguments());
    assert_eq!(status(&outcome), Some(EntryStatus::Checked), "{outcome:?}");
    let text = harness.text("get_symbol_details", json!({"symbol": "add"}));
    assert!(text.contains(" (checked): \"Adds `a` and `b`.\""), "{text}");
}

#[test]
fn without_a_symbol_the_whole_file_is_described() {
    let harness = Harness::new(FILES, Mode::Plan);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    for symbol in [None, Some(""), Some(".")] {
        let mut arguments =
            json!({"file_path": "src/lib.rs", "summary": "Adds numbers with `add`."});
        if let Some(symbol) = symbol {
            arguments["symbol"] = json!(symbol);
        }
        let outcome = harness.call("create_index_entry", arguments);
        assert_eq!(status(&outcome), Some(EntryStatus::Checked), "{outcome:?}");
        assert!(
            outcome.text.starts_with("recorded for the file `src/lib.rs`, as "),
            "{}",
            outcome.text
        );
    }
}

#[test]
fn a_symbol_that_does_not_exist_is_refused() {
    let harness = Harness::new(FILES, Mode::Plan);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    let outcome = harness.call(
        "create_index_entry",
        json!({"symbol": "multiply", "file_path": "src/lib.rs", "summary": "Multiplies."}),
    );
    assert!(matches!(outcome.recordings[..], [Recording::Refused { .. }]), "{outcome:?}");
    assert!(outcome.is_error);
    assert!(outcome.text.starts_with("`multiply` was not recorded: "), "{}", outcome.text);
}

#[test]
fn a_secret_is_not_recorded() {
    let harness = Harness::new(FILES, Mode::Plan);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    let secret = format!("gh{}_q7Zp2Vx9Lw4Rt8Nc1Bm6Kd3Fh5Js0GyTaUeX", "p");
    let outcome = harness.call(
        "create_index_entry",
        json!({"symbol": "add", "file_path": "src/lib.rs", "summary": format!("Uses {secret}.")}),
    );
    assert_eq!(outcome.n_redacted, 1);
    let text = harness.text("get_symbol_details", json!({"symbol": "add"}));
    assert!(text.contains("Uses [redacted: GitHub token]."), "{text}");
}

const TWO_FILES: &str = "\
//- src/lib.rs
/// Adds.
pub fn add(a: u32, b: u32) -> u32 {
    a + b
}
//- src/price/total.rs
/// The total of two prices.
pub fn total(a: u32, b: u32) -> u32 {
    crate::add(a, b)
}
";

#[test]
fn several_entries_are_recorded_in_order_and_a_bad_one_loses_no_other() {
    let harness = Harness::new(TWO_FILES, Mode::Plan);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    harness.text("read_file", json!({"file_path": "src/price/total.rs"}));
    let lines = json!([
        {"file_path": "src/price/total.rs", "start_line": 2, "end_line": 4},
        {"file_path": "src/lib.rs", "start_line": 2, "end_line": 4},
    ]);
    let outcome = harness.call(
        "record_entries",
        json!({"entries": [
            {"symbol": "add", "file_path": "src/lib.rs", "summary": "Adds `a` and `b`."},
            {"symbol": "multiply", "file_path": "src/lib.rs", "summary": "Multiplies."},
            {"symbol": "add", "file_path": "src/gone.rs", "summary": "Adds."},
            {"symbol": "add", "file_path": "src/lib.rs"},
            {"topic": "how prices add up", "summary": "`total` calls `add`.", "evidence": lines},
            {"file_path": "src/price", "summary": "Totals of prices.", "evidence": lines},
        ]}),
    );
    let outcomes: Vec<&str> = outcome
        .recordings
        .iter()
        .map(|recording| match recording {
            Recording::Recorded { status, .. } => status.name(),
            Recording::Refused { .. } => "refused",
        })
        .collect();
    let expected = ["checked", "refused", "refused", "refused", "checked", "checked"];
    assert_eq!(outcomes, expected, "{}", outcome.text);
    assert!(!outcome.is_error, "{}", outcome.text);
    let mut at = 0;
    for part in [
        "1.\nrecorded for the function `add`, src/lib.rs:2-4, as ",
        "2.\n`multiply` was not recorded: ",
        "3.\n`add` was not recorded: ",
        "4.\n`?` was not recorded: ",
        "needs `entries.summary`",
        "5.\nrecorded for the topic \"how prices add up\", as ",
        "6.\nrecorded for the folder `src/price/`, as ",
    ] {
        let found = outcome.text[at..].find(part);
        at += found.unwrap_or_else(|| panic!("{part}: {}", outcome.text));
    }
}

#[test]
fn several_entries_of_which_none_is_kept_are_an_error() {
    let harness = Harness::new(TWO_FILES, Mode::Plan);
    let none = harness.call("record_entries", json!({"entries": []}));
    assert!(none.is_error && none.text.contains("there is no entry"), "{}", none.text);
    let wrong = json!({"entries": [{"symbol": "gone", "file_path": "src/lib.rs", "summary": "?"}]});
    assert!(harness.call("record_entries", wrong).is_error);
}

#[test]
fn a_file_that_was_left_out_is_taken_where_only_one_can_be_meant() {
    let harness = Harness::new(TWO_FILES, Mode::Plan);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    harness.text("read_file", json!({"file_path": "src/price/total.rs"}));
    let only_definition = json!({"symbol": "add", "summary": "Adds `a` and `b`."});
    let outcome = harness.call("create_index_entry", only_definition);
    assert_eq!(status(&outcome), Some(EntryStatus::Checked), "{outcome:?}");
    let lines = json!([{"start_line": 2, "end_line": 4}]);
    let own_lines = json!({"symbol": "total", "summary": "Adds two prices.", "evidence": lines});
    let outcome = harness.call("create_index_entry", own_lines);
    assert!(outcome.text.contains("src/price/total.rs"), "{}", outcome.text);
    let cited = json!([{"file_path": "src/lib.rs", "start_line": 2, "end_line": 4}]);
    let of_evidence = json!({"summary": "Adds numbers with `add`.", "evidence": cited});
    let outcome = harness.call("create_index_entry", of_evidence);
    assert!(outcome.text.starts_with("recorded for the file `src/lib.rs`"), "{}", outcome.text);
}

#[test]
fn a_file_that_was_left_out_is_asked_for_where_several_can_be_meant() {
    let files = "//- a.py\ndef run():\n    return 1\n//- b.py\ndef run():\n    return 2\n";
    let harness = Harness::new(files, Mode::Plan);
    let entry = json!({"symbol": "run", "summary": "Returns a number."});
    let outcome = harness.call("create_index_entry", entry.clone());
    assert!(outcome.is_error, "{}", outcome.text);
    let expected =
        "`file_path` is missing\n`a.py`, `b.py` define `run`; give the one that you mean";
    assert_eq!(outcome.text, expected);
    harness.text("read_file", json!({"file_path": "b.py"}));
    let outcome = harness.call("create_index_entry", entry);
    assert!(outcome.text.contains("b.py"), "what was read is meant: {}", outcome.text);
    let outcome = harness.call("create_index_entry", json!({"symbol": "go", "summary": "Goes."}));
    assert!(outcome.text.starts_with("`file_path` is missing"), "{}", outcome.text);
}
