//! A checksum for each entry, which detects a byte that changed under SQLite.
//!
//! It covers the entry, its anchor, vector, notes and reviews, except to whom a note was shown. It is
//! stored in a table of its own: an entry without a checksum is altered, a checksum without an entry is a
//! lost entry.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};
use rutter_domain::{Entry, Verdict};

use super::row;
use crate::{NotebookDamage, StoredEntry};

/// Stores the checksum of an entry as it is now; removes it if there is no such entry.
pub(super) fn keep(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    match row::by_id(connection, id)? {
        Some(stored) => connection
            .prepare_cached("INSERT OR REPLACE INTO checksums (entry, checksum) VALUES (?1, ?2)")?
            .execute(params![id, checksum(&stored)]),
        None => connection.execute("DELETE FROM checksums WHERE entry = ?1", params![id]),
    }
    .map(drop)
}

/// Compares all entries with their checksums.
pub(super) fn compare(
    connection: &Connection,
    all: &[StoredEntry],
) -> rusqlite::Result<NotebookDamage> {
    let mut select = connection.prepare_cached("SELECT entry, checksum FROM checksums")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut kept = rows.collect::<rusqlite::Result<HashMap<String, i64>>>()?;
    let mut damage = NotebookDamage::default();
    for stored in all {
        let id = &stored.entry.id;
        if kept.remove(id) != Some(checksum(stored)) {
            damage.altered.push(id.clone());
        }
    }
    damage.lost = kept.into_keys().collect();
    damage.lost.sort();
    Ok(damage)
}

/// Whether an entry matches its checksum, or neither of the two exists.
pub(super) fn matches(
    connection: &Connection,
    id: &str,
    entry: Option<&StoredEntry>,
) -> rusqlite::Result<bool> {
    let mut select =
        connection.prepare_cached("SELECT checksum FROM checksums WHERE entry = ?1")?;
    let kept: Option<i64> = select.query_row(params![id], |row| row.get(0)).optional()?;
    Ok(kept == entry.map(checksum))
}

fn checksum(stored: &StoredEntry) -> i64 {
    let StoredEntry { entry, anchor, vector, notes, checks, reviews } = stored;
    let Entry {
        id,
        symbol,
        path,
        summary,
        details,
        tags,
        facts,
        evidence,
        confidence,
        author,
        run,
        created_at,
        verdict,
        claims,
    } = entry;
    let name = verdict.name();
    let reason = match verdict {
        Verdict::Unverified { reason } => reason.as_str(),
        Verdict::Rejected { note } => note.as_str(),
        Verdict::Checked | Verdict::Pending => "",
    };
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &[u8]| {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    };
    for text in [id, symbol, path, summary, author, name, reason] {
        add(text.as_bytes());
    }
    for text in [details, run] {
        add(text.as_ref().map_or(&[0xFF], |text| text.as_bytes()));
    }
    for json in [serde_json::to_vec(tags), serde_json::to_vec(evidence), serde_json::to_vec(anchor)]
    {
        add(&json.unwrap_or_default());
    }
    add(&serde_json::to_vec(confidence).unwrap_or_default());
    add(&created_at.0.to_le_bytes());
    if let Some(vector) = vector {
        add(vector.embedder.as_bytes());
        let values: Vec<u8> = vector.values.iter().map(|value| value.cast_unsigned()).collect();
        add(&values);
    }
    for note in notes {
        add(note.note.as_bytes());
        add(note.summary.as_bytes());
        add(note.author.as_bytes());
        add(&note.at.0.to_le_bytes());
    }
    for json in [serde_json::to_vec(facts), serde_json::to_vec(claims), serde_json::to_vec(reviews)]
    {
        add(&json.unwrap_or_default());
    }
    add(&checks.to_le_bytes());
    let hash = hasher.finalize();
    i64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}
