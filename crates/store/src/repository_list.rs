//! What repositories a team's store holds.

use rutter_domain::RemoteStore;
use serde::Serialize;

use crate::postgres;
use crate::{Access, Error};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoredRepository {
    /// Identical in every clone of the repository.
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
    /// The state of its records.
    #[serde(skip)]
    pub version: RecordsVersion,
    /// Users with at least one of these labels may see it.
    pub labels: Vec<String>,
    /// The commit that was published last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// When it was published last, as `2026-11-15T09:30:00Z`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_at: Option<String>,
}

/// One state of the records of a repository, those of runs apart. A repository that was deleted and made again has
/// another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordsVersion {
    pub repository: i64,
    /// Number of the newest change.
    pub latest: u64,
}

/// A change to the labels of a repository. A label that is in both sets is removed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LabelChange {
    pub add: Vec<String>,
    pub remove: Vec<String>,
}

/// The repositories of a store that one may see, by name. Which repository `remote` names does not matter.
pub fn list_repositories(
    remote: &RemoteStore,
    access: &Access,
) -> Result<Vec<StoredRepository>, Error> {
    postgres::list_repositories(remote, access)
}

/// Adds and removes labels of a repository. Returns the resulting labels, sorted; `None` if there is none of
/// that name.
pub fn label_repository(
    remote: &RemoteStore,
    name: &str,
    change: &LabelChange,
) -> Result<Option<Vec<String>>, Error> {
    postgres::label_repository(remote, name, change)
}

/// Deletes a repository from a store, with all its records. Returns whether there was one. If the connection is
/// lost in the middle, it may be gone although this returns `false`.
pub fn forget_repository(remote: &RemoteStore, name: &str) -> Result<bool, Error> {
    postgres::forget_repository(remote, name)
}
