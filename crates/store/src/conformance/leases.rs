//! Checks of a [`LeaseStore`](crate::LeaseStore). Time is what the checks say it is.

use std::time::Duration;

use rutter_domain::Timestamp;

use super::{Check, Open, ensure, equal, failed, opened};
use crate::{Acquired, Lease, Store};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("a lease is granted to one holder at a time", a_lease_is_exclusive),
    ("a lease ends when its time is over", a_lease_expires),
    ("each grant has a higher token", tokens_grow),
    ("a renewed lease lasts longer and keeps its token", a_lease_is_renewed),
    ("a lease that was lost cannot be renewed or released", a_lost_lease_stays_lost),
];

const SECOND: Duration = Duration::from_secs(1);

fn acquire(store: &mut dyn Store, holder: &str, now: u64) -> Result<Lease, String> {
    match store.acquire_lease("work", holder, Timestamp(now), SECOND).map_err(failed)? {
        Acquired::Granted(lease) => Ok(lease),
        Acquired::Taken(lease) => Err(format!("`{holder}` does not get the lease of {lease:?}")),
    }
}

/// Whether somebody else is refused the lease.
fn is_taken(store: &mut dyn Store, now: u64) -> Result<bool, String> {
    let acquired = store.acquire_lease("work", "somebody", Timestamp(now), SECOND);
    Ok(matches!(acquired.map_err(failed)?, Acquired::Taken(_)))
}

fn a_lease_is_exclusive(open: &Open) -> Result<(), String> {
    let (mut store, mut other) = (opened(open)?, opened(open)?);
    let lease = acquire(&mut *store, "me", 1000)?;
    equal("holder and end", (&*lease.holder, lease.expires_at), ("me", Timestamp(2000)))?;
    for holder in ["you", "me"] {
        let again = other.acquire_lease("work", holder, Timestamp(1999), SECOND).map_err(failed)?;
        equal("a second request", again, Acquired::Taken(lease.clone()))?;
    }
    let elsewhere = other.acquire_lease("more work", "you", Timestamp(1000), SECOND);
    let is_granted = matches!(elsewhere.map_err(failed)?, Acquired::Granted(_));
    ensure("another name is free", is_granted)
}

fn a_lease_expires(open: &Open) -> Result<(), String> {
    let (mut store, mut other) = (opened(open)?, opened(open)?);
    acquire(&mut *store, "me", 1000)?;
    acquire(&mut *other, "you", 2000)?;
    ensure("the new one holds", is_taken(&mut *store, 2001)?)
}

fn tokens_grow(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let first = acquire(&mut *store, "me", 1000)?;
    ensure("a lease is released", store.release_lease(&first).map_err(failed)?)?;
    let second = acquire(&mut *store, "me", 1001)?;
    ensure("the token grows after a release", second.token > first.token)?;
    let third = acquire(&mut *opened(open)?, "me", 5000)?;
    ensure("the token grows after the end", third.token > second.token)
}

fn a_lease_is_renewed(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let lease = acquire(&mut *store, "me", 1000)?;
    let renewed = store.renew_lease(&lease, Timestamp(1999), SECOND).map_err(failed)?;
    let expected = Lease { expires_at: Timestamp(2999), ..lease.clone() };
    equal("the renewed lease", renewed, Some(expected.clone()))?;
    ensure("it holds", is_taken(&mut *store, 2998)?)?;
    let late = store.renew_lease(&expected, Timestamp(2999), SECOND).map_err(failed)?;
    equal("a renewal that comes too late", late, None)
}

fn a_lost_lease_stays_lost(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let lost = acquire(&mut *store, "me", 1000)?;
    let next = acquire(&mut *store, "you", 2000)?;
    let renewed = store.renew_lease(&lost, Timestamp(2001), SECOND).map_err(failed)?;
    equal("a renewal of the lost lease", renewed, None)?;
    ensure("it cannot be released", !store.release_lease(&lost).map_err(failed)?)?;
    ensure("the next one holds", is_taken(&mut *store, 2001)?)?;
    ensure("the next one is released", store.release_lease(&next).map_err(failed)?)?;
    let renewed = store.renew_lease(&next, Timestamp(2001), SECOND).map_err(failed)?;
    equal("a renewal of the released lease", renewed, None)?;
    ensure("it is released once", !store.release_lease(&next).map_err(failed)?)
}
