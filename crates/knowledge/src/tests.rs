//! Entries, from the draft to what becomes of them.

mod adorned;
mod any_script;
mod cache;
mod checks;
mod exchange;
mod files;
mod gap_decisions;
mod namesakes;
mod queue;
mod recall;
mod rivals;
mod staleness;
mod supports;
mod wide;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rutter_domain::{EntryStatus, Evidence, Recording, Seen};
use rutter_fixture::Tree;

use super::*;
use rutter_engine::{Engine, Extent, Refresh};
use rutter_workspace::RepoLayout;

/// The index of a tree as it is now.
pub(crate) fn knowledge(tree: &Tree) -> Knowledge {
    let engine = Engine::new(RepoLayout::exactly(tree.path(), None).unwrap());
    engine.index(Extent::Changed, &|_| {}, &AtomicBool::new(false)).unwrap();
    let snapshot = engine.snapshot(Refresh::Never, &|_| {}, &AtomicBool::new(false)).unwrap();
    Knowledge::new(Arc::new(snapshot))
}

/// Somebody who has read all of these files.
pub(crate) fn reader_of(tree: &Tree, paths: &[&str]) -> Seen {
    let mut seen = Seen::default();
    for path in paths {
        let content = rutter_workspace::hash(&fs::read(tree.file(path)).unwrap());
        seen.add(path, content, 1, 100_000);
    }
    seen
}

pub(crate) fn draft(symbol: &str, path: &str, summary: &str) -> EntryDraft {
    EntryDraft {
        symbol: symbol.to_owned(),
        path: path.to_owned(),
        summary: summary.to_owned(),
        author: "tester".to_owned(),
        ..EntryDraft::default()
    }
}

fn cite(path: &str, start_line: u32, end_line: u32) -> Evidence {
    Evidence { path: path.to_owned(), start_line, end_line }
}

/// Records something, whatever the checks say of it.
pub(crate) fn record(tree: &Tree, draft: EntryDraft) -> String {
    let mut paths = vec![draft.path.as_str()];
    paths.extend(draft.evidence.iter().map(|cited| cited.path.as_str()));
    let seen = reader_of(tree, &paths);
    match knowledge(tree).record(draft.clone(), &seen).unwrap() {
        Recording::Recorded { id, .. } => id,
        other => panic!("{draft:?}: {other:?}"),
    }
}

/// One line an entry: where it is, how it stands, and why.
fn told(tree: &Tree) -> String {
    let answer = knowledge(tree).entries(&EntriesFilter::default()).unwrap();
    let lines = answer.entries.iter().map(|entry| {
        let why = entry.reason.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        format!("{} {} {}{why}\n", entry.path, entry.symbol, entry.status)
    });
    lines.collect()
}

/// The same, where it matters only whether an entry is stale or rejected.
fn held(tree: &Tree) -> String {
    let answer = knowledge(tree).entries(&EntriesFilter::default()).unwrap();
    let lines = answer.entries.iter().map(|entry| {
        let (path, symbol) = (&entry.path, &entry.symbol);
        match (entry.status, &entry.reason) {
            (EntryStatus::Stale | EntryStatus::Rejected, Some(why)) => {
                format!("{path} {symbol} {}: {why}\n", entry.status)
            }
            _ => format!("{path} {symbol} holds\n"),
        }
    });
    lines.collect()
}
