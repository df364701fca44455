//! The store in SQLite, in WAL mode: any number of processes read and write it at once.
//!
//! What people and models wrote cannot be derived again. So a database that is damaged, or that another
//! version wrote, is never replaced: opening it fails and names the file. The caches hold derived data;
//! they are replaced if damaged. Start at [`SqliteStore::open`]; `schema` has the tables.

mod cache;
mod changes;
mod checksum;
mod commit_signal;
mod connect;
mod entries;
mod fact_cache;
mod failure;
mod gaps;
mod history;
mod leases;
mod row;
mod schema;
mod sessions;
mod state;
mod vector_cache;

use std::cell::Cell;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use crate::Error;
use crate::store::Store;
use commit_signal::{CommitSignal, SignalValue};

pub use fact_cache::{FactCache, FactKey, FactRow, StoredDigest, StoredFacts};
pub use vector_cache::{VectorCache, VectorKey};

/// One connection.
#[derive(Debug)]
pub(crate) struct SqliteStore {
    connection: Connection,
    path: PathBuf,
    /// Why the database can only be read.
    obstacle: Option<String>,
    signal: CommitSignal,
    /// The newest change, and the signal that was read before asking for it.
    latest: Cell<Option<(SignalValue, u64)>>,
    /// Read and write transactions since opening.
    n_queries: Cell<u64>,
}

impl Store for SqliteStore {}

impl SqliteStore {
    /// Opens the database and creates it if it does not exist. If the folder cannot be written, the
    /// database is opened for reading.
    pub(crate) fn open(path: &Path) -> Result<SqliteStore, Error> {
        let connect::Opened { connection, obstacle } = connect::open(path)?;
        let signal = CommitSignal::beside(path);
        if obstacle.is_none() {
            signal.create();
        }
        Ok(SqliteStore {
            connection,
            path: path.to_owned(),
            obstacle,
            signal,
            latest: Cell::new(None),
            n_queries: Cell::new(0),
        })
    }

    /// Reads one state of all tables, whatever others write meanwhile.
    fn read<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        self.n_queries.update(|n_queries| n_queries + 1);
        let in_transaction = || query(&*self.connection.unchecked_transaction()?);
        in_transaction().map_err(|source| failure::cannot_read(&self.path, source))
    }

    /// Runs one write transaction and waits for other writers. It is durable when this returns.
    fn write<T>(
        &mut self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        self.n_queries.update(|n_queries| n_queries + 1);
        let path = &self.path;
        if let Some(reason) = &self.obstacle {
            let (location, reason) = (failure::location(path), reason.clone());
            return Err(Error::ReadOnly { location, reason });
        }
        let cannot = |source| failure::cannot_write(path, source);
        // Immediate, because a transaction that reads first and then wants to write does not wait for another
        // writer: it fails at once.
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(cannot)?;
        let changed = change(&transaction).map_err(cannot)?;
        let announced = self.signal.announce().map_err(|source| failure::blocked(path, source))?;
        transaction.commit().map_err(cannot)?;
        self.signal.settle(announced);
        Ok(changed)
    }
}

#[cfg(test)]
mod tests;
