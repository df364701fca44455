//! The store as the workers of a run use it: one handle, each use on a thread that may block.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use rutter_domain::{Gap, GapState, Timestamp};
use rutter_store::{GapRecord, Store};

use crate::Error;

/// The store, shared by all workers.
#[derive(Debug, Clone)]
pub(super) struct Notebook {
    store: Arc<Mutex<Box<dyn Store>>>,
}

/// The state that a run gives a gap.
#[derive(Debug, Clone)]
pub(super) struct Decision {
    pub(super) state: GapState,
    pub(super) note: Option<String>,
    pub(super) by: String,
    pub(super) entry: Option<String>,
}

impl Notebook {
    pub(super) fn new(store: Box<dyn Store>) -> Notebook {
        Notebook { store: Arc::new(Mutex::new(store)) }
    }

    /// Lets `work` have the store.
    pub(super) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Result<T, rutter_store::Error> + Send + 'static,
    ) -> Result<T, Error> {
        let store = Arc::clone(&self.store);
        let task = move || {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut **store)
        };
        match tokio::task::spawn_blocking(task).await {
            Ok(done) => Ok(done?),
            Err(_) => Err(Error::Broken { what: "the store" }),
        }
    }

    /// Stores what was decided about a gap. What a person decided meanwhile stays.
    pub(super) async fn decide(
        &self,
        gap: &Gap,
        run: &str,
        decision: Decision,
    ) -> Result<(), Error> {
        let Decision { state, note, by, entry } = decision;
        let record = GapRecord {
            note,
            entry,
            run: Some(run.to_owned()),
            ..GapRecord::new(gap, state, by, now())
        };
        let is_dismissed = |known: &GapRecord| known.state == GapState::Dismissed;
        self.with(move |store| store.overwrite_gap(&record, is_dismissed)).await
    }
}

pub(super) fn now() -> Timestamp {
    Timestamp::of(SystemTime::now())
}
