//! State as rows of keys and values.

use tokio_postgres::Row;

use super::failure::Failure;
use super::{PostgresStore, key};
use crate::rows::Rows;
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
            let select = "SELECT revision FROM rutter.state WHERE repository = $1 AND key = $2";
            transaction.save(ChangedItem::State, name, (select, known), |revision| {
                let (name, json) = (key(name), serde_json::to_string(value)?);
                transaction
                    .execute(
                        "INSERT INTO rutter.state (repository, key, value, revision)
                            VALUES ($1, $2, $3::text::json, $4)
                            ON CONFLICT (repository, key)
                            DO UPDATE SET value = excluded.value, revision = excluded.revision",
                        &[&transaction.repository, &name, &json, &revision.cast_signed()],
                    )
                    .map(drop)
            })
        })
    }

    fn remove_state(&mut self, name: &str) -> Result<bool, Error> {
        self.write(|transaction| {
            let delete =
                "DELETE FROM rutter.state WHERE repository = $1 AND key = $2 RETURNING true";
            transaction.remove(ChangedItem::State, name, delete)
        })
    }
}

fn state(row: &Row) -> Result<(String, StateValue), Failure> {
    let value = serde_json::from_str(row.get(1))?;
    Ok((row.get(0), StateValue { value, revision: row.get::<_, i64>(2).cast_unsigned() }))
}
