//! The store as the workers of a run use it: one handle, each use on a thread that may block.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use rutter_domain::{Gap, GapState, Timestamp};
use rutter_store::{GapRecord, Saved, Store};

use crate::Error;

/// The store, shared by all workers.
#[derive(Debug, Clone)]
pub(super) struct Notebook {
    store: Arc<Mutex<Box<dyn Store>>>,
}

/// What a run decided about a gap.
#[derive(Debug, Clone)]
pub(super) struct Decision {
    pub(super) state: GapState,
    pub(super) note: Option<String>,
    pub(super) by: String,
    pub(super) run: String,
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
    pub(super) async fn decide(&self, gap: &Gap, decision: Decision) -> Result<(), Error> {
        let gap = gap.clone();
        self.with(move |store| {
            loop {
                let known = store.gap_record(&gap.id)?;
                if known.as_ref().is_some_and(|known| known.state == GapState::Dismissed) {
                    return Ok(());
                }
                let Decision { state, note, by, run, entry } = decision.clone();
                let record = GapRecord {
                    id: gap.id.clone(),
                    rule: gap.rule.clone(),
                    path: gap.path.clone(),
                    symbol: gap.symbol.clone(),
                    state,
                    note,
                    by,
                    at: now(),
                    run: Some(run),
                    entry,
                    revision: 0,
                };
                match store.set_gap(&record, known.map(|known| known.revision))? {
                    Saved::Kept { .. } => return Ok(()),
                    Saved::Overtaken => {}
                }
            }
        })
        .await
    }
}

pub(super) fn now() -> Timestamp {
    Timestamp::of(SystemTime::now())
}
