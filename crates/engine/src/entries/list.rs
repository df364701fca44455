//! Entries as they are told: listed, shown, counted; and what a person does with them.

use std::time::SystemTime;

use rutter_domain::{EntryStatus, Evidence, Freshness, KnownEntry, Timestamp};
use serde::Serialize;

use super::held::Row;
use super::near::nearest;
use super::standing::Presence;
use crate::Error;
use crate::filter::FileFilter;
use crate::lookup::parts;
use crate::report::tell_damage;
use crate::snapshot::Snapshot;

/// Entries, and the state of the index they were compared with.
#[derive(Debug, Clone, Serialize)]
pub struct EntriesAnswer {
    /// By path and symbol.
    pub entries: Vec<ListedEntry>,
    pub index: Freshness,
    /// What of the notebook is damaged, each with what to do about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<String>,
}

/// An entry as it stands now.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ListedEntry {
    pub id: String,
    pub symbol: String,
    /// Where the symbol is now, or was last.
    pub path: String,
    pub kind: &'static str,
    pub start_line: u32,
    pub end_line: u32,
    pub summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    pub status: EntryStatus,
    /// Why it is not verified.
    pub reason: Option<String>,
    /// Why it, or what it replaced, was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub confidence: Option<f32>,
    pub author: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub evidence: Vec<Evidence>,
    pub created_at: Timestamp,
}

/// Which entries are wanted.
#[derive(Debug, Clone, Default)]
pub struct EntriesFilter {
    /// Any of these; all when empty.
    pub statuses: Vec<EntryStatus>,
    /// Only of paths that match one of these globs; all when empty.
    pub globs: Vec<String>,
    /// An id, or the name of a symbol, bare or qualified.
    pub sought: Option<String>,
}

/// How many entries there are, and how many of them do not hold any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct EntryCounts {
    pub(crate) all: u64,
    pub(crate) stale: u64,
}

impl Snapshot {
    /// The entries that are wanted, each as it stands now.
    pub fn entries(&self, filter: &EntriesFilter) -> Result<EntriesAnswer, Error> {
        let globs = FileFilter::new(&[], &filter.globs, crate::Scope::Everything)?;
        let page = self.page()?;
        let rows = page.iter().flat_map(|page| &page.rows);
        let mut entries: Vec<ListedEntry> = rows.map(|row| self.listed_entry(row)).collect();
        if let Some(sought) = &filter.sought {
            let is_symbol = entries.iter().any(|entry| is_called(entry, sought));
            match self.entry_id(sought) {
                Ok(id) if id == *sought || !is_symbol => entries.retain(|entry| entry.id == id),
                Err(error @ Error::AmbiguousEntry { .. }) if !is_symbol => return Err(error),
                Ok(_) | Err(_) => entries.retain(|entry| is_called(entry, sought)),
            }
        }
        entries.retain(|entry| {
            (filter.statuses.is_empty() || filter.statuses.contains(&entry.status))
                && globs.accepts(&entry.path, rutter_domain::Language::Unknown)
        });
        entries.sort_by(|left, right| {
            let key = |one: &ListedEntry| (one.path.clone(), one.start_line, one.id.clone());
            key(left).cmp(&key(right))
        });
        let path = self.place.notebook();
        let damage = page.map_or_else(Vec::new, |page| tell_damage(&path, &page.damage));
        Ok(EntriesAnswer { entries, index: self.freshness.clone(), damage })
    }

    /// What is known of symbols that are there, in short.
    pub fn known(&self) -> Result<Vec<KnownEntry>, Error> {
        let page = self.page()?;
        let rows = page.iter().flat_map(|page| &page.rows);
        let rows = rows.filter(|row| row.standing(self).presence == Presence::Here);
        Ok(rows
            .map(|row| {
                let standing = row.standing(self);
                KnownEntry {
                    symbol: standing.place.symbol.clone(),
                    path: standing.place.path.clone(),
                    status: standing.status,
                    note: row.noted.notes.last().map(|note| note.note.clone()),
                }
            })
            .collect())
    }

    /// Takes entries out for good, by their ids or the beginnings of these. All must be known, else
    /// none is forgotten.
    pub fn forget(&self, ids: &[String]) -> Result<Vec<String>, Error> {
        let ids = ids.iter().map(|id| self.entry_id(id)).collect::<Result<Vec<_>, _>>()?;
        self.write_notebook(|notebook| notebook.forget(&ids))
    }

    /// Marks an entry as wrong, and keeps why for whoever tries again. The beginning of its id will
    /// do.
    pub fn reject(&self, id: &str, note: &str) -> Result<ListedEntry, Error> {
        let id = self.entry_id(id)?;
        let now = Timestamp::of(SystemTime::now());
        let note = note.trim();
        self.write_notebook(|notebook| notebook.reject(&id, note, now))?;
        let filter = EntriesFilter { sought: Some(id.clone()), ..EntriesFilter::default() };
        let mut answer = self.entries(&filter)?;
        answer.entries.pop().ok_or_else(|| self.no_entry(&id))
    }

    /// The entry of a symbol.
    pub(crate) fn entry_of(&self, path: &str, symbol: &str) -> Option<ListedEntry> {
        // A notebook that cannot be read is told by whatever asks for entries.
        let page = self.page().ok().flatten()?;
        let is_it = |row: &&Row| {
            let place = &row.standing(self).place;
            place.path == path && place.symbol == symbol
        };
        page.rows.iter().find(is_it).map(|row| self.listed_entry(row))
    }

    /// Counts entries; none where the notebook cannot be read.
    pub(crate) fn entry_counts(&self) -> EntryCounts {
        let Ok(Some(page)) = self.page() else { return EntryCounts::default() };
        let is_stale = |row: &&Row| row.standing(self).status == EntryStatus::Stale;
        EntryCounts {
            all: page.rows.len() as u64,
            stale: page.rows.iter().filter(is_stale).count() as u64,
        }
    }

    /// The id that is meant: that one, or the only one that begins so.
    fn entry_id(&self, wanted: &str) -> Result<String, Error> {
        const TOLD: usize = 5;
        let page = self.page()?;
        let ids: Vec<&String> =
            page.iter().flat_map(|page| &page.rows).map(|row| &row.noted.entry.id).collect();
        if ids.iter().any(|id| *id == wanted) {
            return Ok(wanted.to_owned());
        }
        let begins = |id: &&&String| !wanted.is_empty() && id.starts_with(wanted);
        let mut fitting: Vec<String> = ids.iter().filter(begins).map(|id| (*id).clone()).collect();
        match (fitting.pop(), fitting.is_empty()) {
            (None, _) => Err(self.no_entry(wanted)),
            (Some(only), true) => Ok(only),
            (Some(last), false) => {
                fitting.push(last);
                fitting.sort();
                fitting.truncate(TOLD);
                Err(Error::AmbiguousEntry { wanted: wanted.to_owned(), fitting })
            }
        }
    }

    fn no_entry(&self, wanted: &str) -> Error {
        let page = self.page().ok().flatten();
        let rows = || page.iter().flat_map(|page| &page.rows);
        let ids = rows().map(|row| row.noted.entry.id.as_str());
        let called = rows().filter(|row| is_called(&self.listed_entry(row), wanted));
        let mut near: Vec<String> = called.map(|row| row.noted.entry.id.clone()).take(3).collect();
        near.extend(nearest(wanted, ids, 3));
        near.truncate(3);
        Error::NoEntry { wanted: wanted.to_owned(), near }
    }

    fn listed_entry(&self, row: &Row) -> ListedEntry {
        let (entry, standing) = (&row.noted.entry, row.standing(self));
        ListedEntry {
            id: entry.id.clone(),
            symbol: standing.place.symbol.clone(),
            path: standing.place.path.clone(),
            kind: standing.place.kind.name(),
            start_line: standing.place.start_line,
            end_line: standing.place.end_line,
            summary: entry.summary.clone(),
            details: entry.details.clone(),
            tags: entry.tags.clone(),
            status: standing.status,
            reason: standing.reason.clone(),
            note: row.noted.notes.last().map(|note| note.note.clone()),
            confidence: entry.confidence,
            author: entry.author.clone(),
            run: entry.run.clone(),
            evidence: standing.evidence.clone(),
            created_at: entry.created_at,
        }
    }
}

/// Whether an entry's symbol bears a name, or its last parts are that.
fn is_called(entry: &ListedEntry, name: &str) -> bool {
    let wanted = parts(name);
    entry.symbol == name || !wanted.is_empty() && parts(&entry.symbol).ends_with(&wanted)
}
