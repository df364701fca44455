//! The change feed: what changed in a store, numbered in the order of commits.
//!
//! A reader keeps the number of the newest change it has seen. The number is assigned under the lock that
//! orders commits, so a change with a lower number never becomes visible after one with a higher: a reader
//! that asks for everything after its number misses nothing. Leases are not in the feed; they
//! expire by time and nobody caches them.

use crate::Error;

/// One item that changed, with the number of its newest change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub number: u64,
    pub item: ChangedItem,
    /// Id of the entry, session or gap, key of the state, or commit of the measurement.
    pub id: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChangedItem {
    Entry,
    Session,
    State,
    /// The record of a gap, or one of its attempts.
    Gap,
    Measurement,
}

impl ChangedItem {
    pub(crate) fn parse(name: &str) -> Option<ChangedItem> {
        use ChangedItem::{Entry, Gap, Measurement, Session, State};
        [Entry, Session, State, Gap, Measurement].into_iter().find(|item| item.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            ChangedItem::Entry => "entry",
            ChangedItem::Session => "session",
            ChangedItem::State => "state",
            ChangedItem::Gap => "gap",
            ChangedItem::Measurement => "measurement",
        }
    }
}

pub trait ChangeFeed {
    /// Number of the newest committed change, 0 if there is none. Callers ask before every use of
    /// what they have cached, so an unchanged store answers without a query.
    fn latest(&self) -> Result<u64, Error>;

    /// Items that changed after `number`, in the order of their newest changes, each once. A removed
    /// item counts as changed. `None` if the feed does not know `number`: then reload everything.
    fn since(&self, number: u64) -> Result<Option<Vec<Change>>, Error>;
}
