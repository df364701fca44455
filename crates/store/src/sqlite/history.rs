//! What happened to entries, as rows. The newest events of an entry are kept.

use rusqlite::{Connection, Row, params};
use rutter_domain::{EntryEvent, PastEvent, Timestamp};

use super::row;
use crate::MOST_EVENTS;

/// Adds an event, and deletes the oldest ones that are too many.
pub(super) fn append(connection: &Connection, id: &str, event: &PastEvent) -> rusqlite::Result<()> {
    let PastEvent { at, event, author, summary, details, note } = event;
    connection
        .prepare_cached(
            "INSERT INTO history (entry, at, event, author, summary, details, note)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![id, at.0.cast_signed(), event.name(), author, summary, details, note])?;
    connection
        .prepare_cached(
            "DELETE FROM history WHERE entry = ?1 AND number NOT IN
                (SELECT number FROM history WHERE entry = ?1 ORDER BY number DESC LIMIT ?2)",
        )?
        .execute(params![id, MOST_EVENTS])?;
    Ok(())
}

/// The events of an entry, oldest first.
pub(super) fn of_entry(connection: &Connection, id: &str) -> rusqlite::Result<Vec<PastEvent>> {
    let mut select = connection.prepare_cached(
        "SELECT at, event, author, summary, details, note FROM history WHERE entry = ?1
            ORDER BY number",
    )?;
    let events = select.query_map(params![id], event)?;
    events.collect()
}

fn event(row: &Row<'_>) -> rusqlite::Result<PastEvent> {
    let word: String = row.get(1)?;
    let all =
        [EntryEvent::Replaced, EntryEvent::Reviewed, EntryEvent::Rejected, EntryEvent::Imported];
    let Some(event) = all.into_iter().find(|event| event.name() == word) else {
        return Err(row::unknown(1, "event", &word));
    };
    Ok(PastEvent {
        at: Timestamp(row.get::<_, i64>(0)?.cast_unsigned()),
        event,
        author: row.get(2)?,
        summary: row.get(3)?,
        details: row.get(4)?,
        note: row.get(5)?,
    })
}
