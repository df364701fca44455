//! Where a store is.
//!
//! Callers pass a [`StoreUrl`] on and never look inside: which files or servers stand behind it is known
//! to this crate alone.

use std::fmt;
use std::path::{Path, PathBuf};

/// The location of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreUrl {
    /// A data folder with an embedded database and a folder of runs.
    Folder(PathBuf),
}

impl StoreUrl {
    pub fn folder(path: &Path) -> StoreUrl {
        StoreUrl::Folder(path.to_owned())
    }

    /// Whether there is a database to open. Opening one that does not exist creates it, so readers
    /// ask first.
    pub fn exists(&self) -> bool {
        self.database().exists()
    }

    pub(crate) fn database(&self) -> PathBuf {
        let StoreUrl::Folder(folder) = self;
        folder.join("rutter.db")
    }

    pub(crate) fn runs(&self) -> PathBuf {
        let StoreUrl::Folder(folder) = self;
        folder.join("runs")
    }
}

/// The database, as messages name it.
impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.database().display())
    }
}
