//! What people do about gaps: `gaps answer`, `gaps dismiss`, `gaps reopen`, `gaps review`.

use std::fs;

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::{command, rutter, rutter_with};

const FILES: &str = "\
//- src/stack.py
\"\"\"Stacks of rows.\"\"\"


class Stack:
    def push(self, row):
        self.rows.append(row)


def make_stack():
    return Stack()
//- src/plain.py
def plain_function(first, second):
    return first + second
//- README.md
# Stacks

A `Stack` holds rows; see [the code](src/gone.py).
";

fn tree() -> Tree {
    let tree = Tree::new(FILES);
    fs::create_dir(tree.file(".git")).unwrap();
    tree
}

fn gap(tree: &Tree, rule: &str, place: &str) -> String {
    let gaps = rutter(tree, &["gaps", "list", "--json"]).json();
    let all = gaps["gaps"].as_array().unwrap();
    let is_it =
        |gap: &&Value| gap["rule"] == rule && (gap["symbol"] == place || gap["path"] == place);
    let found = all.iter().find(is_it).unwrap_or_else(|| panic!("{rule} {place}: {gaps}"));
    found["id"].as_str().unwrap().to_owned()
}

fn has_gap(tree: &Tree, id: &str) -> bool {
    rutter(tree, &["gaps", "list", "--json"]).out.contains(id)
}

#[test]
fn an_answer_is_an_entry_of_the_person() {
    let tree = tree();
    let id = gap(&tree, "missing-description", "make_stack");
    let text = "Makes an empty `Stack`.\n\nEach call makes another one.";
    let answered =
        rutter_with(&tree, &["gaps", "answer", &id[..6], "--by", "Ada", "--json"], text).exits(0);
    let answered = answered.json();
    assert_eq!(answered["gap"]["state"], "resolved", "{answered}");
    assert_eq!(answered["recording"]["status"], "checked", "{answered}");
    let entry = rutter(&tree, &["entries", "show", "make_stack", "--json"]).json();
    let entry = &entry["entries"][0];
    assert_eq!(
        (&entry["author"], &entry["summary"]),
        (&"Ada".into(), &"Makes an empty `Stack`.".into())
    );
    assert!(!has_gap(&tree, &id));
}

#[test]
fn an_overview_of_a_file_is_answered_with_an_entry_about_the_file() {
    let tree = tree();
    let functions: String = (0..30)
        .map(|at| format!("def plain_{at}(value):\n    return value + {at}\n\n\n"))
        .collect();
    tree.write("src/plain.py", functions);
    let id = gap(&tree, "missing-overview", "src/plain.py");
    let text = "Holds functions such as `plain_3`, each of which adds to a value.";
    let answered = rutter(&tree, &["gaps", "answer", &id, "--text", text]).exits(0);
    assert!(answered.out.contains("resolved "), "{}", answered.out);
    let listed = rutter(&tree, &["entries", "list"]).out;
    assert!(listed.contains("  file  src/plain.py:1-"), "{listed}");
    let shown = rutter(&tree, &["entries", "show", "src/plain.py", "--json"]).json();
    assert_eq!(shown["entries"][0]["kind"], "file", "{shown}");
    assert!(!has_gap(&tree, &id));
}

#[test]
fn what_the_checks_doubt_is_shown_and_leaves_the_gap_open() {
    let tree = tree();
    let id = gap(&tree, "missing-description", "make_stack");
    let text = "Opens the `Ledger` and posts 17 rows.";
    let answered = rutter(&tree, &["gaps", "answer", &id, "--text", text]).exits(4);
    assert!(answered.out.contains("unverified"), "{}", answered.out);
    assert!(answered.out.contains("`Ledger`"), "{}", answered.out);
    assert!(has_gap(&tree, &id));
}

#[test]
fn an_answer_to_a_broken_mention_is_kept_as_the_reason() {
    let tree = tree();
    let id = gap(&tree, "broken-mention", "README.md");
    let answered =
        rutter(&tree, &["gaps", "answer", &id, "--text", "The file is generated."]).exits(0);
    assert!(answered.out.contains("dismissed "), "{}", answered.out);
    assert!(!has_gap(&tree, &id));
    let report = rutter(&tree, &["gaps", "report", "--json"]).json();
    assert_eq!(report["dismissed"][0]["why"], "The file is generated.", "{report}");
    rutter(&tree, &["gaps", "reopen", &id]).exits(0);
    assert!(has_gap(&tree, &id));
}

#[test]
fn bad_input_says_what_would_be_right() {
    let tree = tree();
    let id = gap(&tree, "missing-description", "make_stack");
    let fails = |args: &[&str], message: &str, hint: &str| {
        let run = rutter(&tree, args).exits(2);
        assert!(run.err.contains(message) && run.err.contains(hint), "{args:?}: {}", run.err);
    };
    fails(&["gaps", "answer", "make_stack", "--text", "x"], "there is no gap `make_stack`", &id);
    fails(
        &["gaps", "answer", "", "--text", "x"],
        "there is no gap ``",
        "`rutter gaps list` lists them",
    );
    let near = format!("{}zz", &id[..10]);
    fails(&["gaps", "dismiss", &near, "--why", "x"], "there is no gap", &id);
    fails(&["gaps", "dismiss", &id, "--why", " "], "the text is empty", "hint: ");
    fails(&["gaps", "dismiss", &id], "<TEXT>", "");
    fails(&["gaps", "answer", &id, "--text", " \n"], "the answer is empty", "after the id");
    let empty = rutter_with(&tree, &["gaps", "answer", &id], "").exits(2);
    assert!(empty.err.contains("the answer is empty"), "{}", empty.err);
    let many: String =
        (0..60).map(|at| format!("def open_{at}():\n    return {at}\n\n\n")).collect();
    tree.write("src/many.py", many);
    let gaps = rutter(&tree, &["gaps", "list", "--json", "--limit", "100"]).json();
    let ids: Vec<&str> =
        gaps["gaps"].as_array().unwrap().iter().map(|gap| gap["id"].as_str().unwrap()).collect();
    let is_shared = |id: &&&str| ids.iter().filter(|other| other[..1] == id[..1]).count() > 1;
    let shared = &ids.iter().find(is_shared).unwrap()[..1];
    fails(
        &["gaps", "answer", shared, "--text", "x"],
        "several gaps begin with",
        "give more of the id",
    );
}

#[test]
fn a_review_goes_through_the_gaps_line_by_line() {
    let tree = tree();
    let stack = gap(&tree, "missing-description", "make_stack");
    let args = ["gaps", "review", "--rule", "missing-description", "--by", "Ada"];
    let n_gaps = rutter(&tree, &["gaps", "list", "--rule", "missing-description", "--json"]).json()
        ["gaps"]
        .as_array()
        .unwrap()
        .len();
    assert!(n_gaps >= 2, "{n_gaps}");
    // The first is looked at and dismissed, an unknown key is asked again, the others are skipped.
    let input = format!("o\nz\nd\nit is going away\n{}", "s\n".repeat(n_gaps - 1));
    let run = rutter_with(&tree, &args, &input).exits(0);
    assert!(run.out.contains("     4  class Stack:") || run.out.contains("def "), "{}", run.out);
    assert!(run.out.contains(&format!("0 answered, 1 dismissed, {} skipped, 0 left", n_gaps - 1)));
    // What would be recorded is shown with what the checks say, and is recorded only after a yes.
    let under =
        ["gaps", "review", "--under", "src/stack.py", "--rule", "missing-description", "--json"];
    let text = "Makes an empty `Stack`.";
    let input = format!("a\n{text}\nn\na {text}\ny\n");
    let listed = rutter(
        &tree,
        &["gaps", "list", "--under", "src/stack.py", "--rule", "missing-description", "--json"],
    )
    .json();
    let first = listed["gaps"][0]["id"].as_str().unwrap().to_owned();
    if first == stack {
        let run = rutter_with(&tree, &under, &input);
        let outcome = run.json();
        assert_eq!(outcome["answered"][0], stack.as_str(), "{outcome}\n{}", run.err);
        assert!(run.err.contains(&format!("+ {text}")), "{}", run.err);
        assert!(run.err.contains("the checks have nothing against it"), "{}", run.err);
    }
    let quit = rutter_with(&tree, &["gaps", "review"], "q\n").exits(4);
    assert!(quit.out.contains("0 answered, 0 dismissed, 0 skipped"), "{}", quit.out);
    let ended = rutter_with(&tree, &["gaps", "review"], "").exits(4);
    assert!(ended.out.contains("0 answered"), "{}", ended.out);
}

#[test]
#[cfg(unix)]
fn an_editor_without_a_terminal_is_not_opened() {
    let tree = tree();
    let id = gap(&tree, "missing-description", "make_stack");
    let output =
        command(tree.path(), &["gaps", "answer", &id]).env("EDITOR", "false").output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("the answer is empty"), "{err}");
}
