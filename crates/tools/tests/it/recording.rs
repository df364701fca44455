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
    match &outcome.recording {
        Some(Recording::Recorded { status, .. }) => Some(*status),
        Some(Recording::Refused { .. }) | None => None,
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
        assert!(outcome.text.starts_with("recorded `src/lib.rs` as "), "{}", outcome.text);
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
    assert!(matches!(outcome.recording, Some(Recording::Refused { .. })), "{outcome:?}");
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
