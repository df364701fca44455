//! The store in PostgreSQL: the records of many repositories, shared by many machines.
//!
//! Every write is one transaction that first locks the repository's row. So writers of one repository take
//! turns, and the numbers of the change feed follow the commits. Each write has a random key, which is
//! stored with its answer: if the connection is lost during a commit, the write is repeated under the same
//! key, and the server says whether it was applied before. A lost connection is made again, with
//! bounded waiting. Start at [`PostgresStore::open`]; `tables.sql` has the tables.

mod audit;
mod changes;
mod entries;
mod entry_rows;
mod failure;
mod gaps;
mod leases;
mod pool;
mod publication_reader;
mod publisher;
mod repositories;
mod runs;
mod server;
mod session;
mod sessions;
mod setup;
mod state;
mod tables;
mod tls;
mod transaction;
mod wait;

use std::cell::{Cell, RefCell};
use std::thread;
use std::time::{Duration, Instant};

use rutter_domain::RemoteStore;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::Store;
use crate::{AuditEvent, Error};
use failure::Failure;
use server::Server;
use session::Session;
use transaction::{Transaction, WriteKey};

pub(crate) use pool::Pool;
pub use publication_reader::PublicationReader;
pub use publisher::Publisher;

pub(crate) use repositories::{
    forget as forget_repository, label as label_repository, list as list_repositories,
};
pub(crate) use runs::PostgresRuns;

/// A lost connection is retried for this long: longer than a server takes to restart.
const READ_RETRY_TIME: Duration = Duration::from_secs(10);
const WRITE_RETRY_TIME: Duration = Duration::from_secs(30);
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Number of a repository without records. No row has it.
const NO_REPOSITORY: i64 = -1;

/// One repository in a store.
#[derive(Debug)]
pub(crate) struct PostgresStore {
    link: Link,
    /// Added to the audit log by the next transaction that changes something.
    unlogged: Option<AuditEvent>,
}

impl Store for PostgresStore {}

impl PostgresStore {
    /// Connects, and creates the tables if they do not exist. The repository itself is created by the first
    /// write.
    pub(crate) fn open(remote: &RemoteStore) -> Result<PostgresStore, Error> {
        Ok(PostgresStore { link: Link::open(remote)?, unlogged: None })
    }

    /// Reads one state of all tables, whatever others write meanwhile.
    fn read<T>(&self, query: impl Fn(&Session, i64) -> Result<T, Failure>) -> Result<T, Error> {
        self.link.read(|session, repository| {
            session.simple("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
            let answer = query(session, repository);
            session.simple("ROLLBACK")?;
            answer
        })
    }

    /// A read that consists of one query.
    fn read_once<T>(
        &self,
        query: impl Fn(&Session, i64) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        self.link.read(query)
    }

    /// Runs one write transaction. It is durable when this returns.
    fn write<T: Serialize + DeserializeOwned>(
        &mut self,
        change: impl Fn(&Transaction<'_>) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        let has_logged = Cell::new(false);
        let answer = self.link.write(|transaction| {
            let answer = change(transaction)?;
            if let Some(event) = self.unlogged.as_ref().filter(|_| transaction.has_written()) {
                audit::add(transaction.session, event)?;
                has_logged.set(true);
            }
            Ok(answer)
        })?;
        if has_logged.get() {
            self.unlogged = None;
        }
        Ok(answer)
    }
}

/// The connection to a server, made again when it is lost.
#[derive(Debug)]
struct Link {
    server: Server,
    session: RefCell<Option<Session>>,
    /// The server did not come back the last time. It is asked once, without waiting, until it answers.
    is_away: Cell<bool>,
}

impl Link {
    fn open(remote: &RemoteStore) -> Result<Link, Error> {
        let server = Server::parse(remote)?;
        let start = Instant::now();
        let session = loop {
            match setup::open(&server) {
                // A server that answers is worth waiting for; one that does not may never come.
                Err(failure) if failure.is_restart() && start.elapsed() < READ_RETRY_TIME => {
                    thread::sleep(FIRST_PAUSE);
                }
                Err(failure) => return Err(failure::error(&server, failure)),
                Ok(session) => break session,
            }
        };
        Ok(Link { server, session: RefCell::new(Some(session)), is_away: Cell::new(false) })
    }

    fn read<T>(&self, query: impl Fn(&Session, i64) -> Result<T, Failure>) -> Result<T, Error> {
        self.run(READ_RETRY_TIME, |session| {
            let repository = self.find_repository(session)?;
            query(session, repository.unwrap_or(NO_REPOSITORY))
        })
    }

    fn write<T: Serialize + DeserializeOwned>(
        &self,
        change: impl Fn(&Transaction<'_>) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        let key = WriteKey::random().map_err(|failure| failure::error(&self.server, failure))?;
        let n_attempts = Cell::new(0_u32);
        self.run(WRITE_RETRY_TIME, |session| {
            if let Some(reason) = &session.obstacle {
                return Err(Failure::ReadOnly(reason.clone()));
            }
            let repository = self.find_or_create_repository(session)?;
            let is_repeated = n_attempts.replace(n_attempts.get() + 1) > 0;
            transaction::run(session, repository, &key, is_repeated, &change)
        })
    }

    /// Runs `work`, again after a failure that may pass, until it succeeds or `retry_time` is over.
    fn run<T>(
        &self,
        retry_time: Duration,
        work: impl Fn(&Session) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        let retry_time = if self.is_away.get() { Duration::ZERO } else { retry_time };
        let (start, mut pause) = (Instant::now(), FIRST_PAUSE);
        loop {
            let session = self.session.borrow_mut().take();
            let session = session.map_or_else(|| setup::open(&self.server), Ok);
            let outcome = session.and_then(|session| {
                let outcome = work(&session);
                // A session after a failure may be in any state, so it is not used again.
                if outcome.is_ok() {
                    self.session.replace(Some(session));
                }
                outcome
            });
            let failure = match outcome {
                Ok(answer) => {
                    self.is_away.set(false);
                    return Ok(answer);
                }
                Err(failure) => failure,
            };
            if !failure.may_pass() || start.elapsed() >= retry_time {
                self.is_away.set(failure.may_pass());
                return Err(failure::error(&self.server, failure));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Asks for the records of another repository from now on.
    fn turn_to(&mut self, repository: &str) {
        repository.clone_into(&mut self.server.repository);
        if let Some(session) = self.session.get_mut() {
            session.repository.set(None);
        }
    }

    fn find_repository(&self, session: &Session) -> Result<Option<i64>, Failure> {
        if session.repository.get().is_none() {
            let find = "SELECT id FROM rutter.repositories WHERE name = $1";
            let found = session.query_first(find, &[&self.server.repository])?;
            session.repository.set(found.map(|row| row.get(0)));
        }
        Ok(session.repository.get())
    }

    fn find_or_create_repository(&self, session: &Session) -> Result<i64, Failure> {
        if let Some(repository) = self.find_repository(session)? {
            return Ok(repository);
        }
        // Nothing happens if another client creates it at the same moment.
        let create = "INSERT INTO rutter.repositories (name) VALUES ($1) ON CONFLICT DO NOTHING";
        session.execute(create, &[&self.server.repository])?;
        self.find_repository(session)?.ok_or(Failure::RepositoryGone)
    }
}

/// An id or a key as the server can hold it: text cannot contain NUL there.
fn key(text: &str) -> String {
    text.replace('\0', "\u{FFFD}")
}

#[cfg(test)]
mod tests;
