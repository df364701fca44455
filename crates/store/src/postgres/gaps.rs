//! Records of gaps, attempts and measurements as rows; what they say is JSON.

use rutter_domain::{Attempt, AttemptEnd, Measurement};
use tokio_postgres::Row;

use super::failure::Failure;
use super::transaction::Transaction;
use super::{PostgresStore, key};
use crate::gap_rules::{self, Fenced, GapRows};
use crate::rows::{Presence, Rows};
use crate::{Begun, ChangedItem, Error, Finished, GapRecord, GapStore, Saved};

impl GapStore for PostgresStore {
    fn gap_records(&self) -> Result<Vec<GapRecord>, Error> {
        self.read_once(|session, repository| {
            let rows = session.query(
                "SELECT record::text, revision FROM rutter.gaps WHERE repository = $1 ORDER BY id",
                &[&repository],
            )?;
            rows.iter().map(record).collect()
        })
    }

    fn gap_record(&self, id: &str) -> Result<Option<GapRecord>, Error> {
        self.read_once(|session, repository| {
            let row = session.query_first(
                "SELECT record::text, revision FROM rutter.gaps WHERE repository = $1 AND id = $2",
                &[&repository, &key(id)],
            )?;
            row.as_ref().map(record).transpose()
        })
    }

    fn set_gap(&mut self, record: &GapRecord, known: Option<u64>) -> Result<Saved, Error> {
        self.write(|transaction| {
            let select = "SELECT revision FROM rutter.gaps WHERE repository = $1 AND id = $2";
            transaction.save(ChangedItem::Gap, &record.id, (select, known), |revision| {
                let (id, json) = (key(&record.id), serde_json::to_string(record)?);
                transaction
                    .execute(
                        "INSERT INTO rutter.gaps (repository, id, revision, record)
                            VALUES ($1, $2, $3, $4::text::json) ON CONFLICT (repository, id)
                            DO UPDATE SET revision = excluded.revision, record = excluded.record",
                        &[&transaction.repository, &id, &revision.cast_signed(), &json],
                    )
                    .map(drop)
            })
        })
    }

    fn begin_attempt(&mut self, attempt: &Attempt, fence: u64) -> Result<Begun, Error> {
        self.write(|transaction| gap_rules::begin(transaction, attempt, fence))
    }

    fn finish_attempt(
        &mut self,
        gap: &str,
        number: u32,
        fence: u64,
        end: &AttemptEnd,
    ) -> Result<Finished, Error> {
        self.write(|transaction| gap_rules::finish(transaction, (gap, number), fence, end))
    }

    fn attempts(&self, gap: Option<&str>) -> Result<Vec<Attempt>, Error> {
        self.read_once(|session, repository| {
            let rows = session.query(
                "SELECT attempt::text, fence FROM rutter.attempts
                    WHERE repository = $1 AND ($2::text IS NULL OR gap = $2) ORDER BY gap, number",
                &[&repository, &gap.map(key)],
            )?;
            rows.iter().map(|row| Ok(fenced(row)?.attempt)).collect()
        })
    }

    fn add_measurement(&mut self, measurement: &Measurement) -> Result<(), Error> {
        self.write(|transaction| {
            let repository = transaction.repository;
            match &measurement.commit {
                Some(commit) => {
                    transaction.execute(
                        "DELETE FROM rutter.measurements WHERE repository = $1 AND revision = $2",
                        &[&repository, &key(commit)],
                    )?;
                }
                None => {
                    let newest = transaction.query_first(
                        "SELECT measurement::text, number FROM rutter.measurements
                            WHERE repository = $1 AND revision IS NULL ORDER BY number DESC LIMIT 1",
                        &[&repository],
                    )?;
                    if let Some(row) = newest
                        && is_same(&serde_json::from_str(row.get(0))?, measurement)
                    {
                        transaction.execute(
                            "DELETE FROM rutter.measurements WHERE repository = $1 AND number = $2",
                            &[&repository, &row.get::<_, i64>(1)],
                        )?;
                    }
                }
            }
            let commit = measurement.commit.as_deref();
            let id = commit.unwrap_or_default();
            transaction.record(ChangedItem::Measurement, id, Presence::Present)?;
            transaction.execute(
                "INSERT INTO rutter.measurements (repository, revision, at, measurement)
                    VALUES ($1, $2, $3, $4::text::json)",
                &[
                    &repository,
                    &commit.map(key),
                    &measurement.at.0.cast_signed(),
                    &serde_json::to_string(measurement)?,
                ],
            )?;
            Ok(())
        })
    }

    fn measurements(&self) -> Result<Vec<Measurement>, Error> {
        self.read_once(|session, repository| {
            let rows = session.query(
                "SELECT measurement::text FROM rutter.measurements
                    WHERE repository = $1 ORDER BY at, number",
                &[&repository],
            )?;
            rows.iter().map(|row| Ok(serde_json::from_str(row.get(0))?)).collect()
        })
    }
}

impl GapRows for Transaction<'_> {
    fn last_attempt(&self, gap: &str) -> Result<Option<Fenced>, Failure> {
        let row = self.query_first(
            "SELECT attempt::text, fence FROM rutter.attempts
                WHERE repository = $1 AND gap = $2 ORDER BY number DESC LIMIT 1",
            &[&self.repository, &key(gap)],
        )?;
        row.as_ref().map(fenced).transpose()
    }

    fn attempt(&self, gap: &str, number: u32) -> Result<Option<Fenced>, Failure> {
        let row = self.query_first(
            "SELECT attempt::text, fence FROM rutter.attempts
                WHERE repository = $1 AND gap = $2 AND number = $3",
            &[&self.repository, &key(gap), &i64::from(number)],
        )?;
        row.as_ref().map(fenced).transpose()
    }

    fn put_attempt(&self, attempt: &Attempt, fence: u64) -> Result<(), Failure> {
        self.execute(
            "INSERT INTO rutter.attempts (repository, gap, number, fence, attempt)
                VALUES ($1, $2, $3, $4, $5::text::json) ON CONFLICT (repository, gap, number)
                DO UPDATE SET fence = excluded.fence, attempt = excluded.attempt",
            &[
                &self.repository,
                &key(&attempt.gap),
                &i64::from(attempt.number),
                &fence.cast_signed(),
                &serde_json::to_string(attempt)?,
            ],
        )
        .map(drop)
    }
}

fn is_same(left: &Measurement, right: &Measurement) -> bool {
    left.completeness == right.completeness && left.open_by_rule == right.open_by_rule
}

fn record(row: &Row) -> Result<GapRecord, Failure> {
    let record: GapRecord = serde_json::from_str(row.get(0))?;
    Ok(GapRecord { revision: row.get::<_, i64>(1).cast_unsigned(), ..record })
}

fn fenced(row: &Row) -> Result<Fenced, Failure> {
    let attempt = serde_json::from_str(row.get(0))?;
    Ok(Fenced { attempt, fence: row.get::<_, i64>(1).cast_unsigned() })
}
