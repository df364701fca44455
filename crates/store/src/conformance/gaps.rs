//! Checks of a [`GapStore`](crate::GapStore).

use std::collections::BTreeMap;
use std::thread;

use rutter_domain::{
    Attempt, AttemptEnd, AttemptOutcome, Completeness, GapState, Measurement, Strategy, Timestamp,
};

use super::{Check, Open, ensure, equal, failed, opened};
use crate::{Begun, ChangedItem, Finished, GapRecord, Saved, Store};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("the record of a gap comes back as it was", a_record_comes_back),
    ("a record that another wrote meanwhile is not replaced", overtaken_records_are_refused),
    ("an attempt comes back as it was", an_attempt_comes_back),
    ("a gap has one unfinished attempt at most", attempts_do_not_overlap),
    ("an attempt that was taken over cannot be finished", a_fence_keeps_the_former_holder_out),
    ("an attempt is finished once", an_attempt_is_finished_once),
    ("of holders that begin at the same time one begins", one_of_many_begins),
    ("a change of a gap is in the feed", changes_of_gaps_are_in_the_feed),
    ("measurements come back in order, one a commit", measurements_come_back),
];

fn record(id: &str, state: GapState) -> GapRecord {
    GapRecord {
        id: id.to_owned(),
        rule: "missing-description".to_owned(),
        path: "a.rs".to_owned(),
        symbol: Some("f".to_owned()),
        state,
        note: Some("what does it return?".to_owned()),
        by: "tester".to_owned(),
        at: Timestamp(1000),
        run: Some("run-1".to_owned()),
        entry: Some("entry".to_owned()),
        revision: 0,
    }
}

fn attempt(gap: &str, strategy: Strategy) -> Attempt {
    Attempt {
        gap: gap.to_owned(),
        number: 7,
        rule: "missing-description".to_owned(),
        strategy,
        thought: "its callers show \"what\" it does".to_owned(),
        run: Some("run-1".to_owned()),
        began_at: Timestamp(1000),
        end: None,
    }
}

fn end(outcome: AttemptOutcome) -> AttemptEnd {
    AttemptEnd {
        at: Timestamp(2000),
        outcome,
        observation: "3 lines\nof code".to_owned(),
        confidence: Some(0.5),
        entry: Some("entry".to_owned()),
        input_tokens: 10,
        output_tokens: 5,
        cost: Some(0.25),
    }
}

fn save(store: &mut dyn Store, record: &GapRecord, known: Option<u64>) -> Result<u64, String> {
    match store.set_gap(record, known).map_err(failed)? {
        Saved::Kept { revision } => Ok(revision),
        Saved::Overtaken => Err(format!("the record of `{}` was overtaken", record.id)),
    }
}

/// Begins an attempt where there is none that lasts. Returns its number.
fn begin(store: &mut dyn Store, gap: &str, fence: u64) -> Result<u32, String> {
    let new = attempt(gap, Strategy::SemanticSearch);
    match store.begin_attempt(&new, fence).map_err(failed)? {
        Begun::New(attempt) => Ok(attempt.number),
        begun @ (Begun::Unfinished(_) | Begun::Overtaken) => {
            Err(format!("an attempt at `{gap}` does not begin: {begun:?}"))
        }
    }
}

fn a_record_comes_back(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let mut expected = Vec::new();
    for (id, state) in ["a", "b", "c", "d"].into_iter().zip(GapState::ALL).rev() {
        let mut one = record(id, state);
        if state == GapState::Open {
            (one.symbol, one.note, one.run, one.entry) = (None, None, None, None);
        }
        one.revision = save(&mut *store, &one, None)?;
        expected.insert(0, one);
    }
    let reader = opened(open)?;
    equal("all records", reader.gap_records().map_err(failed)?, expected.clone())?;
    equal("one record", reader.gap_record("b").map_err(failed)?, Some(expected[1].clone()))?;
    equal("a missing record", reader.gap_record("x").map_err(failed)?, None)
}

fn overtaken_records_are_refused(open: &Open) -> Result<(), String> {
    let (mut store, mut other) = (opened(open)?, opened(open)?);
    let first = save(&mut *store, &record("a", GapState::Open), None)?;
    let second = save(&mut *other, &record("a", GapState::Dismissed), Some(first))?;
    ensure("the revision grows", second > first)?;
    for known in [None, Some(first), Some(second + 1000)] {
        let saved = store.set_gap(&record("a", GapState::Resolved), known).map_err(failed)?;
        equal("a write that knows too little", saved, Saved::Overtaken)?;
    }
    let saved = store.set_gap(&record("b", GapState::Open), Some(first)).map_err(failed)?;
    equal("a rewrite of a missing record", saved, Saved::Overtaken)?;
    let states: Vec<_> =
        store.gap_records().map_err(failed)?.into_iter().map(|record| record.state).collect();
    equal("states after refused writes", states, vec![GapState::Dismissed])
}

fn an_attempt_comes_back(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let mut expected = Vec::new();
    for (index, strategy) in Strategy::ALL.into_iter().enumerate() {
        let new = attempt("b", strategy);
        let Begun::New(begun) = store.begin_attempt(&new, 1).map_err(failed)? else {
            return Err("an attempt does not begin".to_owned());
        };
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        equal("a new attempt", begun, Attempt { number, ..new.clone() })?;
        let end = end(AttemptOutcome::NothingFound);
        store.finish_attempt("b", number, 1, &end).map_err(failed)?;
        expected.push(Attempt { number, end: Some(end), ..new });
    }
    begin(&mut *store, "a", 1)?;
    let unfinished = Attempt { number: 1, ..attempt("a", Strategy::SemanticSearch) };
    let reader = opened(open)?;
    equal("attempts of one gap", reader.attempts(Some("b")).map_err(failed)?, expected.clone())?;
    expected.insert(0, unfinished);
    equal("all attempts", reader.attempts(None).map_err(failed)?, expected)?;
    equal("attempts of another gap", reader.attempts(Some("x")).map_err(failed)?, vec![])
}

fn attempts_do_not_overlap(open: &Open) -> Result<(), String> {
    let (mut store, mut other) = (opened(open)?, opened(open)?);
    begin(&mut *store, "a", 5)?;
    let next = attempt("a", Strategy::TargetedCode);
    let begun = other.begin_attempt(&next, 4).map_err(failed)?;
    equal("an attempt under an older fence", begun, Begun::Overtaken)?;
    let first = Attempt { number: 1, ..attempt("a", Strategy::SemanticSearch) };
    for fence in [5, 6] {
        let begun = other.begin_attempt(&next, fence).map_err(failed)?;
        equal("an attempt beside an unfinished one", begun, Begun::Unfinished(first.clone()))?;
    }
    equal("attempts", store.attempts(None).map_err(failed)?, vec![first])?;
    other.finish_attempt("a", 1, 6, &end(AttemptOutcome::Failed)).map_err(failed)?;
    let begun = store.begin_attempt(&next, 5).map_err(failed)?;
    equal("an attempt of the former holder", begun, Begun::Overtaken)?;
    equal("the next attempt", begin(&mut *other, "a", 6)?, 2)
}

fn a_fence_keeps_the_former_holder_out(open: &Open) -> Result<(), String> {
    let (mut store, mut other) = (opened(open)?, opened(open)?);
    begin(&mut *store, "a", 1)?;
    other.begin_attempt(&attempt("a", Strategy::TargetedCode), 2).map_err(failed)?;
    let resolved = end(AttemptOutcome::Resolved);
    let finished = store.finish_attempt("a", 1, 1, &resolved).map_err(failed)?;
    equal("the end by the former holder", finished, Finished::Overtaken)?;
    let finished = store.finish_attempt("a", 2, 2, &resolved).map_err(failed)?;
    equal("the end of an attempt that never began", finished, Finished::Overtaken)?;
    let ends: Vec<_> =
        store.attempts(None).map_err(failed)?.into_iter().map(|attempt| attempt.end).collect();
    equal("ends", ends, vec![None])?;
    let finished = other.finish_attempt("a", 1, 2, &resolved).map_err(failed)?;
    equal("the end by the holder", finished, Finished::Kept)
}

fn an_attempt_is_finished_once(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    begin(&mut *store, "a", 1)?;
    let first = end(AttemptOutcome::Resolved);
    let finished = store.finish_attempt("a", 1, 1, &first).map_err(failed)?;
    equal("the first end", finished, Finished::Kept)?;
    let second = end(AttemptOutcome::Failed);
    let finished = opened(open)?.finish_attempt("a", 1, 1, &second).map_err(failed)?;
    equal("the second end", finished, Finished::Before(first.clone()))?;
    let ends: Vec<_> =
        store.attempts(None).map_err(failed)?.into_iter().map(|attempt| attempt.end).collect();
    equal("ends", ends, vec![Some(first)])
}

fn one_of_many_begins(open: &Open) -> Result<(), String> {
    let start = |fence: u64| {
        let begun = opened(open)?
            .begin_attempt(&attempt("a", Strategy::SemanticSearch), fence)
            .map_err(failed)?;
        Ok::<_, String>(u64::from(matches!(begun, Begun::New(_))))
    };
    let n_new = thread::scope(|scope| {
        let holders: Vec<_> = (0..4).map(|fence| scope.spawn(move || start(fence))).collect();
        let mut n_new = 0;
        for holder in holders {
            n_new += holder.join().map_err(|_| "a holder panicked".to_owned())??;
        }
        Ok::<_, String>(n_new)
    })?;
    equal("new attempts", n_new, 1)?;
    equal("stored attempts", opened(open)?.attempts(None).map_err(failed)?.len(), 1)
}

fn changes_of_gaps_are_in_the_feed(open: &Open) -> Result<(), String> {
    let (mut store, reader) = (opened(open)?, opened(open)?);
    let mut last = 0;
    let mut changed = |what: &str, item: ChangedItem, id: &str| {
        let changes = reader.since(last).map_err(failed)?.unwrap_or_default();
        let found: Vec<_> = changes.iter().map(|change| (change.item, &*change.id)).collect();
        equal(&format!("changes after {what}"), found, vec![(item, id)])?;
        last = reader.latest().map_err(failed)?;
        equal("the newest number", Some(last), changes.last().map(|change| change.number))
    };
    save(&mut *store, &record("a", GapState::Open), None)?;
    changed("a record", ChangedItem::Gap, "a")?;
    begin(&mut *store, "b", 1)?;
    changed("the begin of an attempt", ChangedItem::Gap, "b")?;
    store.finish_attempt("b", 1, 1, &end(AttemptOutcome::Failed)).map_err(failed)?;
    changed("the end of an attempt", ChangedItem::Gap, "b")?;
    store.add_measurement(&measurement(Some("c"), 1, 50.0)).map_err(failed)?;
    changed("a measurement", ChangedItem::Measurement, "c")?;
    store.set_gap(&record("a", GapState::Resolved), None).map_err(failed)?;
    store.finish_attempt("b", 1, 1, &end(AttemptOutcome::Resolved)).map_err(failed)?;
    equal("number after changes of nothing", reader.latest().map_err(failed)?, last)
}

fn measurement(commit: Option<&str>, at: u64, overall: f64) -> Measurement {
    let by_folder = BTreeMap::from([(".".to_owned(), overall), ("src".to_owned(), 100.0 / 3.0)]);
    Measurement {
        commit: commit.map(str::to_owned),
        at: Timestamp(at),
        completeness: Completeness { overall, by_folder },
        open_by_rule: BTreeMap::from([("stale-entry".to_owned(), at)]),
    }
}

fn measurements_come_back(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let same = Measurement { at: Timestamp(9), ..measurement(None, 4, 50.0) };
    for one in [
        measurement(Some("b"), 2, 20.0),
        measurement(Some("a"), 1, 10.0),
        measurement(Some("b"), 3, 30.0),
        measurement(None, 4, 50.0),
        same.clone(),
        measurement(None, 8, 80.0),
    ] {
        store.add_measurement(&one).map_err(failed)?;
    }
    let expected = vec![
        measurement(Some("a"), 1, 10.0),
        measurement(Some("b"), 3, 30.0),
        measurement(None, 8, 80.0),
        same,
    ];
    equal("measurements", opened(open)?.measurements().map_err(failed)?, expected)
}
