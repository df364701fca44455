//! Rules for entries that hold whatever database keeps them: when a write or an import wins, what goes into
//! the history, and which ids an entry may get.
//!
//! Each is a function of what was read in a transaction; the database then stores what it returns.

use std::collections::BTreeSet;

use rutter_domain::{Entry, EntryEvent, Finding, PastEvent, Review, Timestamp, Verdict};

use crate::{CheckResult, EntryChanges, ImportOutcome, MOST_NOTES, RejectedNote, StoredEntry};

/// What to do with an entry that an author writes.
pub(crate) enum Write {
    /// Nothing: the symbol's entries are not those that the author knew.
    Overtaken,
    /// Store it under an id of its own.
    Add,
    /// Store it under the id of the one that it replaces, after the event was added to the history. The
    /// notes stay: they belong to the symbol, not to one text about it.
    Replace { event: PastEvent, notes: Vec<RejectedNote> },
}

/// Compares what an author knew with what is there: `ids` of the symbol's entries, and `here`, the entry
/// with the id of `known`.
pub(crate) fn decide_put(
    new: &StoredEntry,
    known: Option<&StoredEntry>,
    others: &[String],
    ids: &[String],
    here: Option<StoredEntry>,
) -> Write {
    let known_id = known.map(|known| &known.entry.id);
    let is_other = |id: &&String| known_id != Some(*id);
    let found: BTreeSet<&String> = ids.iter().filter(is_other).collect();
    if found != others.iter().filter(is_other).collect() {
        return Write::Overtaken;
    }
    let Some(known) = known else { return Write::Add };
    match here {
        Some(here) if is_unchanged(&here, known) => Write::Replace {
            event: past(&here, EntryEvent::Replaced, new.entry.created_at),
            notes: here.notes,
        },
        Some(_) | None => Write::Overtaken,
    }
}

/// Whether an entry is what its reader knows: the same text with the same reviews.
pub(crate) fn is_unchanged(here: &StoredEntry, known: &StoredEntry) -> bool {
    here.is_same_text(known) && here.reviews == known.reviews
}

/// Lets `heir` take the place of another entry of its symbol: its notes move, and what it said is the event.
pub(crate) fn inherit(old: StoredEntry, mut heir: StoredEntry) -> (StoredEntry, PastEvent) {
    let event = past(&old, EntryEvent::Replaced, heir.entry.created_at);
    heir.notes.splice(0..0, old.notes);
    heir.notes.sort_by_key(|note| note.at);
    (heir, event)
}

/// An entry with what the checks found; `None` if it is not the text that was checked.
pub(crate) fn with_check(here: Option<StoredEntry>, result: &CheckResult) -> Option<StoredEntry> {
    let CheckResult { expected, verdict, claims, anchor, checks } = result;
    let mut stored = here.filter(|here| here.is_same_text(expected))?;
    stored.entry.verdict = verdict.clone();
    stored.entry.claims = claims.clone();
    stored.anchor = anchor.clone();
    stored.checks = *checks;
    Some(stored)
}

/// An entry with a review in place of an earlier one by the same reader, and the event; `None` if it is not
/// the text that was reviewed.
pub(crate) fn with_review(
    here: Option<StoredEntry>,
    review: &Review,
    expected: &StoredEntry,
) -> Option<(StoredEntry, PastEvent)> {
    let mut stored = here.filter(|here| here.is_same_text(expected))?;
    let event = PastEvent {
        author: review.reader.clone(),
        note: Some(result_of(review)),
        ..past(&stored, EntryEvent::Reviewed, review.at)
    };
    stored.reviews.retain(|earlier| earlier.reader != review.reader);
    stored.reviews.push(review.clone());
    Some((stored, event))
}

/// An entry that is marked as wrong, and the event.
pub(crate) fn with_rejection(
    mut stored: StoredEntry,
    note: &str,
    at: Timestamp,
) -> (StoredEntry, PastEvent) {
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
    (stored, event)
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

/// What to do with an imported entry.
pub(crate) enum Import {
    /// Nothing, for this reason.
    Keep(ImportOutcome),
    /// Store it with these reviews, after the event was added to its history.
    Take { event: Option<PastEvent>, reviews: Vec<Review> },
}

/// Compares an imported entry with the one of the same id that is `here`.
pub(crate) fn decide_import(here: Option<&StoredEntry>, entry: &StoredEntry) -> Import {
    let mut reviews = entry.reviews.clone();
    let mut event = None;
    if let Some(here) = here {
        if here.changed_at() > entry.changed_at() {
            return Import::Keep(ImportOutcome::Older);
        }
        if here.is_same_writing(entry) {
            return Import::Keep(ImportOutcome::Same);
        }
        if !says_the_same(&here.entry, &entry.entry) {
            event = Some(past(here, EntryEvent::Imported, entry.changed_at()));
        } else if entry.reviews.is_empty() {
            // The text that was reviewed is the same, at another place.
            reviews.clone_from(&here.reviews);
        }
    }
    Import::Take { event, reviews }
}

/// Whether two entries of one symbol are the same text of one author.
pub(crate) fn says_the_same(left: &Entry, right: &Entry) -> bool {
    left.author == right.author
        && left.summary == right.summary
        && left.details == right.details
        && left.tags == right.tags
        && left.facts == right.facts
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

/// Ids for an entry of this symbol, the first that is free is taken: hashes of path and symbol, in
/// letters and digits that are not mistaken for one another.
pub(crate) fn candidate_ids(path: &str, symbol: &str) -> impl Iterator<Item = String> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut hasher = blake3::Hasher::new();
    hasher.update(path.as_bytes()).update(&[0]).update(symbol.as_bytes());
    (0u32..).map(move |attempt| {
        let hash = hasher.clone().update(&attempt.to_le_bytes()).finalize();
        let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
        hash.as_bytes().iter().take(8).map(letter).collect()
    })
}
