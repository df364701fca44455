//! Who gets a lease, whatever database keeps it.

use std::time::Duration;

use rutter_domain::Timestamp;

use crate::rows::Rows;
use crate::{Acquired, Lease};

pub(crate) trait LeaseRows: Rows {
    /// The last lease of this name, also one that has ended.
    fn last_lease(&self, name: &str) -> Result<Option<Lease>, Self::Failure>;

    /// Stores a lease in place of the last one of its name.
    fn put_lease(&self, lease: &Lease) -> Result<(), Self::Failure>;
}

pub(crate) fn acquire<R: LeaseRows>(
    rows: &R,
    name: &str,
    holder: &str,
    now: Timestamp,
    duration: Duration,
) -> Result<Acquired, R::Failure> {
    let token = match rows.last_lease(name)? {
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
    rows.put_lease(&lease)?;
    Ok(Acquired::Granted(lease))
}

/// Stores the lease with a later end; `None` if it is over.
pub(crate) fn renew<R: LeaseRows>(
    rows: &R,
    lease: &Lease,
    now: Timestamp,
    duration: Duration,
) -> Result<Option<Lease>, R::Failure> {
    let current = current(rows.last_lease(&lease.name)?, lease);
    let Some(current) = current.filter(|current| current.expires_at > now) else {
        return Ok(None);
    };
    let renewed = Lease { expires_at: after(now, duration), ..current };
    rows.put_lease(&renewed)?;
    Ok(Some(renewed))
}

/// Ends a lease. Returns `false` if it is not the current one.
pub(crate) fn release<R: LeaseRows>(rows: &R, lease: &Lease) -> Result<bool, R::Failure> {
    let Some(current) = current(rows.last_lease(&lease.name)?, lease) else { return Ok(false) };
    rows.put_lease(&Lease { expires_at: Timestamp(0), ..current })?;
    Ok(true)
}

/// The stored form of a lease, if none was granted after it and it was not released.
fn current(last: Option<Lease>, lease: &Lease) -> Option<Lease> {
    last.filter(|last| last.token == lease.token && last.expires_at > Timestamp(0))
}

fn after(now: Timestamp, duration: Duration) -> Timestamp {
    let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    // Integers of databases are signed.
    Timestamp(now.0.saturating_add(millis).min(i64::MAX.cast_unsigned()))
}
