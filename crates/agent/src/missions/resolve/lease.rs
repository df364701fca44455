//! The right to work on a gap: one worker of one process at a time.
//!
//! The holder of a lease is a run, and a run's record tells whether its program still lives. So the
//! lease of a program that was killed is taken over at once, and not only after it has expired.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use rutter_store::{Acquired, Lease, RunState, RunStore, Store};

use super::notebook::{Notebook, now};
use crate::Error;

/// A lease that is not renewed expires after this: longer than any pause of a living program, short enough for a
/// person to wait.
const DURATION: Duration = Duration::from_secs(90);

/// Acquires the lease of a gap; `None` if another worker has it.
pub(super) async fn acquire(
    notebook: &Notebook,
    runs: &Arc<dyn RunStore>,
    gap: &str,
    run: &str,
) -> Result<Option<Lease>, Error> {
    let (name, holder, runs) = (format!("gap/{gap}"), run.to_owned(), Arc::clone(runs));
    let acquire = move |store: &mut dyn Store| {
        let mut acquired = store.acquire_lease(&name, &holder, now(), DURATION)?;
        if let Acquired::Taken(lease) = &acquired
            && lease.holder != holder
            && !is_alive(&*runs, &lease.holder)
        {
            store.release_lease(lease)?;
            acquired = store.acquire_lease(&name, &holder, now(), DURATION)?;
        }
        Ok(match acquired {
            Acquired::Granted(lease) => Some(lease),
            Acquired::Taken(_) => None,
        })
    };
    notebook.with(acquire).await
}

/// Renews a lease as long as this is awaited. A lease that was lost is not acquired again: the fence of
/// the store keeps its former holder out.
pub(super) async fn keep(notebook: &Notebook, lease: &Lease) -> Infallible {
    loop {
        tokio::time::sleep(DURATION / 3).await;
        let lease = lease.clone();
        // A store that cannot be written fails the work itself as well.
        let _ = notebook.with(move |store| store.renew_lease(&lease, now(), DURATION)).await;
    }
}

pub(super) async fn release(notebook: &Notebook, lease: Lease) -> Result<(), Error> {
    notebook.with(move |store| store.release_lease(&lease).map(drop)).await
}

fn is_alive(runs: &dyn RunStore, run: &str) -> bool {
    match runs.read(run).map(|recorded| recorded.run.state) {
        Ok(RunState::Running) => true,
        Ok(RunState::Finished { .. } | RunState::Interrupted) => false,
        // Without a record nobody can tell: the lease expires.
        Err(_) => true,
    }
}
