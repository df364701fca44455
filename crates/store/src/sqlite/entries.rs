//! Entries in SQLite.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, params};
use rutter_domain::{Entry, EntryEvent, PastEvent, Review, Timestamp, Verdict};

use super::schema::{self, VERSION};
use super::{SqliteStore, changes, checksum, failure, history, row};
use crate::entry_rules::{self, Import, past, result_of, says_the_same};
use crate::{
    ChangedItem, CheckResult, Contents, EntryChanges, EntryStore, Error, ImportOutcome,
    NotebookDamage, Put, RejectedNote, StoredEntry,
};

impl EntryStore for SqliteStore {
    fn entries(&self) -> Result<Contents, Error> {
        self.read(|connection| {
            let version = self.version.get();
            let entries = row::all(connection, version)?;
            let damage = match schema::has_checksums(version) {
                true => checksum::compare(connection, version, &entries)?,
                false => NotebookDamage::default(),
            };
            Ok(Contents { entries, damage, latest: changes::latest(connection, version)? })
        })
    }

    fn entry(&self, id: &str) -> Result<Option<StoredEntry>, Error> {
        self.read(|connection| row::by_id(connection, self.version.get(), id))
    }

    fn n_entries(&self) -> Result<u64, Error> {
        self.read(|connection| {
            let count = "SELECT count(*) FROM entries";
            connection.query_row(count, [], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
        })
    }

    fn entry_changes_since(&self, number: u64) -> Result<Option<EntryChanges>, Error> {
        self.read(|connection| {
            let version = self.version.get();
            let Some(all) = changes::since(connection, version, number)? else {
                return Ok(None);
            };
            let latest = all.last().map_or(number, |change| change.number);
            let mut changes = EntryChanges { latest, ..EntryChanges::default() };
            for change in all.into_iter().filter(|change| change.item == ChangedItem::Entry) {
                let entry = row::by_id(connection, version, &change.id)?;
                let is_whole = checksum::matches(connection, version, &change.id, entry.as_ref())?;
                match (entry, is_whole) {
                    (Some(entry), true) => changes.changed.push(entry),
                    (Some(entry), false) => {
                        changes.damage.altered.push(change.id);
                        changes.changed.push(entry);
                    }
                    (None, true) => changes.removed.push(change.id),
                    (None, false) => {
                        changes.damage.lost.push(change.id.clone());
                        changes.removed.push(change.id);
                    }
                }
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
            let known_id = known.map(|known| known.entry.id.as_str());
            let is_other = |id: &&String| known_id != Some(id.as_str());
            let here = row::ids_at(connection, path, symbol)?;
            let here: BTreeSet<&String> = here.iter().filter(is_other).collect();
            if here != others.iter().filter(is_other).collect() {
                return Ok(Put::Overtaken);
            }
            let Some(known) = known else {
                let id = free_id(connection, path, symbol)?;
                keep(connection, entry, &id)?;
                return Ok(Put::Kept { id });
            };
            let id = known.entry.id.clone();
            match row::by_id(connection, VERSION, &id)? {
                Some(here) if here.is_same_text(known) && here.reviews == known.reviews => {
                    let at = entry.entry.created_at;
                    history::append(connection, &id, &past(&here, EntryEvent::Replaced, at))?;
                }
                Some(_) | None => return Ok(Put::Overtaken),
            }
            keep(connection, entry, &id)?;
            Ok(Put::Kept { id })
        })
    }

    fn retire(&mut self, id: &str, into: &str) -> Result<(), Error> {
        self.write(|connection| {
            let (Some(old), Some(heir)) =
                (row::by_id(connection, VERSION, id)?, row::by_id(connection, VERSION, into)?)
            else {
                return Ok(());
            };
            let event = past(&old, EntryEvent::Replaced, heir.entry.created_at);
            history::append(connection, into, &event)?;
            let mut notes = old.notes;
            notes.extend(heir.notes);
            notes.sort_by_key(|note| note.at);
            row::replace_notes(connection, into, &notes)?;
            delete(connection, id)?;
            changes::record(connection, ChangedItem::Entry, id)?;
            seal(connection, into)
        })
    }

    fn update_checked(&mut self, results: &[CheckResult]) -> Result<Vec<bool>, Error> {
        self.write(|connection| {
            let update = |result: &CheckResult| {
                let CheckResult { expected, verdict, claims, anchor, checks } = result;
                let id = &expected.entry.id;
                let Some(mut stored) = row::by_id(connection, VERSION, id)? else {
                    return Ok(false);
                };
                if !stored.is_same_text(expected) {
                    return Ok(false);
                }
                stored.entry.verdict = verdict.clone();
                stored.entry.claims = claims.clone();
                stored.anchor = anchor.clone();
                stored.checks = *checks;
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
            let Some(mut stored) = row::by_id(connection, VERSION, id)? else { return Ok(None) };
            if !stored.is_same_text(expected) {
                return Ok(None);
            }
            let event = PastEvent {
                author: review.reader.clone(),
                note: Some(result_of(review)),
                ..past(&stored, EntryEvent::Reviewed, review.at)
            };
            history::append(connection, id, &event)?;
            stored.reviews.retain(|earlier| earlier.reader != review.reader);
            stored.reviews.push(review.clone());
            row::replace(connection, &stored)?;
            seal(connection, id)?;
            Ok(Some(stored))
        })
    }

    fn history(&self, id: &str) -> Result<Vec<PastEvent>, Error> {
        self.read(|connection| match schema::has_claims(self.version.get()) {
            true => history::of_entry(connection, id),
            false => Ok(Vec::new()),
        })
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

    fn reject(
        &mut self,
        id: &str,
        note: &str,
        at: Timestamp,
    ) -> Result<Option<StoredEntry>, Error> {
        self.write(|connection| {
            let Some(mut entry) = row::by_id(connection, VERSION, id)? else { return Ok(None) };
            let event = past(&entry, EntryEvent::Rejected, at);
            history::append(connection, id, &PastEvent { note: Some(note.to_owned()), ..event })?;
            entry.notes.push(RejectedNote {
                note: note.to_owned(),
                summary: entry.entry.summary.clone(),
                author: entry.entry.author.clone(),
                at,
                shown_to: None,
            });
            entry.entry.verdict = Verdict::Rejected { note: note.to_owned() };
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
                let here = row::by_id(connection, VERSION, &id)?;
                if here.is_some_and(|here| says_the_same(&here.entry, &entry.entry)) {
                    return Ok(ImportOutcome::Same);
                }
            }
            free_id(connection, path, symbol)?
        }
        id => id.to_owned(),
    };
    let here = row::by_id(connection, VERSION, &id)?;
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
