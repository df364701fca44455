//! Files of the tree that turn into something else after they were indexed.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use rutter_fixture::Tree;

use crate::run::{Run, command, hit_paths, rutter};

const CODE: &str = "//- a.py
def alpha_handler():
    return 1
//- b.py
def beta_handler():
    return 2
";

/// Far longer than any answer takes.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs `rutter`, and fails if it hangs.
fn rutter_within_limit(tree: &Tree, args: &[&str]) -> Run {
    let mut child = command(tree.path(), args).spawn().unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("{args:?} does not end");
        }
        std::thread::yield_now();
    }
    child.wait_with_output().unwrap().into()
}

fn make_pipe(tree: &Tree, path: &str) {
    assert!(Command::new("mkfifo").arg(tree.file(path)).status().unwrap().success());
}

#[test]
fn a_file_that_becomes_a_pipe_is_changed_and_not_waited_for() {
    let tree = Tree::new(CODE);
    rutter(&tree, &["index"]).exits(0);
    tree.remove("a.py");
    make_pipe(&tree, "a.py");
    let stale = rutter_within_limit(&tree, &["search", "alpha_handler", "--no-refresh", "--json"]);
    assert_eq!(stale.json()["index"]["state"], "behind");
    rutter_within_limit(&tree, &["similar", "a.py:1", "--no-refresh"]).exits(0);
    rutter_within_limit(&tree, &["grep", "alpha_handler"]).exits(1);
    let fresh = rutter_within_limit(&tree, &["search", "alpha_handler", "--json"]).json();
    assert!(!hit_paths(&fresh).contains(&"a.py".to_owned()), "{fresh}");
    assert_eq!(fresh["index"]["state"], "current");
}

#[test]
fn an_ignore_file_that_is_a_pipe_holds_no_rules() {
    let tree = Tree::new(CODE);
    make_pipe(&tree, ".gitignore");
    make_pipe(&tree, ".rutterignore");
    let report = rutter_within_limit(&tree, &["index", "--json"]).exits(0).json();
    assert_eq!(report["files"], 2, "{report}");
    rutter_within_limit(&tree, &["grep", "alpha_handler"]).exits(0);
}

#[test]
fn a_file_that_grew_beyond_the_limit_is_not_read_for_its_lines() {
    let tree = Tree::new(CODE);
    rutter(&tree, &["index"]).exits(0);
    // A sparse file of eight terabytes: reading it would not end.
    fs::OpenOptions::new().write(true).open(tree.file("a.py")).unwrap().set_len(8 << 40).unwrap();
    let stale = rutter_within_limit(&tree, &["search", "alpha_handler", "--no-refresh", "--json"]);
    let stale = stale.json();
    assert_eq!(
        (&stale["index"]["state"], &stale["hits"][0]["snippet"]),
        (&"behind".into(), &"".into())
    );
    let fresh = rutter_within_limit(&tree, &["search", "alpha_handler", "--json"]).json();
    assert_eq!(fresh["index"]["state"], "current");
    assert!(!hit_paths(&fresh).contains(&"a.py".to_owned()), "{fresh}");
}

#[test]
fn a_folder_that_becomes_a_link_leads_nowhere() {
    let outside = Tree::new("//- secret.py\ndef alpha_handler():\n    return 'outside'\n");
    let tree = Tree::new("//- sub/secret.py\ndef alpha_handler():\n    return 'inside!'\n");
    rutter(&tree, &["index"]).exits(0);
    tree.remove("sub");
    std::os::unix::fs::symlink(outside.path(), tree.file("sub")).unwrap();
    for args in [
        &["search", "alpha_handler", "--no-refresh", "--json"][..],
        &["search", "alpha_handler", "--json"],
        &["grep", "alpha_handler", "--json"],
    ] {
        let run = rutter_within_limit(&tree, args);
        assert!(!run.out.contains("outside"), "{}", run.out);
    }
}
