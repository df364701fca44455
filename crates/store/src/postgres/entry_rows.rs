//! Entries and their history as rows. Many are read or written by one statement, since each statement
//! costs a round trip to the server.

use std::collections::HashMap;

use rutter_domain::PastEvent;
use tokio_postgres::Row;

use super::failure::Failure;
use super::key;
use super::session::Session;
use super::transaction::Transaction;
use crate::entry_rules::EntryRows;
use crate::rows::{Presence, Rows};
use crate::{ChangedItem, EntryVector, MOST_EVENTS, StoredEntry};

/// An entry, and whether it is as it was written.
pub(super) struct ReadEntry {
    pub(super) stored: StoredEntry,
    pub(super) is_whole: bool,
}

/// All entries, by path, symbol and id.
pub(super) fn all(session: &Session, repository: i64) -> Result<Vec<ReadEntry>, Failure> {
    let rows = session.query(
        "SELECT body::text, embedder, vector, checksum FROM rutter.entries WHERE repository = $1
            ORDER BY path, symbol, id",
        &[&repository],
    )?;
    rows.iter().map(from_row).collect()
}

/// The entries with these ids, as far as there are any.
pub(super) fn by_ids(
    session: &Session,
    repository: i64,
    ids: &[String],
) -> Result<HashMap<String, ReadEntry>, Failure> {
    let ids: Vec<String> = ids.iter().map(|id| key(id)).collect();
    let rows = session.query(
        "SELECT body::text, embedder, vector, checksum FROM rutter.entries
            WHERE repository = $1 AND id = ANY ($2)",
        &[&repository, &ids],
    )?;
    let entries = rows.iter().map(from_row);
    entries.map(|read| read.map(|read| (read.stored.entry.id.clone(), read))).collect()
}

pub(super) fn by_id(
    session: &Session,
    repository: i64,
    id: &str,
) -> Result<Option<StoredEntry>, Failure> {
    let mut found = by_ids(session, repository, &[id.to_owned()])?;
    Ok(found.remove(id).map(|read| read.stored))
}

/// The events of an entry, oldest first.
pub(super) fn history(
    session: &Session,
    repository: i64,
    id: &str,
) -> Result<Vec<PastEvent>, Failure> {
    let rows = session.query(
        "SELECT event::text FROM rutter.history WHERE repository = $1 AND entry = $2
            ORDER BY number",
        &[&repository, &key(id)],
    )?;
    rows.iter().map(|row| Ok(serde_json::from_str(row.get(0))?)).collect()
}

impl EntryRows for Transaction<'_> {
    fn by_ids(&self, ids: &[String]) -> Result<HashMap<String, StoredEntry>, Failure> {
        let found = by_ids(self.session, self.repository, ids)?;
        Ok(found.into_iter().map(|(id, read)| (id, read.stored)).collect())
    }

    fn by_id(&self, id: &str) -> Result<Option<StoredEntry>, Failure> {
        by_id(self.session, self.repository, id)
    }

    fn at_symbol(&self, path: &str, symbol: &str) -> Result<Vec<StoredEntry>, Failure> {
        let rows = self.query(
            "SELECT body::text, embedder, vector, checksum FROM rutter.entries
                WHERE repository = $1 AND hashtextextended(path, 0) = hashtextextended($2, 0)
                    AND path = $2 AND symbol = $3 ORDER BY id",
            &[&self.repository, &key(path), &key(symbol)],
        )?;
        rows.iter().map(|row| Ok(from_row(row)?.stored)).collect()
    }

    fn put_entries(&self, entries: &[StoredEntry]) -> Result<(), Failure> {
        if entries.is_empty() {
            return Ok(());
        }
        let texts = |text: fn(&StoredEntry) -> &str| -> Vec<String> {
            entries.iter().map(|stored| key(text(stored))).collect()
        };
        let (mut revisions, mut bodies, mut checksums) = (Vec::new(), Vec::new(), Vec::new());
        let (mut embedders, mut vectors) = (Vec::new(), Vec::new());
        for stored in entries {
            let id = &stored.entry.id;
            let revision = self.record(ChangedItem::Entry, id, Presence::Present)?;
            revisions.push(revision.cast_signed());
            let body = serde_json::to_string(&StoredEntry { vector: None, ..stored.clone() })?;
            let vector = stored.vector.as_ref();
            let embedder = vector.map(|vector| key(&vector.embedder));
            let values: Option<Vec<u8>> = vector
                .map(|vector| vector.values.iter().map(|value| value.cast_unsigned()).collect());
            checksums.push(checksum(&body, embedder.as_deref(), values.as_deref()));
            bodies.push(body);
            embedders.push(embedder);
            vectors.push(values);
        }
        self.execute(
            "INSERT INTO rutter.entries
                    (repository, id, path, symbol, revision, body, embedder, vector, checksum)
                    SELECT $1, new.id, new.path, new.symbol, new.revision, new.body::json,
                        new.embedder, new.vector, new.checksum
                    FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[],
                        $7::text[], $8::bytea[], $9::bigint[])
                    AS new (id, path, symbol, revision, body, embedder, vector, checksum)
                    ON CONFLICT (repository, id) DO UPDATE
                    SET path = excluded.path, symbol = excluded.symbol,
                        revision = excluded.revision, body = excluded.body,
                        embedder = excluded.embedder, vector = excluded.vector,
                        checksum = excluded.checksum",
            &[
                &self.repository,
                &texts(|stored| &stored.entry.id),
                &texts(|stored| &stored.entry.path),
                &texts(|stored| &stored.entry.symbol),
                &revisions,
                &bodies,
                &embedders,
                &vectors,
                &checksums,
            ],
        )
        .map(drop)
    }

    fn delete_entries(&self, ids: &[String]) -> Result<Vec<String>, Failure> {
        let keys: Vec<String> = ids.iter().map(|id| key(id)).collect();
        self.execute(
            "DELETE FROM rutter.history WHERE repository = $1 AND entry = ANY ($2)",
            &[&self.repository, &keys],
        )?;
        let deleted = self.query(
            "DELETE FROM rutter.entries WHERE repository = $1 AND id = ANY ($2) RETURNING id",
            &[&self.repository, &keys],
        )?;
        let mut deleted: Vec<String> = deleted.iter().map(|row| row.get(0)).collect();
        deleted.sort_by_key(|id| ids.iter().position(|asked| asked == id));
        for id in &deleted {
            self.record(ChangedItem::Entry, id, Presence::Removed)?;
        }
        Ok(deleted)
    }

    fn append_history(&self, events: &[(String, PastEvent)]) -> Result<(), Failure> {
        if events.is_empty() {
            return Ok(());
        }
        let entries: Vec<String> = events.iter().map(|(entry, _)| key(entry)).collect();
        let bodies = events.iter().map(|(_, event)| serde_json::to_string(event));
        let bodies = bodies.collect::<Result<Vec<String>, _>>()?;
        self.execute(
            "INSERT INTO rutter.history (repository, entry, event)
                SELECT $1, new.entry, new.event::json
                FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS new (entry, event, position)
                ORDER BY new.position",
            &[&self.repository, &entries, &bodies],
        )?;
        self.execute(
            "DELETE FROM rutter.history USING (
                    SELECT entry, number,
                        row_number() OVER (PARTITION BY entry ORDER BY number DESC) AS age
                    FROM rutter.history WHERE repository = $1 AND entry = ANY ($2)
                ) AS old WHERE history.repository = $1 AND history.entry = old.entry
                    AND history.number = old.number AND old.age > $3",
            &[&self.repository, &entries, &i64::from(MOST_EVENTS)],
        )
        .map(drop)
    }
}

fn from_row(row: &Row) -> Result<ReadEntry, Failure> {
    let (body, embedder, values): (&str, Option<String>, Option<&[u8]>) =
        (row.get(0), row.get(1), row.get(2));
    let is_whole = checksum(body, embedder.as_deref(), values) == row.get::<_, i64>(3);
    let mut stored: StoredEntry = serde_json::from_str(body)?;
    stored.vector = embedder.zip(values).map(|(embedder, values)| EntryVector {
        embedder,
        values: values.iter().map(|value| value.cast_signed()).collect(),
    });
    Ok(ReadEntry { stored, is_whole })
}

/// Detects a row that was changed by other means than this program.
fn checksum(body: &str, embedder: Option<&str>, vector: Option<&[u8]>) -> i64 {
    let mut hasher = blake3::Hasher::new();
    for part in [Some(body.as_bytes()), embedder.map(str::as_bytes), vector] {
        hasher.update(&part.map_or(u64::MAX, |part| part.len() as u64).to_le_bytes());
        hasher.update(part.unwrap_or_default());
    }
    let hash = hasher.finalize();
    i64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}
