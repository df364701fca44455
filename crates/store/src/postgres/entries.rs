//! Entries in PostgreSQL.

use rutter_domain::{PastEvent, Review, Timestamp};

use super::{PostgresStore, changes, entry_rows};
use crate::entry_rules::{self, EntryRows, Wholeness};
use crate::rows::{Presence, Rows};
use crate::{
    ChangedItem, CheckResult, Contents, EntryChanges, EntryStore, Error, ImportOutcome,
    NotebookDamage, Put, StoredEntry,
};

impl EntryStore for PostgresStore {
    fn entries(&self) -> Result<Contents, Error> {
        self.read(|session, repository| {
            let all = entry_rows::all(session, repository)?;
            let is_altered = |read: &&entry_rows::ReadEntry| !read.is_whole;
            let altered = all.iter().filter(is_altered).map(|read| read.stored.entry.id.clone());
            // An entry that the feed does not call removed, and that is not there, is lost.
            let lost = session.query(
                "SELECT id FROM rutter.changes WHERE repository = $1 AND item = 'entry'
                    AND NOT removed AND id NOT IN
                        (SELECT id FROM rutter.entries WHERE repository = $1) ORDER BY id",
                &[&repository],
            )?;
            let damage = NotebookDamage {
                altered: altered.collect(),
                lost: lost.iter().map(|row| row.get(0)).collect(),
            };
            let entries = all.into_iter().map(|read| read.stored).collect();
            Ok(Contents { entries, damage, latest: changes::latest(session, repository)? })
        })
    }

    fn entry(&self, id: &str) -> Result<Option<StoredEntry>, Error> {
        self.read_once(|session, repository| entry_rows::by_id(session, repository, id))
    }

    fn n_entries(&self) -> Result<u64, Error> {
        self.read_once(|session, repository| {
            let count = "SELECT count(*) FROM rutter.entries WHERE repository = $1";
            let row = session.query_first(count, &[&repository])?;
            Ok(row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()))
        })
    }

    fn entry_changes_since(&self, number: u64) -> Result<Option<EntryChanges>, Error> {
        self.read(|session, repository| {
            let Some(all) = changes::since(session, repository, number)? else {
                return Ok(None);
            };
            let latest = all.last().map_or(number, |(change, _)| change.number);
            let of_entries: Vec<_> =
                all.into_iter().filter(|(change, _)| change.item == ChangedItem::Entry).collect();
            let ids: Vec<String> = of_entries.iter().map(|(change, _)| change.id.clone()).collect();
            let mut found = entry_rows::by_ids(session, repository, &ids)?;
            let mut changes = EntryChanges { latest, ..EntryChanges::default() };
            for (change, presence) in of_entries {
                let here = found.remove(&change.id);
                let is_whole = match &here {
                    Some(read) => read.is_whole,
                    None => presence == Presence::Removed,
                };
                let wholeness = if is_whole { Wholeness::Whole } else { Wholeness::Damaged };
                let here = here.map(|read| read.stored);
                entry_rules::add_change(&mut changes, change.id, here, wholeness);
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
        self.write(|transaction| entry_rules::put(transaction, entry, known, others))
    }

    fn retire(&mut self, id: &str, into: &str) -> Result<(), Error> {
        self.write(|transaction| entry_rules::retire(transaction, id, into))
    }

    fn update_checked(&mut self, results: &[CheckResult]) -> Result<Vec<bool>, Error> {
        self.write(|transaction| entry_rules::update_checked(transaction, results))
    }

    fn add_review(
        &mut self,
        id: &str,
        review: &Review,
        expected: &StoredEntry,
    ) -> Result<Option<StoredEntry>, Error> {
        self.write(|transaction| entry_rules::add_review(transaction, id, review, expected))
    }

    fn history(&self, id: &str) -> Result<Vec<PastEvent>, Error> {
        self.read_once(|session, repository| entry_rows::history(session, repository, id))
    }

    fn import(&mut self, entries: &[StoredEntry]) -> Result<Vec<ImportOutcome>, Error> {
        self.write(|transaction| entry_rules::import(transaction, entries))
    }

    fn forget(&mut self, ids: &[String]) -> Result<Vec<String>, Error> {
        self.write(|transaction| {
            let forgotten = transaction.delete_entries(ids)?;
            // Entries that were lost earlier get a change as well, so that they are not reported as lost any more.
            let lost = transaction.query(
                "SELECT id FROM rutter.changes WHERE repository = $1 AND item = 'entry'
                    AND NOT removed AND id = ANY ($2)",
                &[&transaction.repository, &ids.to_vec()],
            )?;
            let lost = lost.iter().map(|row| row.get::<_, String>(0));
            for id in lost.filter(|id| !forgotten.contains(id)) {
                transaction.record(ChangedItem::Entry, &id, Presence::Removed)?;
            }
            Ok(forgotten)
        })
    }

    fn forget_unchanged(&mut self, expected: &StoredEntry) -> Result<bool, Error> {
        self.write(|transaction| entry_rules::forget_unchanged(transaction, expected))
    }

    fn reject(
        &mut self,
        id: &str,
        note: &str,
        at: Timestamp,
    ) -> Result<Option<StoredEntry>, Error> {
        self.write(|transaction| entry_rules::reject(transaction, id, note, at))
    }

    fn mark_shown(&mut self, id: &str, reader: &str) -> Result<(), Error> {
        self.write(|transaction| {
            let Some(mut entry) = transaction.by_id(id)? else { return Ok(()) };
            entry.notes.iter_mut().for_each(|note| note.shown_to = Some(reader.to_owned()));
            transaction.put_entries(&[entry])
        })
    }

    fn verify(&self) -> Result<NotebookDamage, Error> {
        self.entries().map(|contents| contents.damage)
    }
}
