//! The state of a run as it is stored, so that another process can go on with it.
//!
//! Attempts and records of gaps are written at every step. This state adds what they lack: which gaps in which
//! order, with which options, and how far the run got.

use rutter_domain::{Gap, Phase};
use rutter_store::Store;
use serde::{Deserialize, Serialize};

use super::learning::Experience;
use super::notebook::Notebook;
use super::options::ResolveOptions;
use crate::Error;

/// Keys of the stored runs: this, then the id of the first run.
const PREFIX: &str = "resolve/";
/// Runs that are kept after they have ended.
const MOST_ENDED: usize = 10;

/// A run as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SavedRun {
    /// Ids of the recorded runs: the first one, and one for each time it was resumed.
    pub runs: Vec<String>,
    pub phase: Phase,
    pub options: ResolveOptions,
    /// In the order in which they are worked on.
    pub gaps: Vec<Gap>,
    pub experience: Experience,
}

impl SavedRun {
    pub(super) async fn save(&self, notebook: &Notebook) -> Result<(), Error> {
        let key = format!("{PREFIX}{}", self.runs.first().map_or("", String::as_str));
        let value = serde_json::to_string(self).map_err(|_| Error::Broken { what: "the state" })?;
        let save = move |store: &mut dyn Store| {
            // If two processes resume the same run, either state will do.
            let known = store.state(&key)?.map(|known| known.revision);
            store.set_state(&key, &value, known)?;
            Ok(())
        };
        notebook.with(save).await
    }
}

/// The last run that did not end; `None` if all have.
pub fn last_unfinished_run(store: &dyn Store) -> Result<Option<SavedRun>, Error> {
    let saved = store.states(PREFIX)?.into_iter().rev();
    let mut runs = saved.filter_map(|(_, state)| serde_json::from_str(&state.value).ok());
    Ok(runs.find(|run: &SavedRun| run.phase != Phase::Terminated))
}

/// Deletes the states of runs that ended long ago.
pub(super) async fn forget_ended(notebook: &Notebook) -> Result<(), Error> {
    let forget = |store: &mut dyn Store| {
        let ended = store.states(PREFIX)?.into_iter().rev().filter(|(_, state)| {
            serde_json::from_str::<SavedRun>(&state.value)
                .map_or(true, |run| run.phase == Phase::Terminated)
        });
        let keys: Vec<String> = ended.skip(MOST_ENDED).map(|(key, _)| key).collect();
        keys.iter().try_for_each(|key| store.remove_state(key).map(drop))
    };
    notebook.with(forget).await
}
