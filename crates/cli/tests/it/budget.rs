//! `--tokens`: answers that fit a budget.

use std::fmt::Write;

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::rutter;

/// Files with long functions whose lines resemble each other.
fn tree() -> Tree {
    let tree = Tree::new("");
    for file in 0..4 {
        let mut text = String::new();
        for name in ["read", "write", "close"] {
            let _ =
                write!(text, "def {name}_socket_{file}(socket):\n    \"\"\"Will {name}.\"\"\"\n");
            for line in 0..25 {
                let _ = writeln!(text, "    socket.{name}_step_{line}(socket)");
            }
            text.push('\n');
        }
        tree.write(&format!("net{file}.py"), text);
    }
    tree
}

fn n_tokens(answer: &Value) -> u64 {
    answer["hits"].as_array().unwrap().iter().map(|hit| hit["tokens"].as_u64().unwrap()).sum()
}

#[test]
fn a_budget_is_kept_whatever_it_is() {
    let tree = tree();
    let mut n_best = 0;
    for budget in ["30", "100", "300", "1000", "4000", "100000"] {
        let args = ["search", "read socket", "--json", "--tokens", budget];
        let answer = rutter(&tree, &args).exits(0).json();
        assert!(n_tokens(&answer) <= budget.parse().unwrap(), "{budget}: {answer}");
        for hit in answer["hits"].as_array().unwrap() {
            let bytes =
                hit["path"].as_str().unwrap().len() + hit["snippet"].as_str().unwrap().len();
            assert_eq!(hit["tokens"], (bytes + 24).div_ceil(4), "{hit}");
        }
        assert!(n_tokens(&answer) >= n_best, "{budget}: a larger budget holds more");
        n_best = n_tokens(&answer);
    }
}

#[test]
fn what_was_left_out_is_counted_and_can_be_paged() {
    let tree = tree();
    let all = rutter(&tree, &["search", "read socket", "--json"]).exits(0).json();
    let n_all = all["hits"].as_array().unwrap().len() + all["omitted"].as_u64().unwrap() as usize;
    let mut skip = "0".to_owned();
    let mut lines = Vec::new();
    for _ in 0..n_all {
        let args = ["search", "read socket", "--json", "--tokens", "250", "--skip", &skip];
        let answer = rutter(&tree, &args).exits(0).json();
        for hit in answer["hits"].as_array().unwrap() {
            lines.push(format!("{}:{}", hit["path"], hit["start_line"]));
        }
        let reached: usize = skip.parse().unwrap();
        match answer["next_skip"].as_u64() {
            Some(next) => {
                assert!(next as usize > reached, "{answer}");
                skip = next.to_string();
            }
            None => {
                assert_eq!(answer["omitted"], 0);
                break;
            }
        }
    }
    let paths: Vec<bool> = (0..4)
        .map(|file| lines.iter().any(|line| line.contains(&format!("net{file}.py"))))
        .collect();
    assert_eq!(paths, [true; 4], "{lines:?}");
}

#[test]
fn a_budget_too_small_for_anything_says_so() {
    let tree = tree();
    for command in [&["search", "read socket"][..], &["similar", "net0.py:3"]] {
        let args = [command, &["--json", "--tokens", "3"]].concat();
        let run = rutter(&tree, &args).exits(1);
        let answer = run.json();
        assert_eq!(answer["hits"].as_array().unwrap().len(), 0);
        assert!(answer["omitted"].as_u64().unwrap() > 0, "{answer}");
        let remark = "not even the first hit fits into 3 tokens";
        assert_eq!(answer["remark"], remark);
        assert!(run.err.contains(remark), "{}", run.err);
    }
}

#[test]
fn a_long_hit_shows_its_head_and_the_words_sought() {
    let tree = tree();
    let args = ["search", "read_step_17", "--json", "--tokens", "90", "--limit", "1"];
    let answer = rutter(&tree, &args).exits(0).json();
    let hit = &answer["hits"][0];
    let snippet = hit["snippet"].as_str().unwrap();
    assert!(snippet.contains("def read_socket_"), "{snippet}");
    assert!(snippet.contains("read_step_17("), "{snippet}");
    assert!(snippet.lines().any(|line| line.starts_with("    … ") && line.ends_with(" lines")));
    let n_gap_lines: u64 = hit["gaps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|gap| gap[1].as_u64().unwrap() + 1 - gap[0].as_u64().unwrap())
        .sum();
    let n_shown = snippet.lines().count() - hit["gaps"].as_array().unwrap().len();
    let n_lines = hit["end_line"].as_u64().unwrap() + 1 - hit["start_line"].as_u64().unwrap();
    assert_eq!(n_shown as u64 + n_gap_lines, n_lines);
    let run = rutter(&tree, &["search", "read_step_17", "--tokens", "90", "--limit", "1"]).exits(0);
    assert!(run.out.contains(snippet), "text shows what was paid for: {}", run.out);
}

#[test]
fn without_a_budget_long_hits_are_shortened_and_say_what_they_cost() {
    let tree = tree();
    let answer = rutter(&tree, &["search", "read socket", "--json"]).exits(0).json();
    for hit in answer["hits"].as_array().unwrap() {
        let n_tokens = hit["tokens"].as_u64().unwrap();
        assert!(n_tokens > 0 && n_tokens < 200, "{hit}");
        let snippet = hit["snippet"].as_str().unwrap();
        assert!(snippet.starts_with("def read_socket_"), "{hit}");
        assert_eq!(snippet.contains("… "), hit.get("gaps").is_some(), "{hit}");
    }
}
