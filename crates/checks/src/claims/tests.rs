//! Texts and their claims.

use super::*;

fn check(text: &str, expected: &[&str]) {
    assert_eq!(cut_claims(text), expected);
}

#[test]
fn sentences_are_claims() {
    check(
        "Opens the file. Closes it; never retries!",
        &["Opens the file.", "Closes it", "never retries!"],
    );
    check(
        "Waits 1.5 s, e.g. for `a. b`. Then stops",
        &["Waits 1.5 s, e.g. for `a. b`.", "Then stops"],
    );
    check(
        "Reads config.toml (see docs. always) first.",
        &["Reads config.toml (see docs. always) first."],
    );
}

#[test]
fn items_of_a_list_are_claims_and_wrapped_lines_are_not() {
    check(
        "Does:\n- one thing\n- another\n  one\n\n2. last",
        &["Does:", "one thing", "another one", "last"],
    );
    check("", &[]);
    check("…", &[]);
}

#[test]
fn sample_code_belongs_to_its_sentence() {
    check("Use it so:\n```rust\nlet a = b();\n```\nDone.", &["Use it so: `let a = b();` Done."]);
}
