//! Runs as rows, one for each event.
//!
//! The writer of a run holds an advisory lock on its own connection, which the server frees when the
//! connection ends, however it ends. So a run in progress differs from one that was interrupted. A server that
//! was restarted has no locks: for a minute, runs from before the restart count as in progress, since others
//! would take over the work of those that are. The writer numbers its events: one that is sent twice is
//! stored once.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rutter_domain::{Moment, RemoteStore, Timestamp};

use super::failure::Failure;
use super::session::Session;
use super::{Link, WRITE_RETRY_TIME};
use crate::run_record::{self, new_id};
use crate::{Error, RecordedRun, RunList, RunStore, RunWriter};

/// The first half of the locks' keys, as in `tables.sql`.
const LOCK: &str = "SELECT pg_try_advisory_lock(1920299124, $1)";
const UNLOCK: &str = "SELECT pg_advisory_unlock(1920299124, $1)";

/// The ids of all runs that have events, the oldest first, and whether each is being written.
const LIST: &str = "SELECT id, EXISTS (
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 1920299124
            AND objid = lock::oid AND objsubid = 2 AND database =
                (SELECT oid FROM pg_database WHERE datname = current_database())
    ) OR (locked_at < pg_postmaster_start_time()
        AND now() < pg_postmaster_start_time() + interval '1 minute')
    FROM rutter.runs WHERE repository = $1 AND EXISTS (
        SELECT FROM rutter.moments WHERE moments.repository = $1 AND moments.run = runs.id
    ) ORDER BY id";

const MOMENTS: &str = "SELECT run, moment::text FROM rutter.moments
    WHERE repository = $1 AND ($2::text IS NULL OR run = $2) ORDER BY run, number";

/// The runs of a repository. The server is asked at the first use.
#[derive(Debug)]
pub(crate) struct PostgresRuns {
    remote: RemoteStore,
    link: Mutex<Option<Link>>,
}

/// A run that is being written.
#[derive(Debug)]
struct PostgresWriter {
    id: String,
    lock: i32,
    n_moments: AtomicI64,
    link: Mutex<Link>,
}

impl PostgresRuns {
    pub(crate) fn new(remote: RemoteStore) -> PostgresRuns {
        PostgresRuns { remote, link: Mutex::new(None) }
    }

    /// The runs over a connection that is there.
    pub(super) fn over(remote: RemoteStore, link: Link) -> PostgresRuns {
        PostgresRuns { remote, link: Mutex::new(Some(link)) }
    }

    pub(super) fn into_link(self) -> Option<Link> {
        self.link.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ids, whether each run is being written, and the events of those that `wanted` selects.
    fn read_rows(
        &self,
        wanted: impl Fn(&[String]) -> Result<Wanted, Error>,
    ) -> Result<RunRows, Error> {
        let mut guard = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        let link = match &mut *guard {
            Some(link) => link,
            none => none.insert(Link::open(&self.remote)?),
        };
        // Before the events, or a run that ends meanwhile would look interrupted.
        let listed: Vec<(String, bool)> = link.read(|session, repository| {
            let rows = session.query(LIST, &[&repository])?;
            Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
        })?;
        let ids: Vec<String> = listed.iter().map(|(id, _)| id.clone()).collect();
        let only = match wanted(&ids)? {
            Wanted::All => None,
            Wanted::One(id) => Some(id),
        };
        let moments = link.read(|session, repository| {
            let rows = session.query(MOMENTS, &[&repository, &only])?;
            let mut moments: HashMap<String, Vec<Moment>> = HashMap::new();
            for row in rows {
                let moment = serde_json::from_str(row.get(1))?;
                moments.entry(row.get(0)).or_default().push(moment);
            }
            Ok(moments)
        })?;
        Ok(RunRows { listed, moments })
    }
}

enum Wanted {
    All,
    One(String),
}

struct RunRows {
    listed: Vec<(String, bool)>,
    moments: HashMap<String, Vec<Moment>>,
}

impl RunRows {
    fn record(&mut self, id: &str, is_running: bool) -> Result<RecordedRun, Error> {
        let moments = self.moments.remove(id).unwrap_or_default();
        run_record::record(id, moments, Vec::new(), is_running)
            .map_err(|reason| Error::NotARun { path: PathBuf::from(id), reason })
    }
}

impl RunStore for PostgresRuns {
    fn create(&self, now: Timestamp) -> Result<Box<dyn RunWriter>, Error> {
        let link = Link::open(&self.remote)?;
        let (id, lock) = link.run(WRITE_RETRY_TIME, |session| {
            if let Some(reason) = &session.obstacle {
                return Err(Failure::ReadOnly(reason.clone()));
            }
            let repository = link.find_or_create_repository(session)?;
            loop {
                let id = new_id(now);
                let row = session.query_first(
                    "INSERT INTO rutter.runs (repository, id) VALUES ($1, $2)
                        ON CONFLICT DO NOTHING RETURNING lock",
                    &[&repository, &id],
                )?;
                if let Some(row) = row {
                    let lock = row.get(0);
                    hold(session, repository, lock)?;
                    return Ok((id, lock));
                }
            }
        })?;
        let (n_moments, link) = (AtomicI64::new(0), Mutex::new(link));
        Ok(Box::new(PostgresWriter { id, lock, n_moments, link }))
    }

    fn list(&self) -> Result<RunList, Error> {
        let mut rows = self.read_rows(|_| Ok(Wanted::All))?;
        let mut list = RunList::default();
        for (id, is_running) in rows.listed.clone().into_iter().rev() {
            match rows.record(&id, is_running) {
                Ok(recorded) => list.runs.push(recorded.run),
                Err(error) => list.problems.push(error.with_cause()),
            }
        }
        Ok(list)
    }

    fn read(&self, id: &str) -> Result<RecordedRun, Error> {
        let found = |ids: &[String]| run_record::find_id(ids, id).map(str::to_owned);
        let mut rows = self.read_rows(|ids| found(ids).map(Wanted::One))?;
        let ids: Vec<String> = rows.listed.iter().map(|(id, _)| id.clone()).collect();
        let id = found(&ids)?;
        let is_running = rows.listed.iter().any(|(known, is_running)| *known == id && *is_running);
        rows.record(&id, is_running)
    }
}

impl PostgresWriter {
    fn link(&self) -> MutexGuard<'_, Link> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunWriter for PostgresWriter {
    fn id(&self) -> &str {
        &self.id
    }

    fn append(&self, moment: &Moment) -> Result<(), Error> {
        let link = self.link();
        let number = self.n_moments.fetch_add(1, Ordering::Relaxed);
        link.run(WRITE_RETRY_TIME, |session| {
            let json = serde_json::to_string(moment)?;
            let repository = link.find_or_create_repository(session)?;
            hold(session, repository, self.lock)?;
            session.execute(
                "INSERT INTO rutter.moments (repository, run, number, moment)
                    VALUES ($1, $2, $3, $4::text::json) ON CONFLICT DO NOTHING",
                &[&repository, &self.id, &number, &json],
            )
        })
        .map(drop)
    }
}

impl Drop for PostgresWriter {
    /// Frees the lock at once; the end of the connection would free it a moment later.
    fn drop(&mut self) {
        let link = self.link();
        if let Some(session) = link.session.borrow_mut().take() {
            let _ = session.query(UNLOCK, &[&self.lock]);
        }
    }
}

/// Takes the lock of a run unless this session has it. Without it, the run looks interrupted.
fn hold(session: &Session, repository: i64, lock: i32) -> Result<(), Failure> {
    if session.held_lock.get() != Some(lock) {
        session.query(LOCK, &[&lock])?;
        let note = "UPDATE rutter.runs SET locked_at = now() WHERE repository = $1 AND lock = $2";
        session.execute(note, &[&repository, &lock])?;
        session.held_lock.set(Some(lock));
    }
    Ok(())
}
