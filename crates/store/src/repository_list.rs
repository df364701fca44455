//! What repositories a team's store holds.

use rutter_domain::RemoteStore;
use serde::Serialize;

use crate::Error;
use crate::postgres;

/// One repository of a store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoredRepository {
    /// The same in every clone.
    pub name: String,
    /// When its first record was written, in UTC.
    pub created_at: String,
    pub n_entries: u64,
    /// Gaps about which something was decided.
    pub n_gaps: u64,
    pub n_runs: u64,
    pub n_chats: u64,
    /// Number of its newest change.
    pub latest: u64,
}

/// All repositories of a store, by name. Which repository `remote` names does not matter.
pub fn list_repositories(remote: &RemoteStore) -> Result<Vec<StoredRepository>, Error> {
    postgres::list_repositories(remote)
}

/// Deletes a repository from a store, with all its records. Returns whether there was one. If the connection is
/// lost in the middle, it may be gone although this returns `false`.
pub fn forget_repository(remote: &RemoteStore, name: &str) -> Result<bool, Error> {
    postgres::forget_repository(remote, name)
}
