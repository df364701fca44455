//! The change feed as a table: one row for each item that ever changed, with its newest number.
//!
//! A row outlives its item, so that the removal can be seen and the highest number never falls.

use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

use super::{SqliteStore, schema};
use crate::{Change, ChangeFeed, ChangedItem, Error};

/// A database without a feed counts the writes of other connections instead. Added to that count, this
/// keeps it apart from all change numbers.
const WITHOUT_FEED: u64 = 1 << 62;

impl ChangeFeed for SqliteStore {
    fn latest(&self) -> Result<u64, Error> {
        // The signal comes first: a commit between the two lines makes a later signal differ.
        let signal = self.signal.read();
        if let (Some(signal), Some((known, latest))) = (signal, self.latest.get())
            && signal == known
        {
            return Ok(latest);
        }
        let latest = self.read(|connection| latest(connection, self.version.get()))?;
        self.latest.set(signal.map(|signal| (signal, latest)));
        Ok(latest)
    }

    fn since(&self, number: u64) -> Result<Option<Vec<Change>>, Error> {
        self.read(|connection| since(connection, self.version.get(), number))
    }
}

/// Records that an item changed. Returns the number of the change.
pub(super) fn record(
    connection: &Connection,
    item: ChangedItem,
    id: &str,
) -> rusqlite::Result<u64> {
    // Writers hold the write lock from the start of their transaction, so numbers follow commits.
    let number = newest(connection)? + 1;
    connection
        .prepare_cached("INSERT OR REPLACE INTO changes (number, item, id) VALUES (?1, ?2, ?3)")?
        .execute(params![number.cast_signed(), name(item), id])?;
    Ok(number)
}

pub(super) fn latest(connection: &Connection, version: u32) -> rusqlite::Result<u64> {
    if schema::has_changes(version) {
        return newest(connection);
    }
    let count: i64 = connection.query_row("PRAGMA data_version", [], |row| row.get(0))?;
    Ok(WITHOUT_FEED + count.cast_unsigned())
}

pub(super) fn since(
    connection: &Connection,
    version: u32,
    number: u64,
) -> rusqlite::Result<Option<Vec<Change>>> {
    if !schema::has_changes(version) || number > newest(connection)? {
        return Ok(None);
    }
    let mut select = connection
        .prepare_cached("SELECT number, item, id FROM changes WHERE number > ?1 ORDER BY number")?;
    let changes = select.query_map(params![number.cast_signed()], change)?;
    changes.collect::<rusqlite::Result<_>>().map(Some)
}

fn newest(connection: &Connection) -> rusqlite::Result<u64> {
    let mut select = connection.prepare_cached("SELECT coalesce(max(number), 0) FROM changes")?;
    select.query_row([], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
}

fn change(row: &Row<'_>) -> rusqlite::Result<Change> {
    let item = match row.get::<_, String>(1)?.as_str() {
        "entry" => ChangedItem::Entry,
        "session" => ChangedItem::Session,
        "state" => ChangedItem::State,
        "gap" => ChangedItem::Gap,
        "measurement" => ChangedItem::Measurement,
        word => {
            let error = format!("there is no item `{word}`").into();
            return Err(rusqlite::Error::FromSqlConversionFailure(1, Type::Text, error));
        }
    };
    Ok(Change { number: row.get::<_, i64>(0)?.cast_unsigned(), item, id: row.get(2)? })
}

fn name(item: ChangedItem) -> &'static str {
    match item {
        ChangedItem::Entry => "entry",
        ChangedItem::Session => "session",
        ChangedItem::State => "state",
        ChangedItem::Gap => "gap",
        ChangedItem::Measurement => "measurement",
    }
}
