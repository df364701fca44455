//! Rules for entries that hold whatever database keeps them: what goes into the history, when an import
//! wins, and which ids an entry may get.

use rutter_domain::{Entry, EntryEvent, Finding, PastEvent, Review, Timestamp};

use crate::{ImportOutcome, StoredEntry};

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
pub(crate) fn past(before: &StoredEntry, event: EntryEvent, at: Timestamp) -> PastEvent {
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
pub(crate) fn result_of(review: &Review) -> String {
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
