//! Where a store is.
//!
//! Callers pass a [`StoreUrl`] on and never look inside: only this crate knows which files or
//! servers it means.

use std::fmt;
use std::path::{Path, PathBuf};

use rutter_domain::RemoteStore;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreUrl {
    /// A data folder with an embedded database and a folder of runs.
    Folder(PathBuf),
    /// One repository in a database that a team shares.
    Remote(RemoteStore),
}

impl StoreUrl {
    pub fn folder(path: &Path) -> StoreUrl {
        StoreUrl::Folder(path.to_owned())
    }

    /// Whether there is a database to open. Opening a file that does not exist creates it, so readers
    /// ask first. A server is there until it is found not to answer.
    pub fn exists(&self) -> bool {
        match self {
            StoreUrl::Folder(folder) => database(folder).exists(),
            StoreUrl::Remote(_) => true,
        }
    }
}

/// The database in a data folder.
pub(crate) fn database(folder: &Path) -> PathBuf {
    folder.join("rutter.db")
}

/// The runs in a data folder.
pub(crate) fn runs(folder: &Path) -> PathBuf {
    folder.join("runs")
}

/// The database, as messages name it: without a password.
impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreUrl::Folder(folder) => write!(f, "{}", database(folder).display()),
            StoreUrl::Remote(remote) => write!(f, "{remote}"),
        }
    }
}
