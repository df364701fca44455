//! The error of this crate.
//!
//! The variants name what a caller can act on. The storage engine's own error is only a [`Cause`]:
//! it can be printed, and nobody matches on it.

use std::error::Error as _;
use std::io;
use std::path::PathBuf;

use rutter_domain::Hint;

/// An error of the storage engine.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Not a database, torn pages, or rows that cannot be decoded.
    #[error("the database `{location}` is damaged")]
    Damaged { location: String, source: Cause },
    #[error("the database `{location}` contains `{name}`, which rutter never creates")]
    Foreign { location: String, name: String },
    #[error(
        "the database `{location}` was written by another version of rutter, or is damaged (version {found}, this one reads {known})"
    )]
    Version { location: String, found: u32, known: u32 },
    #[error("the database `{location}` can only be read: {reason}")]
    ReadOnly { location: String, reason: String },
    #[error("cannot write to the database `{location}`")]
    Full { location: String, source: io::Error },
    /// The system refuses to write there, for instance for lack of permission.
    #[error("cannot write to the database `{location}`")]
    Blocked { location: String, source: io::Error },
    /// Another process kept the database locked for longer than we wait.
    #[error("cannot write to the database `{location}`")]
    Busy { location: String, source: Cause },
    #[error("cannot read the database `{location}`")]
    Read { location: String, source: Cause },
    #[error("cannot write to the database `{location}`")]
    Write { location: String, source: Cause },

    #[error("the address of the store `{location}` cannot be used: {reason}")]
    StoreUrl { location: String, reason: String },
    /// No connection, or it was lost and did not come back.
    #[error("cannot reach the store `{location}`: {reason}")]
    StoreUnreachable { location: String, reason: String },
    /// Wrong password, no such database, no permission.
    #[error("the store `{location}` refuses access: {reason}")]
    StoreRefused { location: String, reason: String },
    /// The server is too old, or set up in a way that cannot work.
    #[error("the store `{location}` cannot be used: {reason}")]
    StoreUnusable { location: String, reason: String },
    #[error("the store `{location}` can only be read: {reason}")]
    StoreReadOnly { location: String, reason: String },
    /// The server answered with another error.
    #[error("the store `{location}` failed: {reason}")]
    StoreFailed { location: String, reason: String },

    #[error("cannot open the cache `{path}`")]
    CacheOpen { path: PathBuf, source: Cause },
    #[error("the cache `{path}` is damaged")]
    CacheDamaged { path: PathBuf },
    #[error("cannot read the cache `{path}`")]
    CacheRead { path: PathBuf, source: Cause },
    #[error("cannot write to the cache `{path}`")]
    CacheWrite { path: PathBuf, source: Cause },

    #[error("cannot list the runs in `{path}`")]
    RunsUnreadable { path: PathBuf, source: io::Error },
    #[error("cannot create the record of a run in `{path}`")]
    RunCreate { path: PathBuf, source: io::Error },
    #[error("cannot write to the record of the run `{path}`")]
    RunWrite { path: PathBuf, source: io::Error },
    #[error("cannot read the run `{path}`")]
    RunRead { path: PathBuf, source: io::Error },
    #[error("`{path}` is not the record of a run: {reason}")]
    NotARun { path: PathBuf, reason: String },
    #[error("there is no run `{id}`")]
    NoRun { id: String, newest: Option<String> },
    #[error("`{id}` may be more than one run: {}", matching.join(", "))]
    AmbiguousRun { id: String, matching: Vec<String> },
}

impl Error {
    /// A hint for the user.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            Error::Damaged { location, .. } => {
                Some(Hint::RestoreNotebook { path: location.clone() })
            }
            Error::Foreign { location, .. } => {
                Some(Hint::MoveForeignNotebook { path: location.clone() })
            }
            Error::Version { .. } => Some(Hint::UpdateProgram),
            Error::ReadOnly { .. }
            | Error::Full { .. }
            | Error::Blocked { .. }
            | Error::Busy { .. }
            | Error::Read { .. }
            | Error::Write { .. } => Some(Hint::FreeDataFolder),
            Error::StoreUrl { .. } => None,
            Error::StoreUnreachable { .. } => {
                Some("check that the server runs and can be reached from here".into())
            }
            Error::StoreRefused { .. } => {
                Some("check user, password and database, and what the user may do there".into())
            }
            Error::StoreUnusable { .. } => Some("use another server or database".into()),
            Error::StoreReadOnly { .. } => {
                Some("use the primary server, as a user who may write".into())
            }
            Error::StoreFailed { .. } => Some("the server's log says more".into()),
            Error::CacheOpen { .. }
            | Error::CacheDamaged { .. }
            | Error::CacheRead { .. }
            | Error::CacheWrite { .. } => Some(Hint::CheckDisk),
            Error::NoRun { newest: Some(newest), .. } => {
                Some(Hint::ListRuns { newest: newest.clone() })
            }
            Error::NoRun { newest: None, .. } => Some(Hint::Explore),
            Error::AmbiguousRun { .. } => Some("give more of the id".into()),
            Error::RunsUnreadable { .. }
            | Error::RunCreate { .. }
            | Error::RunWrite { .. }
            | Error::RunRead { .. }
            | Error::NotARun { .. } => None,
        }
    }

    /// Whether the error is about reaching a team's store, and says nothing about its contents.
    pub fn is_out_of_reach(&self) -> bool {
        matches!(
            self,
            Error::StoreUrl { .. }
                | Error::StoreUnreachable { .. }
                | Error::StoreRefused { .. }
                | Error::StoreUnusable { .. }
                | Error::StoreReadOnly { .. }
                | Error::StoreFailed { .. }
        )
    }

    /// The error with its cause, on one line.
    pub(crate) fn with_cause(&self) -> String {
        match self.source() {
            Some(source) => format!("{self}: {source}"),
            None => self.to_string(),
        }
    }
}
