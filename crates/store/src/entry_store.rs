//! Entries: what people and models wrote about the code.
//!
//! A symbol may have several entries, which are rivals. Writes are optimistic. An author passes what it
//! knew of the symbol's entries to [`EntryStore::put`], and if another was written since, nothing is
//! stored and the author decides again. What an entry said before is kept in its history.

use rutter_domain::{Claim, PastEvent, Review, Timestamp, Verdict};
use serde::{Deserialize, Serialize};

use crate::{Anchor, Error, StoredEntry};

/// The number of events that are kept of an entry.
pub const MOST_EVENTS: u32 = 50;

/// The number of rejection notes that are kept of an entry.
pub const MOST_NOTES: usize = 50;

/// All entries at one moment.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    /// Sorted by path, symbol and id.
    pub entries: Vec<StoredEntry>,
    pub damage: NotebookDamage,
    /// Number of the newest change that is included.
    pub latest: u64,
}

/// Entries that changed after some change.
#[derive(Debug, Clone, Default)]
pub struct EntryChanges {
    /// New or rewritten entries as they are now, in the order of the changes.
    pub changed: Vec<StoredEntry>,
    /// Ids of entries that no longer exist.
    pub removed: Vec<String>,
    /// Damage to the entries above.
    pub damage: NotebookDamage,
    /// Number of the newest change that is included.
    pub latest: u64,
}

/// Entries that are not as they were written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotebookDamage {
    /// Ids of entries that differ from what was written.
    pub altered: Vec<String>,
    /// Ids of entries that were written and cannot be found.
    pub lost: Vec<String>,
}

impl NotebookDamage {
    pub fn is_empty(&self) -> bool {
        self.altered.is_empty() && self.lost.is_empty()
    }
}

/// Outcome of [`EntryStore::put`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Put {
    Kept {
        id: String,
    },
    /// The symbol's entries are not those that the author knew. Nothing was stored.
    Overtaken,
}

/// Outcome of [`EntryStore::import`] for one entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportOutcome {
    /// It was new, or newer than the stored one.
    Taken,
    /// The store already has the same.
    Same,
    /// The stored one is newer.
    Older,
}

/// Result of running the checks on a stored entry.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckResult {
    /// The entry that was checked, as it was read.
    pub expected: StoredEntry,
    pub verdict: Verdict,
    pub claims: Vec<Claim>,
    pub anchor: Anchor,
    pub checks: u32,
}

pub trait EntryStore {
    /// All entries, compared with their checksums.
    fn entries(&self) -> Result<Contents, Error>;

    fn entry(&self, id: &str) -> Result<Option<StoredEntry>, Error>;

    fn n_entries(&self) -> Result<u64, Error>;

    /// Changes since a reader's [`Contents::latest`] or [`EntryChanges::latest`]. `None` if the
    /// store cannot tell: then call [`EntryStore::entries`].
    fn entry_changes_since(&self, number: u64) -> Result<Option<EntryChanges>, Error>;

    /// Stores an entry in place of `known`, with the id of that one; as a new entry if `known` is
    /// `None`. `others` are the ids of the symbol's other entries that the author knew. Stores nothing
    /// if `known` has changed, or if the symbol's other entries are not `others`.
    fn put(
        &mut self,
        entry: &StoredEntry,
        known: Option<&StoredEntry>,
        others: &[String],
    ) -> Result<Put, Error>;

    /// Deletes an entry that another one of its symbol makes superfluous: what it said goes into the
    /// history of that one, and its notes move there. Does nothing if one of them is gone.
    fn retire(&mut self, id: &str, into: &str) -> Result<(), Error>;

    /// Stores what checks found about entries. Returns for each whether it was stored: an entry that
    /// has changed since it was read is left alone.
    fn update_checked(&mut self, results: &[CheckResult]) -> Result<Vec<bool>, Error>;

    /// Adds a review in place of an earlier one by the same reader. `None` if the entry is gone or is
    /// not the text that was reviewed.
    fn add_review(
        &mut self,
        id: &str,
        review: &Review,
        expected: &StoredEntry,
    ) -> Result<Option<StoredEntry>, Error>;

    /// Past events of an entry, oldest first; at most the newest [`MOST_EVENTS`].
    fn history(&self, id: &str) -> Result<Vec<PastEvent>, Error>;

    /// Stores entries that were written elsewhere, with their ids, notes and reviews, except where the
    /// store has a newer one of the same id. Other entries of the same symbol stay. An entry without an
    /// id gets one, unless its author's same text is there already. All or none.
    fn import(&mut self, entries: &[StoredEntry]) -> Result<Vec<ImportOutcome>, Error>;

    /// Deletes entries, their notes and their history. Returns the ids that existed.
    fn forget(&mut self, ids: &[String]) -> Result<Vec<String>, Error>;

    /// Deletes an entry as [`EntryStore::forget`] does, unless it has changed since it was read. Returns
    /// whether it was deleted.
    fn forget_unchanged(&mut self, expected: &StoredEntry) -> Result<bool, Error>;

    /// Marks an entry as wrong and stores why. `None` if there is no such entry.
    fn reject(&mut self, id: &str, note: &str, at: Timestamp)
    -> Result<Option<StoredEntry>, Error>;

    /// Remembers which run or author was last shown why an entry was rejected.
    fn mark_shown(&mut self, id: &str, reader: &str) -> Result<(), Error>;

    /// Checks the whole store for damage, also where [`EntryStore::entries`] does not read.
    fn verify(&self) -> Result<NotebookDamage, Error>;
}
