//! Entries through the tool: what is kept depends on what was read.

use rutter_domain::Recording;
use rutter_tools::Mode;
use serde_json::json;

use crate::stage::Stage;

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

#[test]
fn what_was_read_is_verified_and_what_was_not_is_not() {
    let stage = Stage::new(FILES, Mode::Plan);
    let outcome = stage.call("create_index_entry", arguments());
    assert!(matches!(outcome.recording, Some(Recording::Unverified { .. })), "{outcome:?}");
    assert!(outcome.text.contains("unverified, because"), "{}", outcome.text);
    stage.tell("read_file", json!({"file_path": "src/lib.rs"}));
    let outcome = stage.call("create_index_entry", arguments());
    assert!(matches!(outcome.recording, Some(Recording::Verified { .. })), "{outcome:?}");
    let text = stage.tell("get_symbol_details", json!({"symbol": "add"}));
    assert!(text.contains(" (verified): Adds `a` and `b`."), "{text}");
}

#[test]
fn a_symbol_that_does_not_exist_is_refused() {
    let stage = Stage::new(FILES, Mode::Plan);
    stage.tell("read_file", json!({"file_path": "src/lib.rs"}));
    let outcome = stage.call(
        "create_index_entry",
        json!({"symbol": "multiply", "file_path": "src/lib.rs", "summary": "Multiplies."}),
    );
    assert!(matches!(outcome.recording, Some(Recording::Refused { .. })), "{outcome:?}");
    assert!(outcome.is_error);
    assert!(outcome.text.starts_with("`multiply` was not recorded: "), "{}", outcome.text);
}

#[test]
fn a_secret_is_not_recorded() {
    let stage = Stage::new(FILES, Mode::Plan);
    stage.tell("read_file", json!({"file_path": "src/lib.rs"}));
    let secret = format!("gh{}_q7Zp2Vx9Lw4Rt8Nc1Bm6Kd3Fh5Js0GyTaUeX", "p");
    let outcome = stage.call(
        "create_index_entry",
        json!({"symbol": "add", "file_path": "src/lib.rs", "summary": format!("Uses {secret}.")}),
    );
    assert_eq!(outcome.n_redacted, 1);
    let text = stage.tell("get_symbol_details", json!({"symbol": "add"}));
    assert!(text.contains("Uses [redacted: GitHub token]."), "{text}");
}
