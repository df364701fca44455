//! The change feed as a table: one row for each item that ever changed, with its newest number.
//!
//! A row outlives its item, so that the removal can be seen and the highest number never falls.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{SqliteStore, row};
use crate::rows::{Presence, Rows};
use crate::{Change, ChangeFeed, ChangedItem, Error};

impl ChangeFeed for SqliteStore {
    fn latest(&self) -> Result<u64, Error> {
        // The signal comes first: a commit between the two lines makes a later signal differ.
        let signal = self.signal.read();
        if let (Some(signal), Some((known, latest))) = (signal, self.latest.get())
            && signal == known
        {
            return Ok(latest);
        }
        let latest = self.read(latest)?;
        self.latest.set(signal.map(|signal| (signal, latest)));
        Ok(latest)
    }

    fn since(&self, number: u64) -> Result<Option<Vec<Change>>, Error> {
        self.read(|connection| since(connection, number))
    }
}

impl Rows for Connection {
    type Failure = rusqlite::Error;

    fn record(&self, item: ChangedItem, id: &str, _: Presence) -> rusqlite::Result<u64> {
        // Writers hold the write lock from the start of their transaction, so numbers follow commits.
        let number = latest(self)? + 1;
        self.prepare_cached(
            "INSERT OR REPLACE INTO changes (number, item, id) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![number.cast_signed(), item.name(), id])?;
        Ok(number)
    }

    fn revision(&self, select: &'static str, id: &str) -> rusqlite::Result<Option<u64>> {
        let mut select = self.prepare_cached(select)?;
        let revision = select.query_row(params![id], |row| row.get::<_, i64>(0)).optional()?;
        Ok(revision.map(i64::cast_unsigned))
    }

    fn delete(&self, delete: &'static str, id: &str) -> rusqlite::Result<bool> {
        Ok(self.execute(delete, params![id])? > 0)
    }
}

/// The number of the newest change, 0 if there was none.
pub(super) fn latest(connection: &Connection) -> rusqlite::Result<u64> {
    let mut select = connection.prepare_cached("SELECT coalesce(max(number), 0) FROM changes")?;
    select.query_row([], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
}

pub(super) fn since(connection: &Connection, number: u64) -> rusqlite::Result<Option<Vec<Change>>> {
    if number > latest(connection)? {
        return Ok(None);
    }
    let mut select = connection
        .prepare_cached("SELECT number, item, id FROM changes WHERE number > ?1 ORDER BY number")?;
    let changes = select.query_map(params![number.cast_signed()], change)?;
    changes.collect::<rusqlite::Result<_>>().map(Some)
}

fn change(row: &Row<'_>) -> rusqlite::Result<Change> {
    let word: String = row.get(1)?;
    let item = ChangedItem::parse(&word).ok_or_else(|| row::unknown(1, "item", &word))?;
    Ok(Change { number: row.get::<_, i64>(0)?.cast_unsigned(), item, id: row.get(2)? })
}
