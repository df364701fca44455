//! Checks of an [`EntryStore`](crate::EntryStore).

use std::slice;

use rutter_domain::{EntryEvent, Finding, Timestamp, Verdict};

use super::{Check, Open, ensure, equal, failed, opened, sample_entry, sample_review};
use crate::{ImportOutcome, Put, Store, StoredEntry};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("an entry comes back as it was", an_entry_comes_back),
    ("entries are sorted by path and symbol", entries_are_sorted),
    ("a rewritten entry keeps its id", a_rewritten_entry_keeps_its_id),
    ("an entry that another wrote meanwhile is not replaced", overtaken_writes_are_refused),
    ("a note stays with the symbol of its entry", notes_stay),
    ("changes list exactly what changed", changes_list_what_changed),
    ("a symbol may have several entries", rivals_are_kept),
    ("a retired entry lives on in another", retired_entries_live_on),
    ("an import replaces nothing that is newer", imports_replace_nothing_newer),
    ("an import leaves the symbol's other entries alone", imports_leave_others_alone),
    ("a forgotten entry is gone", forgotten_entries_are_gone),
    ("an entry is not forgotten after it has changed", changed_entries_are_not_forgotten),
];

fn keep(
    store: &mut dyn Store,
    entry: &StoredEntry,
    known: Option<&StoredEntry>,
) -> Result<String, String> {
    match store.put(entry, known, &[]).map_err(failed)? {
        Put::Kept { id } => Ok(id),
        Put::Overtaken => Err(format!("put of `{}` was overtaken", entry.entry.symbol)),
    }
}

fn an_entry_comes_back(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let mut entry = sample_entry("a.rs", "f", "one");
    entry.entry.id = keep(&mut *store, &entry, None)?;
    let reader = opened(open)?;
    equal("all entries", reader.entries().map_err(failed)?.entries, vec![entry.clone()])?;
    equal("one entry", reader.entry(&entry.entry.id).map_err(failed)?, Some(entry))?;
    equal("a missing entry", reader.entry("missing").map_err(failed)?, None)?;
    equal("number of entries", reader.n_entries().map_err(failed)?, 1)?;
    ensure("nothing is damaged", reader.verify().map_err(failed)?.is_empty())
}

fn a_rewritten_entry_keeps_its_id(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let id = keep(&mut *store, &sample_entry("a.rs", "f", "one"), None)?;
    let known = store.entry(&id).map_err(failed)?;
    let moved = sample_entry("b.rs", "g", "two");
    equal("id after a rewrite", keep(&mut *store, &moved, known.as_ref())?, id.clone())?;
    let all = store.entries().map_err(failed)?.entries;
    let found: Vec<_> = all.iter().map(|one| (&*one.entry.id, &*one.entry.summary)).collect();
    equal("entries after a rewrite", found, vec![(&*id, "two")])
}

fn overtaken_writes_are_refused(open: &Open) -> Result<(), String> {
    let (mut store, mut other) = (opened(open)?, opened(open)?);
    let mut doubted = sample_entry("a.rs", "f", "doubted");
    doubted.entry.verdict = Verdict::Unverified { reason: "not read".to_owned() };
    let id = keep(&mut *other, &sample_entry("a.rs", "f", "checked"), None)?;
    let put = store.put(&doubted, None, &[]).map_err(failed)?;
    equal("put over an unknown entry", put, Put::Overtaken)?;
    let known = store.entry(&id).map_err(failed)?;
    other.reject(&id, "it does not", Timestamp(2000)).map_err(failed)?;
    let put = store.put(&doubted, known.as_ref(), &[]).map_err(failed)?;
    equal("put over a rejection", put, Put::Overtaken)?;
    let known = store.entry(&id).map_err(failed)?;
    let review = sample_review("another", Finding::Contradicted);
    let expected = known.clone().ok_or("the entry is missing")?;
    other.add_review(&id, &review, &expected).map_err(failed)?;
    let put = store.put(&doubted, known.as_ref(), &[]).map_err(failed)?;
    equal("put over a review", put, Put::Overtaken)?;
    let known = store.entry(&id).map_err(failed)?;
    other.forget(slice::from_ref(&id)).map_err(failed)?;
    let put = store.put(&doubted, known.as_ref(), &[]).map_err(failed)?;
    equal("put over a forgotten entry", put, Put::Overtaken)?;
    let found = store.entries().map_err(failed)?.entries.len();
    equal("entries after refused writes", found, 0)?;
    let put = store.put(&doubted, None, slice::from_ref(&id)).map_err(failed)?;
    equal("put beside a forgotten entry", put, Put::Overtaken)?;
    let put = store.put(&doubted, None, &[]).map_err(failed)?;
    equal("put where there is no entry", put, Put::Kept { id })
}

fn notes_stay(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let missing = store.reject("missing", "no", Timestamp(5)).map_err(failed)?;
    equal("rejection of a missing entry", missing, None)?;
    let id = keep(&mut *store, &sample_entry("a.rs", "f", "one"), None)?;
    let rejected = store.reject(&id, "it does not", Timestamp(2000)).map_err(failed)?;
    store.mark_shown(&id, "run-1").map_err(failed)?;
    let verdict = rejected.map(|rejected| rejected.entry.verdict);
    let expected = Verdict::Rejected { note: "it does not".to_owned() };
    equal("verdict of a rejected entry", verdict, Some(expected))?;
    let known = store.entry(&id).map_err(failed)?;
    keep(&mut *store, &sample_entry("a.rs", "f", "two"), known.as_ref())?;
    let Some(entry) = store.entry(&id).map_err(failed)? else {
        return Err("the rewritten entry is missing".to_owned());
    };
    equal("verdict of a rewritten entry", entry.entry.verdict, Verdict::Checked)?;
    let notes: Vec<_> = entry
        .notes
        .iter()
        .map(|note| (&*note.note, &*note.summary, &*note.author, note.at, note.shown_to.as_deref()))
        .collect();
    let expected = ("it does not", "one", "tester", Timestamp(2000), Some("run-1"));
    equal("notes of a rewritten entry", notes, vec![expected])
}

fn imports_replace_nothing_newer(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let mut entry = sample_entry("a.rs", "f", "one");
    entry.entry.id = "imported".to_owned();
    let mut import = |entry: &StoredEntry| store.import(slice::from_ref(entry)).map_err(failed);
    equal("a new entry", import(&entry)?, vec![ImportOutcome::Taken])?;
    equal("the same entry", import(&entry)?, vec![ImportOutcome::Same])?;
    entry.entry.summary = "newer".to_owned();
    entry.entry.created_at = Timestamp(3000);
    equal("a newer entry", import(&entry)?, vec![ImportOutcome::Taken])?;
    let mut older = entry.clone();
    older.entry.summary = "older".to_owned();
    older.entry.created_at = Timestamp(2000);
    equal("an older entry", import(&older)?, vec![ImportOutcome::Older])?;
    let found = store.entries().map_err(failed)?.entries;
    equal("entries after the imports", found, vec![entry])
}

fn imports_leave_others_alone(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let mut entry = sample_entry("a.rs", "f", "one");
    entry.entry.id = "a".to_owned();
    let mut other = sample_entry("a.rs", "f", "two");
    other.entry.id = "b".to_owned();
    other.entry.created_at = Timestamp(4000);
    store.import(slice::from_ref(&entry)).map_err(failed)?;
    store.import(slice::from_ref(&other)).map_err(failed)?;
    let found = store.entries().map_err(failed)?.entries;
    equal("entries of the symbol", found, vec![entry.clone(), other])?;
    let mut without_id = entry;
    without_id.entry.id = String::new();
    without_id.entry.created_at = Timestamp(5000);
    let mut import = |entry: &StoredEntry| store.import(slice::from_ref(entry)).map_err(failed);
    equal("the same text without an id", import(&without_id)?, vec![ImportOutcome::Same])?;
    without_id.entry.summary = "three".to_owned();
    equal("another text without an id", import(&without_id)?, vec![ImportOutcome::Taken])?;
    equal("number of entries", store.n_entries().map_err(failed)?, 3)
}

fn rivals_are_kept(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let first = keep(&mut *store, &sample_entry("a.rs", "f", "one"), None)?;
    let mut put = |entry: &StoredEntry, known: Option<&StoredEntry>, others: &[&String]| {
        let others: Vec<String> = others.iter().map(|id| (*id).clone()).collect();
        store.put(entry, known, &others).map_err(failed)
    };
    let Put::Kept { id: second } = put(&sample_entry("a.rs", "f", "two"), None, &[&first])? else {
        return Err("a second entry of a symbol was overtaken".to_owned());
    };
    ensure("a second entry has its own id", first != second)?;
    let third = sample_entry("a.rs", "f", "three");
    equal("a third entry", put(&third, None, &[&second])?, Put::Overtaken)?;
    let known = opened(open)?.entry(&first).map_err(failed)?;
    equal("a rewrite", put(&third, known.as_ref(), &[])?, Put::Overtaken)?;
    let kept = Put::Kept { id: first.clone() };
    equal("a rewrite beside a known one", put(&third, known.as_ref(), &[&second])?, kept)?;
    let all = store.entries().map_err(failed)?.entries;
    let mut found: Vec<_> = all.iter().map(|one| (&*one.entry.id, &*one.entry.summary)).collect();
    found.sort_unstable_by_key(|(_, summary)| *summary);
    equal("entries", found, vec![(&*first, "three"), (&*second, "two")])
}

fn retired_entries_live_on(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let old = keep(&mut *store, &sample_entry("a.rs", "f", "old"), None)?;
    store.reject(&old, "it does not", Timestamp(900)).map_err(failed)?;
    let others = slice::from_ref(&old);
    let put = store.put(&sample_entry("a.rs", "f", "new"), None, others).map_err(failed)?;
    let Put::Kept { id: new } = put else {
        return Err("a second entry of a symbol was overtaken".to_owned());
    };
    store.retire("missing", &new).map_err(failed)?;
    store.retire(&old, "missing").map_err(failed)?;
    equal("number of entries", store.n_entries().map_err(failed)?, 2)?;
    let latest = store.latest().map_err(failed)?;
    store.retire(&old, &new).map_err(failed)?;
    equal("the retired entry", store.entry(&old).map_err(failed)?, None)?;
    let notes = store.entry(&new).map_err(failed)?.map(|entry| entry.notes.len());
    equal("number of notes", notes, Some(1))?;
    let history = store.history(&new).map_err(failed)?;
    let found: Vec<_> = history.iter().map(|past| (past.event, &*past.summary)).collect();
    equal("history", found, vec![(EntryEvent::Replaced, "old")])?;
    equal("history of the retired entry", store.history(&old).map_err(failed)?, Vec::new())?;
    let changes = store.entry_changes_since(latest).map_err(failed)?.unwrap_or_default();
    equal("removed entries", changes.removed, vec![old])?;
    ensure("nothing is damaged", store.verify().map_err(failed)?.is_empty())
}

fn forgotten_entries_are_gone(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let id = keep(&mut *store, &sample_entry("a.rs", "f", "one"), None)?;
    store.reject(&id, "it does not", Timestamp(2000)).map_err(failed)?;
    let forgotten = store.forget(&[id.clone(), "missing".to_owned()]).map_err(failed)?;
    equal("forgotten ids", forgotten, vec![id.clone()])?;
    equal("a forgotten entry", store.entry(&id).map_err(failed)?, None)?;
    equal("number of entries", opened(open)?.n_entries().map_err(failed)?, 0)?;
    let id = keep(&mut *store, &sample_entry("a.rs", "f", "two"), None)?;
    let notes = store.entry(&id).map_err(failed)?.map(|entry| entry.notes);
    equal("notes after the entry was forgotten", notes, Some(Vec::new()))
}

fn changed_entries_are_not_forgotten(open: &Open) -> Result<(), String> {
    let (mut store, mut other) = (opened(open)?, opened(open)?);
    let id = keep(&mut *store, &sample_entry("a.rs", "f", "one"), None)?;
    let read = store.entry(&id).map_err(failed)?.ok_or("the entry is missing")?;
    keep(&mut *other, &sample_entry("a.rs", "f", "two"), Some(&read))?;
    equal("forgetting a rewritten entry", store.forget_unchanged(&read).map_err(failed)?, false)?;
    let read = store.entry(&id).map_err(failed)?.ok_or("the entry is missing")?;
    equal("the rewritten entry", &*read.entry.summary, "two")?;
    let latest = store.latest().map_err(failed)?;
    equal("forgetting what was read", store.forget_unchanged(&read).map_err(failed)?, true)?;
    equal("the forgotten entry", other.entry(&id).map_err(failed)?, None)?;
    let changes = other.entry_changes_since(latest).map_err(failed)?.unwrap_or_default();
    equal("removed entries", changes.removed, vec![id])?;
    equal("forgetting it again", store.forget_unchanged(&read).map_err(failed)?, false)?;
    ensure("nothing is damaged", store.verify().map_err(failed)?.is_empty())
}

fn entries_are_sorted(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    for (path, symbol) in [("b.rs", "a"), ("a.rs", "z"), ("a.rs", "b")] {
        keep(&mut *store, &sample_entry(path, symbol, "one"), None)?;
    }
    let all = store.entries().map_err(failed)?.entries;
    let order: Vec<_> = all.iter().map(|one| (&*one.entry.path, &*one.entry.symbol)).collect();
    equal("order of entries", order, vec![("a.rs", "b"), ("a.rs", "z"), ("b.rs", "a")])
}

fn changes_list_what_changed(open: &Open) -> Result<(), String> {
    let (mut store, reader) = (opened(open)?, opened(open)?);
    let kept = keep(&mut *store, &sample_entry("a.rs", "kept", "one"), None)?;
    let removed = keep(&mut *store, &sample_entry("a.rs", "removed", "one"), None)?;
    let changed = keep(&mut *store, &sample_entry("a.rs", "changed", "one"), None)?;
    let latest = reader.entries().map_err(failed)?.latest;
    let changes_since = |number: u64| {
        let changes = reader.entry_changes_since(number).map_err(failed)?;
        let changes = changes.ok_or("the store does not know its own number")?;
        let ids = changes.changed.iter().map(|one| one.entry.id.clone()).collect::<Vec<_>>();
        Ok::<_, String>((ids, changes.removed, changes.latest))
    };
    equal("changes since the newest", changes_since(latest)?, (Vec::new(), Vec::new(), latest))?;
    let known = store.entry(&changed).map_err(failed)?;
    keep(&mut *store, &sample_entry("a.rs", "changed", "two"), known.as_ref())?;
    let added = keep(&mut *store, &sample_entry("a.rs", "added", "one"), None)?;
    store.forget(slice::from_ref(&removed)).map_err(failed)?;
    store.reject(&added, "it does not", Timestamp(2000)).map_err(failed)?;
    // Only the newest change of an entry counts.
    let newest = reader.latest().map_err(failed)?;
    let expected = (vec![changed.clone(), added.clone()], vec![removed.clone()], newest);
    equal("changes", changes_since(latest)?, expected)?;
    let mut other = sample_entry("a.rs", "kept", "imported");
    other.entry.id = "other".to_owned();
    other.entry.created_at = Timestamp(5000);
    store.import(slice::from_ref(&other)).map_err(failed)?;
    let (ids, gone, _) = changes_since(newest)?;
    equal("an import under another id", (ids, gone), (vec!["other".to_owned()], Vec::new()))?;
    let newest = reader.latest().map_err(failed)?;
    let entry = store.entry(&kept).map_err(failed)?.ok_or("an entry is missing")?;
    store
        .add_review(&kept, &sample_review("another", Finding::Supported), &entry)
        .map_err(failed)?;
    equal("a review", changes_since(newest)?.0, vec![kept])?;
    let unknown = reader.entry_changes_since(newest + 1000).map_err(failed)?;
    ensure("a number of the future is unknown", unknown.is_none())
}
