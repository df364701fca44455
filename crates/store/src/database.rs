//! Opens a database of derived data, whatever state it is in.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use crate::Error;

/// Opens a database with this table; one that is damaged is thrown away and made anew.
pub(crate) fn open_or_replace(path: &Path, table: &str) -> Result<Connection, Error> {
    match try_open(path, table) {
        Ok(connection) => Ok(connection),
        Err(error) if is_damage(&error) => {
            for suffix in ["", "-wal", "-shm"] {
                let mut name = path.as_os_str().to_owned();
                name.push(suffix);
                // What cannot be removed shows up in the second attempt to open.
                let _ = std::fs::remove_file(PathBuf::from(name));
            }
            try_open(path, table).map_err(|source| Error::Open { path: path.to_owned(), source })
        }
        Err(source) => Err(Error::Open { path: path.to_owned(), source }),
    }
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
