//! Opens the database and checks that it is ours.

use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::failure::{cannot_read, cannot_write, is_busy, location};
use super::schema::{self, VERSION, version};
use crate::Error;

/// A writer waits at most this long for other writers.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);
/// Opening is retried this often.
const ATTEMPTS: u32 = 200;
/// Pause between two attempts.
const RETRY_PAUSE: Duration = Duration::from_millis(10);

/// An open database.
pub(super) struct Opened {
    pub(super) connection: Connection,
    /// Why it can only be read.
    pub(super) obstacle: Option<String>,
}

pub(super) fn open(path: &Path) -> Result<Opened, Error> {
    // Processes that create the database at the same moment may lock it in a way that SQLite does not
    // wait for.
    for _ in 0..ATTEMPTS {
        match open_to_write(path) {
            Err(Error::Busy { .. }) => thread::sleep(RETRY_PAUSE),
            Err(error @ (Error::Write { .. } | Error::Blocked { .. } | Error::Full { .. }))
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

/// The obstacle to writing, without the path.
fn reason(error: &Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

fn open_to_write(path: &Path) -> Result<Opened, Error> {
    let cannot = |source| cannot_write(path, source);
    let mut connection = Connection::open(path).map_err(cannot)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(cannot)?;
    distrust(&connection).map_err(cannot)?;
    if version(&connection).map_err(cannot)? == 0 {
        // The mode cannot be changed in the transaction that creates the tables.
        connection.pragma_update(None, "journal_mode", "WAL").map_err(cannot)?;
        schema::create(&mut connection).map_err(cannot)?;
    }
    // With `NORMAL`, a power failure could lose the last commits of a database in WAL mode.
    connection.pragma_update(None, "synchronous", "FULL").map_err(cannot)?;
    check_version(path, &connection)?;
    // A write that changes nothing finds out whether writing is possible. It does not wait for another
    // writer: most processes open the database to read.
    connection.busy_timeout(Duration::ZERO).map_err(cannot)?;
    match connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK;") {
        Err(error) if !is_busy(&error) => return Err(cannot(error)),
        Ok(()) | Err(_) => {}
    }
    connection.busy_timeout(BUSY_TIMEOUT).map_err(cannot)?;
    Ok(Opened { connection, obstacle: None })
}

/// Runs nothing that a file brings along: somebody else may have made it.
fn distrust(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "trusted_schema", "OFF")?;
    connection.pragma_update(None, "cell_size_check", "ON")
}

/// Opens a database that cannot be written. If not even the files beside it can be created, nobody
/// writes, and it is read as it is.
fn open_to_read(path: &Path) -> Result<Opened, Error> {
    let read = |connection: Connection| -> Result<Opened, Error> {
        let cannot = |source| cannot_read(path, source);
        connection.busy_timeout(BUSY_TIMEOUT).map_err(cannot)?;
        distrust(&connection).map_err(cannot)?;
        check_version(path, &connection)?;
        Ok(Opened { connection, obstacle: None })
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

/// A path with everything percent-encoded that has a meaning in a URI.
fn encoded(path: &Path) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let mut address = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        if is_plain(*byte) {
            address.push(char::from(*byte))
        } else {
            address.push_str(&format!("%{byte:02X}"))
        }
    }
    address
}

fn check_version(path: &Path, connection: &Connection) -> Result<(), Error> {
    check_tables(path, connection)?;
    // The version is on the first page; a file that is cut short behind it shows only here.
    let count =
        connection.query_row("SELECT count(*) FROM entries", [], |row| row.get::<_, i64>(0));
    count.map(drop).map_err(|source| cannot_read(path, source))
}

/// Refuses other versions and whatever rutter never creates: a view or a trigger in place of a table may do
/// anything, or never end.
fn check_tables(path: &Path, connection: &Connection) -> Result<(), Error> {
    let cannot = |source| cannot_read(path, source);
    // One transaction: another process may create the tables between the two questions.
    let connection = connection.unchecked_transaction().map_err(cannot)?;
    let found = version(&connection).map_err(cannot)?;
    if found != VERSION {
        return Err(Error::Version { location: location(path), found, known: VERSION });
    }
    let mut select = connection
        .prepare("SELECT name, coalesce(sql, '') FROM sqlite_schema LIMIT 100")
        .map_err(cannot)?;
    let rows = select
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .map_err(cannot)?;
    for row in rows {
        let (name, sql) = row.map_err(cannot)?;
        let is_automatic = name.starts_with("sqlite_autoindex_") && sql.is_empty();
        if !is_automatic && !schema::ALL.contains(&sql.as_str()) {
            return Err(Error::Foreign { location: location(path), name });
        }
    }
    Ok(())
}
