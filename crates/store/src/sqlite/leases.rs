//! Leases as rows. A row stays when its lease ends, so that tokens keep growing.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use rutter_domain::Timestamp;

use super::SqliteStore;
use crate::lease_rules::{self, LeaseRows};
use crate::{Acquired, Error, Lease, LeaseStore};

impl LeaseStore for SqliteStore {
    fn acquire_lease(
        &mut self,
        name: &str,
        holder: &str,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Acquired, Error> {
        self.write(|connection| lease_rules::acquire(connection, name, holder, now, duration))
    }

    fn renew_lease(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Option<Lease>, Error> {
        self.write(|connection| lease_rules::renew(connection, lease, now, duration))
    }

    fn release_lease(&mut self, lease: &Lease) -> Result<bool, Error> {
        self.write(|connection| lease_rules::release(connection, lease))
    }
}

impl LeaseRows for Connection {
    fn last_lease(&self, name: &str) -> rusqlite::Result<Option<Lease>> {
        let mut select = self
            .prepare_cached("SELECT name, holder, token, expires_at FROM leases WHERE name = ?1")?;
        let found = select.query_row(params![name], |row| {
            Ok(Lease {
                name: row.get(0)?,
                holder: row.get(1)?,
                token: row.get::<_, i64>(2)?.cast_unsigned(),
                expires_at: Timestamp(row.get::<_, i64>(3)?.cast_unsigned()),
            })
        });
        found.optional()
    }

    fn put_lease(&self, lease: &Lease) -> rusqlite::Result<()> {
        let Lease { name, holder, token, expires_at } = lease;
        let insert = "INSERT OR REPLACE INTO leases (name, holder, token, expires_at)
            VALUES (?1, ?2, ?3, ?4)";
        let values = params![name, holder, token.cast_signed(), expires_at.0.cast_signed()];
        self.execute(insert, values).map(drop)
    }
}
