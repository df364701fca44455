//! Checks of what an [`EntryStore`](crate::EntryStore) remembers of entries: findings, reviews, events.

use std::slice;

use rutter_domain::{EntryEvent, Finding, PastEvent, Timestamp, Verdict};

use super::{Check, Open, ensure, equal, failed, opened, sample_entry, sample_review};
use crate::{CheckResult, MOST_EVENTS, Put, Store, StoredEntry};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("results of checks change nothing else", results_of_checks_are_stored),
    ("a review counts for the text that was read", reviews_are_stored),
    ("what an entry said before is remembered", history_is_kept),
    ("the newest events are remembered", the_newest_events_are_kept),
];

/// Stores an entry in place of one that is there.
fn keep(store: &mut dyn Store, entry: &StoredEntry, id: Option<&str>) -> Result<String, String> {
    let known = match id {
        Some(id) => store.entry(id).map_err(failed)?,
        None => None,
    };
    match store.put(entry, known.as_ref(), &[]).map_err(failed)? {
        Put::Kept { id } => Ok(id),
        Put::Overtaken => Err(format!("put of `{}` was overtaken", entry.entry.symbol)),
    }
}

fn stored(store: &dyn Store, id: &str) -> Result<StoredEntry, String> {
    store.entry(id).map_err(failed)?.ok_or_else(|| format!("the entry {id} is missing"))
}

fn results_of_checks_are_stored(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let mut entry = sample_entry("a.rs", "f", "one");
    entry.entry.verdict = Verdict::Pending;
    let id = keep(&mut *store, &entry, None)?;
    let expected = stored(&*store, &id)?;
    let mut anchor = expected.anchor.clone();
    anchor.supports.clear();
    let mut claims = expected.entry.claims.clone();
    claims[0].finding = Finding::NotShown;
    let verdict = Verdict::Unverified { reason: "not shown".to_owned() };
    let result = CheckResult { expected, verdict, claims, anchor, checks: 8 };
    let updated = store.update_checked(slice::from_ref(&result)).map_err(failed)?;
    equal("results that were stored", updated, vec![true])?;
    let mut after = result.expected.clone();
    after.entry.verdict = result.verdict.clone();
    after.entry.claims = result.claims.clone();
    after.anchor = result.anchor.clone();
    after.checks = 8;
    equal("the entry", stored(&*opened(open)?, &id)?, after)?;
    equal("history", store.history(&id).map_err(failed)?, Vec::new())?;
    let updated = store.update_checked(slice::from_ref(&result)).map_err(failed)?;
    equal("results for an entry that has changed", updated, vec![false])?;
    store.forget(slice::from_ref(&id)).map_err(failed)?;
    let updated = store.update_checked(slice::from_ref(&result)).map_err(failed)?;
    equal("results for an entry that is gone", updated, vec![false])?;
    ensure("nothing is damaged", store.verify().map_err(failed)?.is_empty())
}

fn reviews_are_stored(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let id = keep(&mut *store, &sample_entry("a.rs", "f", "one"), None)?;
    let read = stored(&*store, &id)?;
    let doubt = sample_review("reader", Finding::NotShown);
    let other = sample_review("another", Finding::Contradicted);
    store.add_review(&id, &other, &read).map_err(failed)?;
    let reviewed = store.add_review(&id, &doubt, &read).map_err(failed)?;
    let found = reviewed.map(|entry| entry.reviews);
    equal("reviews", found, Some(vec![other.clone(), doubt.clone()]))?;
    equal("stored reviews", stored(&*opened(open)?, &id)?.reviews, vec![other, doubt.clone()])?;
    let history = store.history(&id).map_err(failed)?;
    let found: Vec<_> = history.iter().map(|past| (past.event, &*past.author, past.at)).collect();
    let reviewed = |reader| (EntryEvent::Reviewed, reader, Timestamp(1500));
    equal("history", found, vec![reviewed("another"), reviewed("reader")])?;
    keep(&mut *store, &sample_entry("a.rs", "f", "two"), Some(&id))?;
    let late = store.add_review(&id, &doubt, &read).map_err(failed)?;
    ensure("a review of a replaced text is not stored", late.is_none())?;
    let missing = store.add_review("missing", &doubt, &read).map_err(failed)?;
    ensure("a review of a missing entry is not stored", missing.is_none())
}

fn history_is_kept(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let id = keep(&mut *store, &sample_entry("a.rs", "f", "one"), None)?;
    equal("history of a new entry", store.history(&id).map_err(failed)?, Vec::new())?;
    let mut second = sample_entry("a.rs", "f", "two");
    second.entry.created_at = Timestamp(2000);
    keep(&mut *store, &second, Some(&id))?;
    store.reject(&id, "it does not", Timestamp(3000)).map_err(failed)?;
    let mut third = sample_entry("a.rs", "f", "three");
    third.entry.id = id.clone();
    third.entry.created_at = Timestamp(4000);
    store.import(slice::from_ref(&third)).map_err(failed)?;
    let event = |at, event, summary: &str, note: &str| PastEvent {
        at: Timestamp(at),
        event,
        author: "tester".to_owned(),
        summary: summary.to_owned(),
        details: Some("it says so".to_owned()),
        note: Some(note.to_owned()),
    };
    let expected = vec![
        event(2000, EntryEvent::Replaced, "one", "checked"),
        event(3000, EntryEvent::Rejected, "two", "it does not"),
        event(4000, EntryEvent::Imported, "two", "rejected"),
    ];
    equal("history", opened(open)?.history(&id).map_err(failed)?, expected.clone())?;
    let mut moved = third.clone();
    moved.entry.path = "b.rs".to_owned();
    moved.reviews.clear();
    store.import(slice::from_ref(&moved)).map_err(failed)?;
    equal("history after a move", store.history(&id).map_err(failed)?, expected)?;
    let reviews = stored(&*store, &id)?.reviews;
    equal("reviews after a move", reviews, third.reviews)?;
    store.forget(slice::from_ref(&id)).map_err(failed)?;
    equal("history of a forgotten entry", store.history(&id).map_err(failed)?, Vec::new())
}

fn the_newest_events_are_kept(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let id = keep(&mut *store, &sample_entry("a.rs", "f", "0"), None)?;
    let other = keep(&mut *store, &sample_entry("a.rs", "g", "0"), None)?;
    keep(&mut *store, &sample_entry("a.rs", "g", "1"), Some(&other))?;
    for n in 1..=MOST_EVENTS + 2 {
        keep(&mut *store, &sample_entry("a.rs", "f", &n.to_string()), Some(&id))?;
    }
    let history = store.history(&id).map_err(failed)?;
    equal("number of events", history.len(), MOST_EVENTS as usize)?;
    equal("oldest event", history.first().map(|past| &*past.summary), Some("2"))?;
    equal("events of another entry", store.history(&other).map_err(failed)?.len(), 1)
}
