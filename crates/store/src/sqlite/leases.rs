//! Leases as rows. A row stays when its lease ends, so that tokens keep growing.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use rutter_domain::Timestamp;

use super::SqliteStore;
use crate::{Acquired, Error, Lease, LeaseStore, lease_rules};

impl LeaseStore for SqliteStore {
    fn acquire_lease(
        &mut self,
        name: &str,
        holder: &str,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Acquired, Error> {
        self.write(|connection| {
            let acquired =
                lease_rules::acquire(find(connection, name)?, name, holder, now, duration);
            if let Acquired::Granted(lease) = &acquired {
                put(connection, lease)?;
            }
            Ok(acquired)
        })
    }

    fn renew_lease(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Option<Lease>, Error> {
        self.write(|connection| {
            let last = find(connection, &lease.name)?;
            let renewed = lease_rules::renew(last, lease, now, duration);
            renewed.iter().try_for_each(|renewed| put(connection, renewed))?;
            Ok(renewed)
        })
    }

    fn release_lease(&mut self, lease: &Lease) -> Result<bool, Error> {
        self.write(|connection| {
            let released = lease_rules::release(find(connection, &lease.name)?, lease);
            released.iter().try_for_each(|released| put(connection, released))?;
            Ok(released.is_some())
        })
    }

    fn is_leased(&self, lease: &Lease, now: Timestamp) -> Result<bool, Error> {
        self.read(|connection| {
            Ok(lease_rules::is_leased(find(connection, &lease.name)?, lease, now))
        })
    }
}

fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Lease>> {
    let mut select = connection
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

fn put(connection: &Connection, lease: &Lease) -> rusqlite::Result<()> {
    let Lease { name, holder, token, expires_at } = lease;
    let insert = "INSERT OR REPLACE INTO leases (name, holder, token, expires_at)
        VALUES (?1, ?2, ?3, ?4)";
    let values = params![name, holder, token.cast_signed(), expires_at.0.cast_signed()];
    connection.execute(insert, values).map(drop)
}
