//! A snapshot of the index together with what was recorded about it.

use std::sync::{Arc, Mutex};

use rutter_checks::CodeReader;
use rutter_domain::Facts;
use rutter_domain::SymbolKind;
use rutter_engine::Snapshot;
use rutter_gaps::GapEvaluation;
use rutter_store::{Store, StoreUrl};

use crate::Error;
use crate::cache::{LoadedEntries, NotebookCache, queue_url, store_url};
use crate::parsed_files::ParsedFiles;
use rutter_syntax::ParsedFile;

/// An evaluation of the rules of gaps with the key of its settings, for the next question.
type HeldEvaluation = Mutex<Option<(u64, Arc<GapEvaluation>)>>;

/// One generation of the index, and the entries that others may write to at any time.
#[derive(Debug)]
pub struct Knowledge {
    pub snapshot: Arc<Snapshot>,
    notebook: Arc<NotebookCache>,
    files: ParsedFiles,
    /// The last evaluation of the rules of gaps.
    pub(crate) evaluation: HeldEvaluation,
}

impl Knowledge {
    pub fn new(snapshot: Arc<Snapshot>) -> Knowledge {
        let url = store_url(snapshot.layout());
        Knowledge::with_store(snapshot, url)
    }

    /// This snapshot with the entries that wait to be sent to the team's store.
    pub(crate) fn with_queue(&self) -> Knowledge {
        let snapshot = Arc::clone(&self.snapshot);
        let url = queue_url(snapshot.layout());
        Knowledge::with_store(snapshot, url)
    }

    fn with_store(snapshot: Arc<Snapshot>, url: StoreUrl) -> Knowledge {
        Knowledge {
            snapshot,
            notebook: Arc::new(NotebookCache::new(url)),
            files: ParsedFiles::default(),
            evaluation: HeldEvaluation::default(),
        }
    }

    /// All entries; `None` if there is no notebook.
    pub(crate) fn load_entries(&self) -> Result<Option<Arc<LoadedEntries>>, Error> {
        self.notebook.load()
    }

    /// All entries, for queries that can be answered without them: fails if a server takes too long.
    pub(crate) fn load_entries_in_time(&self) -> Result<Option<Arc<LoadedEntries>>, Error> {
        self.notebook.load_in_time()
    }

    /// The number of the newest change of the notebook; `None` if there is no notebook.
    pub fn latest_change(&self) -> Result<Option<u64>, Error> {
        self.read_notebook(|store| store.latest())
    }

    /// Lets `read` have the notebook; `None` if there is none.
    pub(crate) fn read_notebook<T>(
        &self,
        read: impl FnOnce(&dyn Store) -> Result<T, rutter_store::Error>,
    ) -> Result<Option<T>, Error> {
        self.notebook.read(read)
    }

    /// Lets `write` have the notebook, which is created if there is none.
    pub(crate) fn write_notebook<T>(
        &self,
        write: impl FnOnce(&mut dyn Store) -> Result<T, rutter_store::Error>,
    ) -> Result<T, Error> {
        self.notebook.write(self.snapshot.layout(), write)
    }

    /// A file as it is now; `None` if it is not in the index or cannot be read.
    pub(crate) fn parsed_file(&self, path: &str) -> Option<Arc<ParsedFile>> {
        self.files.get(&self.snapshot, path)
    }

    /// [`Knowledge::parsed_file`], with a symbol for the whole file if that is the kind wanted.
    pub(crate) fn parsed_file_with(&self, path: &str, kind: SymbolKind) -> Option<Arc<ParsedFile>> {
        let parsed = self.parsed_file(path)?;
        Some(if kind == SymbolKind::File { parsed.whole() } else { parsed })
    }

    /// A file as it is now, read again even if it was read before.
    pub(crate) fn parse_again(&self, path: &str) -> Option<Arc<ParsedFile>> {
        self.files.read(&self.snapshot, path)
    }
}

impl CodeReader for Knowledge {
    fn parsed_file(&self, path: &str) -> Option<Arc<ParsedFile>> {
        Knowledge::parsed_file(self, path)
    }

    fn facts_at(&self, path: &str) -> Option<Arc<Facts>> {
        self.snapshot.facts_of(self.snapshot.file_at(path)?.id)
    }

    fn has_file(&self, path: &str) -> bool {
        self.snapshot.file_at(path).is_some()
    }

    fn has_path_ending(&self, end: &str) -> bool {
        self.snapshot.paths().any(|path| path.ends_with(end))
    }

    fn paths_defining(&self, name: &str) -> Vec<&str> {
        self.snapshot.paths_defining(name)
    }

    fn paths_naming(&self, name: &str) -> Vec<&str> {
        self.snapshot.paths_naming(name)
    }
}
