//! A team's store as a server for many users sees it.
//!
//! A user has a token, of which only a hash is stored, and labels. Records of a repository are reached through
//! [`TeamStore::read`], [`TeamStore::write`] and [`TeamStore::runs`] alone, which compare the user's [`Access`]
//! with the labels of the repository first: one outside of them is answered as one that does not exist.

use rutter_domain::RemoteStore;

use crate::postgres::Pool;
use crate::{
    Access, AuditEvent, AuditRecord, AuditedWrite, Error, RecordsVersion, RunStore, ServerUser,
    Store, StoredRepository,
};

/// A store with its users, over a few connections that all threads share.
#[derive(Debug)]
pub struct TeamStore {
    pool: Pool,
}

impl TeamStore {
    /// Connects, and creates the tables. Fails if they can only be read. Which repository `remote`
    /// names does not matter.
    pub fn open(remote: &RemoteStore) -> Result<TeamStore, Error> {
        let store = TeamStore::open_to_read(remote)?;
        store.pool.check_writable()?;
        Ok(store)
    }

    /// Opens the store for a caller that only reads and whose requests are not logged.
    pub fn open_to_read(remote: &RemoteStore) -> Result<TeamStore, Error> {
        Ok(TeamStore { pool: Pool::open(remote)? })
    }

    pub fn remote(&self) -> &RemoteStore {
        self.pool.remote()
    }

    /// The user with this token.
    pub fn user_of_token(&self, token: &str) -> Result<Option<ServerUser>, Error> {
        self.pool.user_of_token(&hash_of(token))
    }

    /// All users, by name.
    pub fn users(&self) -> Result<Vec<ServerUser>, Error> {
        self.pool.users()
    }

    /// Returns `false` if there is a user of that name, who stays as it is.
    pub fn add_user(&self, user: &ServerUser, token: &str) -> Result<bool, Error> {
        self.pool.add_user(user, &hash_of(token))
    }

    /// Returns whether there was such a user.
    pub fn remove_user(&self, name: &str) -> Result<bool, Error> {
        self.pool.remove_user(name)
    }

    pub fn add_to_audit(&self, event: &AuditEvent) -> Result<(), Error> {
        self.pool.add_to_audit(event)
    }

    /// The newest events of the audit log, the oldest of them first.
    pub fn audit(&self, limit: u32) -> Result<Vec<AuditRecord>, Error> {
        self.pool.audit(limit)
    }

    /// The repositories that one may see, by name.
    pub fn repositories(&self, access: &Access) -> Result<Vec<StoredRepository>, Error> {
        self.pool.repositories(access)
    }

    /// The state of a repository's records; `None` if there is none of that name that one may see.
    pub fn version(&self, access: &Access, name: &str) -> Result<Option<RecordsVersion>, Error> {
        self.pool.version(access, name)
    }

    /// The commit of a repository that was published last, if there is one that one may see.
    pub fn published_commit(&self, access: &Access, name: &str) -> Result<Option<String>, Error> {
        self.pool.published_commit(access, name)
    }

    /// Lets `read` have the records of a repository; `None` if there is none of that name that one may see.
    pub fn read<T>(
        &self,
        access: &Access,
        name: &str,
        read: impl FnOnce(&dyn Store) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let read = self.pool.with_store(access, name, None, |store| read(store))?;
        Ok(read.map(|read| read.answer))
    }

    /// Lets `write` change the records of a repository; `None` if there is none of that name that one may see. What
    /// it changes and the event are stored in one transaction: nothing is changed that cannot be logged.
    pub fn write<T>(
        &self,
        access: &Access,
        name: &str,
        event: &AuditEvent,
        write: impl FnOnce(&mut dyn Store) -> Result<T, Error>,
    ) -> Result<Option<AuditedWrite<T>>, Error> {
        self.pool.with_store(access, name, Some(event), |store| write(store))
    }

    /// Lets `read` have the runs of a repository; `None` if there is none of that name that one may see.
    pub fn runs<T>(
        &self,
        access: &Access,
        name: &str,
        read: impl FnOnce(&dyn RunStore) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        self.pool.with_runs(access, name, |runs| read(runs))
    }
}

/// A token is random and long, so one pass of a hash is enough.
fn hash_of(token: &str) -> Vec<u8> {
    blake3::derive_key("rutter 2026 token of a server's user", token.as_bytes()).to_vec()
}
