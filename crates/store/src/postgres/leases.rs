//! Leases as rows. A row stays when its lease ends, so that tokens keep growing.

use std::time::Duration;

use rutter_domain::Timestamp;
use tokio_postgres::Row;

use super::failure::Failure;
use super::transaction::Transaction;
use super::{PostgresStore, key};
use crate::lease_rules::{self, LeaseRows};
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
        let (name, holder) = (key(name), key(holder));
        self.write(|transaction| lease_rules::acquire(transaction, &name, &holder, now, duration))
    }

    fn renew_lease(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Option<Lease>, Error> {
        self.write(|transaction| lease_rules::renew(transaction, lease, now, duration))
    }

    fn release_lease(&mut self, lease: &Lease) -> Result<bool, Error> {
        self.write(|transaction| lease_rules::release(transaction, lease))
    }
}

impl LeaseRows for Transaction<'_> {
    fn last_lease(&self, name: &str) -> Result<Option<Lease>, Failure> {
        let row = self.query_first(FIND, &[&self.repository, &key(name)])?;
        Ok(row.as_ref().map(from_row))
    }

    fn put_lease(&self, lease: &Lease) -> Result<(), Failure> {
        let Lease { name, holder, token, expires_at } = lease;
        self.execute(
            "INSERT INTO rutter.leases (repository, name, holder, token, expires_at)
                VALUES ($1, $2, $3, $4, $5) ON CONFLICT (repository, name) DO UPDATE
                SET holder = excluded.holder, token = excluded.token,
                    expires_at = excluded.expires_at",
            &[&self.repository, name, holder, &token.cast_signed(), &expires_at.0.cast_signed()],
        )
        .map(drop)
    }
}

fn from_row(row: &Row) -> Lease {
    Lease {
        name: row.get(0),
        holder: row.get(1),
        token: row.get::<_, i64>(2).cast_unsigned(),
        expires_at: Timestamp(row.get::<_, i64>(3).cast_unsigned()),
    }
}
