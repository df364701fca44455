//! Sessions as rows; a chat is JSON, and its header has a column of its own so that lists stay cheap.

use rutter_domain::{ChatSession, Timestamp};
use tokio_postgres::Row;

use super::failure::Failure;
use super::{PostgresStore, key};
use crate::rows::Rows;
use crate::{ChangedItem, Error, Saved, SessionHeader, SessionStore, StoredSession};

impl SessionStore for PostgresStore {
    fn sessions(&self) -> Result<Vec<SessionHeader>, Error> {
        self.sessions_with(&[])
    }

    fn sessions_with(&self, words: &[&str]) -> Result<Vec<SessionHeader>, Error> {
        // Words are compared with the JSON text, in which a quotation mark has a backslash. A backslash
        // of the pattern makes the next character literal.
        let patterns: Vec<String> = words
            .iter()
            .map(|word| {
                let json = serde_json::Value::from(*word).to_string();
                let inner = &json[1..json.len() - 1];
                let escaped = inner.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
                format!("%{escaped}%")
            })
            .collect();
        self.read_once(|session, repository| {
            let rows = session.query(
                "SELECT header::text FROM rutter.sessions
                    WHERE repository = $1 AND chat::text COLLATE \"C\" ILIKE ALL ($2)
                    ORDER BY revision DESC",
                &[&repository, &patterns],
            )?;
            rows.iter().map(|row| Ok(serde_json::from_str(row.get(0))?)).collect()
        })
    }

    fn session(&self, id: &str) -> Result<Option<StoredSession>, Error> {
        self.read_once(|session, repository| {
            let row = session.query_first(
                "SELECT id, updated_at, revision, chat::text FROM rutter.sessions
                    WHERE repository = $1 AND id = $2",
                &[&repository, &key(id)],
            )?;
            row.as_ref().map(stored).transpose()
        })
    }

    fn save_session(
        &mut self,
        id: &str,
        chat: &ChatSession,
        known: Option<u64>,
        at: Timestamp,
    ) -> Result<Saved, Error> {
        let id = key(id);
        let header = SessionHeader {
            id: id.clone(),
            updated_at: at,
            name: chat.name.clone(),
            title: chat.title.clone(),
            n_messages: chat.conversation.messages.len(),
        };
        self.write(|transaction| {
            let select = "SELECT revision FROM rutter.sessions WHERE repository = $1 AND id = $2";
            transaction.save(ChangedItem::Session, &id, (select, known), |revision| {
                transaction
                    .execute(
                        "INSERT INTO rutter.sessions
                            (repository, id, updated_at, revision, header, chat)
                            VALUES ($1, $2, $3, $4, $5::text::json, $6::text::json)
                            ON CONFLICT (repository, id) DO UPDATE
                            SET updated_at = excluded.updated_at, revision = excluded.revision,
                                header = excluded.header, chat = excluded.chat",
                        &[
                            &transaction.repository,
                            &id,
                            &at.0.cast_signed(),
                            &revision.cast_signed(),
                            &serde_json::to_string(&header)?,
                            &serde_json::to_string(chat)?,
                        ],
                    )
                    .map(drop)
            })
        })
    }
}

fn stored(row: &Row) -> Result<StoredSession, Failure> {
    Ok(StoredSession {
        id: row.get(0),
        updated_at: Timestamp(row.get::<_, i64>(1).cast_unsigned()),
        revision: row.get::<_, i64>(2).cast_unsigned(),
        chat: serde_json::from_str(row.get(3))?,
    })
}
