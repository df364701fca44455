//! The tables of the database and their versions.

use rusqlite::Connection;

/// The version of the tables. A newer one is refused, an older one is migrated.
pub(super) const VERSION: u32 = 5;
/// The oldest version, which has entries and notes.
pub(super) const OLDEST_VERSION: u32 = 1;
/// Added checksums.
pub(super) const VERSION_CHECKSUMS: u32 = 2;
/// Added changes, sessions, state and leases.
pub(super) const VERSION_CHANGES: u32 = 3;
/// Added facts, claims, reviews and history; a symbol may have several entries.
pub(super) const VERSION_CLAIMS: u32 = 4;
/// Added records of gaps, attempts and measurements.
pub(super) const VERSION_GAPS: u32 = 5;

// The text of each table is compared with what the database says of itself (`connect.rs`), so not even
// its white space may change.
pub(super) const ENTRIES: &str = "CREATE TABLE entries (
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

pub(super) const ENTRIES_OF_SYMBOL: &str =
    "CREATE INDEX entries_of_symbol ON entries (path, symbol)";

/// Entries up to version 3.
pub(super) const OLD_ENTRIES: &str = "CREATE TABLE entries (
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

pub(super) const NOTES: &str = "CREATE TABLE notes (
        number INTEGER PRIMARY KEY,
        entry TEXT NOT NULL,
        note TEXT NOT NULL,
        summary TEXT NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        told_to TEXT
    )";

pub(super) const NOTES_OF_ENTRY: &str = "CREATE INDEX notes_of_entry ON notes (entry)";

pub(super) const HISTORY: &str = "CREATE TABLE history (
        number INTEGER PRIMARY KEY,
        entry TEXT NOT NULL,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        author TEXT NOT NULL,
        summary TEXT NOT NULL,
        details TEXT,
        note TEXT
    )";

pub(super) const HISTORY_OF_ENTRY: &str = "CREATE INDEX history_of_entry ON history (entry)";

/// One row for each entry: damage to either table shows in the other.
pub(super) const CHECKSUMS: &str = "CREATE TABLE checksums (
        entry TEXT PRIMARY KEY,
        checksum INTEGER NOT NULL
    )";

pub(super) const CHANGES: &str = "CREATE TABLE changes (
        number INTEGER PRIMARY KEY,
        item TEXT NOT NULL,
        id TEXT NOT NULL,
        UNIQUE (item, id)
    )";

pub(super) const SESSIONS: &str = "CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        updated_at INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        conversation TEXT NOT NULL
    )";

pub(super) const STATE: &str = "CREATE TABLE state (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        revision INTEGER NOT NULL
    )";

pub(super) const LEASES: &str = "CREATE TABLE leases (
        name TEXT PRIMARY KEY,
        holder TEXT NOT NULL,
        token INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    )";

pub(super) const GAPS: &str = "CREATE TABLE gaps (
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

pub(super) const ATTEMPTS: &str = "CREATE TABLE attempts (
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
pub(super) const MEASUREMENTS: &str = "CREATE TABLE measurements (
        number INTEGER PRIMARY KEY,
        revision TEXT,
        at INTEGER NOT NULL,
        completeness TEXT NOT NULL,
        open_by_rule TEXT NOT NULL
    )";

/// Tables and indexes that have been the same since they were added.
const UNCHANGED: [&str; 10] = [
    NOTES,
    NOTES_OF_ENTRY,
    CHECKSUMS,
    CHANGES,
    SESSIONS,
    STATE,
    LEASES,
    GAPS,
    ATTEMPTS,
    MEASUREMENTS,
];

/// Whether a table or index of this version is created with this text.
pub(super) fn is_own(version: u32, sql: &str) -> bool {
    let versioned: &[&str] = match has_claims(version) {
        true => &[ENTRIES, ENTRIES_OF_SYMBOL, HISTORY, HISTORY_OF_ENTRY],
        false => &[OLD_ENTRIES],
    };
    UNCHANGED.contains(&sql) || versioned.contains(&sql)
}

pub(super) fn has_checksums(version: u32) -> bool {
    version >= VERSION_CHECKSUMS
}

/// Whether the tables of version 3 exist: changes, sessions, state and leases.
pub(super) fn has_changes(version: u32) -> bool {
    version >= VERSION_CHANGES
}

/// Whether entries have facts, claims, reviews and a history.
pub(super) fn has_claims(version: u32) -> bool {
    version >= VERSION_CLAIMS
}

/// Whether records of gaps, attempts and measurements exist.
pub(super) fn has_gaps(version: u32) -> bool {
    version >= VERSION_GAPS
}

pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}
