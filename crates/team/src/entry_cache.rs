//! A cache of the entries of some repositories, valid until a record of the repository changes.
//!
//! The store decides whether a user may see a repository before its entries are looked up here.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use rutter_domain::ListedEntry;
use rutter_store::RecordsVersion;

/// Entries that are kept, of all repositories together: some tens of megabytes.
const MOST_ENTRIES: usize = 20_000;

/// The most recently used entries are at the end.
#[derive(Debug, Default)]
pub(crate) struct EntryCache(Mutex<VecDeque<(RecordsVersion, Arc<Vec<ListedEntry>>)>>);

impl EntryCache {
    pub(crate) fn get(&self, version: RecordsVersion) -> Option<Arc<Vec<ListedEntry>>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| *known == version)?;
        let found = kept.remove(at)?;
        let entries = Arc::clone(&found.1);
        kept.push_back(found);
        Some(entries)
    }

    /// Keeps the entries of a version, in place of those of an earlier one.
    pub(crate) fn put(&self, version: RecordsVersion, entries: Arc<Vec<ListedEntry>>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known.repository != version.repository);
        kept.push_back((version, entries));
        while kept.iter().map(|(_, entries)| entries.len()).sum::<usize>() > MOST_ENTRIES {
            kept.pop_front();
        }
    }
}
