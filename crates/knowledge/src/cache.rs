//! All entries in memory, reloaded as far as somebody has changed them.
//!
//! If there is no store, each use costs one check for it. If there is one, each use asks for its newest
//! change, which costs no query while nobody writes; after a change, only the changed entries are read. Queries
//! do not wait long for a team's server ([`NotebookCache::load_in_time`]).

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rutter_domain::Verdict;
use rutter_store::{Contents, EntryChanges, NotebookDamage, Store, StoreUrl, StoredEntry};
use rutter_workspace::RepoLayout;

use crate::Error;
use crate::state::EntryState;
use crate::text::EntryWords;

/// A server that could not be reached is asked again after this long. Until then, every use fails at once:
/// one answer asks many times.
const AWAY_PAUSE: Duration = Duration::from_secs(5);

/// A query waits this long for the entries of a server. Loading goes on in the background, for the next query.
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);
/// After that, queries do not wait for this long, unless loading ends earlier.
const SLOW_PAUSE: Duration = Duration::from_secs(30);

/// The entries as they were read last.
#[derive(Debug)]
pub(crate) struct NotebookCache {
    url: StoreUrl,
    opened: Mutex<Option<Opened>>,
    /// When the server could not be reached the last time, and why.
    away: Mutex<Option<(Instant, Unreachable)>>,
    /// When a query has waited in vain the last time.
    slow: Mutex<Option<Instant>>,
}

#[derive(Debug, Clone)]
struct Unreachable {
    location: String,
    reason: String,
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
    /// Numbers of the rows by the bare names of their symbols.
    by_name: OnceLock<HashMap<String, Vec<usize>>>,
    pub(crate) damage: NotebookDamage,
    /// Number of the newest change that is included.
    latest: u64,
}

/// Why an entry is unverified whose row is not what was written.
const ALTERED: &str = "its record is damaged: the text may not be what its author wrote";

/// An entry with what is derived from it on demand.
#[derive(Debug)]
pub(crate) struct LoadedEntry {
    /// Without its claims and reviews if its row is damaged.
    pub(crate) stored: Arc<StoredEntry>,
    /// As it was read, damage included.
    pub(crate) as_read: Arc<StoredEntry>,
    /// Filled by [`crate::staleness::state_of`].
    pub(crate) state: OnceLock<EntryState>,
    /// Its vector in the index's space, and the sum of its squares.
    pub(crate) vector: OnceLock<Option<(Vec<i8>, u32)>>,
}

/// The store of a repository's records: the team's, or the one in the data folder.
pub fn store_url(layout: &RepoLayout) -> StoreUrl {
    match &layout.remote {
        Some(remote) => StoreUrl::Remote(remote.clone()),
        None => StoreUrl::folder(&layout.data),
    }
}

/// The database of the entries that wait for the team's store.
pub(crate) fn queue_url(layout: &RepoLayout) -> StoreUrl {
    StoreUrl::folder(&layout.data.join("queue"))
}

impl NotebookCache {
    pub(crate) fn new(url: StoreUrl) -> NotebookCache {
        let (opened, away, slow) = (Mutex::new(None), Mutex::new(None), Mutex::new(None));
        NotebookCache { url, opened, away, slow }
    }

    /// All entries; `None` if there is no store.
    pub(crate) fn load(&self) -> Result<Option<Arc<LoadedEntries>>, Error> {
        self.with_opened(Opened::load)
    }

    /// All entries, for queries that can be answered without them: fails if a server takes too long.
    pub(crate) fn load_in_time(self: &Arc<Self>) -> Result<Option<Arc<LoadedEntries>>, Error> {
        if let StoreUrl::Folder(_) = &self.url {
            return self.load();
        }
        if self.slow().is_some_and(|at| at.elapsed() < SLOW_PAUSE) {
            return Err(self.too_slow());
        }
        let (sender, receiver) = mpsc::sync_channel(1);
        let notebook = Arc::clone(self);
        let load = move || {
            let outcome = notebook.load();
            if outcome.is_ok() {
                *notebook.slow() = None;
            }
            // Nobody receives it if it comes too late.
            let _ = sender.send(outcome);
        };
        if thread::Builder::new().name("entries".to_owned()).spawn(load).is_err() {
            return self.load();
        }
        receiver.recv_timeout(QUERY_TIMEOUT).unwrap_or_else(|_| {
            *self.slow() = Some(Instant::now());
            Err(self.too_slow())
        })
    }

    /// Passes the store to `read`; `None` if there is no store.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&dyn Store) -> Result<T, rutter_store::Error>,
    ) -> Result<Option<T>, Error> {
        self.with_opened(|opened| Ok(read(&*opened.store)?))
    }

    /// Passes the store to `write`. Creates it if there is none.
    pub(crate) fn write<T>(
        &self,
        layout: &RepoLayout,
        write: impl FnOnce(&mut dyn Store) -> Result<T, rutter_store::Error>,
    ) -> Result<T, Error> {
        layout.prepare()?;
        if let StoreUrl::Folder(folder) = &self.url {
            let cannot =
                |source| rutter_workspace::Error::WriteData { path: folder.clone(), source };
            std::fs::create_dir_all(folder).map_err(cannot)?;
        }
        let mut guard = self.opened();
        if !self.url.exists() {
            *guard = None;
        }
        let opened = self.open(&mut guard)?;
        opened.has_written = true;
        self.remember(write(&mut *opened.store).map_err(Error::from))
    }

    fn with_opened<T>(
        &self,
        work: impl FnOnce(&mut Opened) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let mut guard = self.opened();
        if !self.url.exists() {
            *guard = None;
            return Ok(None);
        }
        let opened = self.open(&mut guard)?;
        self.remember(work(opened)).map(Some)
    }

    fn opened(&self) -> MutexGuard<'_, Option<Opened>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open<'a>(&self, opened: &'a mut Option<Opened>) -> Result<&'a mut Opened, Error> {
        if let Some((at, unreachable)) = &*self.away()
            && at.elapsed() < AWAY_PAUSE
        {
            let Unreachable { location, reason } = unreachable.clone();
            return Err(rutter_store::Error::StoreUnreachable { location, reason }.into());
        }
        match opened {
            Some(opened) => Ok(opened),
            None => {
                let store = rutter_store::open(&self.url).map_err(Error::from);
                let store = self.remember(store)?;
                Ok(opened.insert(Opened { store, loaded: None, has_written: false }))
            }
        }
    }

    /// Passes an outcome on, and remembers whether the server could be reached.
    fn remember<T>(&self, outcome: Result<T, Error>) -> Result<T, Error> {
        *self.away() = match &outcome {
            Err(Error::Store(rutter_store::Error::StoreUnreachable { location, reason })) => {
                let (location, reason) = (location.clone(), reason.clone());
                Some((Instant::now(), Unreachable { location, reason }))
            }
            Ok(_) | Err(_) => None,
        };
        outcome
    }

    fn away(&self) -> MutexGuard<'_, Option<(Instant, Unreachable)>> {
        self.away.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slow(&self) -> MutexGuard<'_, Option<Instant>> {
        self.slow.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn too_slow(&self) -> Error {
        let reason = format!("no answer within {} seconds", QUERY_TIMEOUT.as_secs());
        rutter_store::Error::StoreUnreachable { location: self.url.to_string(), reason }.into()
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
        let (words, by_name) = (OnceLock::new(), OnceLock::new());
        LoadedEntries { rows, words, by_name, damage, latest }
    }

    /// The entries that may be of this symbol: those of its file, and those of its name in other files.
    pub(crate) fn related<'a>(
        &'a self,
        path: &'a str,
        name: &str,
    ) -> impl Iterator<Item = &'a Arc<LoadedEntry>> {
        let path_of = |row: &Arc<LoadedEntry>| row.stored.entry.path.as_str().cmp(path);
        let start = self.rows.partition_point(|row| path_of(row).is_lt());
        let end = self.rows.partition_point(|row| path_of(row).is_le());
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, row) in self.rows.iter().enumerate() {
                by_name.entry(row.stored.anchor.name.clone()).or_default().push(at);
            }
            by_name
        });
        let same_name = by_name.get(name).map_or(&[][..], Vec::as_slice);
        let elsewhere = same_name.iter().filter(move |at| !(start..end).contains(*at));
        self.rows[start..end].iter().chain(elsewhere.map(|at| &self.rows[*at]))
    }

    /// Ids of the entries that were written for this path and symbol.
    pub(crate) fn ids_at(&self, path: &str, symbol: &str) -> Vec<String> {
        let is_it = |row: &&Arc<LoadedEntry>| {
            row.stored.entry.path == path && row.stored.entry.symbol == symbol
        };
        self.rows.iter().filter(is_it).map(|row| row.stored.entry.id.clone()).collect()
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
            .map(|row| if has_written { Arc::new(row.without_state()) } else { Arc::clone(row) })
            .collect();
        rows.extend(changed.into_iter().map(|stored| LoadedEntry::new(stored, &damage)));
        rows.sort_by(|left, right| left.key().cmp(&right.key()));
        LoadedEntries::of(rows, damage, latest)
    }
}

impl LoadedEntry {
    pub(crate) fn new(stored: StoredEntry, damage: &NotebookDamage) -> Arc<LoadedEntry> {
        let as_read = Arc::new(stored);
        let mut stored = Arc::clone(&as_read);
        if damage.altered.contains(&as_read.entry.id) {
            let mut doubted = StoredEntry::clone(&as_read);
            doubted.entry.verdict = Verdict::Unverified { reason: ALTERED.to_owned() };
            doubted.entry.claims.clear();
            doubted.reviews.clear();
            stored = Arc::new(doubted);
        }
        Arc::new(LoadedEntry { stored, as_read, state: OnceLock::new(), vector: OnceLock::new() })
    }

    fn without_state(&self) -> LoadedEntry {
        let (stored, as_read) = (Arc::clone(&self.stored), Arc::clone(&self.as_read));
        LoadedEntry { stored, as_read, state: OnceLock::new(), vector: self.vector.clone() }
    }

    fn key(&self) -> (&str, &str, &str) {
        let entry = &self.stored.entry;
        (&entry.path, &entry.symbol, &entry.id)
    }
}
