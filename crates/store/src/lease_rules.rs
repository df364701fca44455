//! Who gets a lease, whatever database keeps it.

use std::time::Duration;

use rutter_domain::Timestamp;

use crate::{Acquired, Lease};

/// Decides from the last lease of the name. What is granted must be stored.
pub(crate) fn acquire(
    last: Option<Lease>,
    name: &str,
    holder: &str,
    now: Timestamp,
    duration: Duration,
) -> Acquired {
    let token = match last {
        Some(last) if last.expires_at > now => return Acquired::Taken(last),
        Some(last) => last.token + 1,
        None => 1,
    };
    Acquired::Granted(Lease {
        name: name.to_owned(),
        holder: holder.to_owned(),
        token,
        expires_at: after(now, duration),
    })
}

/// The lease with a later end, which must be stored; `None` if it is over.
pub(crate) fn renew(
    last: Option<Lease>,
    lease: &Lease,
    now: Timestamp,
    duration: Duration,
) -> Option<Lease> {
    let current = current(last, lease).filter(|current| current.expires_at > now)?;
    Some(Lease { expires_at: after(now, duration), ..current })
}

/// The lease as it is stored when it has ended; `None` if it is not the current one.
pub(crate) fn release(last: Option<Lease>, lease: &Lease) -> Option<Lease> {
    current(last, lease).map(|current| Lease { expires_at: Timestamp(0), ..current })
}

pub(crate) fn is_leased(last: Option<Lease>, lease: &Lease, now: Timestamp) -> bool {
    current(last, lease).is_some_and(|current| current.expires_at > now)
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
