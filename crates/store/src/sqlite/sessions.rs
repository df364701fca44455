//! Sessions as rows; a conversation is JSON.

use rusqlite::{OptionalExtension, params};
use rutter_domain::{Conversation, Timestamp};

use super::{SqliteStore, changes, row, schema};
use crate::{ChangedItem, Error, Saved, SessionHeader, SessionStore, StoredSession};

impl SessionStore for SqliteStore {
    fn sessions(&self) -> Result<Vec<SessionHeader>, Error> {
        self.read(|connection| {
            if !schema::has_changes(self.version.get()) {
                return Ok(Vec::new());
            }
            let mut select = connection
                .prepare_cached("SELECT id, updated_at FROM sessions ORDER BY revision DESC")?;
            let rows = select.query_map([], |row| {
                let updated_at = Timestamp(row.get::<_, i64>(1)?.cast_unsigned());
                Ok(SessionHeader { id: row.get(0)?, updated_at })
            })?;
            rows.collect()
        })
    }

    fn session(&self, id: &str) -> Result<Option<StoredSession>, Error> {
        self.read(|connection| {
            if !schema::has_changes(self.version.get()) {
                return Ok(None);
            }
            let mut select = connection.prepare_cached(
                "SELECT id, updated_at, revision, conversation FROM sessions WHERE id = ?1",
            )?;
            let session = select.query_row(params![id], |row| {
                Ok(StoredSession {
                    id: row.get(0)?,
                    updated_at: Timestamp(row.get::<_, i64>(1)?.cast_unsigned()),
                    revision: row.get::<_, i64>(2)?.cast_unsigned(),
                    conversation: row::from_json(row, 3)?,
                })
            });
            session.optional()
        })
    }

    fn save_session(
        &mut self,
        id: &str,
        conversation: &Conversation,
        known: Option<u64>,
        at: Timestamp,
    ) -> Result<Saved, Error> {
        self.write(|connection| {
            let current = connection
                .query_row("SELECT revision FROM sessions WHERE id = ?1", params![id], |row| {
                    row.get::<_, i64>(0)
                })
                .optional()?;
            if current.map(i64::cast_unsigned) != known {
                return Ok(Saved::Overtaken);
            }
            let revision = changes::record(connection, ChangedItem::Session, id)?;
            let json = row::to_json(conversation)?;
            connection.execute(
                "INSERT OR REPLACE INTO sessions (id, updated_at, revision, conversation)
                    VALUES (?1, ?2, ?3, ?4)",
                params![id, at.0.cast_signed(), revision.cast_signed(), json],
            )?;
            Ok(Saved::Kept { revision })
        })
    }

    fn delete_session(&mut self, id: &str) -> Result<bool, Error> {
        self.write(|connection| {
            let n_deleted =
                connection.execute("DELETE FROM sessions WHERE id = ?1", params![id])?;
            if n_deleted > 0 {
                changes::record(connection, ChangedItem::Session, id)?;
            }
            Ok(n_deleted > 0)
        })
    }
}
