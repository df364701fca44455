//! Brings the tables of any older version up to date, in one transaction. There is no way back.

use rusqlite::{Connection, TransactionBehavior};

use super::schema::{
    CHANGES, CHECKSUMS, ENTRIES, LEASES, NOTES, NOTES_OF_ENTRY, OLDEST_VERSION, SESSIONS, STATE,
    VERSION, VERSION_CHANGES, VERSION_CHECKSUMS, version,
};
use super::{changes, checksum};
use crate::ChangedItem;

/// Creates what is missing. Two processes may start at the same time; the second one then finds nothing
/// to do.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    if found < OLDEST_VERSION {
        create(&transaction, &[ENTRIES, NOTES, NOTES_OF_ENTRY])?;
    }
    if found < VERSION_CHECKSUMS {
        create(&transaction, &[CHECKSUMS])?;
        for id in entry_ids(&transaction)? {
            checksum::keep(&transaction, &id)?;
        }
    }
    if found < VERSION_CHANGES {
        create(&transaction, &[CHANGES, SESSIONS, STATE, LEASES])?;
        for id in entry_ids(&transaction)? {
            changes::record(&transaction, ChangedItem::Entry, &id)?;
        }
    }
    if found < VERSION {
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

fn create(connection: &Connection, tables: &[&str]) -> rusqlite::Result<()> {
    tables.iter().try_for_each(|table| connection.execute_batch(table))
}

fn entry_ids(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut select = connection.prepare("SELECT id FROM entries ORDER BY path, symbol, id")?;
    let ids = select.query_map([], |row| row.get(0))?;
    ids.collect()
}
