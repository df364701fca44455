//! Ids, silencing comments, completeness, entries and repeated evaluation.

use rutter_gaps::OldFile;

use super::*;
use crate::tests::{draft, record};

fn ids(tree: &Tree) -> Vec<String> {
    let answer = knowledge(tree).gaps(&GapsRequest::default()).unwrap();
    let mut ids: Vec<String> =
        answer.gaps.iter().map(|gap| format!("{} {}", gap.message, gap.id)).collect();
    ids.sort();
    ids
}

const FILES: &str =
    "//- tide.py\ndef read(path, limit):\n    return path\n\ndef merge(a, b):\n    return a\n";

#[test]
fn ids_stay_when_lines_move() {
    let tree = Tree::new(FILES);
    let before = ids(&tree);
    assert_eq!(before.len(), 2);
    let text = tree.read("tide.py");
    tree.write("tide.py", format!("import os\n\n\n{text}"));
    assert_eq!(ids(&tree), before);
}

#[test]
fn a_comment_silences_a_rule_in_place() {
    let rule = "missing-description";
    check(rule, "//- a.py\n# rutter: ignore\ndef read(path, limit):\n    return path\n", "");
    check(
        rule,
        "//- a.py\ndef read(path, limit):  # rutter: ignore(missing-description)\n    return path\n",
        "",
    );
    check(
        rule,
        "//- a.py\n# rutter: ignore-file(missing-description)\n\ndef read(path, limit):\n    return path\n",
        "",
    );
    check(
        rule,
        "//- a.py\n# rutter: ignore(missing-overview)\ndef read(path, limit):\n    return path\n",
        "a.py:2 function `read` has no description\n",
    );
    let tree = Tree::new("//- a.py\n# rutter: ignore(missing-descripton)\ndef read(path): pass\n");
    let answer = knowledge(&tree).gaps(&GapsRequest::default()).unwrap();
    let told: Vec<String> = answer.remarks.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["a.py:1 silences `missing-descripton`, which is not a rule"]);
}

#[test]
fn completeness_is_the_share_of_what_is_in_order() {
    let tree = Tree::new(
        "//- src/a.py\ndef read(path, limit):\n    return path\n\ndef merge(a, b):\n    \"\"\"Joins two tables into one.\"\"\"\n    return a\n",
    );
    let answer = knowledge(&tree).gaps(&GapsRequest::default()).unwrap();
    // Of two descriptions one is missing.
    assert_eq!(answer.completeness.overall, 50.0);
    assert_eq!(answer.completeness.by_folder["src"], 50.0);
    let empty = Tree::new("//- notes.json\n{}\n");
    let answer = knowledge(&empty).gaps(&GapsRequest::default()).unwrap();
    assert_eq!(answer.completeness.overall, 100.0);
    assert_eq!(answer.remarks.len(), 1);
}

#[test]
fn a_good_entry_closes_a_gap_and_a_stale_one_is_another() {
    let tree = Tree::new(
        "//- src/lib.rs\npub fn rotate(x: u8, by: u32) -> u8 {\n    x.rotate_left(by)\n}\n",
    );
    assert_eq!(
        listed(&tree, "missing-description"),
        "src/lib.rs:1 function `rotate` has no description\n"
    );
    record(&tree, draft("rotate", "src/lib.rs", "Rotates the bits of `x` to the left."));
    assert_eq!(listed(&tree, "missing-description"), "");
    tree.write(
        "src/lib.rs",
        "pub fn rotate(x: u8, by: u32) -> u8 {\n    x.rotate_right(by + 1)\n}\n",
    );
    assert!(listed(&tree, "stale-entry").contains("of `rotate` is stale"));
    assert_eq!(
        listed(&tree, "missing-description"),
        "src/lib.rs:1 function `rotate` has no description\n"
    );
}

#[test]
fn a_change_elsewhere_is_noticed_by_what_was_kept() {
    let tree = Tree::new(
        "//- t/__init__.py\n//- t/a.py\nfrom .table import read\n//- t/table.py\n\"\"\"Tables.\"\"\"\n\ndef read():\n    \"\"\"Reads a table from disk.\"\"\"\n",
    );
    assert_eq!(listed(&tree, "unresolved-reference"), "");
    tree.write("t/table.py", "def raed():\n    pass\n");
    assert_eq!(
        listed(&tree, "unresolved-reference"),
        "t/a.py:1 `read` is imported from `.table`, which does not define it [raed]\n"
    );
    std::fs::remove_file(tree.file("t/table.py")).unwrap();
    assert!(listed(&tree, "unresolved-reference").contains("`.table` leads nowhere"));
}

#[test]
fn only_what_a_change_brings_is_new() {
    let tree = Tree::new(FILES);
    let old =
        |path: &str, text: &str| OldFile { path: path.to_owned(), text: Some(text.to_owned()) };
    let before = vec![old("tide.py", "def read(path, limit):\n    return path\n")];
    let request = GapsRequest { changes: Changes::Brought(before), ..GapsRequest::default() };
    let answer = knowledge(&tree).gaps(&request).unwrap();
    let told: Vec<&str> = answer.gaps.iter().map(|gap| gap.message.as_str()).collect();
    assert_eq!(told, ["function `merge` has no description"]);
}

/// Replaces the id of the only entry by `ID`.
fn without_id(listed: &str, id: &str) -> String {
    listed.replace(id, "ID")
}

#[test]
fn an_entry_of_code_that_changed_or_went_is_stale() {
    let tree = Tree::new(
        "//- src/lib.rs\npub fn rotate(x: u8, by: u32) -> u8 {\n    x.rotate_left(by)\n}\n",
    );
    let id = record(&tree, draft("rotate", "src/lib.rs", "Rotates the bits of `x` to the left."));
    assert_eq!(listed(&tree, "stale-entry"), "");
    tree.write(
        "src/lib.rs",
        "pub fn rotate(x: u8, by: u32) -> u8 {\n    x.rotate_right(by + 1)\n}\n",
    );
    let found = without_id(&listed(&tree, "stale-entry"), &id);
    assert!(found.starts_with("src/lib.rs:1 the entry ID of `rotate` is stale: "), "{found}");
    tree.write("src/lib.rs", "pub fn other(x: u8) -> u8 {\n    x + 40\n}\n");
    let found = without_id(&listed(&tree, "stale-entry"), &id);
    assert!(found.contains("the entry ID of `rotate` is stale: "), "{found}");
    std::fs::remove_file(tree.file("src/lib.rs")).unwrap();
    tree.write("src/main.rs", "fn main() {}\n");
    let found = without_id(&listed(&tree, "stale-entry"), &id);
    assert!(found.starts_with("src/lib.rs:"), "an entry of a file that is gone: {found}");
}

#[test]
fn an_entry_that_nobody_can_rely_on_is_weak() {
    let code = "//- src/lib.rs\npub fn rotate(x: u8, by: u32) -> u8 {\n    x.rotate_left(by)\n}\n";
    let found = |summary: &str, confidence: Option<f32>| {
        let tree = Tree::new(code);
        let draft = crate::EntryDraft { confidence, ..draft("rotate", "src/lib.rs", summary) };
        let id = record(&tree, draft);
        without_id(&listed(&tree, "weak-entry"), &id)
    };
    let good = "Rotates the bits of `x` to the left.";
    assert_eq!(found(good, None), "");
    assert_eq!(found(good, Some(0.9)), "");
    assert_eq!(
        found(good, Some(0.2)),
        "src/lib.rs:1 the entry ID of `rotate` is of low confidence (0.20)\n"
    );
    let wrong = found("Calls `swap_bytes_slowly` of `x`, and panics with `RotateError`.", None);
    assert!(wrong.starts_with("src/lib.rs:1 the entry ID of `rotate` is unverified: "), "{wrong}");
}
