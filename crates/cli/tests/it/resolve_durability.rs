//! Resolving with several processes, and after kills: nothing is lost, nothing is done twice.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Child;
use std::thread;
use std::time::Duration;

use rutter_fixture::Tree;
use rutter_store::{Store, StoreUrl};
use serde_json::{Value, json};

use crate::chat_server::{Answer, ChatServer};
use crate::resolve_cli::{deck, prompt, record, resolve};
use crate::run::{Run, rutter};

fn store(tree: &Tree) -> Box<dyn Store> {
    rutter_store::open(&StoreUrl::folder(&tree.file(".rutter"))).unwrap()
}

/// Checks that every gap has one attempt, which closed it, and one entry that was written once.
fn check_that_all_is_done_once(tree: &Tree, n_gaps: usize) {
    let store = store(tree);
    let attempts = store.attempts(None).unwrap();
    let gaps: BTreeSet<&str> = attempts.iter().map(|attempt| attempt.gap.as_str()).collect();
    assert_eq!((gaps.len(), attempts.len()), (n_gaps, n_gaps));
    let open: Vec<_> = attempts.iter().filter(|attempt| !attempt.is_resolved()).collect();
    assert!(open.is_empty(), "{open:?}");
    let records = store.gap_records().unwrap();
    assert_eq!(records.len(), n_gaps);
    assert!(records.iter().all(|record| record.state.name() == "resolved"));
    let entries = store.entries().unwrap().entries;
    let subjects: BTreeSet<_> =
        entries.iter().map(|stored| (&stored.entry.path, &stored.entry.symbol)).collect();
    assert_eq!((entries.len(), subjects.len()), (n_gaps, n_gaps));
    for stored in &entries {
        let history = store.history(&stored.entry.id).unwrap();
        assert!(history.is_empty(), "{} was written again: {history:?}", stored.entry.symbol);
    }
}

/// How often each gap's entry was recorded, over the records of all runs.
fn recordings(tree: &Tree) -> BTreeMap<String, usize> {
    let mut recorded = BTreeMap::new();
    for file in std::fs::read_dir(tree.file(".rutter/runs")).unwrap().flatten() {
        for line in std::fs::read_to_string(file.path()).unwrap_or_default().lines() {
            // The last line may be incomplete.
            let Ok(moment) = serde_json::from_str::<Value>(line) else { continue };
            if moment["event"] == "tool_result" && moment["recordings"][0]["id"].is_string() {
                *recorded.entry(moment["gap"].as_str().unwrap().to_owned()).or_default() += 1;
            }
        }
    }
    recorded
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_two_processes_with_eight_jobs_share_a_thousand_gaps() {
    const N_GAPS: usize = 1_000;
    let tree = deck(40, N_GAPS / 40);
    rutter(&tree, &["index", "--local", "--quiet"]).exits(0);
    // One process has at most eight requests under way, so the ninth is the other one's: without
    // this, a process that starts late may find everything done.
    let server = ChatServer::answering_from(9, record);
    let start = || resolve(&tree, &server, &["--jobs", "8", "--json"]).spawn().unwrap();
    let children: Vec<Child> = vec![start(), start()];
    let reports: Vec<Value> = children
        .into_iter()
        .map(|child| {
            let run: Run = child.wait_with_output().unwrap().into();
            assert!(matches!(run.code, Some(0 | 1)), "out: {}\nerr: {}", run.out, run.err);
            run.json()
        })
        .collect();
    for report in &reports {
        let why = &report["ending"]["why"];
        assert!(why == "all_resolved" || why == "elsewhere", "{why}");
    }
    check_that_all_is_done_once(&tree, N_GAPS);
    assert_eq!(server.requests().len(), N_GAPS);
    let both_worked = reports.iter().all(|report| report["totals"]["turns"].as_u64() > Some(0));
    assert!(both_worked, "one process did everything");
}

/// The model reads a file before it records, so that a kill can come between the two requests. Only
/// a request that a killed process was waiting for may come again.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_hundred_kills_repeat_no_finished_step_and_no_paid_request() {
    // More than a hundred processes get done before they are killed, on a machine that kills late, too.
    const N_GAPS: usize = 240;
    let tree = deck(4, N_GAPS / 4);
    rutter(&tree, &["index", "--local", "--quiet"]).exits(0);
    let server = ChatServer::scripted(|request| {
        let messages = request["messages"].as_array().unwrap();
        if messages.iter().any(|message| message["role"] == "tool") {
            record(request)
        } else {
            let path = prompt(request).split('`').nth(3).unwrap().to_owned();
            let lines = json!({ "file_path": path, "start_line": 1, "end_line": 3 });
            Answer::calls(&[("read_file", lines)])
        }
    });
    let mut micros = 1;
    for round in 0..100 {
        let n_before = server.requests().len();
        let flags: &[&str] = if round == 0 { &[] } else { &["--resume"] };
        let mut child = resolve(&tree, &server, flags).spawn().unwrap();
        server.wait_for_requests(n_before + 1);
        micros = micros * 1_103 % 9_973;
        thread::sleep(Duration::from_micros(micros));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let run = Run::from(resolve(&tree, &server, &["--resume", "--json"]).output().unwrap());
    assert_eq!(run.exits(0).json()["resolved"], N_GAPS);
    check_that_all_is_done_once(&tree, N_GAPS);
    let twice: Vec<_> = recordings(&tree).into_iter().filter(|(_, n)| *n > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
    let mut requests: Vec<String> = server.requests().iter().map(Value::to_string).collect();
    // The next process begins with the request that the killed one was waiting for.
    requests.dedup();
    let distinct: BTreeSet<&String> = requests.iter().collect();
    assert_eq!((requests.len(), distinct.len()), (2 * N_GAPS, 2 * N_GAPS));
}
