//! Entries in PostgreSQL.

use std::collections::HashMap;

use rutter_domain::{Entry, PastEvent, Review, Timestamp};

use super::changes::Presence;
use super::failure::Failure;
use super::transaction::Transaction;
use super::{PostgresStore, changes, entry_rows};
use crate::entry_rules::{self, Import, Wholeness, Write, is_unchanged, says_the_same};
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
        self.write(|transaction| {
            let (path, symbol) = (&entry.entry.path, &entry.entry.symbol);
            let ids = transaction.at_symbol(path, symbol)?.into_iter();
            let ids: Vec<String> = ids.map(|stored| stored.entry.id).collect();
            let known_id = known.map(|known| known.entry.id.clone());
            let here = match &known_id {
                Some(id) => transaction.by_id(id)?,
                None => None,
            };
            let (id, notes) = match entry_rules::decide_put(entry, known, others, &ids, here) {
                Write::Overtaken => return Ok(Put::Overtaken),
                Write::Add => (free_id(transaction, path, symbol)?, Vec::new()),
                Write::Replace { event, notes } => {
                    let id = known_id.unwrap_or_default();
                    entry_rows::append_history(transaction, &[(id.clone(), event)])?;
                    (id, notes)
                }
            };
            let new = StoredEntry { notes, ..with_id(entry, &id) };
            entry_rows::put(transaction, &[new])?;
            Ok(Put::Kept { id })
        })
    }

    fn retire(&mut self, id: &str, into: &str) -> Result<(), Error> {
        self.write(|transaction| {
            let (Some(old), Some(heir)) = (transaction.by_id(id)?, transaction.by_id(into)?) else {
                return Ok(());
            };
            let (heir, event) = entry_rules::inherit(old, heir);
            entry_rows::append_history(transaction, &[(into.to_owned(), event)])?;
            entry_rows::delete(transaction, &[id.to_owned()])?;
            entry_rows::put(transaction, &[heir])
        })
    }

    fn update_checked(&mut self, results: &[CheckResult]) -> Result<Vec<bool>, Error> {
        let ids: Vec<String> =
            results.iter().map(|result| result.expected.entry.id.clone()).collect();
        self.write(|transaction| {
            let mut here = transaction.by_ids(&ids)?;
            let (mut updated, mut changed) = (Vec::new(), Vec::new());
            for result in results {
                let here = here.remove(&result.expected.entry.id);
                let checked = entry_rules::with_check(here, result);
                updated.push(checked.is_some());
                changed.extend(checked);
            }
            entry_rows::put(transaction, &changed)?;
            Ok(updated)
        })
    }

    fn add_review(
        &mut self,
        id: &str,
        review: &Review,
        expected: &StoredEntry,
    ) -> Result<Option<StoredEntry>, Error> {
        self.write(|transaction| {
            let reviewed = entry_rules::with_review(transaction.by_id(id)?, review, expected);
            let Some((stored, event)) = reviewed else { return Ok(None) };
            entry_rows::append_history(transaction, &[(id.to_owned(), event)])?;
            entry_rows::put(transaction, std::slice::from_ref(&stored))?;
            Ok(Some(stored))
        })
    }

    fn history(&self, id: &str) -> Result<Vec<PastEvent>, Error> {
        self.read_once(|session, repository| entry_rows::history(session, repository, id))
    }

    fn import(&mut self, entries: &[StoredEntry]) -> Result<Vec<ImportOutcome>, Error> {
        self.write(|transaction| {
            let mut imports = Imports::new(transaction, entries)?;
            let outcomes = entries.iter().map(|entry| imports.add(transaction, entry));
            let outcomes = outcomes.collect::<Result<Vec<_>, _>>()?;
            imports.store(transaction)?;
            Ok(outcomes)
        })
    }

    fn forget(&mut self, ids: &[String]) -> Result<Vec<String>, Error> {
        self.write(|transaction| {
            let forgotten = entry_rows::delete(transaction, ids)?;
            // What was lost is no longer missed.
            let lost = transaction.query(
                "SELECT id FROM rutter.changes WHERE repository = $1 AND item = 'entry'
                    AND NOT removed AND id = ANY ($2)",
                &[&transaction.repository, &ids.to_vec()],
            )?;
            let lost = lost.iter().map(|row| row.get::<_, String>(0));
            for id in lost.filter(|id| !forgotten.contains(id)) {
                transaction.record(ChangedItem::Entry, &id, Presence::Removed);
            }
            Ok(forgotten)
        })
    }

    fn forget_unchanged(&mut self, expected: &StoredEntry) -> Result<bool, Error> {
        self.write(|transaction| {
            let id = &expected.entry.id;
            let here = transaction.by_id(id)?;
            let is_unchanged = here.is_some_and(|here| is_unchanged(&here, expected));
            if is_unchanged {
                entry_rows::delete(transaction, std::slice::from_ref(id))?;
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
        self.write(|transaction| {
            let Some(entry) = transaction.by_id(id)? else { return Ok(None) };
            let (entry, event) = entry_rules::with_rejection(entry, note, at);
            entry_rows::append_history(transaction, &[(id.to_owned(), event)])?;
            entry_rows::put(transaction, std::slice::from_ref(&entry))?;
            Ok(Some(entry))
        })
    }

    fn mark_shown(&mut self, id: &str, reader: &str) -> Result<(), Error> {
        self.write(|transaction| {
            let Some(mut entry) = transaction.by_id(id)? else { return Ok(()) };
            entry.notes.iter_mut().for_each(|note| note.shown_to = Some(reader.to_owned()));
            entry_rows::put(transaction, &[entry])
        })
    }

    fn verify(&self) -> Result<NotebookDamage, Error> {
        self.entries().map(|contents| contents.damage)
    }
}

/// Entries that are imported together, with those that are there already.
struct Imports {
    here: HashMap<String, StoredEntry>,
    taken: Vec<String>,
    events: Vec<(String, PastEvent)>,
}

impl Imports {
    fn new(transaction: &Transaction<'_>, entries: &[StoredEntry]) -> Result<Imports, Failure> {
        let ids: Vec<String> = entries.iter().map(|stored| stored.entry.id.clone()).collect();
        let here = transaction.by_ids(&ids)?;
        Ok(Imports { here, taken: Vec::new(), events: Vec::new() })
    }

    fn add(
        &mut self,
        transaction: &Transaction<'_>,
        entry: &StoredEntry,
    ) -> Result<ImportOutcome, Failure> {
        let (path, symbol) = (&entry.entry.path, &entry.entry.symbol);
        let id = match entry.entry.id.as_str() {
            "" => {
                // Entries without an id are written by hand and few; each may ask the server.
                self.store(transaction)?;
                let here = transaction.at_symbol(path, symbol)?;
                if here.iter().any(|here| says_the_same(&here.entry, &entry.entry)) {
                    return Ok(ImportOutcome::Same);
                }
                free_id(transaction, path, symbol)?
            }
            id => id.to_owned(),
        };
        match entry_rules::decide_import(self.here.get(&id), entry) {
            Import::Keep(outcome) => Ok(outcome),
            Import::Take { event, reviews } => {
                self.events.extend(event.map(|event| (id.clone(), event)));
                let new = StoredEntry { reviews, ..with_id(entry, &id) };
                self.here.insert(id.clone(), new);
                self.taken.retain(|taken| *taken != id);
                self.taken.push(id);
                Ok(ImportOutcome::Taken)
            }
        }
    }

    /// Sends what was taken since the last time.
    fn store(&mut self, transaction: &Transaction<'_>) -> Result<(), Failure> {
        let taken = self.taken.drain(..).filter_map(|id| self.here.get(&id).cloned());
        entry_rows::put(transaction, &taken.collect::<Vec<_>>())?;
        entry_rows::append_history(transaction, &std::mem::take(&mut self.events))
    }
}

impl Transaction<'_> {
    fn by_id(&self, id: &str) -> Result<Option<StoredEntry>, Failure> {
        entry_rows::by_id(self.session, self.repository, id)
    }

    fn by_ids(&self, ids: &[String]) -> Result<HashMap<String, StoredEntry>, Failure> {
        let found = entry_rows::by_ids(self.session, self.repository, ids)?;
        Ok(found.into_iter().map(|(id, read)| (id, read.stored)).collect())
    }

    fn at_symbol(&self, path: &str, symbol: &str) -> Result<Vec<StoredEntry>, Failure> {
        entry_rows::at_symbol(self.session, self.repository, path, symbol)
    }
}

fn with_id(stored: &StoredEntry, id: &str) -> StoredEntry {
    let entry = Entry { id: id.to_owned(), ..stored.entry.clone() };
    StoredEntry { entry, ..stored.clone() }
}

/// An id that no entry has yet.
fn free_id(transaction: &Transaction<'_>, path: &str, symbol: &str) -> Result<String, Failure> {
    let mut candidates = entry_rules::candidate_ids(path, symbol);
    loop {
        let some: Vec<String> = candidates.by_ref().take(8).collect();
        let taken = transaction.by_ids(&some)?;
        if let Some(id) = some.into_iter().find(|id| !taken.contains_key(id)) {
            return Ok(id);
        }
    }
}
