//! The files of runs: their format, their permissions, and damage to them.

use std::fs;
use std::io::Write;

use expect_test::{Expect, expect};
use rutter_domain::{Ending, EntryStatus, Event, Hint, Moment, Recording, Totals};
use tempfile::TempDir;

use super::*;
use crate::{Run, RunState};

const NOON: Timestamp = Timestamp(1_794_744_000_000);

fn started(run: &str) -> Event {
    let [mission, model, mode, root, version] =
        ["explore", "script", "plan", "/r", "0.1"].map(str::to_owned);
    Event::Started { run: run.to_owned(), mission, model, mode, root, version, session: None }
}

fn usage(turn: u32) -> Event {
    let (input_tokens, output_tokens, cached_tokens) = (100, 20, 0);
    let (cost, is_cached, n_requests) = (Some(0.25), false, 1);
    Event::Usage { turn, input_tokens, output_tokens, cached_tokens, cost, is_cached, n_requests }
}

fn recorded(turn: u32) -> Event {
    Event::ToolResult {
        turn,
        id: "1".to_owned(),
        name: "create_index_entry".to_owned(),
        result: "kept".to_owned(),
        is_error: false,
        n_redacted: 0,
        elapsed_ms: 1,
        recordings: vec![Recording::Recorded {
            id: "e".to_owned(),
            status: EntryStatus::Checked,
            reason: None,
            claims: Vec::new(),
            rival_of: None,
            place: None,
        }],
    }
}

fn finished() -> Event {
    let totals = Totals { turns: 2, checked: 1, cost: Some(0.5), ..Totals::default() };
    Event::Finished { ending: Ending::Answered, totals }
}

/// Writes a run and drops its writer.
fn write(runs: &FileRuns, second: u64, events: Vec<Event>) -> String {
    let now = Timestamp(NOON.0 + second * 1000);
    let writer = runs.create(now).unwrap();
    append(&*writer, now, events);
    writer.id().to_owned()
}

fn append(writer: &dyn RunWriter, now: Timestamp, events: Vec<Event>) {
    for (event, at) in events.into_iter().zip(now.0..) {
        writer.append(&Moment { at: Timestamp(at), gap: None, event }).unwrap();
    }
}

fn check_list(runs: &FileRuns, expect: Expect) {
    let list = runs.list().unwrap();
    let mut text = String::new();
    for run in &list.runs {
        let Run { id, started_at, mission, model, mode, state, totals } = run;
        let Totals { turns, checked, cost, elapsed_ms, .. } = totals;
        text += &format!("{} {started_at} {mission} {model} {mode} {state:?}: ", &id[..15]);
        text += &format!("{turns} turns, {checked} checked, {cost:?}, {elapsed_ms} ms\n");
    }
    for problem in &list.problems {
        let at = problem.find("/runs/").unwrap();
        text += &format!("! {}\n", &problem[at..]);
    }
    expect.assert_eq(&text);
}

#[test]
fn runs_are_listed_newest_first_with_what_they_came_to() {
    let data = TempDir::new().unwrap();
    let runs = FileRuns::new(data.path().join("runs"));
    check_list(&runs, expect![""]);
    write(&runs, 0, vec![started("a"), usage(1), usage(2), finished()]);
    write(&runs, 1, vec![started("b"), usage(1), recorded(1)]);
    let now = Timestamp(NOON.0 + 2000);
    let going_on = runs.create(now).unwrap();
    append(&*going_on, now, vec![started("c")]);
    check_list(
        &runs,
        expect![[r#"
            20261115-120002 2026-11-15T12:00:02.000Z explore script plan Running: 0 turns, 0 checked, None, 0 ms
            20261115-120001 2026-11-15T12:00:01.000Z explore script plan Interrupted: 1 turns, 1 checked, Some(0.25), 2 ms
            20261115-120000 2026-11-15T12:00:00.000Z explore script plan Finished { ending: Answered }: 2 turns, 1 checked, Some(0.5), 0 ms
        "#]],
    );
}

#[test]
fn a_run_is_read_by_the_beginning_of_its_id() {
    let data = TempDir::new().unwrap();
    let runs = FileRuns::new(data.path().join("runs"));
    let first = write(&runs, 0, vec![started("a"), finished()]);
    let second = write(&runs, 60, vec![started("b")]);
    assert_eq!(runs.read("20261115-1200").unwrap().run.id, first);
    assert_eq!(runs.read(&second).unwrap().moments.len(), 1);
    assert_eq!(runs.read(&format!("{second}.jsonl")).unwrap().run.id, second);
    let failure = |id: &str| runs.read(id).unwrap_err();
    let ambiguous = failure("2026");
    assert_eq!(ambiguous.hint(), Some(Hint::from("give more of the id")));
    assert_eq!(
        ambiguous.to_string(),
        format!("`2026` may be more than one run: {first}, {second}")
    );
    assert!(
        matches!(ambiguous, Error::AmbiguousRun { matching, .. } if matching == [first, second.clone()])
    );
    for unknown in ["", "1999", "../runs", "/", "é"] {
        let error = failure(unknown);
        assert_eq!(error.to_string(), format!("there is no run `{unknown}`"));
        assert_eq!(error.hint(), Some(Hint::ListRuns { newest: second.clone() }));
        assert!(matches!(error, Error::NoRun { newest: Some(newest), .. } if newest == second));
    }
}

#[test]
fn a_line_cut_short_by_a_crash_costs_nothing_else() {
    let data = TempDir::new().unwrap();
    let runs = FileRuns::new(data.path().join("runs"));
    let id = write(&runs, 0, vec![started("a"), usage(1)]);
    let path = data.path().join("runs").join(format!("{id}.jsonl"));
    let whole = fs::read(&path).unwrap();
    let first_line = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for end in first_line..whole.len() {
        fs::write(&path, &whole[..end]).unwrap();
        let read = runs.read(&id).unwrap();
        assert_eq!(read.moments.len(), 1);
        assert_eq!(read.problems.len(), usize::from(end > first_line));
    }
}

#[test]
fn lines_that_are_no_moments_are_named_and_passed_over() {
    let data = TempDir::new().unwrap();
    let runs = FileRuns::new(data.path().join("runs"));
    let id = write(&runs, 0, vec![started("a")]);
    let path = data.path().join("runs").join(format!("{id}.jsonl"));
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"\xff\xfe\n{\"at\":\"2026-11-15T12:00:00Z\",\"event\":\"danced\"}\n").unwrap();
    let line = serde_json::to_string(&Moment { at: NOON, gap: None, event: finished() }).unwrap();
    writeln!(file, "{line}").unwrap();
    let read = runs.read(&id).unwrap();
    assert_eq!(read.run.state, RunState::Finished { ending: Ending::Answered });
    assert_eq!(read.problems.len(), 2);
    assert!(read.problems[1].starts_with("line 3: unknown variant `danced`"));
}

#[test]
fn files_that_are_no_runs_are_named_and_hinder_nothing() {
    let data = TempDir::new().unwrap();
    let runs = FileRuns::new(data.path().join("runs"));
    write(&runs, 0, vec![started("a"), finished()]);
    let folder = data.path().join("runs");
    fs::write(folder.join("empty.jsonl"), "").unwrap();
    fs::write(folder.join("noise.jsonl"), b"\x00\xff\n").unwrap();
    fs::create_dir(folder.join("folder.jsonl")).unwrap();
    fs::write(folder.join("notes.txt"), "not ours").unwrap();
    check_list(
        &runs,
        expect![[r#"
            20261115-120000 2026-11-15T12:00:00.000Z explore script plan Finished { ending: Answered }: 2 turns, 1 checked, Some(0.5), 0 ms
            ! /runs/noise.jsonl` is not the record of a run: line 1: expected value at line 1 column 1
            ! /runs/folder.jsonl`: Is a directory (os error 21)
            ! /runs/empty.jsonl` is not the record of a run: it does not say how it started
        "#]],
    );
}

#[test]
fn runs_begun_at_the_same_moment_are_different_runs() {
    let data = TempDir::new().unwrap();
    let runs = FileRuns::new(data.path().join("runs"));
    let ids: std::collections::BTreeSet<String> =
        (0..50).map(|_| runs.create(NOON).unwrap().id().to_owned()).collect();
    assert_eq!(ids.len(), 50);
}

#[cfg(unix)]
#[test]
fn only_its_user_can_read_a_run() {
    use std::os::unix::fs::PermissionsExt;
    let data = TempDir::new().unwrap();
    let runs = FileRuns::new(data.path().join("runs"));
    let id = write(&runs, 0, vec![started("a")]);
    let folder = data.path().join("runs");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&folder.join(format!("{id}.jsonl"))), 0o600);
}
