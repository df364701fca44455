//! The change feed as a table: one row for each item that ever changed, with its newest number.

use std::collections::HashMap;

use tokio_postgres::Row;

use super::PostgresStore;
use super::failure::Failure;
use super::session::Session;
use crate::rows::Presence;
use crate::{Change, ChangeFeed, ChangedItem, Error};

/// A change that is not stored yet.
pub(super) struct RecordedChange {
    pub(super) number: u64,
    pub(super) removed: bool,
}

impl ChangeFeed for PostgresStore {
    /// One query of one row: a server has no commit signal file that would save the query.
    fn latest(&self) -> Result<u64, Error> {
        self.read_once(latest)
    }

    fn since(&self, number: u64) -> Result<Option<Vec<Change>>, Error> {
        self.read(|session, repository| {
            let found = since(session, repository, number)?;
            Ok(found.map(|changes| changes.into_iter().map(|(change, _)| change).collect()))
        })
    }
}

pub(super) fn latest(session: &Session, repository: i64) -> Result<u64, Failure> {
    let select = "SELECT latest FROM rutter.repositories WHERE id = $1";
    let row = session.query_first(select, &[&repository])?;
    Ok(row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()))
}

/// Changes after `number`, each with whether the item still exists. `None` if the feed does not know the number.
pub(super) fn since(
    session: &Session,
    repository: i64,
    number: u64,
) -> Result<Option<Vec<(Change, Presence)>>, Failure> {
    if number > latest(session, repository)? {
        return Ok(None);
    }
    let rows = session.query(
        "SELECT number, item, id, removed FROM rutter.changes
            WHERE repository = $1 AND number > $2 ORDER BY number",
        &[&repository, &number.cast_signed()],
    )?;
    rows.iter().map(change).collect::<Result<_, _>>().map(Some)
}

/// Stores the changes of a transaction.
pub(super) fn store(
    session: &Session,
    repository: i64,
    changes: &HashMap<(ChangedItem, String), RecordedChange>,
) -> Result<(), Failure> {
    if changes.is_empty() {
        return Ok(());
    }
    let items: Vec<&str> = changes.keys().map(|(item, _)| item.name()).collect();
    let ids: Vec<&str> = changes.keys().map(|(_, id)| id.as_str()).collect();
    let numbers: Vec<i64> = changes.values().map(|change| change.number.cast_signed()).collect();
    let removed: Vec<bool> = changes.values().map(|change| change.removed).collect();
    session
        .execute(
            "INSERT INTO rutter.changes (repository, item, id, number, removed)
                SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[], $5::boolean[])
                ON CONFLICT (repository, item, id)
                DO UPDATE SET number = excluded.number, removed = excluded.removed",
            &[&repository, &items, &ids, &numbers, &removed],
        )
        .map(drop)
}

fn change(row: &Row) -> Result<(Change, Presence), Failure> {
    let word: &str = row.get(1);
    let item = ChangedItem::parse(word)
        .ok_or_else(|| Failure::Row(format!("there is no item `{word}`")))?;
    let presence = if row.get(3) { Presence::Removed } else { Presence::Present };
    let number = row.get::<_, i64>(0).cast_unsigned();
    Ok((Change { number, item, id: row.get(2) }, presence))
}
