//! Ends an awaited operation as soon as its token is cancelled.

use std::future::Future;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Error, Listener, Pause};

/// The output of `work`, or [`Error::Cancelled`] if the token is cancelled first.
pub(super) async fn unless_cancelled<T>(
    cancel: &CancellationToken,
    work: impl Future<Output = T>,
) -> Result<T, Error> {
    cancel.run_until_cancelled(work).await.ok_or(Error::Cancelled)
}

/// Reports a pause to the listener, then sleeps.
pub(super) async fn pause(
    reason: String,
    duration: Duration,
    listener: &dyn Listener,
    cancel: &CancellationToken,
) -> Result<(), Error> {
    if duration.is_zero() {
        return Ok(());
    }
    listener.pause(&Pause { reason, duration });
    unless_cancelled(cancel, tokio::time::sleep(duration)).await
}
