//! Many processes on one store: nothing is lost, nothing is done twice, and a restart is survived.

use std::collections::BTreeSet;
use std::process::Child;
use std::thread;
use std::time::Duration;

use rutter_fixture::{PostgresServer, skip};
use serde_json::Value;

use crate::chat_server::ChatServer;
use crate::resolve_cli::{deck, record, resolve};
use crate::run::Run;
use crate::team_store::{TeamTree, server};

const N_PROCESSES: usize = 8;

/// Starts `rutter gaps resolve` on a team's store.
fn start(team: &TeamTree, server: &ChatServer, flags: &[&str]) -> Child {
    resolve(&team.tree, server, flags).env("RUTTER_STORE", &team.store.url).spawn().unwrap()
}

/// Waits for processes; each must have ended well.
fn finish(children: Vec<Child>) -> Vec<Value> {
    let end = |child: Child| {
        let run: Run = child.wait_with_output().unwrap().into();
        // 4: gaps that another process was at are left open.
        assert!(matches!(run.code, Some(0 | 4)), "out: {}\nerr: {}", run.out, run.err);
        run.json()
    };
    children.into_iter().map(end).collect()
}

/// Checks that every gap was closed once, by one entry that was written once.
fn check_that_all_is_done_once(team: &TeamTree, n_gaps: usize) {
    let store = team.records();
    let attempts = store.attempts(None).unwrap();
    let gaps: BTreeSet<&str> = attempts.iter().map(|attempt| attempt.gap.as_str()).collect();
    let open: Vec<_> = attempts.iter().filter(|attempt| !attempt.is_resolved()).collect();
    assert!(open.is_empty(), "{open:?}");
    assert_eq!((gaps.len(), attempts.len()), (n_gaps, n_gaps));
    let records = store.gap_records().unwrap();
    assert_eq!(records.len(), n_gaps);
    assert!(records.iter().all(|record| record.state.name() == "resolved"));
    let entries = store.entries().unwrap();
    assert!(entries.damage.is_empty());
    let subjects: BTreeSet<_> =
        entries.entries.iter().map(|stored| (&stored.entry.path, &stored.entry.symbol)).collect();
    assert_eq!((entries.entries.len(), subjects.len()), (n_gaps, n_gaps));
    for stored in &entries.entries {
        let history = store.history(&stored.entry.id).unwrap();
        assert!(history.is_empty(), "{} was written again: {history:?}", stored.entry.symbol);
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_eight_processes_share_the_gaps_of_a_team() {
    const N_GAPS: usize = 200;
    let Some(postgres) = server("eight processes") else { return };
    let team = TeamTree::new(deck(10, N_GAPS / 10), postgres);
    team.run(&["index", "--local", "--quiet"]).exits(0);
    // The ninth request is that of a second process at least, since one has eight under way at most.
    let model = ChatServer::answering_from(9, record);
    let children = (0..N_PROCESSES).map(|_| start(&team, &model, &["--jobs", "8", "--json"]));
    for report in finish(children.collect()) {
        let why = &report["ending"]["why"];
        assert!(why == "all_resolved" || why == "elsewhere", "{report}");
    }
    check_that_all_is_done_once(&team, N_GAPS);
    assert_eq!(model.requests().len(), N_GAPS);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_killed_writers_lose_nothing_and_repeat_nothing() {
    const N_GAPS: usize = 300;
    // More of them: `testing/kills.py`.
    const N_KILLS: usize = 40;
    let Some(postgres) = server("kills") else { return };
    let team = TeamTree::new(deck(10, N_GAPS / 10), postgres);
    team.run(&["index", "--local", "--quiet"]).exits(0);
    let model = ChatServer::scripted(record);
    let mut micros = 1;
    let mut acknowledged = BTreeSet::new();
    for round in 0..N_KILLS {
        let n_before = model.requests().len();
        let flags: &[&str] = if round == 0 { &[] } else { &["--resume"] };
        let mut child = start(&team, &model, flags);
        model.wait_for_requests(n_before + 1);
        micros = micros * 1_103 % 39_989;
        thread::sleep(Duration::from_micros(micros));
        child.kill().unwrap();
        child.wait().unwrap();
        let entries = team.records().entries().unwrap();
        assert!(entries.damage.is_empty(), "{:?}", entries.damage);
        let here: BTreeSet<String> =
            entries.entries.into_iter().map(|stored| stored.entry.id).collect();
        assert!(here.is_superset(&acknowledged), "an entry is gone after kill {round}");
        acknowledged = here;
    }
    let reports = finish(vec![start(&team, &model, &["--resume", "--json"])]);
    assert_eq!(reports[0]["resolved"], N_GAPS, "{}", reports[0]);
    check_that_all_is_done_once(&team, N_GAPS);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_restart_of_the_server_under_load_is_survived() {
    const N_GAPS: usize = 120;
    let postgres = match PostgresServer::start() {
        Ok(server) => server,
        Err(why) => return skip("team store: restart under load", &why),
    };
    let team = TeamTree::new(deck(6, N_GAPS / 6), &postgres);
    team.run(&["index", "--local", "--quiet"]).exits(0);
    let model = ChatServer::scripted(record);
    let children = (0..4).map(|_| start(&team, &model, &["--jobs", "2", "--json"])).collect();
    for (n_requests, again) in
        [(10, PostgresServer::restart as fn(&PostgresServer)), (50, PostgresServer::crash)]
    {
        model.wait_for_requests(n_requests);
        again(&postgres);
    }
    finish(children);
    check_that_all_is_done_once(&team, N_GAPS);
}
