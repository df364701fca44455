//! The tables of the database and their versions.

use rusqlite::Connection;

/// The version of the tables. A newer one is refused, an older one is migrated.
pub(super) const VERSION: u32 = 3;
/// The oldest version, which has entries and notes.
pub(super) const OLDEST_VERSION: u32 = 1;
/// Added checksums.
pub(super) const VERSION_CHECKSUMS: u32 = 2;
/// Added changes, sessions, state and leases.
pub(super) const VERSION_CHANGES: u32 = 3;

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

/// Every table and index of the newest version.
pub(super) const ALL_TABLES: [&str; 8] =
    [ENTRIES, NOTES, NOTES_OF_ENTRY, CHECKSUMS, CHANGES, SESSIONS, STATE, LEASES];

pub(super) fn has_checksums(version: u32) -> bool {
    version >= VERSION_CHECKSUMS
}

/// Whether the tables of version 3 exist: changes, sessions, state and leases.
pub(super) fn has_changes(version: u32) -> bool {
    version >= VERSION_CHANGES
}

pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}
