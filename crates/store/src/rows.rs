//! Row access in one write transaction, whatever database holds the rows.
//!
//! A rule that reads and then writes is one function over these traits. Only the SQL differs between the
//! databases, so it is in the implementations. Start at [`Rows`]; [`EntryRows`](crate::entry_rules::EntryRows),
//! [`GapRows`](crate::gap_rules::GapRows) and [`LeaseRows`](crate::lease_rules::LeaseRows) build on it.

use crate::{ChangedItem, Saved};

/// Whether an item exists after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Present,
    Removed,
}

pub(crate) trait Rows {
    type Failure;

    /// Adds a change of an item to the change feed. Returns the number of the change.
    fn record(&self, item: ChangedItem, id: &str, presence: Presence)
    -> Result<u64, Self::Failure>;

    /// The revision of the row that `select` finds by its id.
    fn revision(&self, select: &'static str, id: &str) -> Result<Option<u64>, Self::Failure>;

    /// Runs `delete` with an id. Returns whether there was such a row.
    fn delete(&self, delete: &'static str, id: &str) -> Result<bool, Self::Failure>;

    /// Lets `put` store an item with its new revision, if the revision that `select` finds is `known`.
    fn save(
        &self,
        item: ChangedItem,
        id: &str,
        (select, known): (&'static str, Option<u64>),
        put: impl FnOnce(u64) -> Result<(), Self::Failure>,
    ) -> Result<Saved, Self::Failure> {
        if self.revision(select, id)? != known {
            return Ok(Saved::Overtaken);
        }
        let revision = self.record(item, id, Presence::Present)?;
        put(revision)?;
        Ok(Saved::Kept { revision })
    }

    /// Runs `delete` with the id of an item. Returns whether the item existed.
    fn remove(
        &self,
        item: ChangedItem,
        id: &str,
        delete: &'static str,
    ) -> Result<bool, Self::Failure> {
        let is_removed = self.delete(delete, id)?;
        if is_removed {
            self.record(item, id, Presence::Removed)?;
        }
        Ok(is_removed)
    }
}
