//! A checksum for each entry, so that a byte that changed under SQLite is seen.
//!
//! It covers all that was written of an entry, its notes and its vector, but for who was told of a
//! note. It is kept in a table of its own: an entry without a checksum and a checksum without an entry
//! both say that something was lost.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use rutter_domain::{Entry, Verdict};

use super::noted::Noted;
use super::row;

/// What the checksums say of the entries that were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotebookDamage {
    /// Ids of entries that are not what was written.
    pub altered: Vec<String>,
    /// Ids of entries that were written and cannot be found.
    pub lost: Vec<String>,
}

impl NotebookDamage {
    pub fn is_empty(&self) -> bool {
        self.altered.is_empty() && self.lost.is_empty()
    }
}

/// Keeps the checksum of an entry as it is now, or none if there is no such entry.
pub(super) fn keep(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    match row::by_id(connection, id)? {
        Some(noted) => connection
            .prepare_cached("INSERT OR REPLACE INTO checksums (entry, checksum) VALUES (?1, ?2)")?
            .execute(params![id, checksum(&noted)]),
        None => connection.execute("DELETE FROM checksums WHERE entry = ?1", params![id]),
    }
    .map(drop)
}

/// Compares all entries with their checksums.
pub(super) fn compare(connection: &Connection, all: &[Noted]) -> rusqlite::Result<NotebookDamage> {
    let mut select = connection.prepare_cached("SELECT entry, checksum FROM checksums")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut kept = rows.collect::<rusqlite::Result<HashMap<String, i64>>>()?;
    let mut damage = NotebookDamage::default();
    for noted in all {
        let id = &noted.entry.id;
        if kept.remove(id) != Some(checksum(noted)) {
            damage.altered.push(id.clone());
        }
    }
    damage.lost = kept.into_keys().collect();
    damage.lost.sort();
    Ok(damage)
}

fn checksum(noted: &Noted) -> i64 {
    let Noted { entry, anchor, vector, notes } = noted;
    let Entry {
        id,
        symbol,
        path,
        summary,
        details,
        tags,
        evidence,
        confidence,
        author,
        run,
        created_at,
        verdict,
    } = entry;
    let (verdict, reason) = match verdict {
        Verdict::Verified => ("verified", ""),
        Verdict::Unverified { reason } => ("unverified", reason.as_str()),
        Verdict::Rejected { note } => ("rejected", note.as_str()),
    };
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &[u8]| {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    };
    for text in [id, symbol, path, summary, author, verdict, reason] {
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
    let hash = hasher.finalize();
    i64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}
