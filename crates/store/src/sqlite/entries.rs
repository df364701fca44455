//! Entries in SQLite.

use rusqlite::{Connection, OptionalExtension, params};
use rutter_domain::{Entry, PastEvent, Review, Timestamp};

use super::{SqliteStore, changes, checksum, failure, history, row};
use crate::entry_rules::{self, Import, Wholeness, Write, is_unchanged, says_the_same};
use crate::{
    ChangedItem, CheckResult, Contents, EntryChanges, EntryStore, Error, ImportOutcome,
    NotebookDamage, Put, StoredEntry,
};

impl EntryStore for SqliteStore {
    fn entries(&self) -> Result<Contents, Error> {
        self.read(|connection| {
            let entries = row::all(connection)?;
            let damage = checksum::compare(connection, &entries)?;
            Ok(Contents { entries, damage, latest: changes::latest(connection)? })
        })
    }

    fn entry(&self, id: &str) -> Result<Option<StoredEntry>, Error> {
        self.read(|connection| row::by_id(connection, id))
    }

    fn n_entries(&self) -> Result<u64, Error> {
        self.read(|connection| {
            let count = "SELECT count(*) FROM entries";
            connection.query_row(count, [], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
        })
    }

    fn entry_changes_since(&self, number: u64) -> Result<Option<EntryChanges>, Error> {
        self.read(|connection| {
            let Some(all) = changes::since(connection, number)? else {
                return Ok(None);
            };
            let latest = all.last().map_or(number, |change| change.number);
            let mut changes = EntryChanges { latest, ..EntryChanges::default() };
            for change in all.into_iter().filter(|change| change.item == ChangedItem::Entry) {
                let entry = row::by_id(connection, &change.id)?;
                let is_whole = checksum::matches(connection, &change.id, entry.as_ref())?;
                let wholeness = if is_whole { Wholeness::Whole } else { Wholeness::Damaged };
                entry_rules::add_change(&mut changes, change.id, entry, wholeness);
            }
            Ok(Some(changes))
        })
    }

    fn put(
        &mut self,
        entry: &StoredEntry,
        known: Option<&StoredEntry>,
        others: &[String],
    ) -> Result<Put, Error> {
        self.write(|connection| {
            let (path, symbol) = (&entry.entry.path, &entry.entry.symbol);
            let ids = row::ids_at(connection, path, symbol)?;
            let known_id = known.map(|known| known.entry.id.clone());
            let here = match &known_id {
                Some(id) => row::by_id(connection, id)?,
                None => None,
            };
            let id = match entry_rules::decide_put(entry, known, others, &ids, here) {
                Write::Overtaken => return Ok(Put::Overtaken),
                Write::Add => free_id(connection, path, symbol)?,
                // The notes stay in their own table.
                Write::Replace { event, notes: _ } => {
                    let id = known_id.unwrap_or_default();
                    history::append(connection, &id, &event)?;
                    id
                }
            };
            keep(connection, entry, &id)?;
            Ok(Put::Kept { id })
        })
    }

    fn retire(&mut self, id: &str, into: &str) -> Result<(), Error> {
        self.write(|connection| {
            let (Some(old), Some(heir)) =
                (row::by_id(connection, id)?, row::by_id(connection, into)?)
            else {
                return Ok(());
            };
            let (heir, event) = entry_rules::inherit(old, heir);
            history::append(connection, into, &event)?;
            row::replace_notes(connection, into, &heir.notes)?;
            delete(connection, id)?;
            changes::record(connection, ChangedItem::Entry, id)?;
            seal(connection, into)
        })
    }

    fn update_checked(&mut self, results: &[CheckResult]) -> Result<Vec<bool>, Error> {
        self.write(|connection| {
            let update = |result: &CheckResult| {
                let id = &result.expected.entry.id;
                let here = row::by_id(connection, id)?;
                let Some(stored) = entry_rules::with_check(here, result) else {
                    return Ok(false);
                };
                row::replace(connection, &stored)?;
                seal(connection, id)?;
                Ok(true)
            };
            results.iter().map(update).collect()
        })
    }

    fn add_review(
        &mut self,
        id: &str,
        review: &Review,
        expected: &StoredEntry,
    ) -> Result<Option<StoredEntry>, Error> {
        self.write(|connection| {
            let here = row::by_id(connection, id)?;
            let Some((stored, event)) = entry_rules::with_review(here, review, expected) else {
                return Ok(None);
            };
            history::append(connection, id, &event)?;
            row::replace(connection, &stored)?;
            seal(connection, id)?;
            Ok(Some(stored))
        })
    }

    fn history(&self, id: &str) -> Result<Vec<PastEvent>, Error> {
        self.read(|connection| history::of_entry(connection, id))
    }

    fn import(&mut self, entries: &[StoredEntry]) -> Result<Vec<ImportOutcome>, Error> {
        self.write(|connection| entries.iter().map(|entry| import_one(connection, entry)).collect())
    }

    fn forget(&mut self, ids: &[String]) -> Result<Vec<String>, Error> {
        self.write(|connection| {
            let mut forgotten = Vec::new();
            for id in ids {
                let found = delete(connection, id)?;
                if found == Deleted::Entry {
                    forgotten.push(id.clone());
                }
                if found != Deleted::Nothing {
                    changes::record(connection, ChangedItem::Entry, id)?;
                }
            }
            Ok(forgotten)
        })
    }

    fn forget_unchanged(&mut self, expected: &StoredEntry) -> Result<bool, Error> {
        self.write(|connection| {
            let id = &expected.entry.id;
            let here = row::by_id(connection, id)?;
            let is_unchanged = here.is_some_and(|here| is_unchanged(&here, expected));
            if is_unchanged {
                delete(connection, id)?;
                changes::record(connection, ChangedItem::Entry, id)?;
            }
            Ok(is_unchanged)
        })
    }

    fn reject(
        &mut self,
        id: &str,
        note: &str,
        at: Timestamp,
    ) -> Result<Option<StoredEntry>, Error> {
        self.write(|connection| {
            let Some(entry) = row::by_id(connection, id)? else { return Ok(None) };
            let (entry, event) = entry_rules::with_rejection(entry, note, at);
            history::append(connection, id, &event)?;
            row::replace(connection, &entry)?;
            row::replace_notes(connection, id, &entry.notes)?;
            seal(connection, id)?;
            Ok(Some(entry))
        })
    }

    fn mark_shown(&mut self, id: &str, reader: &str) -> Result<(), Error> {
        self.write(|connection| {
            let update = "UPDATE notes SET told_to = ?2 WHERE entry = ?1";
            connection.execute(update, params![id, reader])?;
            changes::record(connection, ChangedItem::Entry, id).map(drop)
        })
    }

    fn verify(&self) -> Result<NotebookDamage, Error> {
        let answer: String = self.read(|connection| {
            connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        })?;
        if answer != "ok" {
            let location = failure::location(&self.path);
            return Err(Error::Damaged { location, source: answer.into() });
        }
        self.entries().map(|contents| contents.damage)
    }
}

fn import_one(connection: &Connection, entry: &StoredEntry) -> rusqlite::Result<ImportOutcome> {
    let (path, symbol) = (&entry.entry.path, &entry.entry.symbol);
    let id = match entry.entry.id.as_str() {
        "" => {
            for id in row::ids_at(connection, path, symbol)? {
                let here = row::by_id(connection, &id)?;
                if here.is_some_and(|here| says_the_same(&here.entry, &entry.entry)) {
                    return Ok(ImportOutcome::Same);
                }
            }
            free_id(connection, path, symbol)?
        }
        id => id.to_owned(),
    };
    let here = row::by_id(connection, &id)?;
    let (event, reviews) = match entry_rules::decide_import(here.as_ref(), entry) {
        Import::Keep(outcome) => return Ok(outcome),
        Import::Take { event, reviews } => (event, reviews),
    };
    if let Some(event) = event {
        history::append(connection, &id, &event)?;
    }
    row::replace_notes(connection, &id, &entry.notes)?;
    keep(connection, &StoredEntry { reviews, ..entry.clone() }, &id)?;
    Ok(ImportOutcome::Taken)
}

/// What was there of an entry when it was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deleted {
    Entry,
    /// The entry was lost.
    OnlyChecksum,
    Nothing,
}

fn delete(connection: &Connection, id: &str) -> rusqlite::Result<Deleted> {
    connection.execute("DELETE FROM notes WHERE entry = ?1", params![id])?;
    history::delete(connection, id)?;
    let n_checksums = connection.execute("DELETE FROM checksums WHERE entry = ?1", params![id])?;
    let n_entries = connection.execute("DELETE FROM entries WHERE id = ?1", params![id])?;
    Ok(match (n_entries, n_checksums) {
        (0, 0) => Deleted::Nothing,
        (0, _) => Deleted::OnlyChecksum,
        (_, _) => Deleted::Entry,
    })
}

/// Stores an entry under this id.
fn keep(connection: &Connection, entry: &StoredEntry, id: &str) -> rusqlite::Result<()> {
    let row = Entry { id: id.to_owned(), ..entry.entry.clone() };
    row::replace(connection, &StoredEntry { entry: row, ..entry.clone() })?;
    seal(connection, id)
}

/// The last step of each change to an entry and its notes.
fn seal(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    checksum::keep(connection, id)?;
    changes::record(connection, ChangedItem::Entry, id).map(drop)
}

/// An id that no entry has yet.
fn free_id(connection: &Connection, path: &str, symbol: &str) -> rusqlite::Result<String> {
    for id in entry_rules::candidate_ids(path, symbol) {
        let taken: Option<i64> = connection
            .query_row("SELECT 1 FROM entries WHERE id = ?1", params![id], |row| row.get(0))
            .optional()?;
        if taken.is_none() {
            return Ok(id);
        }
    }
    Err(rusqlite::Error::QueryReturnedNoRows)
}
