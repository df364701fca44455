//! No answer is silently stale.

use std::io::{BufRead, BufReader};
use std::process::Command;
use std::time::{Duration, SystemTime};

use rutter_fixture::{Tree, synthetic};

use crate::run::{command, hit_paths, rutter, within};

fn state(tree: &Tree, args: &[&str]) -> (String, u64) {
    let mut all = vec!["search", "anchor", "--json"];
    all.extend(args);
    let answer = rutter(tree, &all).json();
    let state = answer["index"]["state"].as_str().unwrap().to_owned();
    (state, answer["index"]["changed"].as_u64().unwrap())
}

#[test]
fn a_query_sees_what_was_written_just_before_it() {
    let tree = Tree::new("//- a.rs\nfn anchor() {}\n");
    assert_eq!(state(&tree, &[]), ("current".to_owned(), 0));
    for round in 0..20 {
        tree.write("a.rs", format!("fn anchor() {{}}\nfn round_{round}() {{}}\n"));
        let name = format!("round_{round}");
        let answer = rutter(&tree, &["search", &name, "--json", "--limit", "1"]).json();
        assert_eq!(hit_paths(&answer), ["a.rs"], "round {round}");
        let shown = answer["hits"][0]["snippet"].as_str().unwrap().contains(&name);
        assert!(shown, "round {round}: {answer}");
    }
}

#[test]
fn an_edit_that_keeps_size_and_time_close_is_seen() {
    let tree = Tree::new("//- a.rs\nfn anchor_a() {}\n");
    rutter(&tree, &["index"]).exits(0);
    tree.write("a.rs", "fn anchor_b() {}\n");
    rutter(&tree, &["symbol", "anchor_b"]).exits(0);
    rutter(&tree, &["symbol", "anchor_a"]).exits(1);
}

#[test]
fn files_come_go_and_move() {
    let tree = Tree::new("//- a.rs\nfn anchor() {}\n//- b.rs\nfn other() {}\n");
    rutter(&tree, &["index"]).exits(0);
    tree.write("c/d.rs", "fn anchor_three() {}\n");
    assert_eq!(
        hit_paths(&rutter(&tree, &["search", "anchor_three", "--json"]).json())[0],
        "c/d.rs"
    );
    tree.rename("c/d.rs", "e/f.rs");
    assert_eq!(
        hit_paths(&rutter(&tree, &["search", "anchor_three", "--json"]).json())[0],
        "e/f.rs"
    );
    tree.remove("e");
    rutter(&tree, &["symbol", "anchor_three"]).exits(1);
    let report = rutter(&tree, &["index", "--json"]).exits(0).json();
    assert_eq!(report["files"], 2);
    rutter(&tree, &["doctor"]).exits(0);
}

#[test]
fn without_a_refresh_the_answer_says_how_far_behind_it_is() {
    let tree = Tree::new("//- a.rs\nfn anchor() {}\n//- b.rs\nfn other() {}\n");
    assert_eq!(state(&tree, &["--no-refresh"]), ("absent".to_owned(), 0));
    rutter(&tree, &["index"]).exits(0);
    assert_eq!(state(&tree, &["--no-refresh"]), ("current".to_owned(), 0));
    tree.write("a.rs", "fn anchor() { changed() }\n");
    tree.write("new.rs", "fn anchor_new() {}\n");
    tree.remove("b.rs");
    assert_eq!(state(&tree, &["--no-refresh"]), ("behind".to_owned(), 3));
    assert_eq!(state(&tree, &[]), ("current".to_owned(), 0));
}

/// Writes more than a query waits for: files of zeros, which have no blocks and of which little is read.
fn write_much(tree: &Tree, round: usize) {
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    for n in 0..8 * n_threads {
        let file = std::fs::File::create(tree.file(&format!("blob{round}_{n}.bin"))).unwrap();
        file.set_len(2 << 20).unwrap();
    }
}

/// Whether a process updates the index of a tree in the background.
fn is_updating(tree: &Tree) -> bool {
    let root = std::fs::canonicalize(tree.path()).unwrap();
    let root = root.to_str().unwrap();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let mut commands =
        processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    commands.any(|command| {
        let command = String::from_utf8_lossy(&command).into_owned();
        command.contains("--in-background") && command.contains(root)
    })
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_query_does_not_wait_for_is_done_in_the_background() {
    let tree = Tree::new(
        "//- a.rs\nfn anchor() {}\n//- b.rs\nfn anchor_b() {}\n//- c.rs\nfn anchor_c() {}\n",
    );
    rutter(&tree, &["index", "--quiet"]).exits(0);
    tree.write("a.rs", "fn other() {}\nfn anchor() {}\n");
    tree.remove("b.rs");
    write_much(&tree, 0);
    assert_eq!(state(&tree, &["--no-refresh"]).0, "behind");
    assert!(!is_updating(&tree), "`--no-refresh` starts nothing");
    let answer = rutter(&tree, &["search", "anchor", "--json"]).exits(0).json();
    assert_eq!(answer["index"]["state"], "behind");
    let reason = answer["index"]["reason"].as_str().unwrap();
    assert!(reason.ends_with("it is being updated in the background"), "{reason}");
    let outdated = |path: &str| {
        let hits = answer["hits"].as_array().unwrap();
        hits.iter().find(|hit| hit["path"] == path).unwrap()["outdated"].clone()
    };
    assert_eq!(outdated("a.rs"), "changed");
    assert_eq!(outdated("b.rs"), "gone");
    assert!(outdated("c.rs").is_null());
    let tree = std::sync::Arc::new(tree);
    let waiting = std::sync::Arc::clone(&tree);
    within(Duration::from_secs(120), move || while is_updating(&waiting) {});
    // Files that were written just before have to be compared, which a query waits for.
    assert_eq!(state(&tree, &[]).0, "current");
    rutter(&tree, &["symbol", "anchor_b", "--no-refresh"]).exits(1);
}

#[test]
fn an_answer_in_text_marks_each_hit_that_may_have_moved() {
    let tree = Tree::new("//- a.rs\nfn anchor() {}\n//- b.rs\nfn anchor_b() { anchor() }\n");
    rutter(&tree, &["index", "--quiet"]).exits(0);
    tree.write("a.rs", "fn other() {}\nfn anchor() {}\n");
    for command in ["search", "symbol", "references"] {
        let text = rutter(&tree, &[command, "anchor", "--no-refresh"]).exits(0).out;
        let marked: Vec<&str> =
            text.lines().filter(|line| line.contains("(changed since)")).collect();
        assert!(
            marked.iter().all(|line| line.contains("a.rs") && !line.contains("b.rs")),
            "{text}"
        );
        assert!(!marked.is_empty(), "{text}");
    }
}

#[test]
fn an_update_in_the_background_can_be_killed_and_asked_for_at_once() {
    let tree = Tree::new("//- a.rs\nfn anchor() {}\n");
    rutter(&tree, &["index", "--quiet"]).exits(0);
    for round in 0..5 {
        write_much(&tree, round);
        let spawn = |args: &[&str]| command(tree.path(), args).spawn().unwrap();
        let mut update = spawn(&["index", "--in-background"]);
        update.kill().unwrap();
        update.wait().unwrap();
        assert_ne!(state(&tree, &["--no-refresh"]).0, "absent");
        let both = [(); 2].map(|()| spawn(&["index", "--in-background"]));
        for mut update in both {
            assert!(update.wait().unwrap().success());
        }
        assert_eq!(state(&tree, &[]).0, "current");
    }
    rutter(&tree, &["doctor"]).exits(0);
}

#[test]
fn a_watcher_keeps_the_index_current() {
    let tree = Tree::new("//- a.rs\nfn anchor() {}\n");
    let mut child = command(tree.path(), &["index", "--watch", "--json"]).spawn().unwrap();
    let mut reports = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || -> serde_json::Value {
        serde_json::from_str(&reports.next().unwrap().unwrap()).unwrap()
    };
    assert_eq!(next()["files"], 1);
    tree.write("b.rs", "fn anchor_two() {}\n");
    while next()["files"] != 2 {}
    rutter(&tree, &["symbol", "anchor_two", "--no-refresh"]).exits(0);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_size_limit_holds_until_it_is_given_again() {
    let tree = Tree::new("//- a.rs\nfn anchor() {}\n");
    tree.write("big.txt", "many words\n".repeat(300_000));
    let files = |args: &[&str]| rutter(&tree, args).exits(0).json()["files"].clone();
    assert_eq!(files(&["index", "--json"]), 1);
    assert_eq!(files(&["index", "--json", "--max-file-size", "9000000"]), 2);
    assert_eq!(files(&["index", "--json"]), 2);
    assert_eq!(files(&["index", "--json", "--max-file-size", "1000"]), 1);
}

#[test]
fn a_change_of_an_ignore_file_is_a_change() {
    let tree = Tree::new("//- a.rs\nfn anchor() {}\n//- secret/b.rs\nfn anchor_b() {}\n");
    rutter(&tree, &["symbol", "anchor_b"]).exits(0);
    tree.write(".gitignore", "secret/\n");
    rutter(&tree, &["symbol", "anchor_b"]).exits(1);
    tree.write(".gitignore", "# secret/\n");
    rutter(&tree, &["symbol", "anchor_b"]).exits(0);
    tree.write(".rutterignore", "/secret\n");
    rutter(&tree, &["symbol", "anchor_b"]).exits(1);
}

#[test]
fn an_index_after_many_edits_equals_one_made_at_once() {
    let tree = synthetic(60, 3);
    rutter(&tree, &["index", "--quiet"]).exits(0);
    for round in 0..15 {
        tree.write(&format!("edited/{round}.py"), format!("def edit_{round}():\n    pass\n"));
        if round % 3 == 2 {
            tree.remove(&format!("edited/{}.py", round - 1));
        }
        rutter(&tree, &["search", "edit", "--quiet"]).exits(0);
    }
    let incremental = rutter(&tree, &["index", "--json"]).exits(0).json();
    let elsewhere = Tree::new("");
    let data = elsewhere.path().to_str().unwrap();
    let fresh = rutter(&tree, &["index", "--json", "--data-dir", data]).exits(0).json();
    for key in ["files", "symbols", "chunks", "edges", "unresolved", "fingerprint"] {
        assert_eq!(incremental[key], fresh[key], "{key}");
    }
    rutter(&tree, &["doctor"]).exits(0);
}

/// Writes a file and restores its modification time.
fn write_in_secret(tree: &Tree, path: &str, text: &str) {
    let modified = std::fs::metadata(tree.file(path)).unwrap().modified().unwrap();
    tree.write(path, text);
    set_modified(tree, path, modified);
}

fn set_modified(tree: &Tree, path: &str, modified: SystemTime) {
    let file = std::fs::OpenOptions::new().write(true).open(tree.file(path)).unwrap();
    file.set_modified(modified).unwrap();
}

#[test]
fn an_edit_that_keeps_size_and_time_is_seen() {
    let tree = Tree::new("//- a.rs\nfn anchor_a() {}\n");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    set_modified(&tree, "a.rs", long_ago);
    rutter(&tree, &["index"]).exits(0);
    write_in_secret(&tree, "a.rs", "fn anchor_b() {}\n");
    assert_eq!(state(&tree, &["--no-refresh"]), ("behind".to_owned(), 1));
    rutter(&tree, &["symbol", "anchor_b"]).exits(0);
    rutter(&tree, &["symbol", "anchor_a"]).exits(1);
}

#[test]
fn files_that_swap_places_are_distinguished() {
    let tree = Tree::new("//- a.rs\nfn anchor_a() {}\n//- b.rs\nfn anchor_b() {}\n");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    set_modified(&tree, "a.rs", long_ago);
    set_modified(&tree, "b.rs", long_ago);
    rutter(&tree, &["index"]).exits(0);
    tree.rename("a.rs", "c.rs");
    tree.rename("b.rs", "a.rs");
    tree.rename("c.rs", "b.rs");
    let answer = rutter(&tree, &["search", "anchor_a", "--json", "--limit", "1"]).json();
    assert_eq!(hit_paths(&answer), ["b.rs"]);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_files_from_the_future_are_no_less_watched() {
    let tree = Tree::new("");
    let future = SystemTime::now() + Duration::from_secs(400_000_000);
    for n in 0..60 {
        let path = format!("f{n}.rs");
        tree.write(&path, format!("fn anchor_{n}_a() {{}}\n").repeat(4_000));
        set_modified(&tree, &path, future);
    }
    rutter(&tree, &["index"]).exits(0);
    assert_eq!(state(&tree, &["--no-refresh"]).0, "current");
    write_in_secret(&tree, "f7.rs", &"fn anchor_7_b() {}\n".repeat(4_000));
    assert_eq!(state(&tree, &["--no-refresh"]), ("behind".to_owned(), 1));
    rutter(&tree, &["symbol", "anchor_7_b"]).exits(0);
}

#[test]
fn an_ignore_file_that_keeps_size_and_time_is_seen() {
    let tree = Tree::new("//- .gitignore\na.rs\n//- a.rs\nfn in_a() {}\n//- b.rs\nfn in_b() {}\n");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    set_modified(&tree, ".gitignore", long_ago);
    rutter(&tree, &["index"]).exits(0);
    write_in_secret(&tree, ".gitignore", "b.rs\n");
    rutter(&tree, &["symbol", "in_a"]).exits(0);
    rutter(&tree, &["symbol", "in_b"]).exits(1);
}
