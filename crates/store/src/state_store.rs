//! Small values under keys: state that is neither an entry nor a session.

use serde::{Deserialize, Serialize};

use crate::Error;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateValue {
    pub value: String,
    /// Pass it to the next [`StateStore::set_state`].
    pub revision: u64,
}

/// Outcome of a write that expects a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Saved {
    Kept {
        revision: u64,
    },
    /// The revision is not the expected one. Nothing was stored.
    Overtaken,
}

pub trait StateStore {
    fn state(&self, key: &str) -> Result<Option<StateValue>, Error>;

    /// All keys that start with `prefix` and their values, sorted by key.
    fn states(&self, prefix: &str) -> Result<Vec<(String, StateValue)>, Error>;

    /// Sets a value if its revision is still `known`; `None` means that the key must not exist.
    fn set_state(&mut self, key: &str, value: &str, known: Option<u64>) -> Result<Saved, Error>;

    /// Returns whether there was such a key.
    fn remove_state(&mut self, key: &str) -> Result<bool, Error>;
}
