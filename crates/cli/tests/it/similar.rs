//! `rutter similar`: its JSON for scripts and its text for people.

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::{hit_paths, rutter, rutter_in, rutter_with};

const FILES: &str = "\
//- src/total.py
def total(items):
    \"\"\"Adds the prices of all that is open.\"\"\"
    amount = 0
    for item in items:
        if item.is_open():
            amount += item.price * item.count
    return amount
//- old/total.py
# An old copy.
def total(items):
    amount = 0
    for item in items:
        if item.is_open():   # not yet paid
            amount += item.price * item.count
    return amount
//- src/whole.py
def whole(parts):
    result = 0
    for item in parts:
        if item.is_open():
            result += item.price * item.count
    return result
//- src/net.py
def connect(address):
    socket = open_socket(address)
    socket.handshake()
    return socket
//- docs/guide.md
# Totals

A total is the sum of the prices of all open items.
";

fn duplicates(answer: &Value) -> Vec<String> {
    let hits = answer["hits"].as_array().unwrap();
    let copies = hits.iter().filter(|hit| hit["duplicate"] == true);
    let mut paths: Vec<String> =
        copies.map(|hit| hit["path"].as_str().unwrap().to_owned()).collect();
    paths.sort();
    paths
}

#[test]
fn the_answer_has_the_fields_scripts_rely_on() {
    let tree = Tree::new(FILES);
    let answer = rutter(&tree, &["similar", "src/total.py:4", "--json"]).exits(0).json();
    let source = &answer["source"];
    assert_eq!(source["path"], "src/total.py");
    assert_eq!(source["chunk"], "src/total.py#0");
    assert_eq!((&source["start_line"], &source["end_line"]), (&1.into(), &7.into()));
    assert_eq!(source["symbol"], "total");
    assert_eq!(answer["mode"], "semantic");
    assert_eq!(answer["index"]["state"], "current");
    assert_eq!(answer["omitted"], 0);
    assert!(answer["elapsed_us"].is_number());
    for hit in answer["hits"].as_array().unwrap() {
        for key in ["chunk", "path", "start_line", "end_line", "symbol", "kind", "language"] {
            assert!(hit.get(key).is_some(), "{key} is missing: {hit}");
        }
        for key in ["snippet", "tokens", "reasons", "duplicate"] {
            assert!(hit.get(key).is_some(), "{key} is missing: {hit}");
        }
        let score = hit["score"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score), "{hit}");
    }
    let scores: Vec<f64> = answer["hits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["score"].as_f64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|left, right| left >= right), "{scores:?}");
}

#[test]
fn duplicates_are_flagged_even_if_renamed_or_commented() {
    let tree = Tree::new(FILES);
    let answer = rutter(&tree, &["similar", "src/total.py:4", "--json"]).exits(0).json();
    assert_eq!(duplicates(&answer), ["old/total.py", "src/whole.py"]);
    let run = rutter(&tree, &["similar", "src/total.py:4"]).exits(0);
    assert_eq!(run.out.matches("  duplicate\n").count(), 2, "{}", run.out);
}

#[test]
fn a_hit_of_a_search_can_be_asked_with() {
    let tree = Tree::new(FILES);
    let answer = rutter(&tree, &["search", "connect", "--json"]).exits(0).json();
    let chunk = answer["hits"][0]["chunk"].as_str().unwrap();
    let similar = rutter(&tree, &["similar", chunk, "--json"]).exits(0).json();
    assert_eq!(similar["source"]["chunk"], chunk);
    assert_eq!(similar["source"]["path"], answer["hits"][0]["path"]);
}

#[test]
fn a_text_is_taken_from_the_line_or_from_standard_input() {
    let tree = Tree::new(FILES);
    let text = tree.read("src/total.py");
    let typed = rutter(&tree, &["similar", "--text", &text, "--json"]).exits(0).json();
    let read = rutter_with(&tree, &["similar", "--text", "-", "--json"], &text).exits(0).json();
    assert_eq!(hit_paths(&typed), hit_paths(&read));
    assert_eq!(duplicates(&read), ["old/total.py", "src/total.py", "src/whole.py"]);
    assert!(read["source"]["text"].as_str().unwrap().starts_with("def total(items):"));
}

#[test]
fn its_own_file_is_left_out_unless_asked_for() {
    let tree = Tree::new("//- a.md\n# One\n\nThe first anchor.\n\n# Two\n\nThe second anchor.\n");
    tree.write("a.md", format!("# One\n\n{0}\n\n# Two\n\n{0}\n", "The anchor holds.\n".repeat(80)));
    let own = rutter(&tree, &["similar", "a.md:3", "--json"]).exits(1).json();
    assert!(hit_paths(&own).is_empty());
    let own = rutter(&tree, &["similar", "a.md:3", "--json", "--same-file"]).exits(0).json();
    let chunks: Vec<&Value> = own["hits"].as_array().unwrap().iter().map(|h| &h["chunk"]).collect();
    assert!(!chunks.is_empty() && !chunks.contains(&&own["source"]["chunk"]), "{own}");
}

#[test]
fn filters_and_limits_hold() {
    let tree = Tree::new(FILES);
    let paths = |args: &[&str]| {
        let args = [&["similar", "src/total.py:4", "--json"], args].concat();
        hit_paths(&rutter(&tree, &args).json())
    };
    assert_eq!(paths(&["--docs"]), ["docs/guide.md"]);
    assert_eq!(paths(&["--path", "old"]), ["old/total.py"]);
    assert_eq!(paths(&["--lang", "markdown"]), ["docs/guide.md"]);
    assert!(!paths(&["--code"]).contains(&"docs/guide.md".to_owned()));
    let all = paths(&[]);
    assert_eq!(paths(&["-n", "1"]), all[..1]);
    assert_eq!(paths(&["-n", "1", "--skip", "1"]), all[1..2]);
}

#[test]
fn without_vectors_words_are_compared_and_the_answer_says_so() {
    let tree = Tree::new(FILES);
    rutter(&tree, &["index", "--quiet", "--embedder", "none"]).exits(0);
    for args in [&["similar", "src/total.py:4"][..], &["similar", "--text", "amount of items"]] {
        let run = rutter(&tree, &[args, &["--json"]].concat()).exits(0);
        let answer = run.json();
        assert_eq!(answer["mode"], "lexical");
        let remark = "compared by words only: the index was made without vectors";
        assert!(answer["remark"].as_str().unwrap().starts_with(remark), "{answer}");
        assert!(run.err.contains(remark), "{}", run.err);
    }
    let answer = rutter(&tree, &["similar", "src/total.py:4", "--json", "--quiet"]).exits(0).json();
    assert_eq!(duplicates(&answer), ["old/total.py", "src/whole.py"]);
}

#[test]
fn a_file_may_be_named_from_where_the_user_stands() {
    let tree = Tree::new(FILES);
    tree.git_init();
    let run = rutter_in(&tree.file("src"), &["similar", "total.py:3", "--json"]).exits(0);
    assert_eq!(run.json()["source"]["path"], "src/total.py");
    let run = rutter_in(&tree.file("src"), &["similar", "total.py#0", "--json"]).exits(0);
    assert_eq!(run.json()["source"]["path"], "src/total.py");
}

#[test]
fn wrong_words_are_answered_with_right_ones() {
    let tree = Tree::new(FILES);
    let says = |args: &[&str], parts: &[&str]| {
        let run = rutter(&tree, &[&["similar"], args].concat()).exits(2);
        for part in parts {
            assert!(run.err.contains(part), "`{part}` is missing: {}", run.err);
        }
    };
    says(&["src/total.py:1", "--no-refresh"], &["there is no index", "hint: run `rutter index`"]);
    says(&["src/totl.py:1"], &["`src/totl.py` is not in the index", "hint: "]);
    says(&["total.py:1"], &["not in the index", "did you mean `old/total.py`, `src/total.py`?"]);
    says(&["src/total.py:99"], &["has no line 99", "hint: its lines are 1 to 7"]);
    says(&["src/total.py:0"], &["has no line 0"]);
    says(&["src/total.py#9"], &["has no chunk 9", "hint: its chunks are 0 to 0"]);
    says(&["src/total.py"], &["neither a line of a file nor a chunk", "hint: write `FILE:LINE`"]);
    says(&["src/total.py:4294967296"], &["neither a line"]);
    says(&[], &["PLACE"]);
    says(&["a:1", "--text", "x"], &["cannot be used with"]);
    says(&["src/total.py:1", "--lang", "cobol"], &["no language `cobol`"]);
    says(&["src/total.py:1", "--path", "a[b"], &["not a valid glob"]);
}

#[test]
fn help_teaches_by_example() {
    let run = rutter(&Tree::new(""), &["similar", "--help"]).exits(0);
    for part in ["FILE:LINE", "--text -", "--same-file", "Examples:"] {
        assert!(run.out.contains(part), "`{part}` is missing: {}", run.out);
    }
}
