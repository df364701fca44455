//! The tables of the database and their version.

use rusqlite::{Connection, TransactionBehavior};

/// The version of the tables. Databases of other versions are refused.
pub(super) const VERSION: u32 = 5;

// The text of each table is compared with what the database says of itself (`connect.rs`), so not even
// its white space may change.
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
        facts TEXT NOT NULL,
        claims TEXT NOT NULL,
        checks INTEGER NOT NULL,
        reviews TEXT NOT NULL
    )";

const ENTRIES_OF_SYMBOL: &str = "CREATE INDEX entries_of_symbol ON entries (path, symbol)";

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

const HISTORY: &str = "CREATE TABLE history (
        number INTEGER PRIMARY KEY,
        entry TEXT NOT NULL,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        author TEXT NOT NULL,
        summary TEXT NOT NULL,
        details TEXT,
        note TEXT
    )";

const HISTORY_OF_ENTRY: &str = "CREATE INDEX history_of_entry ON history (entry)";

/// One row for each entry: damage to either table shows in the other.
const CHECKSUMS: &str = "CREATE TABLE checksums (
        entry TEXT PRIMARY KEY,
        checksum INTEGER NOT NULL
    )";

const CHANGES: &str = "CREATE TABLE changes (
        number INTEGER PRIMARY KEY,
        item TEXT NOT NULL,
        id TEXT NOT NULL,
        UNIQUE (item, id)
    )";

const SESSIONS: &str = "CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        updated_at INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        conversation TEXT NOT NULL
    )";

const STATE: &str = "CREATE TABLE state (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        revision INTEGER NOT NULL
    )";

const LEASES: &str = "CREATE TABLE leases (
        name TEXT PRIMARY KEY,
        holder TEXT NOT NULL,
        token INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    )";

const GAPS: &str = "CREATE TABLE gaps (
        id TEXT PRIMARY KEY,
        rule TEXT NOT NULL,
        path TEXT NOT NULL,
        symbol TEXT,
        state TEXT NOT NULL,
        note TEXT,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        run TEXT,
        entry TEXT,
        revision INTEGER NOT NULL
    )";

const ATTEMPTS: &str = "CREATE TABLE attempts (
        gap TEXT NOT NULL,
        number INTEGER NOT NULL,
        rule TEXT NOT NULL,
        strategy TEXT NOT NULL,
        thought TEXT NOT NULL,
        run TEXT,
        began_at INTEGER NOT NULL,
        ended TEXT,
        fence INTEGER NOT NULL,
        PRIMARY KEY (gap, number)
    )";

/// A revision is a commit of git.
const MEASUREMENTS: &str = "CREATE TABLE measurements (
        number INTEGER PRIMARY KEY,
        revision TEXT,
        at INTEGER NOT NULL,
        completeness TEXT NOT NULL,
        open_by_rule TEXT NOT NULL
    )";

/// All tables and indexes.
pub(super) const ALL: [&str; 14] = [
    ENTRIES, ENTRIES_OF_SYMBOL, NOTES, NOTES_OF_ENTRY, HISTORY, HISTORY_OF_ENTRY, CHECKSUMS,
    CHANGES, SESSIONS, STATE, LEASES, GAPS, ATTEMPTS, MEASUREMENTS,
];

/// Creates the tables of a new database. Two processes may start at the same time; the second one then
/// finds nothing to do.
pub(super) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if version(&transaction)? == 0 {
        ALL.iter().try_for_each(|table| transaction.execute_batch(table))?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}
