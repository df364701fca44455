//! What is secret never reaches a model, whichever tool is asked.

use rutter_tools::Mode;
use serde_json::json;

use crate::harness::Harness;

/// Joined here, so that no text of ours looks like a secret to those who look for them.
const RANDOM: &str = "q7Zp2Vx9Lw4Rt8Nc1Bm6Kd3Fh5Js0GyTaUeX";
const BODY: &str = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";

fn files() -> String {
    let token = format!("gh{}_{RANDOM}", "p");
    let (begin, end) =
        (concat!("-----BEGIN ", "PRIVATE KEY-----"), concat!("-----END ", "PRIVATE KEY-----"));
    format!(
        "//- src/client.rs\n/// Asks the service.\npub fn ask_service() -> &'static str {{\n    let token = \"{token}\";\n    token\n}}\n\
         pub const KEY: &str = \"{begin}\n{BODY}\n{BODY}\n{end}\";\n\
         //- .env\nSERVICE_TOKEN={token}\n\
         //- deploy/credentials.json\n{{\"note\": \"ask_service\", \"value\": \"plain but private\"}}\n"
    )
}

#[test]
fn no_tool_shows_a_token_or_a_piece_of_a_key() {
    let harness = Harness::new(&files(), Mode::Ask);
    for (name, arguments) in [
        ("read_file", json!({"file_path": "src/client.rs"})),
        ("read_file", json!({"file_path": "src/client.rs", "start_line": 8, "end_line": 8})),
        ("get_symbol_details", json!({"symbol": "ask_service"})),
        ("get_symbol_details", json!({"symbol": "KEY"})),
        ("search", json!({"query": "ask_service token"})),
        ("similar", json!({"file_location": "src/client.rs:3"})),
        ("grep", json!({"pattern": "token"})),
        ("grep", json!({"pattern": "MIIE"})),
        ("grep", json!({"pattern": "ask_service"})),
        ("read_file", json!({"file_path": ".env"})),
        ("read_file", json!({"file_path": "deploy/credentials.json"})),
        ("grep", json!({"pattern": "SERVICE", "path": ".env"})),
    ] {
        let outcome = harness.call(name, arguments.clone());
        for secret in [RANDOM, BODY, "plain but private"] {
            assert!(!outcome.text.contains(secret), "{name}({arguments}): {}", outcome.text);
        }
    }
}

#[test]
fn what_is_kept_back_is_counted_and_said() {
    let harness = Harness::new(&files(), Mode::Ask);
    let outcome = harness.call("read_file", json!({"file_path": "src/client.rs"}));
    assert_eq!(outcome.n_redacted, 3, "{}", outcome.text);
    assert!(
        outcome.text.contains("3\t    let token = \"[redacted: GitHub token]\";"),
        "{}",
        outcome.text
    );
    assert!(outcome.text.contains("8\t[redacted: private key]"), "{}", outcome.text);
    let outcome = harness.call("list_filesystem", json!({}));
    assert!(outcome.text.contains(".env  (secret, not shown)"), "{}", outcome.text);
    assert_eq!(outcome.n_redacted, 1);
}

#[test]
fn whether_a_secret_file_matches_is_not_told() {
    let harness = Harness::new(&files(), Mode::Ask);
    let some = harness.text("grep", json!({"pattern": "plain but private", "glob": ["*.json"]}));
    let none = harness.text("grep", json!({"pattern": "plain but public!", "glob": ["*.json"]}));
    assert_eq!(some.replace("private", "public!"), none);
}

#[test]
fn a_secret_in_the_arguments_is_not_echoed() {
    let harness = Harness::new("", Mode::Ask);
    let token = format!("gh{}_{RANDOM}", "p");
    let outcome = harness.call("grep", json!({"pattern": token}));
    assert!(!outcome.text.contains(RANDOM), "{}", outcome.text);
    assert_eq!(outcome.n_redacted, 1);
}
