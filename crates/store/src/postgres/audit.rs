//! The audit log: what users of a server asked for.
//!
//! An event of a change is written in the transaction of the change, so neither is there without the other.

use tokio_postgres::Row;

use super::failure::Failure;
use super::key;
use super::session::Session;
use crate::{AuditEvent, AuditRecord};

/// Adds an event; inside of a transaction, as part of it.
pub(super) fn add(session: &Session, event: &AuditEvent) -> Result<(), Failure> {
    let AuditEvent { user, action, repository, item, outcome } = event;
    let (repository, item) = (repository.as_deref().map(key), item.as_deref().map(key));
    let insert = "INSERT INTO rutter.audit (user_name, action, repository, item, outcome)
        VALUES ($1, $2, $3, $4, $5)";
    session.execute(insert, &[&key(user), action, &repository, &item, outcome]).map(drop)
}

/// The newest events, the oldest of them first.
pub(super) fn newest(session: &Session, limit: u32) -> Result<Vec<AuditRecord>, Failure> {
    let rows = session.query(
        "SELECT number, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'),
            user_name, action, repository, item, outcome
            FROM rutter.audit ORDER BY number DESC LIMIT $1",
        &[&i64::from(limit)],
    )?;
    let record = |row: &Row| AuditRecord {
        number: row.get::<_, i64>(0).cast_unsigned(),
        at: row.get(1),
        event: AuditEvent {
            user: row.get(2),
            action: row.get(3),
            repository: row.get(4),
            item: row.get(5),
            outcome: row.get(6),
        },
    };
    Ok(rows.iter().rev().map(record).collect())
}
