//! A checksum for each entry, which detects a byte that changed under SQLite.
//!
//! It covers the columns of the entry as they are stored, so that it stays the same when a later version
//! reads them in another way, and the notes, except to whom one was shown. It is stored in a table of its
//! own: an entry without a checksum is altered, a checksum without an entry is a lost entry.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::row;
use crate::{NotebookDamage, RejectedNote};

/// Stores the checksum of an entry as it is now; removes it if there is no such entry.
pub(super) fn keep(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    match of_entry(connection, id)? {
        Some(checksum) => connection
            .prepare_cached("INSERT OR REPLACE INTO checksums (entry, checksum) VALUES (?1, ?2)")?
            .execute(params![id, checksum]),
        None => connection.execute("DELETE FROM checksums WHERE entry = ?1", params![id]),
    }
    .map(drop)
}

/// Compares all entries with their checksums.
pub(super) fn compare(connection: &Connection) -> rusqlite::Result<NotebookDamage> {
    let mut select = connection.prepare_cached("SELECT entry, checksum FROM checksums")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut kept = rows.collect::<rusqlite::Result<HashMap<String, i64>>>()?;
    let notes = row::all_notes(connection)?;
    let mut select = connection.prepare_cached(&row::select("ORDER BY path, symbol, id"))?;
    let mut rows = select.query([])?;
    let mut damage = NotebookDamage::default();
    while let Some(row) = rows.next()? {
        let id: String = row.get(0)?;
        let notes = notes.get(&id).map_or(&[][..], Vec::as_slice);
        if kept.remove(&id) != Some(checksum(row, notes)?) {
            damage.altered.push(id);
        }
    }
    damage.lost = kept.into_keys().collect();
    damage.lost.sort();
    Ok(damage)
}

/// Whether an entry matches its checksum, or neither of the two exists.
pub(super) fn matches(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    let mut select =
        connection.prepare_cached("SELECT checksum FROM checksums WHERE entry = ?1")?;
    let kept: Option<i64> = select.query_row(params![id], |row| row.get(0)).optional()?;
    Ok(kept == of_entry(connection, id)?)
}

fn of_entry(connection: &Connection, id: &str) -> rusqlite::Result<Option<i64>> {
    let notes = row::notes_of(connection, id)?;
    let mut select = connection.prepare_cached(&row::select("WHERE id = ?1"))?;
    select.query_row(params![id], |row| checksum(row, &notes)).optional()
}

/// The checksum of a row of [`row::select`].
fn checksum(row: &Row<'_>, notes: &[RejectedNote]) -> rusqlite::Result<i64> {
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &[u8]| {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    };
    let text = |column: usize| row.get::<_, Option<String>>(column);
    // Id, symbol, path, summary, author, verdict, reason.
    for column in [0, 1, 2, 3, 8, 11, 12] {
        add(text(column)?.unwrap_or_default().as_bytes());
    }
    // Details and run.
    for column in [4, 9] {
        add(text(column)?.as_ref().map_or(&[0xFF], |text| text.as_bytes()));
    }
    // Tags, evidence and anchor.
    for column in [5, 6, 13] {
        add(text(column)?.unwrap_or_default().as_bytes());
    }
    add(&serde_json::to_vec(&row.get::<_, Option<f32>>(7)?).unwrap_or_default());
    add(&row.get::<_, i64>(10)?.to_le_bytes());
    if let (Some(embedder), Some(values)) = (text(14)?, row.get::<_, Option<Vec<u8>>>(15)?) {
        add(embedder.as_bytes());
        add(&values);
    }
    for note in notes {
        add(note.note.as_bytes());
        add(note.summary.as_bytes());
        add(note.author.as_bytes());
        add(&note.at.0.to_le_bytes());
    }
    // Facts with surprises, claims, reviews.
    for column in [16, 17, 19] {
        add(text(column)?.unwrap_or_default().as_bytes());
    }
    add(&row.get::<_, u32>(18)?.to_le_bytes());
    let hash = hasher.finalize();
    Ok(i64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes")))
}
