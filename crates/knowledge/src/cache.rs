//! The notebook as it was read last, and again when somebody has written to it.
//!
//! If there is no notebook, one check for its file is all it costs. Others may write at any time, so
//! each use asks the store whether they have.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use rutter_domain::Verdict;
use rutter_store::{Contents, Notebook, NotebookDamage, Noted};
use rutter_workspace::RepoLayout;

use crate::Error;
use crate::state::EntryState;
use crate::text::EntryWords;

/// What has been read of the notebook.
#[derive(Debug, Default)]
pub(crate) struct NotebookCache {
    opened: Mutex<Option<Opened>>,
}

#[derive(Debug)]
struct Opened {
    notebook: Notebook,
    version: i64,
    loaded: Option<Arc<LoadedEntries>>,
}

/// All entries as they were read.
#[derive(Debug)]
pub(crate) struct LoadedEntries {
    pub(crate) rows: Vec<LoadedEntry>,
    pub(crate) words: OnceLock<EntryWords>,
    pub(crate) damage: NotebookDamage,
}

/// Why an entry is not verified whose row is not what was written.
const ALTERED: &str = "its record is damaged: the text may not be what its author wrote";

/// An entry with what is derived from it on demand.
#[derive(Debug)]
pub(crate) struct LoadedEntry {
    pub(crate) noted: Noted,
    /// Filled by [`crate::status::state_of`].
    pub(crate) state: OnceLock<EntryState>,
    /// Its vector in the index's space, and the sum of its squares.
    pub(crate) vector: OnceLock<Option<(Vec<i8>, u32)>>,
}

impl NotebookCache {
    /// All entries; `None` if there is no notebook.
    pub(crate) fn load(&self, layout: &RepoLayout) -> Result<Option<Arc<LoadedEntries>>, Error> {
        let path = layout.notebook();
        if !path.exists() {
            return Ok(None);
        }
        let mut guard = self.opened();
        let opened = match guard.as_mut() {
            Some(opened) => opened,
            None => guard.insert(open(&path)?),
        };
        let version = opened.notebook.version()?;
        if let Some(loaded) = opened.loaded.as_ref().filter(|_| opened.version == version) {
            return Ok(Some(Arc::clone(loaded)));
        }
        let Contents { entries, damage } = opened.notebook.all()?;
        let rows = entries.into_iter().map(|mut noted| {
            if damage.altered.contains(&noted.entry.id) {
                noted.entry.verdict = Verdict::Unverified { reason: ALTERED.to_owned() };
            }
            LoadedEntry { noted, state: OnceLock::new(), vector: OnceLock::new() }
        });
        let loaded = LoadedEntries { rows: rows.collect(), words: OnceLock::new(), damage };
        let loaded = Arc::new(loaded);
        opened.version = version;
        opened.loaded = Some(Arc::clone(&loaded));
        Ok(Some(loaded))
    }

    /// Lets `write` have the notebook, which is created if there is none.
    pub(crate) fn write<T>(
        &self,
        layout: &RepoLayout,
        write: impl FnOnce(&mut Notebook) -> Result<T, rutter_store::Error>,
    ) -> Result<T, Error> {
        layout.prepare()?;
        let path = layout.notebook();
        let mut guard = self.opened();
        if !path.exists() {
            *guard = None;
        }
        let opened = match guard.as_mut() {
            Some(opened) => opened,
            None => guard.insert(open(&path)?),
        };
        opened.loaded = None;
        Ok(write(&mut opened.notebook)?)
    }

    fn opened(&self) -> MutexGuard<'_, Option<Opened>> {
        self.opened.lock().expect("no thread has panicked")
    }
}

fn open(path: &Path) -> Result<Opened, Error> {
    let notebook = Notebook::open(path)?;
    Ok(Opened { version: notebook.version()?, notebook, loaded: None })
}
