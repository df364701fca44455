//! Entries in SQLite.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use rutter_domain::{PastEvent, Review, Timestamp};

use super::{SqliteStore, changes, checksum, failure, history, row};
use crate::entry_rules::{self, EntryRows, Wholeness};
use crate::rows::{Presence, Rows};
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
        self.write(|connection| entry_rules::put(connection, entry, known, others))
    }

    fn retire(&mut self, id: &str, into: &str) -> Result<(), Error> {
        self.write(|connection| entry_rules::retire(connection, id, into))
    }

    fn update_checked(&mut self, results: &[CheckResult]) -> Result<Vec<bool>, Error> {
        self.write(|connection| entry_rules::update_checked(connection, results))
    }

    fn add_review(
        &mut self,
        id: &str,
        review: &Review,
        expected: &StoredEntry,
    ) -> Result<Option<StoredEntry>, Error> {
        self.write(|connection| entry_rules::add_review(connection, id, review, expected))
    }

    fn history(&self, id: &str) -> Result<Vec<PastEvent>, Error> {
        self.read(|connection| history::of_entry(connection, id))
    }

    fn import(&mut self, entries: &[StoredEntry]) -> Result<Vec<ImportOutcome>, Error> {
        self.write(|connection| entry_rules::import(connection, entries))
    }

    fn forget(&mut self, ids: &[String]) -> Result<Vec<String>, Error> {
        self.write(|connection| connection.delete_entries(ids))
    }

    fn forget_unchanged(&mut self, expected: &StoredEntry) -> Result<bool, Error> {
        self.write(|connection| entry_rules::forget_unchanged(connection, expected))
    }

    fn reject(
        &mut self,
        id: &str,
        note: &str,
        at: Timestamp,
    ) -> Result<Option<StoredEntry>, Error> {
        self.write(|connection| entry_rules::reject(connection, id, note, at))
    }

    fn mark_shown(&mut self, id: &str, reader: &str) -> Result<(), Error> {
        self.write(|connection| {
            let update = "UPDATE notes SET told_to = ?2 WHERE entry = ?1";
            connection.execute(update, params![id, reader])?;
            connection.record(ChangedItem::Entry, id, Presence::Present).map(drop)
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

impl EntryRows for Connection {
    fn by_ids(&self, ids: &[String]) -> rusqlite::Result<HashMap<String, StoredEntry>> {
        let found = ids.iter().map(|id| Ok(row::by_id(self, id)?.map(|found| (id.clone(), found))));
        found.filter_map(Result::transpose).collect()
    }

    fn by_id(&self, id: &str) -> rusqlite::Result<Option<StoredEntry>> {
        row::by_id(self, id)
    }

    fn at_symbol(&self, path: &str, symbol: &str) -> rusqlite::Result<Vec<StoredEntry>> {
        let ids = row::ids_at(self, path, symbol)?;
        ids.iter().filter_map(|id| row::by_id(self, id).transpose()).collect()
    }

    fn put_entries(&self, entries: &[StoredEntry]) -> rusqlite::Result<()> {
        for stored in entries {
            let id = &stored.entry.id;
            row::replace(self, stored)?;
            row::replace_notes(self, id, &stored.notes)?;
            checksum::keep(self, id)?;
            self.record(ChangedItem::Entry, id, Presence::Present)?;
        }
        Ok(())
    }

    fn delete_entries(&self, ids: &[String]) -> rusqlite::Result<Vec<String>> {
        let mut deleted = Vec::new();
        for id in ids {
            self.delete("DELETE FROM notes WHERE entry = ?1", id)?;
            self.delete("DELETE FROM history WHERE entry = ?1", id)?;
            // An entry that was lost has only a checksum.
            let had_checksum = self.delete("DELETE FROM checksums WHERE entry = ?1", id)?;
            let had_entry = self.delete("DELETE FROM entries WHERE id = ?1", id)?;
            if had_entry || had_checksum {
                self.record(ChangedItem::Entry, id, Presence::Removed)?;
            }
            if had_entry {
                deleted.push(id.clone());
            }
        }
        Ok(deleted)
    }

    fn append_history(&self, events: &[(String, PastEvent)]) -> rusqlite::Result<()> {
        events.iter().try_for_each(|(id, event)| history::append(self, id, event))
    }
}
