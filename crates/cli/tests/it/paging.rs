//! Pages of a search: all together are one answer, whatever their size.

use std::collections::BTreeSet;

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::rutter;

const N_FILES: usize = 300;
const MODES: [&str; 3] = ["hybrid", "lexical", "semantic"];

/// Files that differ in a number, and one unlike them.
fn alike() -> Tree {
    let tree = Tree::new("//- other/tide.md\n# Tides\n\nThe moon draws the water.\n");
    for file in 0..N_FILES {
        let text = format!(
            "class Same:\n    \"\"\"Same class {file}.\"\"\"\n    def go(self):\n        return {file}\n"
        );
        tree.write(&format!("src/dup/d{file}.py"), text);
    }
    rutter(&tree, &["index"]).exits(0);
    tree
}

/// The hits of all pages, following `next_skip`.
fn pages(tree: &Tree, query: &str, limit: &str, more: &[&str]) -> Vec<Value> {
    let mut hits = Vec::new();
    let mut skip = 0;
    loop {
        let from = skip.to_string();
        let args = ["search", query, "--json", "--limit", limit, "--skip", &from];
        let answer = rutter(tree, &[&args, more].concat()).exits(0).json();
        hits.extend(answer["hits"].as_array().unwrap().iter().cloned());
        let Some(next) = answer["next_skip"].as_u64() else {
            assert_eq!(answer["omitted"], 0, "{answer}");
            return hits;
        };
        assert!(next > skip, "{limit} {more:?}: the page at {skip} is followed by itself");
        skip = next;
    }
}

fn names(hits: &[Value]) -> Vec<String> {
    hits.iter().map(|hit| hit["chunk"].as_str().unwrap().to_owned()).collect()
}

/// Checks that pages of several sizes and one page with all have the same hits in the same order.
fn check(tree: &Tree, mode: &str, more: &[&str]) {
    let path = ["--mode", mode, "--path", "src/dup"];
    let whole = pages(tree, "same class", "1000", &path);
    let expect: BTreeSet<String> = (0..N_FILES).map(|at| format!("src/dup/d{at}.py#0")).collect();
    let whole = names(&whole);
    assert_eq!(whole.len(), N_FILES, "{mode}");
    assert_eq!(whole.iter().cloned().collect::<BTreeSet<_>>(), expect, "{mode}");
    for limit in ["7", "10", "50"] {
        let hits = pages(tree, "same class", limit, &[&path, more].concat());
        assert_eq!(names(&hits), whole, "{mode}, {limit} a page, {more:?}");
        let scores: Vec<f64> = hits.iter().map(|hit| hit["score"].as_f64().unwrap()).collect();
        assert!(scores.is_sorted_by(|left, right| left >= right), "{mode}: {scores:?}");
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_pages_of_any_size_are_one_order_without_a_hit_lost_or_repeated() {
    let tree = alike();
    for mode in MODES {
        check(&tree, mode, &[]);
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_pages_that_fit_into_tokens_are_the_same_order() {
    let tree = alike();
    for mode in MODES {
        // Some pages end at the budget, others at the limit.
        check(&tree, mode, &["--tokens", "400"]);
    }
}

#[test]
fn neighbours_that_become_one_hit_are_shown_once() {
    let tree = Tree::new("");
    for file in 0..40 {
        let body: String =
            (0..30).map(|line| format!("    steps.append(step_{line}({file}))\n")).collect();
        let text: String = ["read", "write", "close"]
            .map(|name| format!("def {name}_socket(steps):\n    \"\"\"Socket.\"\"\"\n{body}\n"))
            .concat();
        tree.write(&format!("net{file}.py"), text);
    }
    let lines = |hits: &[Value]| -> Vec<(String, u64)> {
        let of_hit = |hit: &Value| {
            let path = hit["path"].as_str().unwrap().to_owned();
            let (start, end) = (&hit["start_line"], &hit["end_line"]);
            (start.as_u64().unwrap()..=end.as_u64().unwrap()).map(move |line| (path.clone(), line))
        };
        hits.iter().flat_map(of_hit).filter(|(_, line)| line % 33 != 0).collect()
    };
    let whole = pages(&tree, "read socket", "1000", &["--flat"]);
    assert_eq!(whole.len(), 120);
    // A hit of one chunk shows fewer lines than the chunk has.
    let expect: BTreeSet<(String, u64)> = (0..40)
        .flat_map(|file| (1..=98).map(move |line| (format!("net{file}.py"), line)))
        .filter(|(_, line)| line % 33 != 0)
        .collect();
    assert!(lines(&whole).iter().all(|line| expect.contains(line)));
    for (limit, tokens) in [("7", "1500"), ("50", "4000"), ("200", "100000")] {
        let hits = pages(&tree, "read socket", limit, &["--flat", "--tokens", tokens]);
        let shown = lines(&hits);
        let once: BTreeSet<(String, u64)> = shown.iter().cloned().collect();
        assert_eq!(shown.len(), once.len(), "{limit}: no line is shown twice");
        assert_eq!(once, expect, "{limit}: and none is left out");
        assert!(limit != "200" || hits.len() < whole.len(), "neighbours became one");
    }
}

#[test]
fn entries_change_the_order_of_all_pages_alike() {
    let tree = alike();
    // Entries of a chunk beyond the first hits, of one among them, and of one without the words.
    for (path, symbol) in
        [("src/dup/d299.py", "Same"), ("src/dup/d1.py", "Same.go"), ("src/dup/d150.py", "Same")]
    {
        let text = format!(
            "format = 1\npath = \"{path}\"\n\n[[entry]]\nsymbol = \"{symbol}\"\n\
             summary = \"The same class, all over.\"\nauthor = \"me\"\n\
             created_at = \"2026-01-02T03:04:05.000Z\"\nconfidence = 0.5\n"
        );
        tree.write(&format!(".rutter-entries/{path}.toml"), text);
    }
    rutter(&tree, &["entries", "import"]).exits(0);
    let marked = rutter(&tree, &["search", "same class", "--json"]).exits(0).json();
    let n_marked =
        marked["hits"].as_array().unwrap().iter().filter(|hit| hit["entry"].is_object()).count();
    assert!(n_marked > 0, "entries take part: {marked}");
    check(&tree, "hybrid", &[]);
}
