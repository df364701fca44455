//! Opens a database of derived data. A damaged one is thrown away and created again.
//!
//! Every value is stored with a checksum of itself and its key: a byte that changed under SQLite is a
//! cache miss, and the value is computed again.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::Error;

/// Opens a database with this table. A damaged one is replaced by an empty one.
pub(super) fn open_or_replace(path: &Path, table: &str) -> Result<Connection, Error> {
    match try_open(path, table) {
        Ok(connection) => Ok(connection),
        Err(error) if is_damage(&error) => replace(path, table),
        Err(source) => Err(cannot_open(path, source)),
    }
}

/// Deletes a database and creates an empty one.
pub(super) fn replace(path: &Path, table: &str) -> Result<Connection, Error> {
    remove(path);
    try_open(path, table).map_err(|source| cannot_open(path, source))
}

pub(super) fn cannot_read(path: &Path, source: rusqlite::Error) -> Error {
    let path = path.to_owned();
    if is_damage(&source) {
        Error::CacheDamaged { path }
    } else {
        Error::CacheRead { path, source: source.into() }
    }
}

pub(super) fn cannot_write(path: &Path, source: rusqlite::Error) -> Error {
    let path = path.to_owned();
    if is_damage(&source) {
        Error::CacheDamaged { path }
    } else {
        Error::CacheWrite { path, source: source.into() }
    }
}

fn cannot_open(path: &Path, source: rusqlite::Error) -> Error {
    Error::CacheOpen { path: path.to_owned(), source: source.into() }
}

fn remove(path: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        // A failure shows up in the attempt to open.
        let _ = std::fs::remove_file(PathBuf::from(name));
    }
}

/// Puts a checksum in front of a value.
pub(super) fn seal(key: &[u8], value: &[u8]) -> Vec<u8> {
    let mut sealed = checksum(key, value).to_vec();
    sealed.extend_from_slice(value);
    sealed
}

/// The value, if it was sealed under this key and is unchanged.
pub(super) fn unseal<'a>(key: &[u8], sealed: &'a [u8]) -> Option<&'a [u8]> {
    let (head, value) = sealed.split_at_checked(8)?;
    (head == checksum(key, value)).then_some(value)
}

fn checksum(key: &[u8], value: &[u8]) -> [u8; 8] {
    xxh3_64_with_seed(value, xxh3_64_with_seed(key, 0)).to_le_bytes()
}

fn try_open(path: &Path, table: &str) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(60))?;
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
    if mode != "wal" {
        connection.execute_batch("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL;")?;
    }
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;")?;
    connection.execute_batch(table)?;
    Ok(connection)
}

fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt)
    )
}
