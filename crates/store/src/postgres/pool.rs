//! A few connections for all threads of a server, and what it asks beside the records of repositories.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rutter_domain::RemoteStore;
use tokio_postgres::Row;

use super::failure::Failure;
use super::runs::PostgresRuns;
use super::session::Session;
use super::{Link, PostgresStore, READ_RETRY_TIME, WRITE_RETRY_TIME, audit, key, repositories};
use crate::{
    Access, AuditEvent, AuditRecord, AuditedWrite, Error, RecordsVersion, ServerUser,
    StoredRepository, UserRight,
};

/// Connections at once. A server of PostgreSQL has about a hundred for all its clients.
const N_CONNECTIONS: usize = 8;

const FIND: &str = "SELECT id, latest FROM rutter.repositories
    WHERE name = $1 AND ($2::text[] IS NULL OR labels && $2)";

const USERS: &str = "SELECT name, labels, may_write,
        to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')
    FROM rutter.users WHERE $1::bytea IS NULL OR token_hash = $1 ORDER BY name";

/// Connections to a server. A thread that finds all of them in use waits for one.
#[derive(Debug)]
pub(crate) struct Pool {
    remote: RemoteStore,
    links: Mutex<Links>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct Links {
    idle: Vec<Link>,
    n_used: usize,
}

/// A connection that goes back to the pool.
struct Borrowed<'a> {
    pool: &'a Pool,
    link: Option<Link>,
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        let mut links = self.pool.links();
        links.n_used -= 1;
        links.idle.extend(self.link.take());
        self.pool.freed.notify_one();
    }
}

impl Pool {
    pub(crate) fn open(remote: &RemoteStore) -> Result<Pool, Error> {
        let links = Links { idle: vec![Link::open(remote)?], n_used: 0 };
        Ok(Pool { remote: remote.clone(), links: Mutex::new(links), freed: Condvar::new() })
    }

    /// Fails if the store can only be read: a server logs each question.
    pub(crate) fn check_writable(&self) -> Result<(), Error> {
        self.write(|_| Ok(()))
    }

    pub(crate) fn remote(&self) -> &RemoteStore {
        &self.remote
    }

    pub(crate) fn user_of_token(&self, hash: &[u8]) -> Result<Option<ServerUser>, Error> {
        self.read(|session| Ok(session.query_first(USERS, &[&Some(hash)])?.as_ref().map(user)))
    }

    pub(crate) fn users(&self) -> Result<Vec<ServerUser>, Error> {
        self.read(|session| Ok(session.query(USERS, &[&None::<&[u8]>])?.iter().map(user).collect()))
    }

    pub(crate) fn add_user(&self, user: &ServerUser, hash: &[u8]) -> Result<bool, Error> {
        let labels: Vec<String> = user.labels.iter().map(|label| key(label)).collect();
        let may_write = user.right == UserRight::Write;
        self.write(|session| {
            // A repeated insert finds its own row and changes nothing.
            let insert = "INSERT INTO rutter.users (name, labels, may_write, token_hash)
                VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO UPDATE SET name = excluded.name
                WHERE users.token_hash = excluded.token_hash";
            Ok(session.execute(insert, &[&key(&user.name), &labels, &may_write, &hash])? > 0)
        })
    }

    pub(crate) fn remove_user(&self, name: &str) -> Result<bool, Error> {
        self.write(|session| {
            Ok(session.execute("DELETE FROM rutter.users WHERE name = $1", &[&key(name)])? > 0)
        })
    }

    pub(crate) fn add_to_audit(&self, event: &AuditEvent) -> Result<(), Error> {
        self.write(|session| audit::add(session, event))
    }

    pub(crate) fn audit(&self, limit: u32) -> Result<Vec<AuditRecord>, Error> {
        self.read(|session| audit::newest(session, limit))
    }

    pub(crate) fn repositories(&self, access: &Access) -> Result<Vec<StoredRepository>, Error> {
        self.read(|session| repositories::visible(session, access))
    }

    pub(crate) fn version(
        &self,
        access: &Access,
        name: &str,
    ) -> Result<Option<RecordsVersion>, Error> {
        self.read(|session| {
            let found = session.query_first(FIND, &[&key(name), &access.parameter()])?;
            Ok(found.map(|row| RecordsVersion {
                repository: row.get(0),
                latest: row.get::<_, i64>(1).cast_unsigned(),
            }))
        })
    }

    pub(crate) fn published_commit(
        &self,
        access: &Access,
        name: &str,
    ) -> Result<Option<String>, Error> {
        let find = "SELECT revision FROM rutter.publications
            JOIN rutter.repositories ON repositories.id = repository
            WHERE name = $1 AND ($2::text[] IS NULL OR labels && $2)";
        self.read(|session| {
            let found = session.query_first(find, &[&key(name), &access.parameter()])?;
            Ok(found.and_then(|row| row.get(0)))
        })
    }

    /// Lets `work` have the records of a repository; `None` if there is none of that name that one may see. The
    /// first transaction that changes something adds `event` to the audit log.
    pub(crate) fn with_store<T>(
        &self,
        access: &Access,
        name: &str,
        event: Option<&AuditEvent>,
        work: impl FnOnce(&mut PostgresStore) -> Result<T, Error>,
    ) -> Result<Option<AuditedWrite<T>>, Error> {
        let Some((mut borrowed, link)) = self.find(access, name)? else { return Ok(None) };
        let mut store = PostgresStore { link, unlogged: event.cloned() };
        let outcome = work(&mut store);
        let is_logged = event.is_some() && store.unlogged.is_none();
        borrowed.link = Some(store.link);
        outcome.map(|answer| Some(AuditedWrite { answer, is_logged }))
    }

    /// Lets `work` have the runs of a repository; `None` if there is none of that name that one may see.
    pub(crate) fn with_runs<T>(
        &self,
        access: &Access,
        name: &str,
        work: impl FnOnce(&PostgresRuns) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let Some((mut borrowed, link)) = self.find(access, name)? else { return Ok(None) };
        let remote = RemoteStore { repository: name.to_owned(), ..self.remote.clone() };
        let runs = PostgresRuns::over(remote, link);
        let outcome = work(&runs);
        borrowed.link = runs.into_link();
        outcome.map(Some)
    }

    /// A connection for the records of a repository, if one may see it.
    fn find(&self, access: &Access, name: &str) -> Result<Option<(Borrowed<'_>, Link)>, Error> {
        let mut borrowed = self.borrow()?;
        let Some(mut link) = borrowed.link.take() else { return Ok(None) };
        link.turn_to(name);
        let found = link.run(READ_RETRY_TIME, |session| {
            session.query_first(FIND, &[&key(name), &access.parameter()])
        });
        match found {
            Ok(Some(_)) => Ok(Some((borrowed, link))),
            Ok(None) => {
                borrowed.link = Some(link);
                Ok(None)
            }
            Err(error) => {
                borrowed.link = Some(link);
                Err(error)
            }
        }
    }

    fn read<T>(&self, query: impl Fn(&Session) -> Result<T, Failure>) -> Result<T, Error> {
        self.with_link(|link| link.run(READ_RETRY_TIME, query))
    }

    fn write<T>(&self, change: impl Fn(&Session) -> Result<T, Failure>) -> Result<T, Error> {
        self.with_link(|link| {
            link.run(WRITE_RETRY_TIME, |session| match &session.obstacle {
                Some(reason) => Err(Failure::ReadOnly(reason.clone())),
                None => change(session),
            })
        })
    }

    fn with_link<T>(&self, work: impl FnOnce(&Link) -> Result<T, Error>) -> Result<T, Error> {
        let borrowed = self.borrow()?;
        match &borrowed.link {
            Some(link) => work(link),
            None => work(&Link::open(&self.remote)?),
        }
    }

    /// A connection that is not in use, or a new one.
    fn borrow(&self) -> Result<Borrowed<'_>, Error> {
        let mut links = self.links();
        while links.n_used >= N_CONNECTIONS {
            links = self.freed.wait(links).unwrap_or_else(PoisonError::into_inner);
        }
        links.n_used += 1;
        let idle = links.idle.pop();
        drop(links);
        // From here on, dropping it makes room for others.
        let mut borrowed = Borrowed { pool: self, link: idle };
        if borrowed.link.is_none() {
            borrowed.link = Some(Link::open(&self.remote)?);
        }
        Ok(borrowed)
    }

    fn links(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn user(row: &Row) -> ServerUser {
    ServerUser {
        name: row.get(0),
        labels: row.get(1),
        right: if row.get(2) { UserRight::Write } else { UserRight::Read },
        created_at: row.get(3),
    }
}
