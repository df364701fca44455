//! The index survives kills, interrupts, and concurrent readers and writers.

use std::io::{BufRead, BufReader, Read};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rutter_fixture::{Tree, synthetic};

use crate::run::{command, rutter};

/// A pseudo-random number generator with a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Ends the readers when the writer ends, even by a failed assertion.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn fingerprint_of_a_fresh_index(tree: &Tree) -> String {
    let elsewhere = Tree::new("");
    let data = elsewhere.path().to_str().unwrap();
    let report = rutter(tree, &["index", "--json", "--data-dir", data]).exits(0).json();
    format!("{} {}", report["fingerprint"], report["edges"])
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_kills_at_random_moments_lose_nothing() {
    let n_rounds = std::env::var("RUTTER_TEST_KILLS").map_or(100, |n| n.parse().unwrap());
    let tree = synthetic(250, 11);
    tree.write("anchor.rs", "fn anchor_of_all() {}\n");
    let began = Instant::now();
    rutter(&tree, &["index", "--quiet"]).exits(0);
    let whole_us = u64::try_from(began.elapsed().as_micros()).unwrap();
    let mut dice = Dice(42);
    for round in 0..n_rounds {
        if round % 5 == 0 {
            // Starts without an index: only such a round may find none afterwards.
            tree.remove(".rutter");
        } else {
            for _ in 0..60 {
                let name = format!("edited/{}.py", dice.below(90));
                let body = format!("def edited_{}():\n    return {round}\n", dice.below(1000));
                tree.write(&name, body.repeat(20));
            }
        }
        let args: &[&str] = match round % 4 {
            0 | 1 => &["index", "--quiet"],
            2 => &["index", "--full", "--quiet"],
            _ => &["search", "edited", "--quiet"],
        };
        let mut child = command(tree.path(), args).spawn().unwrap();
        thread::sleep(Duration::from_micros(dice.below(whole_us * 5 / 4)));
        child.kill().unwrap();
        child.wait().unwrap();
        let run = rutter(&tree, &["search", "anchor_of_all", "--json", "--no-refresh"]);
        let answer = run.json();
        match answer["index"]["state"].as_str().unwrap() {
            "absent" => assert!(round % 5 == 0, "round {round}: the last index is lost"),
            _ => assert_eq!(answer["hits"][0]["path"], "anchor.rs", "round {round}: {answer}"),
        }
        if round % 5 == 0 {
            rutter(&tree, &["index", "--quiet"]).exits(0);
        }
    }
    let report = rutter(&tree, &["index", "--json"]).exits(0).json();
    let survived = format!("{} {}", report["fingerprint"], report["edges"]);
    assert_eq!(survived, fingerprint_of_a_fresh_index(&tree));
    rutter(&tree, &["doctor"]).exits(0);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_eight_readers_beside_a_writer_see_whole_answers() {
    const N_FILES: usize = 40;
    let tree = Tree::new("");
    let write = |n: usize, round: usize| {
        let filler = format!("def filler_{round}():\n    return {round}\n\n");
        tree.write(
            &format!("file{n}.py"),
            format!("def lighthouse_{n}():\n    \"\"\"The lighthouse.\"\"\"\n\n{filler}"),
        );
    };
    (0..N_FILES).for_each(|n| write(n, 0));
    rutter(&tree, &["index", "--quiet"]).exits(0);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let _end = SetAtEnd(&is_over);
            for round in 1..=40 {
                for n in 0..N_FILES / 2 {
                    write((n * 7 + round) % N_FILES, round);
                }
                rutter(&tree, &["index", "--quiet"]).exits(0);
            }
        });
        for _ in 0..8 {
            scope.spawn(|| {
                let mut n_answers = 0;
                while !is_over.load(Ordering::Relaxed) {
                    let args = ["search", "lighthouse", "--json", "--limit", "100", "--no-refresh"];
                    let answer = rutter(&tree, &args).exits(0).json();
                    let mut paths = crate::run::hit_paths(&answer);
                    paths.sort();
                    paths.dedup();
                    assert_eq!(paths.len(), N_FILES, "{answer}");
                    n_answers += 1;
                }
                assert!(n_answers > 0);
            });
        }
    });
    rutter(&tree, &["doctor"]).exits(0);
}

#[test]
fn two_writers_at_once_end_in_the_same_index() {
    let tree = synthetic(200, 13);
    for round in 0..5 {
        for n in 0..40 {
            let body = format!("def double_{n}():\n    return {round}\n");
            tree.write(&format!("double/{n}.py"), body);
        }
        let writers: Vec<_> =
            (0..2).map(|_| command(tree.path(), &["index", "--json"]).spawn().unwrap()).collect();
        for writer in writers {
            let output = writer.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    let report = rutter(&tree, &["index", "--json"]).exits(0).json();
    assert_eq!(report["indexed"], 0);
    let ended = format!("{} {}", report["fingerprint"], report["edges"]);
    assert_eq!(ended, fingerprint_of_a_fresh_index(&tree));
    rutter(&tree, &["doctor"]).exits(0);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_an_interrupted_pass_keeps_what_it_has_and_says_so() {
    let tree = synthetic(3_000, 17);
    let mut child = command(tree.path(), &["index", "--json"]).spawn().unwrap();
    // Printed before the first file is read; the signal follows at once, while nearly all of the
    // pass is still ahead.
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("indexing 3000 files") {
        line.clear();
        assert_ne!(stderr.read_line(&mut line).unwrap(), 0, "the pass did not begin");
    }
    signal(&child, Signal::INT);
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest}");
    let status = rutter(&tree, &["status", "--json"]).exits(0).json();
    assert_eq!(status["index"]["state"], "partial", "{status}");
    assert!(status["index"]["reason"].as_str().unwrap().contains("stopped"), "{status}");
    let report = rutter(&tree, &["index", "--json"]).exits(0).json();
    assert_eq!(report["files"], 3_000);
    assert_eq!(rutter(&tree, &["status", "--json"]).json()["index"]["state"], "current");
}

/// Waits for a condition while a child is working.
fn wait_until(child: &mut Child, is_there: impl Fn() -> bool) {
    while !is_there() {
        assert!(child.try_wait().unwrap().is_none(), "the child ended before it was time");
        thread::yield_now();
    }
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_readers_do_not_wait_for_a_writer_that_was_stopped() {
    let tree = synthetic(2_000, 19);
    tree.write("anchor.rs", "fn anchor_of_all() {}\n");
    rutter(&tree, &["index", "--quiet"]).exits(0);
    let folders = std::fs::read_dir(tree.file(".rutter/index")).unwrap().flatten();
    let mut locks = folders.map(|entry| entry.path().join("writer.lock"));
    let lock = locks.find(|path| path.is_file()).unwrap();
    let lexical = lock.with_file_name("lexical");
    let segments = || std::fs::read_dir(&lexical).map_or(0, Iterator::count);
    let lock = std::fs::File::open(lock).unwrap();
    let is_writing = || lock.try_lock().map(|()| lock.unlock().unwrap()).is_err();
    // A writer that was done before the signal came is no case of this test: the next one is tried.
    let mut child = loop {
        let n_before = segments();
        let mut child = command(tree.path(), &["index", "--full", "--quiet"]).spawn().unwrap();
        while child.try_wait().unwrap().is_none() {
            if is_writing() && segments() != n_before {
                signal(&child, Signal::STOP);
                break;
            }
            thread::yield_now();
        }
        if is_writing() {
            break child;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    };
    tree.write("later.rs", "fn anchor_of_none() {}\n");
    for args in [
        &["search", "anchor_of_all", "--json"][..],
        &["search", "anchor_of_all", "--json", "--no-refresh"],
        &["symbol", "anchor_of_all", "--json"],
        &["entries", "list", "--json"],
    ] {
        let began = Instant::now();
        let answer = rutter(&tree, args);
        assert!(began.elapsed() < Duration::from_secs(20), "{args:?}: {:?}", began.elapsed());
        assert_eq!(answer.json()["index"]["state"], "behind", "{args:?}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let answer = rutter(&tree, &["search", "anchor_of_all", "--json", "--limit", "1"]).json();
    assert_eq!(crate::run::hit_paths(&answer), ["anchor.rs"]);
    rutter(&tree, &["symbol", "anchor_of_none"]).exits(0);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_first_index_that_another_process_never_finishes_is_not_waited_for_in_vain() {
    let tree = synthetic(2_000, 23);
    let mut child = command(tree.path(), &["index", "--quiet"]).spawn().unwrap();
    let lexical = || {
        let Ok(folders) = std::fs::read_dir(tree.file(".rutter/index")) else { return false };
        folders.flatten().any(|entry| entry.path().join("lexical").is_dir())
    };
    wait_until(&mut child, lexical);
    signal(&child, Signal::STOP);
    let run = rutter(&tree, &["search", "anything"]).exits(2);
    assert!(run.err.contains("another rutter is making one"), "{}", run.err);
    assert!(run.err.contains("hint: "), "{}", run.err);
    child.kill().unwrap();
    child.wait().unwrap();
    rutter(&tree, &["search", "anything"]);
    assert_eq!(rutter(&tree, &["status", "--json"]).json()["index"]["state"], "current");
}
