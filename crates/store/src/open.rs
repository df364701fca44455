//! Opens a store by its location.

use crate::files::FileRuns;
use crate::sqlite::SqliteStore;
use crate::{Error, RunStore, Store, StoreUrl};

/// Opens a store and creates it if it does not exist. A store that cannot be written is opened for
/// reading.
pub fn open(url: &StoreUrl) -> Result<Box<dyn Store>, Error> {
    match url {
        StoreUrl::Folder(_) => Ok(Box::new(SqliteStore::open(&url.database())?)),
    }
}

/// Opens the runs of a store. Nothing is created before the first run.
pub fn open_runs(url: &StoreUrl) -> Box<dyn RunStore> {
    match url {
        StoreUrl::Folder(_) => Box::new(FileRuns::new(url.runs())),
    }
}
