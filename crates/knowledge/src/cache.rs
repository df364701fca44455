//! All entries in memory, reloaded as far as somebody has changed them.
//!
//! If there is no store, each use costs one check for it. If there is one, each use asks for its newest
//! change, which costs no query while nobody writes; after a change, only the changed entries are read.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rutter_domain::Verdict;
use rutter_store::{Contents, EntryChanges, NotebookDamage, Store, StoreUrl, StoredEntry};
use rutter_workspace::RepoLayout;

use crate::Error;
use crate::state::EntryState;
use crate::text::EntryWords;

/// The entries as they were read last.
#[derive(Debug, Default)]
pub(crate) struct NotebookCache {
    opened: Mutex<Option<Opened>>,
}

#[derive(Debug)]
struct Opened {
    store: Box<dyn Store>,
    loaded: Option<Arc<LoadedEntries>>,
    /// We wrote. An author may have parsed files again, so the states of all entries are recomputed.
    has_written: bool,
}

/// All entries at one moment.
#[derive(Debug)]
pub(crate) struct LoadedEntries {
    /// Sorted by path, symbol and id.
    pub(crate) rows: Vec<Arc<LoadedEntry>>,
    pub(crate) words: OnceLock<EntryWords>,
    /// Numbers of the rows by the hash of their subject.
    by_subject: OnceLock<HashMap<u64, Vec<usize>>>,
    pub(crate) damage: NotebookDamage,
    /// Number of the newest change that is included.
    latest: u64,
}

/// Why an entry is unverified whose row is not what was written.
const ALTERED: &str = "its record is damaged: the text may not be what its author wrote";

/// An entry with what is derived from it on demand.
#[derive(Debug)]
pub(crate) struct LoadedEntry {
    pub(crate) stored: Arc<StoredEntry>,
    /// Filled by [`crate::staleness::state_of`].
    pub(crate) state: OnceLock<EntryState>,
    /// Its vector in the index's space, and the sum of its squares.
    pub(crate) vector: OnceLock<Option<(Vec<i8>, u32)>>,
}

/// The store of a repository's entries.
pub(crate) fn store_url(layout: &RepoLayout) -> StoreUrl {
    StoreUrl::folder(&layout.data)
}

impl NotebookCache {
    /// All entries; `None` if there is no store.
    pub(crate) fn load(&self, layout: &RepoLayout) -> Result<Option<Arc<LoadedEntries>>, Error> {
        let url = store_url(layout);
        let mut guard = self.opened();
        if !url.exists() {
            *guard = None;
            return Ok(None);
        }
        open(&mut guard, &url)?.load().map(Some)
    }

    /// Passes the store to `write`. Creates it if there is none.
    pub(crate) fn write<T>(
        &self,
        layout: &RepoLayout,
        write: impl FnOnce(&mut dyn Store) -> Result<T, rutter_store::Error>,
    ) -> Result<T, Error> {
        layout.prepare()?;
        let url = store_url(layout);
        let mut guard = self.opened();
        if !url.exists() {
            *guard = None;
        }
        let opened = open(&mut guard, &url)?;
        opened.has_written = true;
        Ok(write(&mut *opened.store)?)
    }

    /// Passes the store to `read`; `None` if there is no store.
    pub(crate) fn read<T>(
        &self,
        layout: &RepoLayout,
        read: impl FnOnce(&dyn Store) -> Result<T, rutter_store::Error>,
    ) -> Result<Option<T>, Error> {
        let url = store_url(layout);
        let mut guard = self.opened();
        if !url.exists() {
            *guard = None;
            return Ok(None);
        }
        Ok(Some(read(&*open(&mut guard, &url)?.store)?))
    }

    fn opened(&self) -> MutexGuard<'_, Option<Opened>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open<'a>(opened: &'a mut Option<Opened>, url: &StoreUrl) -> Result<&'a mut Opened, Error> {
    match opened {
        Some(opened) => Ok(opened),
        None => {
            let store = rutter_store::open(url)?;
            Ok(opened.insert(Opened { store, loaded: None, has_written: false }))
        }
    }
}

impl Opened {
    fn load(&mut self) -> Result<Arc<LoadedEntries>, Error> {
        let latest = self.store.latest()?;
        let loaded = match &self.loaded {
            Some(loaded) if loaded.latest == latest && !self.has_written => {
                return Ok(Arc::clone(loaded));
            }
            Some(loaded) => match self.store.entry_changes_since(loaded.latest)? {
                Some(changes) => loaded.with(changes, self.has_written),
                None => LoadedEntries::new(self.store.entries()?),
            },
            None => LoadedEntries::new(self.store.entries()?),
        };
        let loaded = Arc::new(loaded);
        self.loaded = Some(Arc::clone(&loaded));
        self.has_written = false;
        Ok(loaded)
    }
}

impl LoadedEntries {
    fn new(contents: Contents) -> LoadedEntries {
        let Contents { entries, damage, latest } = contents;
        let rows = entries.into_iter().map(|stored| LoadedEntry::new(stored, &damage)).collect();
        LoadedEntries::of(rows, damage, latest)
    }

    fn of(rows: Vec<Arc<LoadedEntry>>, damage: NotebookDamage, latest: u64) -> LoadedEntries {
        let (words, by_subject) = (OnceLock::new(), OnceLock::new());
        LoadedEntries { rows, words, by_subject, damage, latest }
    }

    /// The entries that may be of this symbol: those that were written for its place, and those of
    /// equal code with its name or in its file.
    pub(crate) fn related<'a>(
        &'a self,
        path: &'a str,
        symbol: &'a str,
        name: &'a str,
        hash: u64,
    ) -> impl Iterator<Item = &'a Arc<LoadedEntry>> {
        let key = |row: &Arc<LoadedEntry>| {
            let entry = &row.stored.entry;
            (entry.path.as_str(), entry.symbol.as_str()).cmp(&(path, symbol))
        };
        let start = self.rows.partition_point(|row| key(row).is_lt());
        let end = self.rows.partition_point(|row| key(row).is_le());
        let by_subject = self.by_subject.get_or_init(|| {
            let mut by_subject: HashMap<u64, Vec<usize>> = HashMap::new();
            for (at, row) in self.rows.iter().enumerate() {
                by_subject.entry(row.stored.anchor.subject).or_default().push(at);
            }
            by_subject
        });
        let equal = by_subject.get(&hash).map_or(&[][..], Vec::as_slice);
        let is_moved = move |row: &&Arc<LoadedEntry>| {
            let (entry, anchor) = (&row.stored.entry, &row.stored.anchor);
            let is_renamed = entry.path == path && entry.symbol != symbol;
            is_renamed || entry.path != path && anchor.name == name
        };
        let moved = equal.iter().map(|at| &self.rows[*at]).filter(is_moved);
        self.rows[start..end].iter().chain(moved)
    }

    /// These entries after some changes, with new states if `has_written`.
    fn with(&self, changes: EntryChanges, has_written: bool) -> LoadedEntries {
        let EntryChanges { changed, removed, damage: new_damage, latest } = changes;
        let changed_ids = changed.iter().map(|stored| stored.entry.id.clone());
        let changed_ids: HashSet<String> = changed_ids.chain(removed).collect();
        let mut damage = self.damage.clone();
        damage.altered.retain(|id| !changed_ids.contains(id));
        damage.altered.extend(new_damage.altered);
        damage.lost.retain(|id| !changed_ids.contains(id));
        damage.lost.extend(new_damage.lost);
        damage.lost.sort();
        let unchanged = self.rows.iter().filter(|row| !changed_ids.contains(&row.stored.entry.id));
        let mut rows: Vec<_> = unchanged
            .map(|row| match has_written {
                true => Arc::new(row.without_state()),
                false => Arc::clone(row),
            })
            .collect();
        rows.extend(changed.into_iter().map(|stored| LoadedEntry::new(stored, &damage)));
        rows.sort_by(|left, right| left.key().cmp(&right.key()));
        LoadedEntries::of(rows, damage, latest)
    }
}

impl LoadedEntry {
    fn new(mut stored: StoredEntry, damage: &NotebookDamage) -> Arc<LoadedEntry> {
        if damage.altered.contains(&stored.entry.id) {
            stored.entry.verdict = Verdict::Unverified { reason: ALTERED.to_owned() };
            // Readers judged what was written, not this.
            stored.reviews.clear();
            stored.entry.claims.clear();
            stored.reviews.clear();
        }
        let stored = Arc::new(stored);
        Arc::new(LoadedEntry { stored, state: OnceLock::new(), vector: OnceLock::new() })
    }

    fn without_state(&self) -> LoadedEntry {
        let (stored, vector) = (Arc::clone(&self.stored), self.vector.clone());
        LoadedEntry { stored, state: OnceLock::new(), vector }
    }

    fn key(&self) -> (&str, &str, &str) {
        let entry = &self.stored.entry;
        (&entry.path, &entry.symbol, &entry.id)
    }
}
