//! State as rows of keys and values.

use tokio_postgres::Row;

use super::changes::Presence;
use super::failure::Failure;
use super::{PostgresStore, key};
use crate::{ChangedItem, Error, Saved, StateStore, StateValue};

impl StateStore for PostgresStore {
    fn state(&self, name: &str) -> Result<Option<StateValue>, Error> {
        self.read_once(|session, repository| {
            let row = session.query_first(
                "SELECT key, value::text, revision FROM rutter.state
                    WHERE repository = $1 AND key = $2",
                &[&repository, &key(name)],
            )?;
            Ok(row.as_ref().map(state).transpose()?.map(|(_, value)| value))
        })
    }

    fn states(&self, prefix: &str) -> Result<Vec<(String, StateValue)>, Error> {
        self.read_once(|session, repository| {
            let rows = session.query(
                "SELECT key, value::text, revision FROM rutter.state
                    WHERE repository = $1 AND starts_with(key, $2) ORDER BY key",
                &[&repository, &key(prefix)],
            )?;
            rows.iter().map(state).collect()
        })
    }

    fn set_state(&mut self, name: &str, value: &str, known: Option<u64>) -> Result<Saved, Error> {
        self.write(|transaction| {
            let repository = transaction.repository;
            let current = transaction.query_first(
                "SELECT revision FROM rutter.state WHERE repository = $1 AND key = $2",
                &[&repository, &key(name)],
            )?;
            if current.map(|row| row.get::<_, i64>(0).cast_unsigned()) != known {
                return Ok(Saved::Overtaken);
            }
            let revision = transaction.record(ChangedItem::State, name, Presence::Present);
            transaction.execute(
                "INSERT INTO rutter.state (repository, key, value, revision)
                    VALUES ($1, $2, $3::text::json, $4)
                    ON CONFLICT (repository, key)
                    DO UPDATE SET value = excluded.value, revision = excluded.revision",
                &[&repository, &key(name), &serde_json::to_string(value)?, &revision.cast_signed()],
            )?;
            Ok(Saved::Kept { revision })
        })
    }

    fn remove_state(&mut self, name: &str) -> Result<bool, Error> {
        self.write(|transaction| {
            let row = transaction.query_first(
                "DELETE FROM rutter.state WHERE repository = $1 AND key = $2 RETURNING true",
                &[&transaction.repository, &key(name)],
            )?;
            if row.is_some() {
                transaction.record(ChangedItem::State, name, Presence::Removed);
            }
            Ok(row.is_some())
        })
    }
}

fn state(row: &Row) -> Result<(String, StateValue), Failure> {
    let value = serde_json::from_str(row.get(1))?;
    Ok((row.get(0), StateValue { value, revision: row.get::<_, i64>(2).cast_unsigned() }))
}
