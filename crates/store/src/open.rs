//! Opens a store by its location.

use crate::files::FileRuns;
use crate::postgres::{PostgresRuns, PostgresStore};
use crate::sqlite::SqliteStore;
use crate::url::{database, runs};
use crate::{Error, RunStore, Store, StoreUrl};

/// Opens a store and creates it if it does not exist. A store that cannot be written is opened for
/// reading.
pub fn open(url: &StoreUrl) -> Result<Box<dyn Store>, Error> {
    Ok(match url {
        StoreUrl::Folder(folder) => Box::new(SqliteStore::open(&database(folder))?),
        StoreUrl::Remote(remote) => Box::new(PostgresStore::open(remote)?),
    })
}

/// The runs of a store. Nothing is created before the first run, and no server is asked before the first
/// use.
pub fn open_runs(url: &StoreUrl) -> Box<dyn RunStore> {
    match url {
        StoreUrl::Folder(folder) => Box::new(FileRuns::new(runs(folder))),
        StoreUrl::Remote(remote) => Box::new(PostgresRuns::new(remote.clone())),
    }
}
