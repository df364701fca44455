//! Entries: what people and models wrote about the code.
//!
//! Writes are optimistic. An author passes what it knew of the symbol's entry to [`EntryStore::put`],
//! and if another was written since, nothing is stored and the author decides again.

use rutter_domain::Timestamp;

use crate::{Error, StoredEntry};

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Put {
    Kept {
        id: String,
    },
    /// The symbol's entry is not the one that the author knew. Nothing was stored.
    Overtaken,
}

/// Outcome of [`EntryStore::import`] for one entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportOutcome {
    /// It was new, or newer than the stored one.
    Taken,
    /// The store already has the same.
    Same,
    /// The stored one is newer.
    Older,
}

pub trait EntryStore {
    /// All entries, compared with their checksums.
    fn entries(&self) -> Result<Contents, Error>;

    /// The entry with this id.
    fn entry(&self, id: &str) -> Result<Option<StoredEntry>, Error>;

    fn n_entries(&self) -> Result<u64, Error>;

    /// What changed since a reader's [`Contents::latest`] or [`EntryChanges::latest`]. `None` if the
    /// store cannot tell: then call [`EntryStore::entries`].
    fn entry_changes_since(&self, number: u64) -> Result<Option<EntryChanges>, Error>;

    /// Stores an entry in place of `known`, with the id of that one; as a new entry if `known` is
    /// `None`. Stores nothing if the symbol's entry is no longer `known`.
    fn put(&mut self, entry: &StoredEntry, known: Option<&StoredEntry>) -> Result<Put, Error>;

    /// Stores entries that were written elsewhere, with their ids and notes, except where the store has
    /// a newer one. All or none.
    fn import(&mut self, entries: &[StoredEntry]) -> Result<Vec<ImportOutcome>, Error>;

    /// Deletes entries and their notes. Returns the ids that existed.
    fn forget(&mut self, ids: &[String]) -> Result<Vec<String>, Error>;

    /// Marks an entry as wrong and stores why. `None` if there is no such entry.
    fn reject(&mut self, id: &str, note: &str, at: Timestamp)
    -> Result<Option<StoredEntry>, Error>;

    /// Remembers which run or author was last shown why an entry was rejected.
    fn mark_shown(&mut self, id: &str, reader: &str) -> Result<(), Error>;

    /// Checks the whole store for damage, also where [`EntryStore::entries`] does not read.
    fn verify(&self) -> Result<NotebookDamage, Error>;
}
