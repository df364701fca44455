//! Leases: exclusive, temporary rights to a named piece of work.
//!
//! Each grant of a name has a higher token than all earlier ones, also after release or expiry, so that
//! work done under an older lease can be recognised and refused. The clock is an argument: the store
//! itself never asks for the time.

use std::time::Duration;

use rutter_domain::Timestamp;
use serde::{Deserialize, Serialize};

use crate::Error;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    pub name: String,
    pub holder: String,
    pub token: u64,
    /// The lease is over at this moment.
    pub expires_at: Timestamp,
}

/// Outcome of [`LeaseStore::acquire_lease`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Acquired {
    Granted(Lease),
    /// The current lease has not expired. Its holder may be the caller.
    Taken(Lease),
}

pub trait LeaseStore {
    fn acquire_lease(
        &mut self,
        name: &str,
        holder: &str,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Acquired, Error>;

    /// Extends a lease to `duration` from now, with the same token. `None` if it has expired or was
    /// released.
    fn renew_lease(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Option<Lease>, Error>;

    /// Ends a lease early. Returns `false` if it is not the current one.
    fn release_lease(&mut self, lease: &Lease) -> Result<bool, Error>;
}
