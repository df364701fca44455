//! Entries in PostgreSQL.

use std::collections::{BTreeSet, HashMap};

use rutter_domain::{Entry, EntryEvent, PastEvent, Review, Timestamp, Verdict};

use super::changes::Presence;
use super::failure::Failure;
use super::transaction::Transaction;
use super::{PostgresStore, changes, entry_rows};
use crate::entry_rules::{self, Import, past, result_of, says_the_same};
use crate::{
    ChangedItem, CheckResult, Contents, EntryChanges, EntryStore, Error, ImportOutcome,
    NotebookDamage, Put, RejectedNote, StoredEntry,
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
                match (found.remove(&change.id), presence) {
                    (Some(read), _) => {
                        if !read.is_whole {
                            changes.damage.altered.push(change.id);
                        }
                        changes.changed.push(read.stored);
                    }
                    (None, Presence::Removed) => changes.removed.push(change.id),
                    (None, Presence::Present) => {
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
        self.write(|transaction| {
            let (path, symbol) = (&entry.entry.path, &entry.entry.symbol);
            let known_id = known.map(|known| known.entry.id.as_str());
            let here = transaction.at_symbol(path, symbol)?;
            let here = here.iter().map(|stored| stored.entry.id.as_str());
            let is_other = |id: &&str| known_id != Some(*id);
            let here: BTreeSet<&str> = here.filter(is_other).collect();
            if here != others.iter().map(String::as_str).filter(is_other).collect() {
                return Ok(Put::Overtaken);
            }
            let Some(known) = known else {
                let id = free_id(transaction, path, symbol)?;
                let new = StoredEntry { notes: Vec::new(), ..with_id(entry, &id) };
                entry_rows::put(transaction, &[new])?;
                return Ok(Put::Kept { id });
            };
            let id = known.entry.id.clone();
            let here = match transaction.by_id(&id)? {
                Some(here) if here.is_same_text(known) && here.reviews == known.reviews => here,
                Some(_) | None => return Ok(Put::Overtaken),
            };
            let event = past(&here, EntryEvent::Replaced, entry.entry.created_at);
            entry_rows::append_history(transaction, &[(id.clone(), event)])?;
            // The notes belong to the symbol, not to one text about it.
            let new = StoredEntry { notes: here.notes, ..with_id(entry, &id) };
            entry_rows::put(transaction, &[new])?;
            Ok(Put::Kept { id })
        })
    }

    fn retire(&mut self, id: &str, into: &str) -> Result<(), Error> {
        self.write(|transaction| {
            let (Some(old), Some(mut heir)) = (transaction.by_id(id)?, transaction.by_id(into)?)
            else {
                return Ok(());
            };
            let event = past(&old, EntryEvent::Replaced, heir.entry.created_at);
            entry_rows::append_history(transaction, &[(into.to_owned(), event)])?;
            heir.notes.splice(0..0, old.notes);
            heir.notes.sort_by_key(|note| note.at);
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
                let CheckResult { expected, verdict, claims, anchor, checks } = result;
                let stored = here.remove(&expected.entry.id);
                let Some(mut stored) = stored.filter(|stored| stored.is_same_text(expected)) else {
                    updated.push(false);
                    continue;
                };
                stored.entry.verdict = verdict.clone();
                stored.entry.claims = claims.clone();
                stored.anchor = anchor.clone();
                stored.checks = *checks;
                changed.push(stored);
                updated.push(true);
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
            let stored = transaction.by_id(id)?.filter(|stored| stored.is_same_text(expected));
            let Some(mut stored) = stored else { return Ok(None) };
            let event = PastEvent {
                author: review.reader.clone(),
                note: Some(result_of(review)),
                ..past(&stored, EntryEvent::Reviewed, review.at)
            };
            entry_rows::append_history(transaction, &[(id.to_owned(), event)])?;
            stored.reviews.retain(|earlier| earlier.reader != review.reader);
            stored.reviews.push(review.clone());
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

    fn reject(
        &mut self,
        id: &str,
        note: &str,
        at: Timestamp,
    ) -> Result<Option<StoredEntry>, Error> {
        self.write(|transaction| {
            let Some(mut entry) = transaction.by_id(id)? else { return Ok(None) };
            let event = past(&entry, EntryEvent::Rejected, at);
            let event = PastEvent { note: Some(note.to_owned()), ..event };
            entry_rows::append_history(transaction, &[(id.to_owned(), event)])?;
            entry.notes.push(RejectedNote {
                note: note.to_owned(),
                summary: entry.entry.summary.clone(),
                author: entry.entry.author.clone(),
                at,
                shown_to: None,
            });
            entry.entry.verdict = Verdict::Rejected { note: note.to_owned() };
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
