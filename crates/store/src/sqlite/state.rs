//! State as rows of keys and values.

use rusqlite::{OptionalExtension, Row, params};

use super::SqliteStore;
use crate::rows::Rows;
use crate::{ChangedItem, Error, Saved, StateStore, StateValue};

impl StateStore for SqliteStore {
    fn state(&self, key: &str) -> Result<Option<StateValue>, Error> {
        self.read(|connection| {
            let mut select = connection
                .prepare_cached("SELECT key, value, revision FROM state WHERE key = ?1")?;
            let found = select.query_row(params![key], state).optional()?;
            Ok(found.map(|(_, value)| value))
        })
    }

    fn states(&self, prefix: &str) -> Result<Vec<(String, StateValue)>, Error> {
        self.read(|connection| {
            // Not LIKE: a prefix may contain its wildcards.
            let mut select = connection.prepare_cached(
                "SELECT key, value, revision FROM state
                    WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key",
            )?;
            select.query_map(params![prefix], state)?.collect()
        })
    }

    fn set_state(&mut self, key: &str, value: &str, known: Option<u64>) -> Result<Saved, Error> {
        self.write(|connection| {
            let select = "SELECT revision FROM state WHERE key = ?1";
            connection.save(ChangedItem::State, key, (select, known), |revision| {
                let insert =
                    "INSERT OR REPLACE INTO state (key, value, revision) VALUES (?1, ?2, ?3)";
                connection.execute(insert, params![key, value, revision.cast_signed()]).map(drop)
            })
        })
    }

    fn remove_state(&mut self, key: &str) -> Result<bool, Error> {
        self.write(|connection| {
            connection.remove(ChangedItem::State, key, "DELETE FROM state WHERE key = ?1")
        })
    }
}

fn state(row: &Row<'_>) -> rusqlite::Result<(String, StateValue)> {
    let revision = row.get::<_, i64>(2)?.cast_unsigned();
    Ok((row.get(0)?, StateValue { value: row.get(1)?, revision }))
}
