//! An entry that was acknowledged survives kills, interrupts and concurrent runs.
//!
//! The scripted model reads a file and then records its functions without end. The summary of each
//! entry has a number that only grows, so that an older version that comes back is detected.

use std::collections::BTreeMap;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use rutter_fixture::Tree;
use serde_json::{Value, json};

use crate::chat_server::{Answer, ChatServer};
use crate::run::{Run, command, rutter};

/// Number of files, and of functions in each.
const N_FILES: usize = 8;
const N_FUNCTIONS: usize = 12;

fn tree() -> Tree {
    let tree = Tree::new("");
    for file in 0..N_FILES {
        let function = |n: usize| format!("def haul_{file}_{n}(rope):\n    return rope + {n}\n\n");
        tree.write(&path(file), (0..N_FUNCTIONS).map(function).collect::<String>());
    }
    tree
}

fn path(file: usize) -> String {
    format!("deck/file{file}.py")
}

fn entry(file: usize, function: usize, serial: u64) -> Value {
    json!({
        "symbol": format!("haul_{file}_{function}"), "file_path": path(file),
        "summary": format!("Hauls the `rope` a bit further, as of version {serial}."),
    })
}

/// A model that reads a file, then records its functions two at a time, then takes the next file.
struct Recorder {
    step: usize,
    first_file: usize,
    serial: u64,
}

impl Recorder {
    fn answer(&mut self, request: &Value) -> Answer {
        let messages = request["messages"].as_array().unwrap();
        if !messages.iter().any(|message| message["role"] == "tool") {
            // A new process, after the last one was killed.
            self.step = 0;
            self.first_file += 1;
        }
        let round = N_FUNCTIONS / 2 + 1;
        let file = (self.first_file + self.step / round) % N_FILES;
        let at = self.step % round;
        self.step += 1;
        if at == 0 {
            return Answer::calls(&[("read_file", json!({ "file_path": path(file) }))]);
        }
        self.serial += 2;
        let second = entry(file, at * 2 - 1, self.serial);
        let first = entry(file, at * 2 - 2, self.serial - 1);
        Answer::calls(&[("create_index_entry", first), ("create_index_entry", second)])
    }
}

fn explore(tree: &Tree, server: &ChatServer) -> Command {
    let endpoint = server.endpoint();
    let model = ["--model", "openai-compatible", "--endpoint", &endpoint];
    let args = ["explore", "--verbose", "--max-turns", "10000"];
    command(tree.path(), &[&args[..], &model[..]].concat())
}

/// The newest acknowledged version of each symbol, from the records of all runs.
fn acknowledged(tree: &Tree) -> BTreeMap<String, u64> {
    let mut newest = BTreeMap::new();
    for file in std::fs::read_dir(tree.file(".rutter/runs")).unwrap().flatten() {
        if file.path().extension().is_none_or(|ending| ending != "jsonl") {
            continue;
        }
        let mut asked: BTreeMap<(u64, String), Value> = BTreeMap::new();
        for line in std::fs::read_to_string(file.path()).unwrap().lines() {
            // The last line may be incomplete.
            let Ok(moment) = serde_json::from_str::<Value>(line) else { continue };
            let call = || (moment["turn"].as_u64().unwrap(), moment["id"].as_str().unwrap().into());
            if moment["event"] == "tool_call" {
                asked.insert(call(), moment["arguments"].clone());
            }
            if moment["event"] == "tool_result" && moment["recordings"][0]["id"].is_string() {
                let arguments = &asked[&call()];
                let symbol = arguments["symbol"].as_str().unwrap().to_owned();
                let version = version(arguments);
                let known = newest.entry(symbol).or_insert(version);
                *known = version.max(*known);
            }
        }
    }
    newest
}

fn version(entry: &Value) -> u64 {
    let summary = entry["summary"].as_str().unwrap();
    summary.trim_end_matches('.').rsplit(' ').next().unwrap().parse().unwrap()
}

fn kept(tree: &Tree) -> BTreeMap<String, u64> {
    let entries = rutter(tree, &["entries", "list", "--json"]).exits(0).json();
    let entries = entries["entries"].as_array().unwrap().clone();
    entries.iter().map(|one| (one["symbol"].as_str().unwrap().to_owned(), version(one))).collect()
}

fn check_that_nothing_is_lost(tree: &Tree, round: usize) -> usize {
    let (acknowledged, kept) = (acknowledged(tree), kept(tree));
    for (symbol, version) in &acknowledged {
        let found = kept.get(symbol);
        assert!(found >= Some(version), "round {round}: {symbol} {version} became {found:?}");
    }
    acknowledged.len()
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_hundred_kills_lose_no_entry_that_was_acknowledged() {
    let n_rounds = std::env::var("RUTTER_TEST_KILLS").map_or(100, |n| n.parse().unwrap());
    let tree = tree();
    let mut recorder = Recorder { step: 0, first_file: 0, serial: 0 };
    let server = ChatServer::scripted(move |request| recorder.answer(request));
    rutter(&tree, &["index", "--local", "--quiet"]).exits(0);
    let mut micros = 1;
    for round in 0..n_rounds {
        let n_before = server.requests().len();
        let mut child = explore(&tree, &server).spawn().unwrap();
        // The third request carries the acknowledgement of the first entries.
        server.wait_for_requests(n_before + 3);
        micros = micros * 1_103 % 39_989;
        thread::sleep(Duration::from_micros(micros));
        child.kill().unwrap();
        child.wait().unwrap();
        check_that_nothing_is_lost(&tree, round);
    }
    let n_entries = check_that_nothing_is_lost(&tree, n_rounds);
    // How many depends on how far each run comes before it is killed.
    assert!(n_entries > N_FILES * N_FUNCTIONS / 4, "only {n_entries} entries were ever recorded");
    rutter(&tree, &["doctor"]).exits(0);
}

#[test]
fn eight_explorations_at_once_lose_no_entry() {
    let tree = tree();
    rutter(&tree, &["index", "--local", "--quiet"]).exits(0);
    let server_of = |file: usize| {
        let read = Answer::calls(&[("read_file", json!({ "file_path": path(file) }))]);
        let record = |n: usize| Answer::calls(&[("create_index_entry", entry(file, n, 1))]);
        ChatServer::start(std::iter::once(read).chain((0..N_FUNCTIONS).map(record)).collect())
    };
    let servers: Vec<ChatServer> = (0..N_FILES).map(server_of).collect();
    let children: Vec<Child> =
        servers.iter().map(|server| explore(&tree, server).spawn().unwrap()).collect();
    for child in children {
        let run: Run = child.wait_with_output().unwrap().into();
        let run = run.exits(0);
        assert!(run.out.contains("12 (12 checked)"), "{}", run.out);
    }
    assert_eq!(kept(&tree).len(), N_FILES * N_FUNCTIONS);
    let runs = rutter(&tree, &["runs", "list", "--json"]).exits(0).json();
    assert_eq!(runs["runs"].as_array().unwrap().len(), 8, "{runs}");
}

#[test]
fn an_interrupt_during_a_slow_reply_ends_within_a_second_and_keeps_the_entries() {
    let tree = tree();
    let server = ChatServer::start(vec![
        Answer::calls(&[("read_file", json!({ "file_path": path(0) }))]),
        Answer::calls(&[("create_index_entry", entry(0, 0, 1))]),
        Answer::hang(),
    ]);
    let child = explore(&tree, &server).spawn().unwrap();
    server.wait_for_requests(3);
    let began = Instant::now();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let run: Run = child.wait_with_output().unwrap().into();
    let elapsed = began.elapsed();
    let run = run.exits(130);
    assert!(elapsed < Duration::from_secs(1), "it took {elapsed:?}");
    assert!(run.out.contains("stopped; what was recorded is kept"), "{}", run.out);
    assert!(run.out.contains("1 (1 checked)"), "{}", run.out);
    assert_eq!(kept(&tree), BTreeMap::from([("haul_0_0".to_owned(), 1)]));
}

#[test]
fn a_run_is_listed_shown_and_played_again_without_the_model() {
    let tree = tree();
    let list = Answer::calls(&[("list_filesystem", json!({ "path": "." }))]);
    let server = ChatServer::start(vec![list, Answer::text("That is all.")]);
    let live = Run::from(explore(&tree, &server).output().unwrap()).exits(0);
    drop(server);
    let runs = rutter(&tree, &["runs", "list", "--json"]).exits(0).json();
    assert_eq!(runs["runs"].as_array().unwrap().len(), 1, "{runs}");
    let replayed = rutter(&tree, &["runs", "replay"]).exits(0);
    let shown = |run: &Run| -> Vec<String> {
        let lines = run.out.lines().filter(|line| line.starts_with(['🤖', '🔧', '📤']));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(shown(&replayed), shown(&live));
    // A call, its start, its result sent back, an answer, and the question whether that was all.
    assert_eq!(shown(&live).len(), 6, "{}", live.out);
}
