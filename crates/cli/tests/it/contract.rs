//! The contract with scripts: JSON fields, exit codes, plain text in a pipe.

use std::io::Write;
use std::process::Stdio;

use expect_test::expect;
use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::{command, hit_paths, rutter, rutter_in};

const SHOP: &str = "\
//- src/user.ts
/** A person who buys. */
export interface User {
  id: number;
  name: string;
}

/** Finds the user of an id. */
export function getUserById(id: number): User {
  return loadRow(id);
}

function loadRow(id: number): User {
  return { id, name: 'x' };
}
//- src/cart.ts
import { getUserById } from './user';

export function checkout(id: number) {
  const user = getUserById(id);
  return charge(user);
}

function charge(user: unknown) {
  return user;
}
//- docs/guide.md
# Guide

## Paying

Call `checkout` to pay.
";

/// The keys of an object, sorted.
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> =
        value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn index_reports_what_it_did() {
    let tree = Tree::new(SHOP);
    tree.write("logo.png", [0u8, 1, 2, 3]);
    let report = rutter(&tree, &["index", "--json"]).exits(0).json();
    for key in [
        "files", "indexed", "unchanged", "removed", "skipped", "symbols", "chunks", "edges",
        "unresolved", "bytes", "elapsed_ms",
    ] {
        assert!(report.get(key).is_some(), "{key} is missing: {report}");
    }
    assert_eq!(report["files"], 3);
    assert_eq!(report["indexed"], 3);
    assert_eq!(report["skipped"]["binary"], 1);
    let again = rutter(&tree, &["index", "--json"]).exits(0).json();
    assert_eq!((&again["indexed"], &again["unchanged"]), (&0.into(), &3.into()));
    assert_eq!(report["fingerprint"], again["fingerprint"]);
    assert_eq!(report["edges"], again["edges"]);
}

#[test]
fn search_answers_with_the_fields_scripts_rely_on() {
    let tree = Tree::new(SHOP);
    let answer = rutter(&tree, &["search", "getUserById", "--json"]).exits(0).json();
    for key in ["query", "mode", "index", "hits", "omitted"] {
        assert!(answer.get(key).is_some(), "{key} is missing: {answer}");
    }
    assert_eq!(answer["mode"], "hybrid");
    assert!(answer.get("remark").is_none(), "{answer}");
    assert_eq!(answer["index"]["state"], "current");
    for key in ["state", "files", "changed", "reason"] {
        assert!(answer["index"].get(key).is_some(), "{key} is missing: {answer}");
    }
    let hit = &answer["hits"][0];
    for key in [
        "chunk", "path", "start_line", "end_line", "symbol", "kind", "language", "score",
        "snippet", "tokens", "reasons",
    ] {
        assert!(hit.get(key).is_some(), "{key} is missing: {hit}");
    }
    assert_eq!(hit["path"], "src/user.ts");
    assert_eq!(hit["language"], "typescript");
    let score = hit["score"].as_f64().unwrap();
    assert!(score > 0.0 && score <= 1.0, "{score}");
}

#[test]
fn a_batch_answers_each_line_with_a_line() {
    let tree = Tree::new(SHOP);
    rutter(&tree, &["index", "--quiet"]).exits(0);
    let mut child = command(tree.path(), &["search", "--batch", "--limit", "2"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let queries = "getUserById\n\nhow to pay\n\u{1F600}\n";
    child.stdin.take().unwrap().write_all(queries.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let queries: Vec<&str> = lines.iter().map(|line| line["query"].as_str().unwrap()).collect();
    assert_eq!(queries, ["getUserById", "", "how to pay", "\u{1F600}"]);
    assert_eq!(hit_paths(&lines[0])[0], "src/user.ts");
    assert!(hit_paths(&lines[1]).is_empty());
}

#[test]
fn exit_codes_distinguish_found_not_found_and_error() {
    let tree = Tree::new(SHOP);
    rutter(&tree, &["search", "checkout"]).exits(0);
    // By meaning everything matches a little, so only a search by words can find nothing.
    rutter(&tree, &["search", "zzyzx", "--mode", "lexical"]).exits(1);
    rutter(&tree, &["similar", "src/cart.ts:4"]).exits(0);
    rutter(&tree, &["similar", "src/cart.ts:4", "--lang", "rust"]).exits(1);
    rutter(&tree, &["similar", "src/cart.ts:400"]).exits(2);
    rutter(&tree, &["search"]).exits(2);
    rutter(&tree, &["search", "checkout", "--lang", "klingon"]).exits(2);
    rutter(&tree, &["grep", "checkout"]).exits(0);
    rutter(&tree, &["grep", "zzyzx"]).exits(1);
    rutter(&tree, &["grep", "["]).exits(2);
    rutter(&tree, &["symbol", "checkout"]).exits(0);
    rutter(&tree, &["symbol", "zzyzx"]).exits(1);
    rutter(&tree, &["overview", "src/none.ts"]).exits(2);
    rutter(&tree, &["impact", "loadRow"]).exits(0);
    rutter(&tree, &["impact", "checkout"]).exits(0);
    rutter(&tree, &["grpe", "checkout"]).exits(2);
    rutter(&tree, &["--help"]).exits(0);
    rutter(&tree, &["doctor"]).exits(0);
}

#[test]
fn symbols_print_one_a_line() {
    let tree = Tree::new(SHOP);
    let run = rutter(&tree, &["overview", "src/user.ts"]).exits(0);
    let lines: Vec<&str> = run.out.lines().filter(|line| !line.contains("property")).collect();
    expect![[r#"
        User (interface_declaration) 2-5
        getUserById (function_declaration) 8-10
        loadRow (function_declaration) 12-14"#]]
    .assert_eq(&lines.join("\n"));
    let answer = rutter(&tree, &["overview", "src/user.ts", "--json"]).exits(0).json();
    assert_eq!(answer["path"], "src/user.ts");
    let symbol = &answer["symbols"][0];
    for key in [
        "name", "qualified_name", "kind", "node_kind", "start_line", "end_line", "signature",
        "doc", "visibility", "parent",
    ] {
        assert!(symbol.get(key).is_some(), "{key} is missing: {symbol}");
    }
    assert_eq!(symbol["doc"], "A person who buys.");
}

#[test]
fn a_file_may_be_named_from_where_the_user_stands() {
    let tree = Tree::new(SHOP);
    tree.git_init();
    let run = rutter_in(&tree.file("src"), &["overview", "cart.ts"]).exits(0);
    assert!(run.out.contains("checkout"), "{}", run.out);
}

#[test]
fn symbol_shows_callers_and_callees_with_their_provenance() {
    let tree = Tree::new(SHOP);
    let answer = rutter(&tree, &["symbol", "getUserById", "--json"]).exits(0).json();
    let found = &answer["matches"][0];
    assert_eq!(found["path"], "src/user.ts");
    assert_eq!(found["entry"], Value::Null);
    let callers = found["callers"].as_array().unwrap();
    let calls: Vec<_> = callers.iter().filter(|caller| caller["symbol"] == "checkout").collect();
    assert_eq!(keys(calls[0]), ["kind", "line", "path", "provenance", "symbol"]);
    assert_eq!(calls[0]["provenance"], "import");
    assert_eq!(calls[0]["line"], 4);
    let callees = found["callees"].as_array().unwrap();
    let load = callees.iter().find(|callee| callee["symbol"] == "loadRow").unwrap();
    assert_eq!(load["provenance"], "same-file");
}

#[test]
fn impact_follows_links_to_their_end() {
    let tree = Tree::new(SHOP);
    let answer = rutter(&tree, &["impact", "loadRow", "--json"]).exits(0).json();
    assert_eq!(answer["symbol"], "loadRow");
    assert_eq!(answer["omitted"], 0);
    let affected: Vec<String> = answer["affected"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["symbol"].is_string())
        .map(|one| format!("{} {}", one["symbol"].as_str().unwrap(), one["distance"]))
        .collect();
    assert!(affected.contains(&"getUserById 1".to_owned()), "{affected:?}");
    assert!(affected.contains(&"checkout 2".to_owned()), "{affected:?}");
}

#[test]
fn status_shows_the_contents_of_the_index() {
    let tree = Tree::new(SHOP);
    let absent = rutter(&tree, &["status", "--json"]).exits(1).json();
    assert_eq!(absent["index"]["state"], "absent");
    rutter(&tree, &["index"]).exits(0);
    let status = rutter(&tree, &["status", "--json"]).exits(0).json();
    for key in [
        "root", "data_dir", "index", "stale_files", "languages", "symbols", "chunks", "entries",
        "embedding_model", "version",
    ] {
        assert!(status.get(key).is_some(), "{key} is missing: {status}");
    }
    assert_eq!(status["languages"]["typescript"], 2);
    assert_eq!(status["stale_files"], 0);
    assert!(status.get("gaps").is_none(), "{status}");
}

#[test]
fn filters_apply_before_the_best_are_taken() {
    let tree = Tree::new(SHOP);
    let search = |args: &[&str]| {
        let mut all = vec!["search", "checkout", "--json", "--limit", "1"];
        all.extend(args);
        hit_paths(&rutter(&tree, &all).json())
    };
    assert_eq!(search(&["--docs"]), ["docs/guide.md"]);
    assert_eq!(search(&["--code"]), ["src/cart.ts"]);
    assert_eq!(search(&["--lang", "markdown"]), ["docs/guide.md"]);
    assert_eq!(search(&["--path", "docs/**"]), ["docs/guide.md"]);
    assert_eq!(search(&["--path", "src"]), ["src/cart.ts"]);
    assert_eq!(search(&["--path", "*.md"]), ["docs/guide.md"]);
    assert_eq!(search(&["--kind", "function"]), ["src/cart.ts"]);
    assert!(search(&["--lang", "rust"]).is_empty());
}

#[test]
fn grep_prints_as_ripgrep_does() {
    let tree = Tree::new(SHOP);
    let run = rutter(&tree, &["grep", "-w", "checkout"]).exits(0);
    assert_eq!(
        run.out,
        "docs/guide.md:5:Call `checkout` to pay.\n\
         src/cart.ts:3:export function checkout(id: number) {\n"
    );
    let run = rutter(&tree, &["grep", "checkout", "--json", "-g", "*.md"]).exits(0);
    let kinds: Vec<String> = run
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["type"].to_string())
        .collect();
    assert_eq!(kinds, ["\"begin\"", "\"match\"", "\"end\"", "\"summary\""]);
}

#[test]
fn completions_are_printed_for_each_shell() {
    let tree = Tree::new("");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = rutter(&tree, &["completions", shell]).exits(0);
        assert!(run.out.contains("rutter"), "{shell}");
    }
}
