//! Entries in SQLite.

use rusqlite::{Connection, OptionalExtension, params};
use rutter_domain::{Entry, Timestamp, Verdict};

use super::{SqliteStore, changes, checksum, failure, row, schema};
use crate::{
    ChangedItem, Contents, EntryChanges, EntryStore, Error, ImportOutcome, NotebookDamage, Put,
    RejectedNote, StoredEntry,
};

impl EntryStore for SqliteStore {
    fn entries(&self) -> Result<Contents, Error> {
        self.read(|connection| {
            let version = self.version.get();
            let entries = row::all(connection)?;
            let damage = match schema::has_checksums(version) {
                true => checksum::compare(connection, &entries)?,
                false => NotebookDamage::default(),
            };
            Ok(Contents { entries, damage, latest: changes::latest(connection, version)? })
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
            let Some(all) = changes::since(connection, self.version.get(), number)? else {
                return Ok(None);
            };
            let latest = all.last().map_or(number, |change| change.number);
            let mut changes = EntryChanges { latest, ..EntryChanges::default() };
            for change in all.into_iter().filter(|change| change.item == ChangedItem::Entry) {
                let entry = row::by_id(connection, &change.id)?;
                let is_whole = checksum::matches(connection, &change.id, entry.as_ref())?;
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

    fn put(&mut self, entry: &StoredEntry, known: Option<&StoredEntry>) -> Result<Put, Error> {
        self.write(|connection| {
            let (path, symbol) = (&entry.entry.path, &entry.entry.symbol);
            if let Some(known) = known {
                let here = row::by_id(connection, &known.entry.id)?;
                if !here.is_some_and(|here| here.is_same_text(known)) {
                    return Ok(Put::Overtaken);
                }
            }
            let known_id = known.map(|known| known.entry.id.clone());
            let id = match (row::id_at(connection, path, symbol)?, known_id) {
                (Some(here), known) if known.as_ref() != Some(&here) => return Ok(Put::Overtaken),
                (_, Some(id)) => id,
                (_, None) => free_id(connection, path, symbol)?,
            };
            keep(connection, entry, &id)?;
            seal(connection, &id)?;
            Ok(Put::Kept { id })
        })
    }

    fn import(&mut self, entries: &[StoredEntry]) -> Result<Vec<ImportOutcome>, Error> {
        self.write(|connection| entries.iter().map(|entry| import_one(connection, entry)).collect())
    }

    fn forget(&mut self, ids: &[String]) -> Result<Vec<String>, Error> {
        self.write(|connection| {
            let mut forgotten = Vec::new();
            for id in ids {
                connection.execute("DELETE FROM notes WHERE entry = ?1", params![id])?;
                // An entry that was lost has only its checksum left.
                let n_checksums =
                    connection.execute("DELETE FROM checksums WHERE entry = ?1", params![id])?;
                let n_entries =
                    connection.execute("DELETE FROM entries WHERE id = ?1", params![id])?;
                if n_entries > 0 {
                    forgotten.push(id.clone());
                }
                if n_entries + n_checksums > 0 {
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
            let Some(mut entry) = row::by_id(connection, id)? else { return Ok(None) };
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
    let same_symbol = row::id_at(connection, path, symbol)?;
    for id in [Some(&entry.entry.id), same_symbol.as_ref()].into_iter().flatten() {
        let Some(here) = row::by_id(connection, id)? else { continue };
        if here.changed_at() > entry.changed_at() {
            return Ok(ImportOutcome::Older);
        }
        if here.is_same_text(entry) {
            return Ok(ImportOutcome::Same);
        }
    }
    let id = match (entry.entry.id.as_str(), same_symbol) {
        ("", Some(id)) => id,
        ("", None) => free_id(connection, path, symbol)?,
        (id, _) => id.to_owned(),
    };
    keep(connection, entry, &id)?;
    row::replace_notes(connection, &id, &entry.notes)?;
    seal(connection, &id)?;
    Ok(ImportOutcome::Taken)
}

/// Stores a row under this id. An entry of the same symbol with another id makes way for it.
fn keep(connection: &Connection, entry: &StoredEntry, id: &str) -> rusqlite::Result<()> {
    let row = Entry { id: id.to_owned(), ..entry.entry.clone() };
    let displaced = row::replace(connection, &StoredEntry { entry: row, ..entry.clone() })?;
    if let Some(displaced) = displaced {
        changes::record(connection, ChangedItem::Entry, &displaced)?;
    }
    Ok(())
}

/// The last step of each change to an entry and its notes.
fn seal(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    checksum::keep(connection, id)?;
    changes::record(connection, ChangedItem::Entry, id).map(drop)
}

/// An id that no entry has yet: a hash of path and symbol, in letters and digits that are not mistaken
/// for one another.
fn free_id(connection: &Connection, path: &str, symbol: &str) -> rusqlite::Result<String> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    for attempt in 0u32.. {
        let mut hasher = blake3::Hasher::new();
        hasher.update(path.as_bytes()).update(&[0]).update(symbol.as_bytes());
        hasher.update(&attempt.to_le_bytes());
        let hash = hasher.finalize();
        let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
        let id: String = hash.as_bytes().iter().take(8).map(letter).collect();
        let taken: Option<i64> = connection
            .query_row("SELECT 1 FROM entries WHERE id = ?1", params![id], |row| row.get(0))
            .optional()?;
        if taken.is_none() {
            return Ok(id);
        }
    }
    Err(rusqlite::Error::QueryReturnedNoRows)
}
