//! Rules for entries that hold whatever database keeps them: when a write or an import wins, what goes into
//! the history, and which ids an entry may get.
//!
//! Each is a function over [`EntryRows`] that runs in one transaction.

use std::collections::{BTreeSet, HashMap};
use std::{mem, slice};

use rutter_domain::{Entry, EntryEvent, Finding, PastEvent, Review, Timestamp, Verdict};

use crate::rows::Rows;
use crate::{CheckResult, EntryChanges, ImportOutcome, MOST_NOTES, Put, RejectedNote, StoredEntry};

pub(crate) trait EntryRows: Rows {
    /// The entries with these ids, as far as there are any, by id.
    fn by_ids(&self, ids: &[String]) -> Result<HashMap<String, StoredEntry>, Self::Failure>;

    fn by_id(&self, id: &str) -> Result<Option<StoredEntry>, Self::Failure>;

    /// The entries of this path and symbol.
    fn at_symbol(&self, path: &str, symbol: &str) -> Result<Vec<StoredEntry>, Self::Failure>;

    /// Stores entries with their notes in place of those with their ids, and records the changes.
    fn put_entries(&self, entries: &[StoredEntry]) -> Result<(), Self::Failure>;

    /// Deletes entries, their notes and their history, and records the changes. Returns the ids that existed.
    fn delete_entries(&self, ids: &[String]) -> Result<Vec<String>, Self::Failure>;

    /// Adds events to the history of entries, and deletes the oldest ones that are too many.
    fn append_history(&self, events: &[(String, PastEvent)]) -> Result<(), Self::Failure>;
}

/// Stores an entry if the symbol's entries are those that the author knew: `known` and `others`.
pub(crate) fn put<R: EntryRows>(
    rows: &R,
    new: &StoredEntry,
    known: Option<&StoredEntry>,
    others: &[String],
) -> Result<Put, R::Failure> {
    let (path, symbol) = (&new.entry.path, &new.entry.symbol);
    let known_id = known.map(|known| &known.entry.id);
    let is_other = |id: &&String| known_id != Some(*id);
    let at_symbol = rows.at_symbol(path, symbol)?;
    let found: BTreeSet<&String> =
        at_symbol.iter().map(|stored| &stored.entry.id).filter(is_other).collect();
    if found != others.iter().filter(is_other).collect() {
        return Ok(Put::Overtaken);
    }
    let Some(known) = known else {
        let id = free_id(rows, path, symbol)?;
        rows.put_entries(&[StoredEntry { notes: Vec::new(), ..with_id(new, &id) }])?;
        return Ok(Put::Kept { id });
    };
    let id = known.entry.id.clone();
    let Some(here) = rows.by_id(&id)?.filter(|here| is_unchanged(here, known)) else {
        return Ok(Put::Overtaken);
    };
    let event = past(&here, EntryEvent::Replaced, new.entry.created_at);
    rows.append_history(&[(id.clone(), event)])?;
    // The notes stay: they belong to the symbol, not to one text about it.
    rows.put_entries(&[StoredEntry { notes: here.notes, ..with_id(new, &id) }])?;
    Ok(Put::Kept { id })
}

/// Whether an entry is what its reader knows: the same text with the same reviews.
fn is_unchanged(here: &StoredEntry, known: &StoredEntry) -> bool {
    here.is_same_text(known) && here.reviews == known.reviews
}

/// Lets the entry `into` take the place of another one of its symbol: it gets the notes, and what the other said
/// goes into its history.
pub(crate) fn retire<R: EntryRows>(rows: &R, id: &str, into: &str) -> Result<(), R::Failure> {
    let (Some(old), Some(mut heir)) = (rows.by_id(id)?, rows.by_id(into)?) else {
        return Ok(());
    };
    let event = past(&old, EntryEvent::Replaced, heir.entry.created_at);
    heir.notes.splice(0..0, old.notes);
    heir.notes.sort_by_key(|note| note.at);
    rows.append_history(&[(into.to_owned(), event)])?;
    rows.delete_entries(&[id.to_owned()])?;
    rows.put_entries(&[heir])
}

/// Stores what the checks found. Returns for each result whether the entry is still the text that was checked.
pub(crate) fn update_checked<R: EntryRows>(
    rows: &R,
    results: &[CheckResult],
) -> Result<Vec<bool>, R::Failure> {
    let ids: Vec<String> = results.iter().map(|result| result.expected.entry.id.clone()).collect();
    let mut here = rows.by_ids(&ids)?;
    let (mut updated, mut changed) = (Vec::new(), Vec::new());
    for CheckResult { expected, verdict, claims, anchor, checks } in results {
        let here = here.remove(&expected.entry.id).filter(|here| here.is_same_text(expected));
        updated.push(here.is_some());
        changed.extend(here.map(|mut stored| {
            stored.entry.verdict = verdict.clone();
            stored.entry.claims = claims.clone();
            StoredEntry { anchor: anchor.clone(), checks: *checks, ..stored }
        }));
    }
    rows.put_entries(&changed)?;
    Ok(updated)
}

/// Adds a review in place of an earlier one by the same reader; `None` if the entry is not the text that was
/// reviewed.
pub(crate) fn add_review<R: EntryRows>(
    rows: &R,
    id: &str,
    review: &Review,
    expected: &StoredEntry,
) -> Result<Option<StoredEntry>, R::Failure> {
    let Some(mut stored) = rows.by_id(id)?.filter(|here| here.is_same_text(expected)) else {
        return Ok(None);
    };
    let event = PastEvent {
        author: review.reader.clone(),
        note: Some(result_of(review)),
        ..past(&stored, EntryEvent::Reviewed, review.at)
    };
    stored.reviews.retain(|earlier| earlier.reader != review.reader);
    stored.reviews.push(review.clone());
    rows.append_history(&[(id.to_owned(), event)])?;
    rows.put_entries(slice::from_ref(&stored))?;
    Ok(Some(stored))
}

/// Marks an entry as wrong and keeps the newest notes that say why.
pub(crate) fn reject<R: EntryRows>(
    rows: &R,
    id: &str,
    note: &str,
    at: Timestamp,
) -> Result<Option<StoredEntry>, R::Failure> {
    let Some(mut stored) = rows.by_id(id)? else { return Ok(None) };
    let event = past(&stored, EntryEvent::Rejected, at);
    let event = PastEvent { note: Some(note.to_owned()), ..event };
    stored.notes.push(RejectedNote {
        note: note.to_owned(),
        summary: stored.entry.summary.clone(),
        author: stored.entry.author.clone(),
        at,
        shown_to: None,
    });
    let n_old = stored.notes.len().saturating_sub(MOST_NOTES);
    stored.notes.drain(..n_old);
    stored.entry.verdict = Verdict::Rejected { note: note.to_owned() };
    rows.append_history(&[(id.to_owned(), event)])?;
    rows.put_entries(slice::from_ref(&stored))?;
    Ok(Some(stored))
}

/// Deletes an entry if it is what its reader knows.
pub(crate) fn forget_unchanged<R: EntryRows>(
    rows: &R,
    expected: &StoredEntry,
) -> Result<bool, R::Failure> {
    let id = &expected.entry.id;
    let is_unchanged = rows.by_id(id)?.is_some_and(|here| is_unchanged(&here, expected));
    if is_unchanged {
        rows.delete_entries(slice::from_ref(id))?;
    }
    Ok(is_unchanged)
}

/// Whether an entry of the change feed is as it was written. One that is gone is, if it was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wholeness {
    Whole,
    Damaged,
}

/// Adds an entry of the change feed to the changes that a reader receives; `here` is what is stored under the id.
pub(crate) fn add_change(
    changes: &mut EntryChanges,
    id: String,
    here: Option<StoredEntry>,
    wholeness: Wholeness,
) {
    let is_damaged = wholeness == Wholeness::Damaged;
    match here {
        Some(stored) => {
            if is_damaged {
                changes.damage.altered.push(id);
            }
            changes.changed.push(stored);
        }
        None => {
            if is_damaged {
                changes.damage.lost.push(id.clone());
            }
            changes.removed.push(id);
        }
    }
}

/// Stores entries that were written elsewhere, except where a newer one of the same id is stored.
pub(crate) fn import<R: EntryRows>(
    rows: &R,
    entries: &[StoredEntry],
) -> Result<Vec<ImportOutcome>, R::Failure> {
    let ids: Vec<String> = entries.iter().map(|stored| stored.entry.id.clone()).collect();
    let mut import =
        Import { rows, here: rows.by_ids(&ids)?, taken: Vec::new(), events: Vec::new() };
    let outcomes = entries.iter().map(|entry| import.add(entry)).collect::<Result<Vec<_>, _>>()?;
    import.store()?;
    Ok(outcomes)
}

/// Entries that are imported together, so that a server is asked a few times and not once for each.
struct Import<'a, R> {
    rows: &'a R,
    /// By id, as they will be when all that was taken is stored.
    here: HashMap<String, StoredEntry>,
    /// Ids of the entries that must still be stored.
    taken: Vec<String>,
    events: Vec<(String, PastEvent)>,
}

impl<R: EntryRows> Import<'_, R> {
    fn add(&mut self, entry: &StoredEntry) -> Result<ImportOutcome, R::Failure> {
        let (path, symbol) = (&entry.entry.path, &entry.entry.symbol);
        let id = match entry.entry.id.as_str() {
            "" => {
                // Entries without an id are written by hand and few; each may ask the server.
                self.store()?;
                let here = self.rows.at_symbol(path, symbol)?;
                if here.iter().any(|here| says_the_same(&here.entry, &entry.entry)) {
                    return Ok(ImportOutcome::Same);
                }
                free_id(self.rows, path, symbol)?
            }
            id => id.to_owned(),
        };
        let mut new = with_id(entry, &id);
        if let Some(here) = self.here.get(&id) {
            if here.changed_at() > entry.changed_at() {
                return Ok(ImportOutcome::Older);
            }
            if here.is_same_writing(entry) {
                return Ok(ImportOutcome::Same);
            }
            if !says_the_same(&here.entry, &entry.entry) {
                let event = past(here, EntryEvent::Imported, entry.changed_at());
                self.events.push((id.clone(), event));
            } else if entry.reviews.is_empty() {
                // The text that was reviewed is the same, at another place.
                new.reviews.clone_from(&here.reviews);
            }
        }
        self.here.insert(id.clone(), new);
        self.taken.retain(|taken| *taken != id);
        self.taken.push(id);
        Ok(ImportOutcome::Taken)
    }

    /// Stores what was taken since the last time.
    fn store(&mut self) -> Result<(), R::Failure> {
        let taken = self.taken.drain(..).filter_map(|id| self.here.get(&id).cloned());
        self.rows.put_entries(&taken.collect::<Vec<_>>())?;
        self.rows.append_history(&mem::take(&mut self.events))
    }
}

/// Whether two entries of one symbol are the same text of one author.
fn says_the_same(left: &Entry, right: &Entry) -> bool {
    left.author == right.author
        && left.summary == right.summary
        && left.details == right.details
        && left.tags == right.tags
        && left.facts == right.facts
}

fn with_id(stored: &StoredEntry, id: &str) -> StoredEntry {
    let entry = Entry { id: id.to_owned(), ..stored.entry.clone() };
    StoredEntry { entry, ..stored.clone() }
}

/// An event that keeps what an entry said before it.
fn past(before: &StoredEntry, event: EntryEvent, at: Timestamp) -> PastEvent {
    let entry = &before.entry;
    PastEvent {
        at,
        event,
        author: entry.author.clone(),
        summary: entry.summary.clone(),
        details: entry.details.clone(),
        note: Some(entry.verdict.name().to_owned()),
    }
}

/// How many claims got which answer.
fn result_of(review: &Review) -> String {
    let count = |finding: Finding| {
        let n_answers = review.answers.iter().filter(|answer| answer.finding == finding).count();
        (n_answers > 0).then(|| format!("{n_answers} {finding}"))
    };
    Finding::ALL.into_iter().filter_map(count).collect::<Vec<_>>().join(", ")
}

/// An id for an entry of this symbol that no entry has yet.
fn free_id<R: EntryRows>(rows: &R, path: &str, symbol: &str) -> Result<String, R::Failure> {
    let mut candidates = candidate_ids(path, symbol);
    loop {
        // Several at once: each question is a round trip to the server.
        let some: Vec<String> = candidates.by_ref().take(8).collect();
        let taken = rows.by_ids(&some)?;
        if let Some(id) = some.into_iter().find(|id| !taken.contains_key(id)) {
            return Ok(id);
        }
    }
}

/// Hashes of path and symbol, in letters and digits that are not mistaken for one another.
fn candidate_ids(path: &str, symbol: &str) -> impl Iterator<Item = String> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut hasher = blake3::Hasher::new();
    hasher.update(path.as_bytes()).update(&[0]).update(symbol.as_bytes());
    (0u32..).map(move |attempt| {
        let hash = hasher.clone().update(&attempt.to_le_bytes()).finalize();
        let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
        hash.as_bytes().iter().take(8).map(letter).collect()
    })
}
