//! Records of gaps, attempts and measurements as rows; what they say is JSON.

use rutter_domain::{Attempt, AttemptEnd, Measurement};
use tokio_postgres::Row;

use super::changes::Presence;
use super::failure::Failure;
use super::transaction::Transaction;
use super::{PostgresStore, key};
use crate::gap_rules::{self, Fenced};
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
            let (repository, id) = (transaction.repository, key(&record.id));
            let current = transaction.query_first(
                "SELECT revision FROM rutter.gaps WHERE repository = $1 AND id = $2",
                &[&repository, &id],
            )?;
            if current.map(|row| row.get::<_, i64>(0).cast_unsigned()) != known {
                return Ok(Saved::Overtaken);
            }
            let revision = transaction.record(ChangedItem::Gap, &id, Presence::Present);
            transaction.execute(
                "INSERT INTO rutter.gaps (repository, id, revision, record)
                    VALUES ($1, $2, $3, $4::text::json) ON CONFLICT (repository, id)
                    DO UPDATE SET revision = excluded.revision, record = excluded.record",
                &[&repository, &id, &revision.cast_signed(), &serde_json::to_string(record)?],
            )?;
            Ok(Saved::Kept { revision })
        })
    }

    fn begin_attempt(&mut self, attempt: &Attempt, fence: u64) -> Result<Begun, Error> {
        self.write(|transaction| {
            let repository = transaction.repository;
            let last = transaction.query_first(
                "SELECT attempt::text, fence FROM rutter.attempts
                    WHERE repository = $1 AND gap = $2 ORDER BY number DESC LIMIT 1",
                &[&repository, &key(&attempt.gap)],
            )?;
            let last = last.as_ref().map(fenced).transpose()?;
            let begun = gap_rules::begin(last, attempt, fence);
            match &begun {
                Begun::Overtaken => {}
                Begun::New(attempt) => put_attempt(transaction, attempt, fence)?,
                Begun::Unfinished(last) => {
                    let number = i64::from(last.number);
                    transaction.execute(
                        "UPDATE rutter.attempts SET fence = $4
                            WHERE repository = $1 AND gap = $2 AND number = $3",
                        &[&repository, &key(&last.gap), &number, &fence.cast_signed()],
                    )?;
                }
            }
            Ok(begun)
        })
    }

    fn finish_attempt(
        &mut self,
        gap: &str,
        number: u32,
        fence: u64,
        end: &AttemptEnd,
    ) -> Result<Finished, Error> {
        self.write(|transaction| {
            let found = transaction.query_first(
                "SELECT attempt::text, fence FROM rutter.attempts
                    WHERE repository = $1 AND gap = $2 AND number = $3",
                &[&transaction.repository, &key(gap), &i64::from(number)],
            )?;
            let here = found.as_ref().map(fenced).transpose()?;
            let finished = gap_rules::finish(here.as_ref(), fence);
            if let (Finished::Kept, Some(Fenced { attempt, .. })) = (&finished, here) {
                let ended = Attempt { end: Some(end.clone()), ..attempt };
                put_attempt(transaction, &ended, fence)?;
            }
            Ok(finished)
        })
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
            transaction.record(
                ChangedItem::Measurement,
                commit.unwrap_or_default(),
                Presence::Present,
            );
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

fn put_attempt(
    transaction: &Transaction<'_>,
    attempt: &Attempt,
    fence: u64,
) -> Result<(), Failure> {
    transaction.record(ChangedItem::Gap, &attempt.gap, Presence::Present);
    transaction
        .execute(
            "INSERT INTO rutter.attempts (repository, gap, number, fence, attempt)
                VALUES ($1, $2, $3, $4, $5::text::json) ON CONFLICT (repository, gap, number)
                DO UPDATE SET fence = excluded.fence, attempt = excluded.attempt",
            &[
                &transaction.repository,
                &key(&attempt.gap),
                &i64::from(attempt.number),
                &fence.cast_signed(),
                &serde_json::to_string(attempt)?,
            ],
        )
        .map(drop)
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
