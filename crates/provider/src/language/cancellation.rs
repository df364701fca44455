//! Ends whatever is awaited soon after it was called off.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::future::{Either, select};

use super::{Error, Listener, Pause};

const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What the work comes to, unless it is called off before.
pub(super) async fn unless_cancelled<T>(
    cancelled: &AtomicBool,
    work: impl Future<Output = T>,
) -> Result<T, Error> {
    let mut work = pin!(work);
    loop {
        if cancelled.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let tick = pin!(tokio::time::sleep(LOOK_EVERY));
        match select(work.as_mut(), tick).await {
            Either::Left((done, _)) => return Ok(done),
            Either::Right(_) => {}
        }
    }
}

/// Waits, and says so before.
pub(super) async fn pause(
    reason: String,
    duration: Duration,
    listener: &dyn Listener,
    cancelled: &AtomicBool,
) -> Result<(), Error> {
    if duration.is_zero() {
        return Ok(());
    }
    listener.pause(&Pause { reason, duration });
    unless_cancelled(cancelled, tokio::time::sleep(duration)).await
}
