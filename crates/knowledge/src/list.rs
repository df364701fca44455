//! Lists, counts, rejects and deletes entries.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::SystemTime;

use rutter_domain::{
    EntryStatus, Freshness, KnownEntry, ListedEntry, Remark, SymbolKind, TextLimit, Timestamp,
    Verdict, Vocabulary, Worded,
};
use serde::Serialize;

use crate::Error;
use crate::cache::{LoadedEntries, LoadedEntry, store_url};
use crate::damage::describe_damage;
use crate::knowledge::Knowledge;
use crate::matching_ids::matching_ids;
use crate::recorded::{as_recorded, rival_entry};
use crate::rivals::{EntryPlace, rivals_of, sort_best_first, standing_of};
use crate::staleness::{state_of, subject_at};
use crate::state::Presence;
use rutter_checks::namesake_cited;
use rutter_domain::name_parts;
use rutter_domain::nearest;
use rutter_workspace::FileFilter;

/// Entries, and the state of the index they were compared with.
#[derive(Debug, Clone, Serialize)]
pub struct EntriesAnswer {
    /// By path and symbol.
    pub entries: Vec<ListedEntry>,
    pub index: Freshness,
    /// Damage to the notebook, each with a hint.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<Remark>,
}

impl Worded for EntriesAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
        self.damage.word(vocabulary);
    }
}

/// Which entries are wanted.
#[derive(Debug, Clone, Default)]
pub struct EntriesFilter {
    /// Any of these; all when empty.
    pub statuses: Vec<EntryStatus>,
    /// Only of paths that match one of these globs; all when empty.
    pub globs: Vec<String>,
    /// An id, the name of a symbol, bare or qualified, or the path of a file that has an entry.
    pub sought: Option<String>,
    pub history: HistoryDetail,
}

/// Whether entries are listed with their history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HistoryDetail {
    #[default]
    Omitted,
    Included,
}

/// Numbers of entries, and of those that do not hold any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct EntryCounts {
    pub(crate) all: u64,
    pub(crate) stale: u64,
    pub(crate) misplaced: u64,
}

pub fn list_entries(knowledge: &Knowledge, filter: &EntriesFilter) -> Result<EntriesAnswer, Error> {
    let globs = FileFilter::new(&[], &filter.globs, rutter_workspace::Scope::Everything)?;
    let loaded = knowledge.load_entries()?;
    let listed = |loaded: &Arc<LoadedEntries>| -> Vec<ListedEntry> {
        loaded.rows.iter().map(|row| listed_entry(knowledge, loaded, row)).collect()
    };
    let mut entries = loaded.as_ref().map_or_else(Vec::new, listed);
    if let Some(sought) = &filter.sought {
        let is_sought = |entry: &ListedEntry| {
            is_called(&entry.symbol, sought)
                || entry.symbol.is_empty() && is_path_of(&entry.path, sought)
        };
        let is_symbol = entries.iter().any(is_sought);
        match entry_id(knowledge, sought) {
            Ok(id) if id == *sought || !is_symbol => entries.retain(|entry| entry.id == id),
            Err(error @ Error::AmbiguousEntry { .. }) if !is_symbol => return Err(error),
            Ok(_) | Err(_) => entries.retain(is_sought),
        }
    }
    entries.retain(|entry| {
        (filter.statuses.is_empty() || filter.statuses.contains(&entry.status))
            && globs.accepts(&entry.path, rutter_domain::Language::Unknown)
    });
    entries.sort_by(|left, right| {
        let key = |one: &ListedEntry| {
            // Topics have no lines, and are sorted by their titles.
            let title = one.kind.is_wide().then(|| one.symbol.clone());
            (one.path.clone(), one.start_line, title, one.id.clone())
        };
        key(left).cmp(&key(right))
    });
    if filter.history == HistoryDetail::Included {
        for entry in &mut entries {
            let history = knowledge.read_notebook(|notebook| notebook.history(&entry.id))?;
            entry.history = history.unwrap_or_default();
        }
    }
    let url = store_url(knowledge.snapshot.layout());
    let damage = loaded.map_or_else(Vec::new, |loaded| describe_damage(&url, &loaded.damage));
    Ok(EntriesAnswer { entries, index: knowledge.snapshot.freshness.clone(), damage })
}

/// The best entry of each symbol that exists, in short.
pub fn known_entries(knowledge: &Knowledge) -> Result<Vec<KnownEntry>, Error> {
    let loaded = knowledge.load_entries()?;
    let Some(loaded) = loaded else { return Ok(Vec::new()) };
    let rows = loaded.rows.iter();
    let mut rows: Vec<_> =
        rows.filter(|row| state_of(knowledge, row).presence == Presence::Here).collect();
    sort_best_first(knowledge, &mut rows);
    // The best supported entry speaks for its symbol.
    let mut symbols = HashSet::new();
    rows.retain(|row| {
        let place = &state_of(knowledge, row).place;
        symbols.insert((&place.path, &place.symbol, place.kind))
    });
    let mut known: Vec<KnownEntry> = rows
        .into_iter()
        .map(|row| {
            let place = &state_of(knowledge, row).place;
            let standing = standing_of(knowledge, &loaded, row);
            let note = row.stored.notes.last().map(|note| note.note.clone());
            KnownEntry {
                symbol: place.symbol.clone(),
                path: place.path.clone(),
                summary: row.stored.entry.summary.clone(),
                status: standing.status,
                note: note.or(standing.reason),
            }
        })
        .collect();
    known.sort_by(|left, right| (&left.path, &left.symbol).cmp(&(&right.path, &right.symbol)));
    Ok(known)
}

/// Deletes entries by their ids or unique prefixes of them. If one is unknown, none is deleted.
pub fn forget(knowledge: &Knowledge, ids: &[String]) -> Result<Vec<String>, Error> {
    let ids = ids.iter().map(|id| entry_id(knowledge, id)).collect::<Result<Vec<_>, _>>()?;
    knowledge.write_notebook(|notebook| notebook.forget(&ids))
}

/// Marks an entry as wrong and keeps the reason for the next author. Takes an id or a unique prefix.
pub fn reject(knowledge: &Knowledge, id: &str, note: &str) -> Result<ListedEntry, Error> {
    let id = entry_id(knowledge, id)?;
    let now = Timestamp::of(SystemTime::now());
    let note = note.trim();
    TextLimit::NOTE.check(note)?;
    knowledge.write_notebook(|notebook| notebook.reject(&id, note, now))?;
    let filter = EntriesFilter { sought: Some(id.clone()), ..EntriesFilter::default() };
    let mut answer = list_entries(knowledge, &filter)?;
    answer.entries.pop().ok_or_else(|| no_entry(knowledge, &id))
}

/// The best supported entry of a symbol.
pub(crate) fn entry_of(knowledge: &Knowledge, wanted: &EntryPlace<'_>) -> Option<ListedEntry> {
    // An unreadable notebook is reported by `entries_for_search`.
    let loaded = knowledge.load_entries_in_time().ok().flatten()?;
    let is_it = |row: &&Arc<LoadedEntry>| wanted.is_at(&state_of(knowledge, row).place);
    let mut rows: Vec<_> = loaded.rows.iter().filter(is_it).collect();
    sort_best_first(knowledge, &mut rows);
    rows.first().map(|row| listed_entry(knowledge, &loaded, row))
}

/// Counts entries; zero if the notebook cannot be read.
pub(crate) fn entry_counts(knowledge: &Knowledge) -> EntryCounts {
    let Ok(Some(loaded)) = knowledge.load_entries_in_time() else { return EntryCounts::default() };
    let is_stale =
        |row: &&Arc<LoadedEntry>| state_of(knowledge, row).own.status == EntryStatus::Stale;
    EntryCounts {
        all: loaded.rows.len() as u64,
        stale: loaded.rows.iter().filter(is_stale).count() as u64,
        misplaced: loaded.rows.iter().filter(|row| is_misplaced(knowledge, row)).count() as u64,
    }
}

/// Whether an entry cites another symbol of the same name, and not its own.
fn is_misplaced(knowledge: &Knowledge, row: &LoadedEntry) -> bool {
    let state = state_of(knowledge, row);
    let is_narrow = state.place.kind != SymbolKind::File && state.presence == Presence::Here;
    let is_rejected = matches!(row.stored.entry.verdict, Verdict::Rejected { .. });
    if !is_narrow || is_rejected {
        return false;
    }
    let subject = subject_at(knowledge, &state.place, &state.evidence);
    subject.is_some_and(|subject| {
        namesake_cited(&subject.parsed, subject.symbol(), &state.evidence).is_some()
    })
}

/// The id itself, or the only id with this prefix.
pub(crate) fn entry_id(knowledge: &Knowledge, wanted: &str) -> Result<String, Error> {
    const MOST_NAMED: usize = 5;
    let loaded = knowledge.load_entries()?;
    let ids = loaded.iter().flat_map(|loaded| &loaded.rows).map(|row| &*row.stored.entry.id);
    let mut matching = matching_ids(ids, |id| id, wanted);
    if let [only] = matching.as_slice() {
        return Ok((*only).to_owned());
    }
    if matching.is_empty() {
        return Err(no_entry(knowledge, wanted));
    }
    matching.sort_unstable();
    let fitting = matching.into_iter().take(MOST_NAMED).map(str::to_owned).collect();
    Err(Error::AmbiguousEntry { wanted: wanted.to_owned(), fitting })
}

fn no_entry(knowledge: &Knowledge, wanted: &str) -> Error {
    let loaded = knowledge.load_entries().ok().flatten();
    let rows = || loaded.iter().flat_map(|loaded| &loaded.rows);
    let ids = rows().map(|row| row.stored.entry.id.as_str());
    let called = rows().filter(|row| is_called(&state_of(knowledge, row).place.symbol, wanted));
    let mut near: Vec<String> = called.map(|row| row.stored.entry.id.clone()).take(3).collect();
    near.extend(nearest(wanted, ids, 3));
    near.truncate(3);
    Error::NoEntry { wanted: wanted.to_owned(), near }
}

fn listed_entry(knowledge: &Knowledge, loaded: &LoadedEntries, row: &LoadedEntry) -> ListedEntry {
    let state = state_of(knowledge, row);
    let status_of = |row: &LoadedEntry| standing_of(knowledge, loaded, row).status;
    let rivals = rivals_of(knowledge, loaded, row);
    let rivals = rivals.into_iter().map(|rival| rival_entry(&rival.stored, status_of(rival)));
    ListedEntry {
        symbol: state.place.symbol.clone(),
        path: state.place.path.clone(),
        kind: state.place.entry_kind(),
        start_line: state.place.start_line,
        end_line: state.place.end_line,
        marks: state.marks.clone(),
        evidence: state.evidence.clone(),
        ..as_recorded(&row.stored, standing_of(knowledge, loaded, row), rivals.collect())
    }
}

/// Whether a file, a folder or the repository is meant by this path.
fn is_path_of(path: &str, sought: &str) -> bool {
    let bare = |path: &str| path.trim_end_matches('/').to_owned();
    sought == path || bare(path) == bare(sought.trim_start_matches("./"))
}

/// Whether a symbol has this name, qualified or not.
fn is_called(symbol: &str, name: &str) -> bool {
    let wanted = name_parts(name);
    !symbol.is_empty() && symbol.to_lowercase() == name.trim().to_lowercase()
        || !wanted.is_empty() && name_parts(symbol).ends_with(&wanted)
}
