//! Leases as rows. A row stays when its lease ends, so that tokens keep growing.

use std::time::Duration;

use rutter_domain::Timestamp;
use tokio_postgres::Row;

use super::failure::Failure;
use super::transaction::Transaction;
use super::{PostgresStore, key};
use crate::{Acquired, Error, Lease, LeaseStore};

const FIND: &str = "SELECT name, holder, token, expires_at FROM rutter.leases
    WHERE repository = $1 AND name = $2";

impl LeaseStore for PostgresStore {
    fn acquire_lease(
        &mut self,
        name: &str,
        holder: &str,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Acquired, Error> {
        self.write(|transaction| {
            let token = match find(transaction, name)? {
                Some(last) if last.expires_at > now => return Ok(Acquired::Taken(last)),
                Some(last) => last.token + 1,
                None => 1,
            };
            let lease = Lease {
                name: key(name),
                holder: key(holder),
                token,
                expires_at: after(now, duration),
            };
            put(transaction, &lease)?;
            Ok(Acquired::Granted(lease))
        })
    }

    fn renew_lease(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Option<Lease>, Error> {
        self.write(|transaction| {
            let current = current(find(transaction, &lease.name)?, lease);
            let Some(current) = current.filter(|current| current.expires_at > now) else {
                return Ok(None);
            };
            let renewed = Lease { expires_at: after(now, duration), ..current };
            put(transaction, &renewed)?;
            Ok(Some(renewed))
        })
    }

    fn release_lease(&mut self, lease: &Lease) -> Result<bool, Error> {
        self.write(|transaction| {
            let Some(current) = current(find(transaction, &lease.name)?, lease) else {
                return Ok(false);
            };
            put(transaction, &Lease { expires_at: Timestamp(0), ..current })?;
            Ok(true)
        })
    }

    fn is_leased(&self, lease: &Lease, now: Timestamp) -> Result<bool, Error> {
        self.read_once(|session, repository| {
            let row = session.query_first(FIND, &[&repository, &key(&lease.name)])?;
            let current = current(row.as_ref().map(from_row), lease);
            Ok(current.is_some_and(|current| current.expires_at > now))
        })
    }
}

/// The stored form of a lease, if none was granted after it and it was not released.
fn current(last: Option<Lease>, lease: &Lease) -> Option<Lease> {
    last.filter(|last| last.token == lease.token && last.expires_at > Timestamp(0))
}

fn find(transaction: &Transaction<'_>, name: &str) -> Result<Option<Lease>, Failure> {
    let row = transaction.query_first(FIND, &[&transaction.repository, &key(name)])?;
    Ok(row.as_ref().map(from_row))
}

fn from_row(row: &Row) -> Lease {
    Lease {
        name: row.get(0),
        holder: row.get(1),
        token: row.get::<_, i64>(2).cast_unsigned(),
        expires_at: Timestamp(row.get::<_, i64>(3).cast_unsigned()),
    }
}

fn put(transaction: &Transaction<'_>, lease: &Lease) -> Result<(), Failure> {
    let Lease { name, holder, token, expires_at } = lease;
    transaction
        .execute(
            "INSERT INTO rutter.leases (repository, name, holder, token, expires_at)
                VALUES ($1, $2, $3, $4, $5) ON CONFLICT (repository, name) DO UPDATE
                SET holder = excluded.holder, token = excluded.token,
                    expires_at = excluded.expires_at",
            &[
                &transaction.repository,
                name,
                holder,
                &token.cast_signed(),
                &expires_at.0.cast_signed(),
            ],
        )
        .map(drop)
}

fn after(now: Timestamp, duration: Duration) -> Timestamp {
    let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    // The server's integers are signed.
    Timestamp(now.0.saturating_add(millis).min(i64::MAX.cast_unsigned()))
}
