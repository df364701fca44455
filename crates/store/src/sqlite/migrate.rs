//! Brings the tables of any older version up to date, in one transaction: if it fails, the database is
//! as it was. There is no way back.

use std::collections::HashSet;

use rusqlite::{Connection, TransactionBehavior};

use super::schema::{
    ATTEMPTS, CHANGES, CHECKSUMS, ENTRIES, ENTRIES_OF_SYMBOL, GAPS, HISTORY, HISTORY_OF_ENTRY,
    LEASES, MEASUREMENTS, NOTES, NOTES_OF_ENTRY, OLDEST_VERSION, SESSIONS, STATE, VERSION,
    VERSION_CHANGES, VERSION_CHECKSUMS, VERSION_CLAIMS, VERSION_GAPS, has_checksums, version,
};
use super::{changes, checksum, row};
use crate::ChangedItem;

/// Creates what is missing. Two processes may start at the same time; the second one then finds nothing
/// to do.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    if found < OLDEST_VERSION {
        create(&transaction, &[ENTRIES, ENTRIES_OF_SYMBOL, NOTES, NOTES_OF_ENTRY])?;
    }
    let intact = match (OLDEST_VERSION..VERSION_CLAIMS).contains(&found) {
        true => widen_entries(&transaction, found)?,
        false => Vec::new(),
    };
    if found < VERSION_CHECKSUMS {
        create(&transaction, &[CHECKSUMS])?;
    }
    if found < VERSION_CHANGES {
        create(&transaction, &[CHANGES, SESSIONS, STATE, LEASES])?;
        for id in entry_ids(&transaction)? {
            changes::record(&transaction, ChangedItem::Entry, &id)?;
        }
    }
    if found < VERSION_CLAIMS {
        create(&transaction, &[HISTORY, HISTORY_OF_ENTRY])?;
        // The checksum of an entry that was damaged before does not fit the new row either.
        for id in intact {
            checksum::keep(&transaction, &id)?;
        }
    }
    if found < VERSION_GAPS {
        create(&transaction, &[GAPS, ATTEMPTS, MEASUREMENTS])?;
    }
    if found < VERSION {
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Gives the entries of versions 1 to 3 the columns of version 4. The checks of that version have not
/// run on what older ones call verified. Returns the ids of the entries that are as they were written.
fn widen_entries(connection: &Connection, found: u32) -> rusqlite::Result<Vec<String>> {
    let entries = row::all(connection, found)?;
    let altered: HashSet<String> = match has_checksums(found) {
        true => checksum::compare(connection, found, &entries)?.altered.into_iter().collect(),
        false => HashSet::new(),
    };
    // The old table is renamed, not the new one: SQLite changes the text of a table that it renames.
    connection.execute_batch("ALTER TABLE entries RENAME TO old_entries")?;
    create(connection, &[ENTRIES, ENTRIES_OF_SYMBOL])?;
    connection.execute_batch(
        "INSERT INTO entries (id, symbol, path, summary, details, tags, evidence, confidence,
            author, run, created_at, verdict, reason, anchor, embedder, vector, facts, claims,
            checks, reviews)
         SELECT id, symbol, path, summary, details, tags, evidence, confidence, author, run,
            created_at, CASE verdict WHEN 'verified' THEN 'pending' ELSE verdict END, reason,
            anchor, embedder, vector, '{}', '[]', 0, '[]' FROM old_entries ORDER BY rowid;
         DROP TABLE old_entries",
    )?;
    let ids = entries.into_iter().map(|stored| stored.entry.id);
    Ok(ids.filter(|id| !altered.contains(id)).collect())
}

fn create(connection: &Connection, tables: &[&str]) -> rusqlite::Result<()> {
    tables.iter().try_for_each(|table| connection.execute_batch(table))
}

fn entry_ids(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut select = connection.prepare("SELECT id FROM entries ORDER BY path, symbol, id")?;
    let ids = select.query_map([], |row| row.get(0))?;
    ids.collect()
}

#[cfg(test)]
mod tests;
