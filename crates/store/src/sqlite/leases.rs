//! Leases as rows. A row stays when its lease ends, so that tokens keep growing.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use rutter_domain::Timestamp;

use super::{SqliteStore, schema};
use crate::{Acquired, Error, Lease, LeaseStore};

impl LeaseStore for SqliteStore {
    fn acquire_lease(
        &mut self,
        name: &str,
        holder: &str,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Acquired, Error> {
        self.write(|connection| {
            let last = find(connection, name)?;
            let token = match last {
                Some(last) if last.expires_at > now => return Ok(Acquired::Taken(last)),
                Some(last) => last.token + 1,
                None => 1,
            };
            let lease = Lease {
                name: name.to_owned(),
                holder: holder.to_owned(),
                token,
                expires_at: after(now, duration),
            };
            put(connection, &lease)?;
            Ok(Acquired::Granted(lease))
        })
    }

    fn renew_lease(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Option<Lease>, Error> {
        self.write(|connection| {
            let Some(current) = current(connection, lease)? else { return Ok(None) };
            if current.expires_at <= now {
                return Ok(None);
            }
            let renewed = Lease { expires_at: after(now, duration), ..current };
            put(connection, &renewed)?;
            Ok(Some(renewed))
        })
    }

    fn release_lease(&mut self, lease: &Lease) -> Result<bool, Error> {
        self.write(|connection| {
            let Some(current) = current(connection, lease)? else { return Ok(false) };
            put(connection, &Lease { expires_at: Timestamp(0), ..current })?;
            Ok(true)
        })
    }

    fn is_leased(&self, lease: &Lease, now: Timestamp) -> Result<bool, Error> {
        self.read(|connection| {
            if !schema::has_changes(self.version.get()) {
                return Ok(false);
            }
            Ok(current(connection, lease)?.is_some_and(|current| current.expires_at > now))
        })
    }
}

/// The stored form of a lease, if none was granted after it and it was not released.
fn current(connection: &Connection, lease: &Lease) -> rusqlite::Result<Option<Lease>> {
    let last = find(connection, &lease.name)?;
    Ok(last.filter(|last| last.token == lease.token && last.expires_at > Timestamp(0)))
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

fn after(now: Timestamp, duration: Duration) -> Timestamp {
    let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    // SQLite's integers are signed.
    Timestamp(now.0.saturating_add(millis).min(i64::MAX.cast_unsigned()))
}
