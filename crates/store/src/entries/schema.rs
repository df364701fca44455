//! Opens the notebook's file and brings its tables into being.

use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::checksum;
use crate::Error;

/// The version of the tables. A newer one is refused, an older one gets what it lacks.
pub(super) const VERSION: u32 = 2;

/// The version before there were checksums.
const VERSION_WITHOUT_CHECKSUMS: u32 = 1;

/// How long a writer waits for the others.
const BUSY: Duration = Duration::from_secs(60);
/// How often opening is tried again, and after what time.
const ATTEMPTS: u32 = 200;
const PAUSE: Duration = Duration::from_millis(10);

/// More than a write of one entry takes, with the pages around it.
const PROBE_BYTES: usize = 64 << 10;

const ENTRIES: &str = "CREATE TABLE entries (
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
    )";

const NOTES: &str = "CREATE TABLE notes (
        number INTEGER PRIMARY KEY,
        entry TEXT NOT NULL,
        note TEXT NOT NULL,
        summary TEXT NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        told_to TEXT
    )";

const NOTES_OF_ENTRY: &str = "CREATE INDEX notes_of_entry ON notes (entry)";

/// One row for each entry: damage to either table shows in the other.
const CHECKSUMS: &str = "CREATE TABLE checksums (
        entry TEXT PRIMARY KEY,
        checksum INTEGER NOT NULL
    )";

/// An open notebook's file.
pub(super) struct Opened {
    pub(super) connection: Connection,
    pub(super) checksums: Checksums,
    /// Why it can only be read, if so.
    pub(super) obstacle: Option<String>,
}

/// Whether entries can be compared with what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Checksums {
    Kept,
    /// An older program wrote the file, and it cannot be changed.
    None,
}

pub(super) fn open(path: &Path) -> Result<Opened, Error> {
    // Others who make the notebook at the same moment may lock it in a way that SQLite does not
    // wait for.
    for _ in 0..ATTEMPTS {
        match open_to_write(path) {
            Err(Error::NotebookWrite { source, .. }) if is_busy(&source) => thread::sleep(PAUSE),
            Err(error @ (Error::NotebookWrite { .. } | Error::NotebookBlocked { .. }))
                if path.exists() =>
            {
                let opened = open_to_read(path)?;
                return Ok(Opened { obstacle: Some(reason(&error)), ..opened });
            }
            opened => return opened,
        }
    }
    open_to_write(path)
}

/// What stands in the way of writing, without the path.
fn reason(error: &Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn open_to_write(path: &Path) -> Result<Opened, Error> {
    let cannot = |source| cannot_write(path, source);
    let mut connection = Connection::open(path).map_err(cannot)?;
    connection.busy_timeout(BUSY).map_err(cannot)?;
    distrust(&connection).map_err(cannot)?;
    match version(&connection).map_err(cannot)? {
        0 => {
            connection.pragma_update(None, "journal_mode", "WAL").map_err(cannot)?;
            create(&mut connection).map_err(cannot)?;
        }
        VERSION_WITHOUT_CHECKSUMS => {
            check_tables(path, &connection)?;
            add_checksums(&mut connection).map_err(cannot)?;
        }
        _ => {}
    }
    connection.pragma_update(None, "synchronous", "FULL").map_err(cannot)?;
    let checksums = check_version(path, &connection)?;
    // A write that changes nothing finds out whether writing is possible. Whoever is writing now is
    // not waited for: most open a notebook to read.
    connection.busy_timeout(Duration::ZERO).map_err(cannot)?;
    match connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK;") {
        Err(error) if !is_busy(&error) => return Err(cannot(error)),
        Ok(()) | Err(_) => {}
    }
    connection.busy_timeout(BUSY).map_err(cannot)?;
    Ok(Opened { connection, checksums, obstacle: None })
}

/// Lets nothing that a file brings along run: it may have been made by somebody else.
fn distrust(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "trusted_schema", "OFF")?;
    connection.pragma_update(None, "cell_size_check", "ON")
}

/// Two programs may find no tables at the same time; the second one then finds them.
fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if version(&transaction)? == 0 {
        for table in [ENTRIES, NOTES, NOTES_OF_ENTRY, CHECKSUMS] {
            transaction.execute_batch(table)?;
        }
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Takes the checksums of all entries as they are.
fn add_checksums(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if version(&transaction)? == VERSION_WITHOUT_CHECKSUMS {
        transaction.execute_batch(CHECKSUMS)?;
        let ids: Vec<String> = {
            let mut select = transaction.prepare("SELECT id FROM entries")?;
            let ids = select.query_map([], |row| row.get(0))?;
            ids.collect::<rusqlite::Result<_>>()?
        };
        for id in ids {
            checksum::keep(&transaction, &id)?;
        }
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Reads what cannot be written. Where not even the files beside it can be made, nobody writes, and
/// it is read as it lies.
fn open_to_read(path: &Path) -> Result<Opened, Error> {
    let read = |connection: Connection| -> Result<Opened, Error> {
        let cannot = |source| cannot_read(path, source);
        connection.busy_timeout(BUSY).map_err(cannot)?;
        distrust(&connection).map_err(cannot)?;
        let checksums = check_version(path, &connection)?;
        Ok(Opened { connection, checksums, obstacle: None })
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

fn check_version(path: &Path, connection: &Connection) -> Result<Checksums, Error> {
    let found = version(connection).map_err(|source| cannot_read(path, source))?;
    let checksums = match found {
        VERSION => Checksums::Kept,
        VERSION_WITHOUT_CHECKSUMS => Checksums::None,
        _ => {
            return Err(Error::NotebookVersion { path: path.to_owned(), found, known: VERSION });
        }
    };
    check_tables(path, connection)?;
    // The number stands on the first page; a file cut short behind it shows only here.
    let count =
        connection.query_row("SELECT count(*) FROM entries", [], |row| row.get::<_, i64>(0));
    count.map(|_| checksums).map_err(|source| cannot_read(path, source))
}

/// Refuses whatever rutter never makes: a view or a trigger in the place of a table may do anything,
/// or never end.
fn check_tables(path: &Path, connection: &Connection) -> Result<(), Error> {
    let cannot = |source| cannot_read(path, source);
    let mut select = connection
        .prepare("SELECT name, coalesce(sql, '') FROM sqlite_schema LIMIT 100")
        .map_err(cannot)?;
    let rows = select
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .map_err(cannot)?;
    for row in rows {
        let (name, sql) = row.map_err(cannot)?;
        let is_own = name.starts_with("sqlite_autoindex_") && sql.is_empty()
            || [ENTRIES, NOTES, NOTES_OF_ENTRY, CHECKSUMS].contains(&sql.as_str());
        if !is_own {
            return Err(Error::NotebookForeign { path: path.to_owned(), name });
        }
    }
    Ok(())
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
    let path = path.to_owned();
    // SQLite names a full disk or missing rights by what it tried last; the system names them.
    match (is_busy(&source), try_to_write(&path)) {
        (false, Err(source)) => Error::NotebookBlocked { path, source },
        (true, _) | (false, Ok(())) => Error::NotebookWrite { path, source },
    }
}

/// Writes a little beside the notebook, to learn what stands in the way.
fn try_to_write(path: &Path) -> std::io::Result<()> {
    let probe = path.with_file_name(format!(".probe-{}", std::process::id()));
    let written = std::fs::write(&probe, [0; PROBE_BYTES]);
    // It may not be there.
    let _ = std::fs::remove_file(&probe);
    written
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
