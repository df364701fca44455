//! A complete generation of the index, opened for reading.
//!
//! It never changes under its reader. Facts come from the cache by content hash; when a row is
//! missing there they are parsed again from the file, if it still has that content.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use rutter_domain::{ContentHash, Facts, FileId, Freshness, Outline, Remark};
use rutter_graph::{BuildFiles, CodeFile, Container, GraphMemory};
use rutter_search::{PathTraits, Reader};

use crate::Error;
use crate::index::embedder::Connector;
use crate::index::generation::Generation;
use crate::index::history::CommitHistory;
use crate::index::manifest::{FileRow, FileState, IndexedFile, Manifest};
use crate::query::embedder::QueryEmbedder;
use crate::query::fact_pool::FactPool;
use crate::query::file_cache::FileCache;
use crate::query::snippet::Snippets;
use rutter_workspace::{
    LeftOut, RepoLayout, Source, WorkingTree, list_left_out, read_source, read_text, why_left_out,
};

/// Facts of at most this many files are kept decoded.
const KEPT_FACTS: usize = 2_000;
/// Outlines of the files that were shown last are kept decoded: at least of this many, at most of twice as many.
const KEPT_OUTLINES: usize = 3_000;
/// As [`KEPT_OUTLINES`], for the traits of paths.
const KEPT_PATHS: usize = 8_000;

/// One generation of the index, and how fresh it is.
pub struct Snapshot {
    pub(crate) layout: RepoLayout,
    pub(crate) manifest: Manifest,
    pub(crate) reader: Reader,
    pub freshness: Freshness,
    /// Set if the index is behind because a query did not wait until it was up to date.
    pub is_postponed: bool,
    pub(crate) pool: FactPool,
    facts: FileCache<Facts>,
    outlines: FileCache<Outline>,
    path_traits: FileCache<PathTraits>,
    /// From a file's id to its row.
    row_of: Vec<u32>,
    pub(crate) embedder: QueryEmbedder,
    /// The tree, for reading files; `None` if its root cannot be opened.
    tree: Option<WorkingTree>,
    build_files: OnceLock<Arc<BuildFiles>>,
    /// The containers of the code; `central.rs` fills it on first use.
    pub(crate) containers: OnceLock<Vec<Container>>,
    history: OnceLock<CommitHistory>,
    /// From a file's id to its number among the files with commit messages; [`u32::MAX`] without.
    message_numbers: OnceLock<Vec<u32>>,
    /// The indexed files, and what the graph has read of them; `graph.rs` fills both.
    pub(crate) code_files: OnceLock<Vec<CodeFile>>,
    pub(crate) graph: Mutex<Option<GraphMemory>>,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot")
            .field("root", &self.layout.root)
            .field("generation", &self.manifest.generation)
            .field("freshness", &self.freshness)
            .finish_non_exhaustive()
    }
}

impl Snapshot {
    pub(crate) fn new(
        layout: &RepoLayout,
        generation: Generation,
        freshness: Freshness,
        connector: Connector,
    ) -> Snapshot {
        let fault = generation.vector_fault();
        let Generation { manifest, reader } = generation;
        let embedder = QueryEmbedder::new(&manifest.embedder, connector, layout, fault);
        let mut row_of = vec![u32::MAX; manifest.next_id as usize];
        for (at, row) in manifest.rows.iter().enumerate() {
            if let Some(file) = row.indexed() {
                row_of[file.id.0 as usize] = u32::try_from(at).expect("fewer than 2^32 files");
            }
        }
        Snapshot {
            layout: layout.clone(),
            manifest,
            reader,
            freshness,
            is_postponed: false,
            pool: FactPool::new(layout),
            facts: FileCache::new(KEPT_FACTS / 2),
            outlines: FileCache::new(KEPT_OUTLINES),
            path_traits: FileCache::new(KEPT_PATHS),
            row_of,
            embedder,
            tree: WorkingTree::open(&layout.root).ok(),
            build_files: OnceLock::new(),
            containers: OnceLock::new(),
            history: OnceLock::new(),
            message_numbers: OnceLock::new(),
            code_files: OnceLock::new(),
            graph: Mutex::default(),
        }
    }

    /// Sets a history that was read before. Without one, it is read on first use.
    pub(crate) fn with_history(mut self, history: Option<CommitHistory>) -> Snapshot {
        self.history = history.map_or_else(OnceLock::new, OnceLock::from);
        self
    }

    /// The history of the files as of the last update; read on first use.
    pub(crate) fn history(&self) -> &CommitHistory {
        self.history.get_or_init(|| CommitHistory::load(&self.layout))
    }

    /// From the id of a file to its number among the files with commit messages, if it is one.
    pub(crate) fn message_numbers(&self) -> &[u32] {
        self.message_numbers.get_or_init(|| {
            let mut numbers = vec![u32::MAX; self.row_of.len()];
            // Both lists are sorted by path.
            let mut rows = self.manifest.indexed().peekable();
            for (number, path) in (0..).zip(self.history().messages.paths()) {
                while rows.next_if(|(row, _)| row.path < *path).is_some() {}
                if let Some((_, file)) = rows.next_if(|(row, _)| row.path == *path) {
                    numbers[file.id.0 as usize] = number;
                }
            }
            numbers
        })
    }

    /// The vector of a query, or the reason why there is none.
    pub fn vector(&self, text: &str) -> Result<Vec<i8>, Remark> {
        self.embedder.vector(text)
    }

    pub fn root(&self) -> &Path {
        &self.layout.root
    }

    pub fn layout(&self) -> &RepoLayout {
        &self.layout
    }

    /// The paths of all indexed files, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.manifest.indexed().map(|(row, _)| row.path.as_str())
    }

    /// The paths of all files that are not ignored, indexed or not, sorted.
    pub fn walked_paths(&self) -> impl Iterator<Item = &str> {
        self.manifest.rows.iter().map(|row| row.path.as_str())
    }

    /// The indexed files with this content.
    pub fn paths_with(&self, content: ContentHash) -> impl Iterator<Item = &str> {
        let rows = self.manifest.indexed();
        rows.filter(move |(_, file)| file.content == content).map(|(row, _)| row.path.as_str())
    }

    /// The files that define a symbol of this bare name.
    pub fn paths_defining(&self, name: &str) -> Vec<&str> {
        let files = self.reader.files_defining(name);
        files.into_iter().filter_map(|id| Some(self.file(id)?.0.path.as_str())).collect()
    }

    /// The files whose text may contain this identifier. Some of them may not contain it.
    pub fn paths_naming(&self, name: &str) -> Vec<&str> {
        let files = self.reader.files_naming(name);
        files.into_iter().filter_map(|id| Some(self.file(id)?.0.path.as_str())).collect()
    }

    /// The vector of a document, or the reason why there is none.
    pub fn embed_document(&self, text: &str) -> Result<Vec<i8>, Remark> {
        self.embedder.document(text)
    }

    /// The vector of a document, if it can be made without a service.
    pub fn embed_document_at_once(&self, text: &str) -> Option<Vec<i8>> {
        self.embedder.document_at_once(text)
    }

    /// The id of the embedder that made the vectors of this index.
    pub fn embedder_id(&self) -> &str {
        &self.manifest.embedder.id
    }

    /// The row and the indexed file of an id.
    pub(crate) fn file(&self, id: FileId) -> Option<(&FileRow, &IndexedFile)> {
        let at = *self.row_of.get(id.0 as usize)?;
        let row = self.manifest.rows.get(at as usize)?;
        Some((row, row.indexed()?))
    }

    pub fn file_at(&self, path: &str) -> Option<&IndexedFile> {
        self.manifest.row(path).and_then(FileRow::indexed)
    }

    /// The indexed files, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, &IndexedFile)> {
        self.manifest.indexed().map(|(row, file)| (row.path.as_str(), file))
    }

    /// The size of each indexed file in bytes, sorted by path.
    pub fn sizes(&self) -> impl Iterator<Item = (&str, u64)> {
        self.manifest.indexed().map(|(row, _)| (row.path.as_str(), row.stat.n_bytes))
    }

    /// The facts of a file as it was indexed.
    pub fn facts_of(&self, id: FileId) -> Option<Arc<Facts>> {
        self.facts.get_or_read(id, || {
            let (row, file) = self.file(id)?;
            self.pool.facts(file).or_else(|| self.parsed_again(row, file))
        })
    }

    /// The symbols and chunks of a file, which takes a fraction of the time of reading all facts.
    pub(crate) fn outline_of(&self, id: FileId) -> Option<Arc<Outline>> {
        self.outlines.get_or_read(id, || {
            let (row, file) = self.file(id)?;
            let stored = self.pool.outline(file);
            stored.or_else(|| self.parsed_again(row, file).map(Outline::from))
        })
    }

    /// The traits of a file's path.
    pub(crate) fn path_traits_of(&self, id: FileId) -> Arc<PathTraits> {
        let path = || self.file(id).map_or("", |(row, _)| row.path.as_str());
        let kept = self.path_traits.get_or_read(id, || Some(PathTraits::of(path())));
        kept.unwrap_or_else(|| Arc::new(PathTraits::of(path())))
    }

    /// Reads the facts of these files, several at once, so that they are at hand.
    pub(crate) fn read_ahead(&self, files: impl Iterator<Item = FileId>) {
        let files: HashSet<FileId> = files.collect();
        // Of more, the first would be dropped before they are used.
        if files.len() > 1 && files.len() <= KEPT_FACTS {
            files.into_par_iter().for_each(|file| {
                self.facts_of(file);
            });
        }
    }

    fn parsed_again(&self, row: &FileRow, file: &IndexedFile) -> Option<Facts> {
        Some(rutter_syntax::read(file.language, &self.indexed_text(&row.path, file)?))
    }

    /// The text of a file, if it has not changed since it was indexed.
    pub(crate) fn indexed_text(&self, path: &str, file: &IndexedFile) -> Option<String> {
        match self.read_file(path) {
            Source::Text(source) if source.content == file.content => Some(source.text),
            Source::Text(_) | Source::Skip(..) | Source::Gone => None,
        }
    }

    /// Why a file of the tree is not in the index; `None` if there is no such file, or no reason.
    pub fn why_left_out(&self, path: &str) -> Option<LeftOut> {
        let limit_bytes = self.manifest.limit_bytes;
        why_left_out(&self.layout.root, &self.layout.data, path, limit_bytes)
    }

    /// The files and folders that are not in the index, each with its reason, sorted by path. What is ignored is
    /// looked for in the tree as it is now.
    pub fn left_out(&self) -> Result<Vec<LeftOut>, Error> {
        let skipped = |row: &FileRow| match row.state {
            FileState::Skipped(reason) => {
                let left_out = LeftOut::new(row.path.clone(), reason);
                Some(left_out.with_limit(self.manifest.limit_bytes))
            }
            FileState::Indexed(_) => None,
        };
        let mut all: Vec<LeftOut> = self.manifest.rows.iter().filter_map(skipped).collect();
        all.extend(list_left_out(&self.layout.root, &self.layout.data)?);
        all.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(all)
    }

    /// Reads a file as it is now, under the same limit as the index.
    pub fn read_file(&self, path: &str) -> Source {
        let Some(tree) = &self.tree else { return Source::Gone };
        read_source(tree, path, self.manifest.limit_bytes)
    }

    /// Leaves the memory of the graph to the end of the process. Freeing it piece by piece takes as long as a
    /// small search.
    pub fn leave_graph_to_exit(&self) {
        let graph = self.graph.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::forget(graph.clone());
    }

    /// The declarations of build files; read on first use.
    pub(crate) fn build_files(&self) -> Arc<BuildFiles> {
        let read = || {
            let indexed = self.manifest.indexed().map(|(row, _)| row.path.as_str());
            let limit_bytes = self.manifest.limit_bytes;
            Arc::new(BuildFiles::read(indexed, |path| {
                read_text(self.tree.as_ref()?, path, limit_bytes)
            }))
        };
        Arc::clone(self.build_files.get_or_init(read))
    }

    /// The text of a file as it is now, with the hash of its content if it could be read.
    pub(crate) fn content_of(&self, path: &str) -> (String, Option<ContentHash>) {
        match self.read_file(path) {
            Source::Text(source) => (source.text, Some(source.content)),
            Source::Skip(..) | Source::Gone => (self.text_of(path), None),
        }
    }

    /// The text of a file as it is now; empty if it cannot be read.
    pub(crate) fn text_of(&self, path: &str) -> String {
        let limit_bytes = self.manifest.limit_bytes;
        let text = self.tree.as_ref().and_then(|tree| read_text(tree, path, limit_bytes));
        text.unwrap_or_default()
    }

    /// Reads the lines of hits, for one answer.
    pub(crate) fn snippets(&self) -> Snippets<'_> {
        Snippets::new(self.tree.as_ref(), self.manifest.limit_bytes)
    }
}
