//! What git's history tells: `why`, and what models read of it.

use rutter_fixture::Tree;

use crate::run::{Run, rutter, rutter_in};

const FIRST: &str = "fn charge() {\n    pay();\n}\n";
const SECOND: &str = "fn charge() {\n    retry(pay);\n}\n\nfn refund() {}\n";

/// A repository with two commits to `pay.rs`.
fn shop() -> Tree {
    let tree = Tree::new("");
    tree.write("pay.rs", FIRST);
    tree.git_init();
    tree.write("pay.rs", SECOND);
    tree.git_commit("Retry a payment that timed out\n\nThe bank drops one request in a hundred.");
    tree
}

fn why(tree: &Tree, args: &[&str]) -> Run {
    rutter(tree, &[&["why"], args].concat())
}

#[test]
fn why_tells_which_commits_shaped_a_file_and_its_lines() {
    let tree = shop();
    let whole = why(&tree, &["pay.rs", "--json"]).exits(0).json();
    let subjects: Vec<&str> = (whole["commits"].as_array().unwrap().iter())
        .map(|commit| commit["subject"].as_str().unwrap())
        .collect();
    assert_eq!(subjects.len(), 2, "{whole}");
    assert!(subjects.contains(&"first") && subjects.contains(&"Retry a payment that timed out"));
    assert_eq!(whole["history"], "whole");
    let line = why(&tree, &["pay.rs:2"]).exits(0);
    assert!(line.out.contains("fixture  Retry a payment that timed out"), "{}", line.out);
    assert!(line.out.contains("lines 2\n") && !line.out.contains("one request"), "{}", line.out);
    assert!(!line.out.contains("first"), "{}", line.out);
    let body = why(&tree, &["pay.rs:2-3", "--body"]).exits(0);
    assert!(body.out.contains("    The bank drops one request in a hundred."), "{}", body.out);
    let earlier = why(&tree, &["pay.rs:2", "--earlier"]).exits(0);
    assert!(earlier.out.contains("first\n    changed again since"), "{}", earlier.out);
}

#[test]
fn why_sets_uncommitted_lines_apart() {
    let tree = shop();
    tree.write("pay.rs", format!("{SECOND}\nfn cancel() {{}}\n"));
    let whole = why(&tree, &["pay.rs"]).exits(0);
    assert!(whole.out.contains("not committed  lines 6-7"), "{}", whole.out);
    let new = why(&tree, &["pay.rs:7", "--json"]).exits(1).json();
    assert_eq!(new["uncommitted"][0]["start_line"], 7, "{new}");
    let earlier = why(&tree, &["pay.rs:2", "--earlier"]).exits(2);
    assert!(earlier.err.contains("`pay.rs` has uncommitted changes"), "{}", earlier.err);
}

#[test]
fn why_says_what_is_missing() {
    let tree = shop();
    tree.write("new.rs", "fn new() {}\n");
    for (place, part) in [
        ("new.rs", "git does not track `new.rs`"),
        ("nowhere.rs", "nowhere.rs"),
        ("pay.rs:99", "`pay.rs` has no line 99"),
        ("pay.rs:0", "lines count from 1"),
        ("pay.rs:5-2", "ends before it starts"),
        ("../pay.rs", "Parent directory references not allowed"),
    ] {
        let run = why(&tree, &[place]).exits(2);
        assert!(run.err.contains(part) && run.err.contains("hint: "), "{place}: {}", run.err);
    }
    let plain = Tree::new("//- a.rs\nfn a() {}\n");
    let run = why(&plain, &["a.rs"]).exits(2);
    assert!(run.err.contains("is in no git repository"), "{}", run.err);
}

#[test]
fn a_shallow_clone_says_that_its_history_is_cut() {
    let tree = shop();
    let from = format!("file://{}", tree.path().display());
    let clone = Tree::new("");
    clone.git(&["clone", "-q", "--depth=1", &from, "copy"]);
    let run = rutter_in(&clone.file("copy"), &["why", "pay.rs:1"]).exits(0);
    assert!(run.out.contains("the clone is shallow"), "{}", run.out);
    assert!(run.out.contains("or an older commit"), "{}", run.out);
}

#[test]
fn a_secret_in_a_message_is_masked() {
    let tree = shop();
    tree.write("pay.rs", "fn charge() {}\n");
    tree.git_commit("Use postgres://app:q7Zp2Vx9Lw4R@db/x for payments");
    let run = why(&tree, &["pay.rs", "--json"]).exits(0);
    assert!(run.out.contains("for payments") && !run.out.contains("q7Zp2Vx9Lw4R"), "{}", run.out);
}
