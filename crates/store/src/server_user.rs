//! Users of a server, and the audit log of their requests.

use serde::Serialize;

use crate::Access;

/// Somebody who may use a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServerUser {
    pub name: String,
    /// `*` means all repositories.
    pub labels: Vec<String>,
    pub right: UserRight,
    /// As `2026-11-15T09:30:00Z`; not taken from the argument of [`crate::TeamStore::add_user`].
    pub created_at: String,
}

impl ServerUser {
    /// The repositories that the user may see.
    pub fn access(&self) -> Access {
        Access::of_labels(self.labels.iter().map(String::as_str))
    }
}

/// A user's right to write to the repositories that it sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UserRight {
    Read,
    Write,
}

/// A request of a user, as it is logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AuditEvent {
    pub user: String,
    /// The request, such as `show entry`.
    pub action: String,
    /// The repository that the user named, whether or not there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// Id of the entry or run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// `done`, `not found`, `refused` or `failed`.
    pub outcome: String,
}

/// The answer of a write, and whether the audit log has its event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedWrite<T> {
    pub answer: T,
    /// `false` if nothing was changed, so that there was no transaction to log it in.
    pub is_logged: bool,
}

/// An event of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AuditRecord {
    pub number: u64,
    /// As `2026-11-15T09:30:00Z`.
    pub at: String,
    #[serde(flatten)]
    pub event: AuditEvent,
}
