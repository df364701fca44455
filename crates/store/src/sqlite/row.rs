//! Entries and notes as rows. The notes of an entry are rows of their own table.

use std::collections::HashMap;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use rutter_domain::{Entry, Timestamp, Verdict};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{EntryVector, RejectedNote, StoredEntry};

fn select(rest: &str) -> String {
    format!(
        "SELECT id, symbol, path, summary, details, tags, evidence, confidence, author, run,
            created_at, verdict, reason, anchor, embedder, vector, facts, claims, checks, reviews
            FROM entries {rest}"
    )
}

/// All entries with their notes, by path, symbol and id.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<StoredEntry>> {
    let mut notes = all_notes(connection)?;
    let mut select = connection.prepare_cached(&select("ORDER BY path, symbol, id"))?;
    let rows = select.query_map([], without_notes)?;
    let mut all = rows.collect::<rusqlite::Result<Vec<StoredEntry>>>()?;
    for stored in &mut all {
        stored.notes = notes.remove(&stored.entry.id).unwrap_or_default();
    }
    Ok(all)
}

fn without_notes(row: &Row<'_>) -> rusqlite::Result<StoredEntry> {
    let embedder: Option<String> = row.get(14)?;
    let values: Option<Vec<u8>> = row.get(15)?;
    let vector = embedder.zip(values).map(|(embedder, values)| EntryVector {
        embedder,
        values: values.into_iter().map(u8::cast_signed).collect(),
    });
    let entry = Entry {
        id: row.get(0)?,
        symbol: row.get(1)?,
        path: row.get(2)?,
        summary: row.get(3)?,
        details: row.get(4)?,
        tags: from_json(row, 5)?,
        facts: from_json(row, 16)?,
        evidence: from_json(row, 6)?,
        confidence: row.get(7)?,
        author: row.get(8)?,
        run: row.get(9)?,
        created_at: Timestamp(row.get::<_, i64>(10)?.cast_unsigned()),
        verdict: verdict(row)?,
        claims: from_json(row, 17)?,
    };
    Ok(StoredEntry {
        entry,
        anchor: from_json(row, 13)?,
        vector,
        notes: Vec::new(),
        checks: row.get(18)?,
        reviews: from_json(row, 19)?,
    })
}

pub(super) fn by_id(connection: &Connection, id: &str) -> rusqlite::Result<Option<StoredEntry>> {
    let mut select = connection.prepare_cached(&select("WHERE id = ?1"))?;
    let Some(mut found) = select.query_row(params![id], without_notes).optional()? else {
        return Ok(None);
    };
    let mut select = connection.prepare_cached(
        "SELECT entry, note, summary, author, at, told_to FROM notes WHERE entry = ?1
            ORDER BY number",
    )?;
    let notes = select.query_map(params![id], note)?;
    found.notes = notes.map(|row| row.map(|(_, note)| note)).collect::<rusqlite::Result<_>>()?;
    Ok(Some(found))
}

/// Ids of the entries that were written for this path and symbol, sorted.
pub(super) fn ids_at(
    connection: &Connection,
    path: &str,
    symbol: &str,
) -> rusqlite::Result<Vec<String>> {
    let select = "SELECT id FROM entries WHERE path = ?1 AND symbol = ?2 ORDER BY id";
    let mut select = connection.prepare_cached(select)?;
    let ids = select.query_map(params![path, symbol], |row| row.get(0))?;
    ids.collect()
}

/// All notes by entry, oldest first.
fn all_notes(connection: &Connection) -> rusqlite::Result<HashMap<String, Vec<RejectedNote>>> {
    let mut select = connection.prepare_cached(
        "SELECT entry, note, summary, author, at, told_to FROM notes ORDER BY number",
    )?;
    let mut all: HashMap<String, Vec<RejectedNote>> = HashMap::new();
    for row in select.query_map([], note)? {
        let (entry, note) = row?;
        all.entry(entry).or_default().push(note);
    }
    Ok(all)
}

/// Stores a row in place of the one with its id.
pub(super) fn replace(connection: &Connection, stored: &StoredEntry) -> rusqlite::Result<()> {
    let entry = &stored.entry;
    let reason = match &entry.verdict {
        Verdict::Unverified { reason } => Some(reason),
        Verdict::Rejected { note } => Some(note),
        Verdict::Checked | Verdict::Pending => None,
    };
    let vector = stored.vector.as_ref();
    let values: Option<Vec<u8>> =
        vector.map(|vector| vector.values.iter().map(|value| value.cast_unsigned()).collect());
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO entries (id, symbol, path, summary, details, tags, evidence,
                confidence, author, run, created_at, verdict, reason, anchor, embedder, vector,
                facts, claims, checks, reviews)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
                ?17, ?18, ?19, ?20)",
        )?
        .execute(params![
            entry.id,
            entry.symbol,
            entry.path,
            entry.summary,
            entry.details,
            to_json(&entry.tags)?,
            to_json(&entry.evidence)?,
            entry.confidence,
            entry.author,
            entry.run,
            entry.created_at.0.cast_signed(),
            entry.verdict.name(),
            reason,
            to_json(&stored.anchor)?,
            vector.map(|vector| &vector.embedder),
            values,
            to_json(&entry.facts)?,
            to_json(&entry.claims)?,
            stored.checks,
            to_json(&stored.reviews)?,
        ])?;
    Ok(())
}

pub(super) fn replace_notes(
    connection: &Connection,
    id: &str,
    notes: &[RejectedNote],
) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM notes WHERE entry = ?1")?.execute(params![id])?;
    for note in notes {
        connection.execute(
            "INSERT INTO notes (entry, note, summary, author, at, told_to)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                id,
                note.note,
                note.summary,
                note.author,
                note.at.0.cast_signed(),
                note.shown_to
            ],
        )?;
    }
    Ok(())
}

fn note(row: &Row<'_>) -> rusqlite::Result<(String, RejectedNote)> {
    let note = RejectedNote {
        note: row.get(1)?,
        summary: row.get(2)?,
        author: row.get(3)?,
        at: Timestamp(row.get::<_, i64>(4)?.cast_unsigned()),
        shown_to: row.get(5)?,
    };
    Ok((row.get(0)?, note))
}

fn verdict(row: &Row<'_>) -> rusqlite::Result<Verdict> {
    let reason = || row.get::<_, Option<String>>(12).map(Option::unwrap_or_default);
    match row.get::<_, String>(11)?.as_str() {
        "checked" => Ok(Verdict::Checked),
        "pending" => Ok(Verdict::Pending),
        "unverified" => Ok(Verdict::Unverified { reason: reason()? }),
        "rejected" => Ok(Verdict::Rejected { note: reason()? }),
        word => Err(unknown(11, "verdict", word)),
    }
}

/// The error for a word that no version of rutter writes into a column.
pub(super) fn unknown(column: usize, what: &str, word: &str) -> rusqlite::Error {
    let error = format!("there is no {what} `{word}`").into();
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error)
}

pub(super) fn from_json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

pub(super) fn to_json<T: Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}
