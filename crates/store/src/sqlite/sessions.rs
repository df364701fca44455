//! Sessions as rows; a chat is JSON.

use rusqlite::{OptionalExtension, Row, params, params_from_iter};
use rutter_domain::{ChatSession, Timestamp};

use super::{SqliteStore, row};
use crate::rows::Rows;
use crate::{ChangedItem, Error, Saved, SessionHeader, SessionStore, StoredSession};

/// The query for headers of the sessions that fulfil a condition.
fn select_headers(condition: &str) -> String {
    format!(
        "SELECT id, updated_at, json_extract(conversation, '$.name'),
                json_extract(conversation, '$.title'),
                json_array_length(conversation, '$.conversation.messages')
            FROM sessions {condition} ORDER BY revision DESC"
    )
}

fn header(row: &Row<'_>) -> rusqlite::Result<SessionHeader> {
    Ok(SessionHeader {
        id: row.get(0)?,
        updated_at: Timestamp(row.get::<_, i64>(1)?.cast_unsigned()),
        name: row.get(2)?,
        title: row.get::<_, Option<String>>(3)?.unwrap_or_default(),
        n_messages: row
            .get::<_, Option<i64>>(4)?
            .unwrap_or_default()
            .try_into()
            .unwrap_or_default(),
    })
}

impl SessionStore for SqliteStore {
    fn sessions(&self) -> Result<Vec<SessionHeader>, Error> {
        self.read(|connection| {
            let mut select = connection.prepare_cached(&select_headers(""))?;
            select.query_map([], header)?.collect()
        })
    }

    fn sessions_with(&self, words: &[&str]) -> Result<Vec<SessionHeader>, Error> {
        self.read(|connection| {
            // Words are compared with the JSON text, in which a quotation mark has a backslash.
            let patterns = words.iter().map(|word| {
                let json = serde_json::Value::from(*word).to_string();
                let inner = json.trim_matches('"');
                format!("%{}%", inner.replace('|', "||").replace('%', "|%").replace('_', "|_"))
            });
            let condition = vec!["conversation LIKE ? ESCAPE '|'"; words.len()].join(" AND ");
            let condition = if words.is_empty() { condition } else { format!("WHERE {condition}") };
            let mut select = connection.prepare(&select_headers(&condition))?;
            select.query_map(params_from_iter(patterns), header)?.collect()
        })
    }

    fn session(&self, id: &str) -> Result<Option<StoredSession>, Error> {
        self.read(|connection| {
            let mut select = connection.prepare_cached(
                "SELECT id, updated_at, revision, conversation FROM sessions WHERE id = ?1",
            )?;
            let session = select.query_row(params![id], |row| {
                Ok(StoredSession {
                    id: row.get(0)?,
                    updated_at: Timestamp(row.get::<_, i64>(1)?.cast_unsigned()),
                    revision: row.get::<_, i64>(2)?.cast_unsigned(),
                    chat: row::from_json(row, 3)?,
                })
            });
            session.optional()
        })
    }

    fn save_session(
        &mut self,
        id: &str,
        chat: &ChatSession,
        known: Option<u64>,
        at: Timestamp,
    ) -> Result<Saved, Error> {
        self.write(|connection| {
            let select = "SELECT revision FROM sessions WHERE id = ?1";
            connection.save(ChangedItem::Session, id, (select, known), |revision| {
                let insert = "INSERT OR REPLACE INTO sessions
                    (id, updated_at, revision, conversation) VALUES (?1, ?2, ?3, ?4)";
                let (at, revision) = (at.0.cast_signed(), revision.cast_signed());
                connection.execute(insert, params![id, at, revision, row::to_json(chat)?]).map(drop)
            })
        })
    }
}
