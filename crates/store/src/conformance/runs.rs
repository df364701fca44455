//! Checks of a [`RunStore`].

use rutter_domain::{Ending, Event, Moment, Timestamp, Totals};

use super::{Violation, ensure, equal, failed};
use crate::{Error, RunState, RunStore, RunWriter};

type Check = fn(&dyn RunStore) -> Result<(), String>;

const CHECKS: &[(&str, Check)] = &[
    ("a run comes back event by event", a_run_comes_back),
    ("a run is running, then interrupted or finished", a_run_has_a_state),
    ("runs are listed newest first", runs_are_listed),
    ("a run is found by the start of its id", a_run_is_found),
];

/// Runs all checks of runs, each on a store of its own that `create` makes.
pub fn check_runs(create: &dyn Fn() -> Box<dyn RunStore>) -> Result<(), Violation> {
    for (check, run) in CHECKS {
        run(&*create()).map_err(|detail| Violation { check, detail })?;
    }
    Ok(())
}

/// Noon of a day in 2026; ids begin with the time.
const NOON: u64 = 1_794_744_000_000;

fn create(store: &dyn RunStore, second: u64) -> Result<Box<dyn RunWriter>, String> {
    let now = Timestamp(NOON + second * 1000);
    let writer = store.create(now).map_err(failed)?;
    let [mission, model, mode, root, version] =
        ["explore", "script", "plan", "/r", "0.1"].map(str::to_owned);
    let run = writer.id().to_owned();
    let event = Event::Started { run, mission, model, mode, root, version, session: None };
    writer.append(&Moment { at: now, gap: None, event }).map_err(failed)?;
    Ok(writer)
}

fn finished(second: u64) -> Moment {
    let totals = Totals { turns: 2, ..Totals::default() };
    let event = Event::Finished { ending: Ending::Answered, totals };
    Moment { at: Timestamp(NOON + second * 1000), gap: None, event }
}

fn a_run_comes_back(store: &dyn RunStore) -> Result<(), String> {
    let writer = create(store, 0)?;
    writer.append(&finished(1)).map_err(failed)?;
    let read = store.read(writer.id()).map_err(failed)?;
    equal("id", &*read.run.id, writer.id())?;
    equal("mission", &*read.run.mission, "explore")?;
    equal("number of events", read.moments.len(), 2)?;
    equal("the last event", read.moments.last(), Some(&finished(1)))?;
    equal("problems", read.problems, Vec::new())
}

fn a_run_has_a_state(store: &dyn RunStore) -> Result<(), String> {
    let writer = create(store, 0)?;
    let id = writer.id().to_owned();
    let state = |id: &str| Ok::<_, String>(store.read(id).map_err(failed)?.run.state);
    equal("state while it is written", state(&id)?, RunState::Running)?;
    drop(writer);
    equal("state after its writer is gone", state(&id)?, RunState::Interrupted)?;
    let writer = create(store, 1)?;
    writer.append(&finished(1)).map_err(failed)?;
    let expected = RunState::Finished { ending: Ending::Answered };
    equal("state after its end", state(writer.id())?, expected)
}

fn runs_are_listed(store: &dyn RunStore) -> Result<(), String> {
    ensure("an empty store has no runs", store.list().map_err(failed)?.runs.is_empty())?;
    let mut ids = Vec::new();
    for second in [3, 1, 2] {
        ids.push(create(store, second)?.id().to_owned());
    }
    let list = store.list().map_err(failed)?;
    let found: Vec<_> = list.runs.into_iter().map(|run| run.id).collect();
    equal("runs", found, vec![ids[0].clone(), ids[2].clone(), ids[1].clone()])?;
    equal("problems", list.problems, Vec::new())
}

fn a_run_is_found(store: &dyn RunStore) -> Result<(), String> {
    let first = create(store, 0)?.id().to_owned();
    let second = create(store, 60)?.id().to_owned();
    let id = |asked: &str| store.read(asked).map(|read| read.run.id);
    equal("a run by its id", id(&first).map_err(failed)?, first.clone())?;
    let common = first.chars().zip(second.chars()).take_while(|(left, right)| left == right);
    let n_common = common.count();
    equal("a run by its start", id(&first[..n_common + 1]).map_err(failed)?, first.clone())?;
    match id(&first[..n_common]) {
        Err(Error::AmbiguousRun { matching, .. }) => {
            equal("runs that match", matching, vec![first, second.clone()])?;
        }
        other => return Err(format!("a start of two runs: found {other:?}")),
    }
    match id("1999") {
        Err(Error::NoRun { newest, .. }) => equal("the newest run", newest, Some(second)),
        other => Err(format!("an unknown run: found {other:?}")),
    }
}
