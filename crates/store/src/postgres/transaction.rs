//! One write: the lock on the repository, the change feed, and the key that makes it repeatable.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::changes::{self, RecordedChange};
use super::failure::Failure;
use super::key;
use super::session::Session;
use crate::ChangedItem;
use crate::rows::{Presence, Rows};

/// Names one write, however often it is sent.
pub(super) struct WriteKey([u8; 16]);

impl WriteKey {
    pub(super) fn random() -> Result<WriteKey, Failure> {
        let mut bytes = [0; 16];
        match getrandom::fill(&mut bytes) {
            Ok(()) => Ok(WriteKey(bytes)),
            Err(error) => Err(Failure::Unusable(format!("no random numbers here: {error}"))),
        }
    }
}

/// A transaction that holds the lock on its repository.
pub(super) struct Transaction<'a> {
    pub(super) session: &'a Session,
    pub(super) repository: i64,
    /// The newest number of the feed.
    latest: Cell<u64>,
    changes: RefCell<HashMap<(ChangedItem, String), RecordedChange>>,
    has_written: Cell<bool>,
}

/// Runs a change and commits it. A repeated write that was applied before is not applied again; its answer
/// is that of the first time.
pub(super) fn run<T: Serialize + DeserializeOwned>(
    session: &Session,
    repository: i64,
    key: &WriteKey,
    is_repeated: bool,
    change: impl Fn(&Transaction<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let outcome = begin(session, repository).and_then(|transaction| {
        // The lock has waited for a first attempt that is still on its way to its commit.
        if is_repeated && let Some(answer) = transaction.answer_to(key)? {
            session.simple("ROLLBACK")?;
            return Ok(answer);
        }
        let answer = change(&transaction)?;
        transaction.finish(key, &answer)?;
        Ok(answer)
    });
    if outcome.is_err() {
        // The session is dropped as well; this only makes the lock free a little earlier.
        let _ = session.simple("ROLLBACK");
    }
    outcome
}

fn begin(session: &Session, repository: i64) -> Result<Transaction<'_>, Failure> {
    let lock = format!(
        "BEGIN ISOLATION LEVEL READ COMMITTED;
         SELECT latest FROM rutter.repositories WHERE id = {repository} FOR UPDATE"
    );
    let rows = session.simple(&lock)?;
    let latest = rows.first().and_then(|row| row.get(0)).and_then(|latest| latest.parse().ok());
    Ok(Transaction {
        session,
        repository,
        latest: Cell::new(latest.ok_or(Failure::RepositoryGone)?),
        changes: RefCell::default(),
        has_written: Cell::new(false),
    })
}

impl Transaction<'_> {
    pub(super) fn query(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Failure> {
        self.session.query(sql, parameters)
    }

    pub(super) fn query_first(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, Failure> {
        self.session.query_first(sql, parameters)
    }

    pub(super) fn execute(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Failure> {
        self.has_written.set(true);
        self.session.execute(sql, parameters)
    }

    /// Whether there is anything to commit.
    pub(super) fn has_written(&self) -> bool {
        self.has_written.get() || !self.changes.borrow().is_empty()
    }

    /// The answer that was given when this write was applied.
    fn answer_to<T: DeserializeOwned>(&self, key: &WriteKey) -> Result<Option<T>, Failure> {
        let find = "SELECT answer::text FROM rutter.writes WHERE repository = $1 AND key = $2";
        let found = self.query_first(find, &[&self.repository, &&key.0[..]])?;
        let answer = found.map(|row| serde_json::from_str(row.get::<_, &str>(0)));
        Ok(answer.transpose()?)
    }

    fn finish<T: Serialize>(&self, key: &WriteKey, answer: &T) -> Result<(), Failure> {
        if !self.has_written() {
            return self.session.simple("ROLLBACK").map(drop);
        }
        let changes = self.changes.take();
        changes::store(self.session, self.repository, &changes)?;
        // Nobody repeats a write after an hour. A few old keys at a time keep the table small.
        self.session.execute(
            "WITH old AS (
                DELETE FROM rutter.writes WHERE repository = $1 AND key IN
                    (SELECT key FROM rutter.writes WHERE repository = $1
                        AND at < now() - interval '1 hour' ORDER BY at LIMIT 10)
            ), counted AS (
                UPDATE rutter.repositories SET latest = $2 WHERE id = $1 AND latest <> $2
            )
            INSERT INTO rutter.writes (repository, key, answer) VALUES ($1, $3, $4::text::json)",
            &[
                &self.repository,
                &self.latest.get().cast_signed(),
                &&key.0[..],
                &serde_json::to_string(answer)?,
            ],
        )?;
        self.session.simple("COMMIT").map(drop)
    }
}

impl Rows for Transaction<'_> {
    type Failure = Failure;

    fn record(&self, item: ChangedItem, id: &str, presence: Presence) -> Result<u64, Failure> {
        let number = self.latest.get() + 1;
        self.latest.set(number);
        let change = RecordedChange { number, removed: presence == Presence::Removed };
        self.changes.borrow_mut().insert((item, key(id)), change);
        Ok(number)
    }

    fn revision(&self, select: &'static str, id: &str) -> Result<Option<u64>, Failure> {
        let row = self.query_first(select, &[&self.repository, &key(id)])?;
        Ok(row.map(|row| row.get::<_, i64>(0).cast_unsigned()))
    }

    fn delete(&self, delete: &'static str, id: &str) -> Result<bool, Failure> {
        Ok(self.query_first(delete, &[&self.repository, &key(id)])?.is_some())
    }
}
