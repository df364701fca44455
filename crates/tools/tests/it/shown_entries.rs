//! Entries beside the code that they describe, and what the overview says is recorded.

use rutter_tools::{Consent, Mode};
use serde_json::json;

use crate::harness::Harness;

const FILES: &str = "\
//- src/lib.rs
/// Adds.
pub fn add(a: u32, b: u32) -> u32 {
    a + b
}

/// Takes off.
pub fn take_off(a: u32, b: u32) -> u32 {
    a - b
}
";

const SURPRISE: &str = "The documentation says that it adds, and it never carries.";

/// A repository with an entry by somebody else, and a reader who was shown nothing yet.
fn harness() -> Harness {
    let mut harness = Harness::new(FILES, Mode::Plan);
    harness.text("read_file", json!({"file_path": "src/lib.rs"}));
    harness.text(
        "create_index_entry",
        json!({
            "symbol": "add", "file_path": "src/lib.rs", "summary": "Adds `a` and `b`.",
            "details": "Both are whole numbers.", "surprises": [SURPRISE],
        }),
    );
    harness.session = std::sync::Arc::new(rutter_tools::Session::new(Mode::Plan, "reader"));
    harness
}

#[test]
fn an_entry_comes_with_its_code_once_for_each_session() {
    let harness = harness();
    let lines = |start: u32, end: u32| json!({"file_path": "src/lib.rs", "start_line": start, "end_line": end});
    let text = harness.text("read_file", lines(6, 9));
    assert!(!text.contains("entry "), "{text}");
    let text = harness.text("read_file", lines(1, 4));
    let (code, entry) = text.split_once("\nentry ").unwrap();
    assert!(code.contains("a + b") && entry.contains("recorded ("), "{text}");
    let surprise = entry.find(SURPRISE).unwrap();
    assert!(surprise < entry.find("Both are whole numbers.").unwrap(), "{text}");
    let again = harness.text("read_file", lines(1, 4));
    assert!(!again.contains("entry "), "{again}");
}

#[test]
fn a_search_adds_to_the_mark_of_a_hit_what_the_mark_leaves_out() {
    let harness = harness();
    let text = harness.text("search", json!({"query": "add whole numbers"}));
    assert_eq!(text.matches("Adds `a` and `b`.").count(), 1, "{text}");
    assert!(text.contains("more of entry ") && text.contains(SURPRISE), "{text}");
    let again = harness.text("search", json!({"query": "add whole numbers"}));
    assert!(!again.contains("more of entry "), "{again}");
}

#[test]
fn a_stale_entry_is_named_and_not_quoted() {
    let harness = harness();
    let changed = FILES.replace("a + b", "b + a + 1").replace("//- src/lib.rs\n", "");
    harness.tree.write("src/lib.rs", changed);
    let read = json!({"file_path": "src/lib.rs"});
    let text = harness.text("read_file", read.clone());
    assert!(!text.contains(SURPRISE), "{text}");
    let harness = Harness::of(harness.tree, Mode::Plan, Consent::Yes);
    let text = harness.text("read_file", read);
    assert!(text.contains("of `add` is stale") && !text.contains(SURPRISE), "{text}");
}

#[test]
fn the_overview_begins_with_what_is_recorded() {
    let text = harness().text("overview", json!({}));
    let known = text.split_once("Recorded about this codebase").unwrap().1;
    let surprise = known.find(SURPRISE).unwrap();
    assert!(surprise < known.find("The most central first:").unwrap(), "{text}");
}
