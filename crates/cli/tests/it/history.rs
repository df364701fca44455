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

const TWINS: &str = "\
//- a.rs
/// Handles a request.
pub fn handle_first(request: &str) -> usize {
    request.len()
}
//- b.rs
/// Handles a request.
pub fn handle_other(request: &str) -> usize {
    request.len()
}
";

#[test]
fn search_knows_what_commits_said_about_a_file() {
    let query = ["search", "how is a flaky gateway handled", "--json", "--explain"];
    let tree = Tree::new(TWINS);
    let before = rutter(&tree, &query).exits(0).json();
    assert_eq!(before["hits"][0]["path"], "a.rs", "{before}");
    assert!(!before.to_string().contains("history +"), "{before}");
    tree.git(&["init", "-q"]);
    tree.git(&["add", "a.rs"]);
    tree.git(&["commit", "-qm", "Begin"]);
    tree.git(&["add", "b.rs"]);
    tree.git(&["commit", "-qm", "Handle a flaky gateway"]);
    // No file changed: the commits alone are noticed.
    let after = rutter(&tree, &query).exits(0).json();
    assert_eq!(after["hits"][0]["path"], "b.rs", "{after}");
    assert!(after["hits"][0]["reasons"].to_string().contains("history +"), "{after}");
    let status = rutter(&tree, &["status"]).exits(0).out;
    assert!(status.contains("history   the last 2 commits\n"), "{status}");
}

#[test]
fn after_a_branch_switch_the_history_equals_one_made_from_nothing() {
    let tree = shop();
    let fingerprint = |data: &str| {
        let args = ["index", "--local", "--json", "--data-dir", data];
        rutter(&tree, &args).exits(0).json()["fingerprint"].as_str().unwrap().to_owned()
    };
    let folder = Tree::new("");
    let data = |name: &str| folder.file(name).to_str().unwrap().to_owned();
    let first = fingerprint(&data("kept"));
    tree.git(&["checkout", "-q", "-b", "side", "HEAD~1"]);
    let second = fingerprint(&data("kept"));
    assert_ne!(first, second);
    assert_eq!(second, fingerprint(&data("fresh")));
    tree.git(&["checkout", "-q", "main"]);
    assert_eq!(first, fingerprint(&data("kept")));
    // The same tree with another message.
    tree.git(&["commit", "-q", "--amend", "-m", "Something else"]);
    let amended = fingerprint(&data("kept"));
    assert_ne!(first, amended);
    assert_eq!(amended, fingerprint(&data("fresh2")));
}

#[test]
fn status_says_that_a_shallow_clone_knows_no_older_commits() {
    let tree = shop();
    let from = format!("file://{}", tree.path().display());
    let clone = Tree::new("");
    clone.git(&["clone", "-q", "--depth=1", &from, "copy"]);
    let copy = clone.file("copy");
    rutter_in(&copy, &["index", "--local"]).exits(0);
    let status = rutter_in(&copy, &["status"]).exits(0).out;
    assert!(status.contains("history   1 commit; the clone is shallow"), "{status}");
}

#[test]
fn files_that_change_together_are_shown_apart_with_how_often() {
    let tree = shop();
    tree.write("bank.rs", "fn send() {}\n");
    for number in 0..5 {
        tree.write("pay.rs", format!("fn charge() {{\n    pay({number});\n}}\n"));
        tree.write("bank.rs", format!("fn send() {{\n    post({number});\n}}\n"));
        tree.git_commit("Tune both");
    }
    let impact = rutter(&tree, &["impact", "charge", "--json"]).exits(1).json();
    let with = &impact["changed_together"][0];
    assert_eq!(
        (&with["path"], &with["count"], &with["of"]),
        (&"bank.rs".into(), &5.into(), &7.into())
    );
    assert_eq!(with["provenance"], "changed-together");
    assert!(impact["affected"].as_array().unwrap().is_empty(), "{impact}");
    let text = rutter(&tree, &["impact", "pay.rs"]).exits(1).out;
    assert!(
        text.contains("often in the same commits\n    bank.rs  5 of 7, changed-together"),
        "{text}"
    );
    let symbol = rutter(&tree, &["symbol", "charge"]).exits(0).out;
    assert!(symbol.contains("    bank.rs  5 of 7, changed-together"), "{symbol}");
    let overview = rutter(&tree, &["overview"]).exits(0).out;
    assert!(overview.contains("  bank.rs with pay.rs  5 of 5, changed-together"), "{overview}");
}
