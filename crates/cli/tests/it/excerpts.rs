//! Hits grouped by file, and the lines that each shows.

use std::fmt::Write;

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::rutter;

const HARBOUR: &str = "\
//- src/walk.rs
use std::collections::HashMap;
use std::path::PathBuf;

/// What a walk found.
pub struct Walked {
    /// The files that were walked.
    pub files: Vec<PathBuf>,
    pub folders: Vec<PathBuf>,
}

/// Walks all folders below a root and gathers their files.
pub fn walk(root: PathBuf) -> Walked {
    let mut walked = Walked { files: Vec::new(), folders: vec![root] };
    let mut at = 0;
    while let Some(folder) = walked.folders.get(at).cloned() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { walked.folders.push(path) } else { walked.files.push(path) }
        }
        at += 1;
    }
    walked
}

/// Sorts walked files by their size.
pub fn sort_walked(walked: &mut Walked) {
    walked.files.sort_by_key(|file| std::fs::metadata(file).map_or(0, |found| found.len()));
}
//- src/tide.rs
/// When the tide turns.
pub fn tide(hour: u32) -> u32 {
    (hour + 6) % 24
}
";

fn search(tree: &Tree, query: &str, more: &[&str]) -> Vec<Value> {
    let args = [&["search", query, "--json"], more].concat();
    rutter(tree, &args).exits(0).json()["hits"].as_array().unwrap().clone()
}

#[test]
fn the_function_that_walks_stands_before_the_field_that_names_it() {
    let tree = Tree::new(HARBOUR);
    let hits = search(&tree, "where are files walked", &[]);
    assert_eq!(hits[0]["path"], "src/walk.rs");
    assert_eq!(hits[0]["kind"], "function", "{hits:?}");
}

#[test]
fn a_limit_counts_files_and_excerpts_are_limited_apart() {
    let tree = Tree::new(HARBOUR);
    let ranks = |hits: &[Value]| -> Vec<u64> {
        hits.iter().map(|hit| hit["file_rank"].as_u64().unwrap()).collect()
    };
    let grouped = search(&tree, "walk files or tide", &[]);
    assert!(ranks(&grouped).is_sorted(), "{grouped:?}");
    assert_eq!(ranks(&grouped).last(), Some(&2));
    let one_file = search(&tree, "walk files or tide", &["--limit", "1"]);
    assert!(ranks(&one_file).iter().all(|rank| *rank == 1), "{one_file:?}");
    let one_each = search(&tree, "walk files or tide", &["--excerpts", "1"]);
    assert_eq!(ranks(&one_each), [1, 2]);
    assert_eq!(search(&tree, "walk files or tide", &["--flat", "--limit", "1"]).len(), 1);
    let flat = search(&tree, "walk files or tide", &["--flat"]);
    let scores: Vec<f64> = flat.iter().map(|hit| hit["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|left, right| left >= right), "{scores:?}");
}

#[test]
fn a_long_hit_shows_its_signature_and_the_lines_that_match() {
    let mut text = "pub fn ledger(balance: &mut u64) {\n".to_owned();
    for line in 0..70 {
        let _ = writeln!(
            text,
            "    *balance += {line} * *balance; // step {line} of many, quite plain"
        );
        if line == 50 {
            text.push_str("    send_invoice(balance);\n");
        }
    }
    text.push_str("}\n");
    let tree = Tree::new(&format!("//- src/ledger.rs\n{text}"));
    for hit in search(&tree, "send invoice", &[]) {
        let snippet = hit["snippet"].as_str().unwrap();
        assert!(snippet.lines().count() <= 42, "{snippet}");
    }
    let best = &search(&tree, "send invoice", &[])[0];
    let snippet = best["snippet"].as_str().unwrap();
    assert!(snippet.contains("send_invoice(balance)"), "{snippet}");
    assert!(snippet.starts_with("pub fn ledger("), "{snippet}");
}

#[test]
fn a_hit_has_all_lines_of_its_function_once() {
    let step = "    *balance += 7 * *balance; // send what is due, a plain step of many\n";
    let text = format!("pub fn ledger(balance: &mut u64) {{\n{}}}\n", step.repeat(70));
    let tree = Tree::new(&format!("//- src/ledger.rs\n{text}"));
    let hits = search(&tree, "send what is due", &[]);
    let lines: Vec<_> = hits.iter().map(|hit| (&hit["start_line"], &hit["end_line"])).collect();
    assert_eq!(lines, [(&Value::from(1), &Value::from(72))], "{hits:?}");
    assert!(search(&tree, "send what is due", &["--flat"]).len() > 1);
}

#[test]
fn of_functions_that_answer_alike_the_longer_one_is_shown() {
    let pours: String = (0..60).fold(String::new(), |mut lines, n| {
        let _ = writeln!(lines, "    water = pour(water, {n});");
        lines
    });
    let text = format!(
        "//- src/basin.rs\n/// Fills the basin.\npub fn fill_at_once(level: u32) -> u32 {{\n    pour(level, 60)\n}}\n\n\
         /// Fills the basin.\npub fn fill_slowly(level: u32) -> u32 {{\n    let mut water = level;\n{pours}    water\n}}\n"
    );
    let hits = search(&Tree::new(&text), "fills the basin", &["--explain"]);
    assert_eq!(hits[0]["symbol"], "fill_slowly", "{hits:?}");
    assert!(hits[0]["reasons"].to_string().contains("lines +0.3"), "{hits:?}");
}

#[test]
fn a_nonsense_question_finds_nothing() {
    let tree = Tree::new(HARBOUR);
    // One word of many that occurs by chance is no answer either.
    for nonsense in ["qwxz blorf zzyx", "qwxz blorf zzyx frotzel wibbly mut"] {
        let run = rutter(&tree, &["search", nonsense]).exits(1);
        assert!(run.out.contains("nothing found"), "{}", run.out);
    }
}

#[test]
fn words_that_a_large_tree_never_uses_find_nothing() {
    let mut text = (0..1_100).fold(String::new(), |mut text, n| {
        let _ = writeln!(text, "//- src/n{n}.rs\nfn quarter{n}() {{ cross(); }}");
        text
    });
    // Its pieces are those of the query, so that it resembles it.
    text.push_str("//- src/words.rs\npub const WORDS: &str = \"snatch mig wub outs gra tul quill bor vest zor\";\n");
    let tree = Tree::new(&text);
    let question = "snatchmig wuboutslith tulquillgra tultul qvbor";
    rutter(&tree, &["search", question]).exits(1);
    let hits = search(&tree, &format!("{question} cross"), &[]);
    assert!(!hits.is_empty(), "one word is known");
}

#[test]
fn words_that_a_question_shares_with_code_by_chance_are_no_answer() {
    let mut text = HARBOUR.to_owned();
    for n in 0..60 {
        let _ =
            writeln!(text, "//- src/quay{n}.rs\npub fn quay{n}(ship: u32) -> u32 {{ ship + {n} }}");
    }
    let tree = Tree::new(&text);
    rutter(&tree, &["search", "purple elephants dancing found after an hour"]).exits(1);
    // Commits that say it are evidence.
    tree.git(&["init", "-q"]);
    for n in 0..12 {
        tree.git(&["add", &format!("src/quay{n}.rs")]);
        tree.git(&["commit", "-qm", &format!("Build quay number {n}")]);
    }
    tree.git(&["add", "src/tide.rs"]);
    tree.git(&["commit", "-qm", "Let purple elephants dance for an hour"]);
    let hits = search(&tree, "purple elephants dancing found after an hour", &[]);
    assert_eq!(hits[0]["path"], "src/tide.rs");
}

#[test]
fn text_that_starts_with_a_hyphen_and_a_blank_is_a_query() {
    let tree = Tree::new(HARBOUR);
    let answer = rutter(&tree, &["search", "- when the tide turns", "--json"]).exits(0).json();
    assert_eq!(answer["hits"][0]["path"], "src/tide.rs");
}

const HARBOUR_MASTER: &str = r#"
//- src/berth.rs
/// Finds a place for a ship.
pub fn berth(ship: &str, quay: u32) -> Result<u32, String> {
    if quay > 9 {
        return Err(format!("no berth for {ship} at quay {quay}: all taken"));
    }
    Ok(quay)
}
//- src/ship.rs
/// A ship at a quay, with all that is known of its berth.
pub struct Ship { pub ship: String, pub quay: u32, pub berth: u32, pub taken: bool }
/// Whether the berth of a ship at a quay is taken; no ship has all of a quay.
pub fn is_taken(ship: &Ship, quay: u32) -> bool { ship.taken && ship.quay == quay }
//- src/tide.rs
// Never cast off while the tide
// is still coming in.
pub fn cast_off(tide: i32) -> bool { tide < 0 }
/// While a tide is coming, it is never still; cast again.
pub fn still(tide: i32) -> i32 { tide + 1 }
//- tests/berth.rs
#[test]
fn taken() {
    assert_eq!(berth("Anna", 12), Err("no berth for Anna at quay 12: all taken".to_owned()));
}
"#;

#[test]
fn a_pasted_message_finds_the_literal_that_produces_it() {
    let tree = Tree::new(HARBOUR_MASTER);
    for more in [&[][..], &["--flat"]] {
        let hits = search(&tree, "no berth for Maria at quay 17: all taken", more);
        assert_eq!(hits[0]["path"], "src/berth.rs", "{hits:?}");
        assert_eq!(hits[0]["symbol"], "berth");
        let reasons = hits[0]["reasons"].to_string();
        assert!(reasons.contains("words of the query together"), "{reasons}");
    }
}

#[test]
fn a_phrase_that_stands_together_in_a_comment_is_found() {
    let tree = Tree::new(HARBOUR_MASTER);
    let hits = search(&tree, "never cast off while the tide is still coming in", &[]);
    assert_eq!(hits[0]["path"], "src/tide.rs");
    assert!(hits[0]["snippet"].as_str().unwrap().contains("Never cast off"), "{hits:?}");
}

#[test]
fn a_key_is_no_chunk() {
    let line = "MIIBVwIBADANBgkqhkiG9w0BAQEFAASCAUEwggE9AgEAAkEAq7BFUpkGp3zX4qP";
    let key = format!(
        "-----BEGIN PRIVATE KEY-----\n{}-----END PRIVATE KEY-----\n",
        format!("{line}\n").repeat(20)
    );
    let tree = Tree::new(&format!(
        "//- server.key\n{key}//- src/key.rs\n/// Reads a private key.\npub fn private_key() {{}}\n"
    ));
    let hits = search(&tree, "begin private key", &[]);
    assert!(hits.iter().all(|hit| hit["path"] != "server.key"), "{hits:?}");
}

/// A file of `n` functions of six lines; only the tenth is about lanterns.
fn many_functions(n: usize) -> Tree {
    let mut text = "//- src/harbour.rs\n".to_owned();
    for at in 0..n {
        let name = if at == 9 { "light_lantern".to_owned() } else { format!("berth_{at}") };
        let _ = write!(
            text,
            "pub fn {name}(level: u32) -> u32 {{\n    let depth = level * {at};\n    \
             let width = depth + {at};\n    depth + width\n}}\n\n"
        );
    }
    Tree::new(&text)
}

#[test]
fn a_described_change_finds_a_place_of_forty_lines_around_the_function() {
    let tree = many_functions(20);
    let lines =
        |hit: &Value| (hit["start_line"].as_u64().unwrap(), hit["end_line"].as_u64().unwrap());
    let hits = search(&tree, "light lantern", &[]);
    assert_eq!(lines(&hits[0]), (55, 59), "{hits:?}");
    let hits = search(&tree, "Make the light of the lantern brighter", &[]);
    let (first, last) = lines(&hits[0]);
    assert!(first <= 40 && last >= 74 && last - first < 42, "{first}-{last}");
    assert_eq!(hits[0]["matched_lines"], serde_json::json!([55, 59]));
    let text = rutter(&tree, &["search", "Make the light of the lantern brighter"]).exits(0);
    assert!(text.out.contains("  around light_lantern  function"), "{}", text.out);
    let shown = hits[0]["snippet"].as_str().unwrap();
    assert!(shown.contains("pub fn light_lantern"), "{shown}");
    assert!(shown.len() <= 500, "{shown}");
    // Within a number of tokens, the room is for other hits.
    let packed = search(&tree, "Make the light of the lantern brighter", &["--tokens", "400"]);
    assert_eq!(lines(&packed[0]), (55, 59), "{packed:?}");
    // What is around a hit is in no other.
    let mut ranges: Vec<(u64, u64)> = hits.iter().map(lines).collect();
    ranges.sort_unstable();
    assert!(ranges.is_sorted_by(|left, right| left.1 < right.0), "{ranges:?}");
}

#[test]
fn a_place_around_a_function_ends_with_its_file() {
    let tree = many_functions(10);
    let hits = search(&tree, "Make the light of the lantern brighter", &[]);
    assert_eq!(hits[0]["end_line"], 59, "{hits:?}");
    let flat = search(&tree, "Make the light of the lantern brighter", &["--flat"]);
    assert!(flat.iter().all(|hit| hit["matched_lines"].is_null()), "{flat:?}");
}
