//! Opens the notebook's file and brings its tables into being.

use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::Error;

/// The version of the tables. A newer one is refused.
pub(super) const VERSION: u32 = 1;

/// How long a writer waits for the others.
const BUSY: Duration = Duration::from_secs(60);
/// How often opening is tried again, and after what time.
const ATTEMPTS: u32 = 200;
const PAUSE: Duration = Duration::from_millis(10);

const TABLES: &str = "
    CREATE TABLE entries (
        id TEXT PRIMARY KEY,
        symbol TEXT NOT NULL,
        path TEXT NOT NULL,
        summary TEXT NOT NULL,
        details TEXT,
        tags TEXT NOT NULL,
        evidence TEXT NOT NULL,
        confidence REAL,
        author TEXT NOT NULL,
        run TEXT,
        created_at INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        reason TEXT,
        anchor TEXT NOT NULL,
        embedder TEXT,
        vector BLOB,
        UNIQUE (path, symbol)
    );
    CREATE TABLE notes (
        number INTEGER PRIMARY KEY,
        entry TEXT NOT NULL,
        note TEXT NOT NULL,
        summary TEXT NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        told_to TEXT
    );
    CREATE INDEX notes_of_entry ON notes (entry);
";

pub(super) fn open(path: &Path) -> Result<Connection, Error> {
    // Others who make the notebook at the same moment may lock it in a way that SQLite does not
    // wait for.
    for _ in 0..ATTEMPTS {
        match open_to_write(path) {
            Err(Error::NotebookWrite { source, .. }) if is_busy(&source) => thread::sleep(PAUSE),
            Err(Error::NotebookWrite { .. }) if path.exists() => return open_to_read(path),
            opened => return opened,
        }
    }
    open_to_write(path)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn open_to_write(path: &Path) -> Result<Connection, Error> {
    let cannot = |source| cannot_write(path, source);
    let mut connection = Connection::open(path).map_err(cannot)?;
    connection.busy_timeout(BUSY).map_err(cannot)?;
    if version(&connection).map_err(cannot)? == 0 {
        connection.pragma_update(None, "journal_mode", "WAL").map_err(cannot)?;
        create(&mut connection).map_err(cannot)?;
    }
    connection.pragma_update(None, "synchronous", "FULL").map_err(cannot)?;
    check_version(path, &connection)?;
    // A write that changes nothing finds out whether writing is possible.
    connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK;").map_err(cannot)?;
    Ok(connection)
}

/// Two programs may find no tables at the same time; the second one then finds them.
fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if version(&transaction)? == 0 {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Reads what cannot be written. Where not even the files beside it can be made, nobody writes, and
/// it is read as it lies.
fn open_to_read(path: &Path) -> Result<Connection, Error> {
    let read = |connection: Connection| -> Result<Connection, Error> {
        connection.busy_timeout(BUSY).map_err(|source| cannot_read(path, source))?;
        check_version(path, &connection)?;
        Ok(connection)
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let cannot = |source| cannot_read(path, source);
    let plain = Connection::open_with_flags(path, flags).map_err(cannot).and_then(read);
    if plain.is_ok() {
        return plain;
    }
    let address = format!("file:{}?immutable=1", encoded(path));
    Connection::open_with_flags(address, flags).map_err(cannot).and_then(read)
}

/// A path as an address holds it.
fn encoded(path: &Path) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let mut address = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        match is_plain(*byte) {
            true => address.push(char::from(*byte)),
            false => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

fn check_version(path: &Path, connection: &Connection) -> Result<(), Error> {
    let found = version(connection).map_err(|source| cannot_read(path, source))?;
    if found != VERSION {
        return Err(Error::NotebookVersion { path: path.to_owned(), found, known: VERSION });
    }
    // The number stands on the first page; a file cut short behind it shows only here.
    let count =
        connection.query_row("SELECT count(*) FROM entries", [], |row| row.get::<_, i64>(0));
    count.map(drop).map_err(|source| cannot_read(path, source))
}

pub(super) fn cannot_read(path: &Path, source: rusqlite::Error) -> Error {
    if is_damage(&source) {
        return Error::NotebookDamaged { path: path.to_owned(), source };
    }
    Error::NotebookRead { path: path.to_owned(), source }
}

pub(super) fn cannot_write(path: &Path, source: rusqlite::Error) -> Error {
    if is_damage(&source) {
        return Error::NotebookDamaged { path: path.to_owned(), source };
    }
    Error::NotebookWrite { path: path.to_owned(), source }
}

/// Whether the file is at fault: not a database, torn pages, or rows and tables that are not ours.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType};
    let is_row = matches!(
        error,
        FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..)
    );
    let code = error.sqlite_error_code();
    is_row
        || matches!(
            code,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt | ErrorCode::Unknown)
        )
}
