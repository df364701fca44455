//! Leases as rows. A row stays when its lease ends, so that tokens keep growing.

use std::time::Duration;

use rutter_domain::Timestamp;
use tokio_postgres::Row;

use super::failure::Failure;
use super::transaction::Transaction;
use super::{PostgresStore, key};
use crate::{Acquired, Error, Lease, LeaseStore, lease_rules};

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
        let (name, holder) = (key(name), key(holder));
        self.write(|transaction| {
            let acquired =
                lease_rules::acquire(find(transaction, &name)?, &name, &holder, now, duration);
            if let Acquired::Granted(lease) = &acquired {
                put(transaction, lease)?;
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
        self.write(|transaction| {
            let last = find(transaction, &lease.name)?;
            let renewed = lease_rules::renew(last, lease, now, duration);
            renewed.iter().try_for_each(|renewed| put(transaction, renewed))?;
            Ok(renewed)
        })
    }

    fn release_lease(&mut self, lease: &Lease) -> Result<bool, Error> {
        self.write(|transaction| {
            let released = lease_rules::release(find(transaction, &lease.name)?, lease);
            released.iter().try_for_each(|released| put(transaction, released))?;
            Ok(released.is_some())
        })
    }

    fn is_leased(&self, lease: &Lease, now: Timestamp) -> Result<bool, Error> {
        self.read_once(|session, repository| {
            let row = session.query_first(FIND, &[&repository, &key(&lease.name)])?;
            Ok(lease_rules::is_leased(row.as_ref().map(from_row), lease, now))
        })
    }
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
