//! Records of gaps, attempts and measurements as rows; an end and a completeness are JSON.

use rusqlite::{Connection, OptionalExtension, Row, params};
use rutter_domain::{Attempt, AttemptEnd, GapState, Measurement, Strategy, Timestamp};

use super::{SqliteStore, row};
use crate::gap_rules::{self, Fenced, GapRows};
use crate::rows::{Presence, Rows};
use crate::{Begun, ChangedItem, Error, Finished, GapRecord, GapStore, Saved};

const RECORDS: &str =
    "SELECT id, rule, path, symbol, state, note, author, at, run, entry, revision FROM gaps";
const ATTEMPTS: &str =
    "SELECT gap, number, rule, strategy, thought, run, began_at, ended, fence FROM attempts";

impl GapStore for SqliteStore {
    fn gap_records(&self) -> Result<Vec<GapRecord>, Error> {
        self.read(|connection| {
            let mut select = connection.prepare_cached(&format!("{RECORDS} ORDER BY id"))?;
            select.query_map([], record)?.collect()
        })
    }

    fn gap_record(&self, id: &str) -> Result<Option<GapRecord>, Error> {
        self.read(|connection| {
            let mut select = connection.prepare_cached(&format!("{RECORDS} WHERE id = ?1"))?;
            select.query_row(params![id], record).optional()
        })
    }

    fn set_gap(&mut self, record: &GapRecord, known: Option<u64>) -> Result<Saved, Error> {
        self.write(|connection| {
            let select = "SELECT revision FROM gaps WHERE id = ?1";
            connection.save(ChangedItem::Gap, &record.id, (select, known), |revision| {
                connection
                    .prepare_cached(
                        "INSERT OR REPLACE INTO gaps (id, rule, path, symbol, state, note, author,
                            at, run, entry, revision)
                            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                    )?
                    .execute(params![
                        record.id,
                        record.rule,
                        record.path,
                        record.symbol,
                        record.state.name(),
                        record.note,
                        record.by,
                        record.at.0.cast_signed(),
                        record.run,
                        record.entry,
                        revision.cast_signed(),
                    ])
                    .map(drop)
            })
        })
    }

    fn begin_attempt(&mut self, attempt: &Attempt, fence: u64) -> Result<Begun, Error> {
        self.write(|connection| gap_rules::begin(connection, attempt, fence))
    }

    fn finish_attempt(
        &mut self,
        gap: &str,
        number: u32,
        fence: u64,
        end: &AttemptEnd,
    ) -> Result<Finished, Error> {
        self.write(|connection| gap_rules::finish(connection, (gap, number), fence, end))
    }

    fn attempts(&self, gap: Option<&str>) -> Result<Vec<Attempt>, Error> {
        self.read(|connection| {
            let select = format!("{ATTEMPTS} WHERE ?1 IS NULL OR gap = ?1 ORDER BY gap, number");
            let mut select = connection.prepare_cached(&select)?;
            let attempts = select.query_map(params![gap], fenced)?;
            attempts.map(|row| row.map(|fenced| fenced.attempt)).collect()
        })
    }

    fn add_measurement(&mut self, measurement: &Measurement) -> Result<(), Error> {
        self.write(|connection| {
            let completeness = row::to_json(&measurement.completeness)?;
            let open_by_rule = row::to_json(&measurement.open_by_rule)?;
            match &measurement.commit {
                Some(commit) => connection
                    .execute("DELETE FROM measurements WHERE revision = ?1", params![commit])?,
                None => connection.execute(
                    "DELETE FROM measurements WHERE completeness = ?1 AND open_by_rule = ?2 AND
                        number = (SELECT max(number) FROM measurements WHERE revision IS NULL)",
                    params![completeness, open_by_rule],
                )?,
            };
            let id = measurement.commit.as_deref().unwrap_or_default();
            connection.record(ChangedItem::Measurement, id, Presence::Present)?;
            connection.execute(
                "INSERT INTO measurements (revision, at, completeness, open_by_rule)
                    VALUES (?1, ?2, ?3, ?4)",
                params![
                    measurement.commit,
                    measurement.at.0.cast_signed(),
                    completeness,
                    open_by_rule
                ],
            )?;
            Ok(())
        })
    }

    fn measurements(&self) -> Result<Vec<Measurement>, Error> {
        self.read(|connection| {
            let mut select = connection.prepare_cached(
                "SELECT revision, at, completeness, open_by_rule FROM measurements
                    ORDER BY at, number",
            )?;
            let rows = select.query_map([], |row| {
                Ok(Measurement {
                    commit: row.get(0)?,
                    at: Timestamp(row.get::<_, i64>(1)?.cast_unsigned()),
                    completeness: row::from_json(row, 2)?,
                    open_by_rule: row::from_json(row, 3)?,
                })
            })?;
            rows.collect()
        })
    }
}

impl GapRows for Connection {
    fn last_attempt(&self, gap: &str) -> rusqlite::Result<Option<Fenced>> {
        let select = format!("{ATTEMPTS} WHERE gap = ?1 ORDER BY number DESC LIMIT 1");
        self.prepare_cached(&select)?.query_row(params![gap], fenced).optional()
    }

    fn attempt(&self, gap: &str, number: u32) -> rusqlite::Result<Option<Fenced>> {
        let select = format!("{ATTEMPTS} WHERE gap = ?1 AND number = ?2");
        self.prepare_cached(&select)?.query_row(params![gap, number], fenced).optional()
    }

    fn put_attempt(&self, attempt: &Attempt, fence: u64) -> rusqlite::Result<()> {
        self.prepare_cached(
            "INSERT OR REPLACE INTO attempts (gap, number, rule, strategy, thought, run, began_at,
                ended, fence) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            attempt.gap,
            attempt.number,
            attempt.rule,
            attempt.strategy.name(),
            attempt.thought,
            attempt.run,
            attempt.began_at.0.cast_signed(),
            attempt.end.as_ref().map(row::to_json).transpose()?,
            fence.cast_signed(),
        ])
        .map(drop)
    }
}

fn record(row: &Row<'_>) -> rusqlite::Result<GapRecord> {
    let state: String = row.get(4)?;
    Ok(GapRecord {
        id: row.get(0)?,
        rule: row.get(1)?,
        path: row.get(2)?,
        symbol: row.get(3)?,
        state: GapState::parse(&state).ok_or_else(|| row::unknown(4, "state", &state))?,
        note: row.get(5)?,
        by: row.get(6)?,
        at: Timestamp(row.get::<_, i64>(7)?.cast_unsigned()),
        run: row.get(8)?,
        entry: row.get(9)?,
        revision: row.get::<_, i64>(10)?.cast_unsigned(),
    })
}

fn fenced(row: &Row<'_>) -> rusqlite::Result<Fenced> {
    let strategy: String = row.get(3)?;
    let has_ended = row.get::<_, Option<String>>(7)?.is_some();
    let attempt = Attempt {
        gap: row.get(0)?,
        number: row.get(1)?,
        rule: row.get(2)?,
        strategy: Strategy::parse(&strategy)
            .ok_or_else(|| row::unknown(3, "strategy", &strategy))?,
        thought: row.get(4)?,
        run: row.get(5)?,
        began_at: Timestamp(row.get::<_, i64>(6)?.cast_unsigned()),
        end: if has_ended { Some(row::from_json(row, 7)?) } else { None },
    };
    Ok(Fenced { attempt, fence: row.get::<_, i64>(8)?.cast_unsigned() })
}
