//! A complete generation of the index, opened for reading.
//!
//! It never changes under its reader. Facts come from the cache by content hash; when a row is
//! missing there they are parsed again from the file, if it still has that content.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use rutter_domain::{Facts, FileId, Freshness, Span};
use rutter_search::Reader;
use rutter_store::{FactCache, FactKey};
use rutter_syntax::SYNTAX_VERSION;

use crate::embedding::Connector;
use crate::entries::Held;
use crate::generation::Generation;
use crate::manifest::{FileRow, IndexedFile, Manifest};
use crate::meaning::Meaning;
use crate::place::Place;
use crate::snippet::snippet;
use crate::source::{self, Source};
use crate::tree::Tree;

/// Facts of this many files are kept decoded.
const KEPT_FACTS: usize = 2_000;

/// The index as it was at one moment, and how that moment relates to the tree.
pub struct Snapshot {
    pub(crate) place: Place,
    pub(crate) manifest: Manifest,
    pub(crate) reader: Reader,
    pub freshness: Freshness,
    cache: Mutex<Option<FactCache>>,
    decoded: Mutex<HashMap<FileId, Arc<Facts>>>,
    /// From a file's id to its row.
    row_of: Vec<u32>,
    pub(crate) meaning: Meaning,
    pub(crate) held: Held,
    /// The tree, for reading files; `None` if its root cannot be opened.
    tree: Option<Tree>,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot")
            .field("root", &self.place.root)
            .field("generation", &self.manifest.generation)
            .field("freshness", &self.freshness)
            .finish_non_exhaustive()
    }
}

impl Snapshot {
    pub(crate) fn new(
        place: &Place,
        generation: Generation,
        freshness: Freshness,
        connector: Connector,
    ) -> Snapshot {
        let fault = generation.vector_fault();
        let Generation { manifest, reader } = generation;
        let meaning = Meaning::new(&manifest.embedder, connector, place, fault);
        let mut row_of = vec![u32::MAX; manifest.next_id as usize];
        for (at, row) in manifest.rows.iter().enumerate() {
            if let Some(file) = row.indexed() {
                row_of[file.id.0 as usize] = u32::try_from(at).expect("fewer than 2^32 files");
            }
        }
        Snapshot {
            place: place.clone(),
            manifest,
            reader,
            freshness,
            cache: Mutex::new(None),
            decoded: Mutex::default(),
            row_of,
            meaning,
            held: Held::default(),
            tree: Tree::open(&place.root).ok(),
        }
    }

    /// The vector of a text in the space of this index; or why there is none.
    pub(crate) fn vector(&self, text: &str) -> Result<Vec<i8>, String> {
        self.meaning.vector(text)
    }

    pub fn root(&self) -> &Path {
        &self.place.root
    }

    /// The row and the indexed file of an id.
    pub(crate) fn file(&self, id: FileId) -> Option<(&FileRow, &IndexedFile)> {
        let at = *self.row_of.get(id.0 as usize)?;
        let row = self.manifest.rows.get(at as usize)?;
        Some((row, row.indexed()?))
    }

    pub(crate) fn file_at(&self, path: &str) -> Option<&IndexedFile> {
        self.manifest.row(path).and_then(FileRow::indexed)
    }

    /// The facts of a file as it was indexed.
    pub(crate) fn facts_of(&self, id: FileId) -> Option<Arc<Facts>> {
        if let Some(facts) = self.decoded.lock().expect("no thread has panicked").get(&id) {
            return Some(Arc::clone(facts));
        }
        let (row, file) = self.file(id)?;
        let facts = Arc::new(self.cached(file).or_else(|| self.parsed_again(row, file))?);
        let mut decoded = self.decoded.lock().expect("no thread has panicked");
        if decoded.len() >= KEPT_FACTS {
            decoded.clear();
        }
        decoded.insert(id, Arc::clone(&facts));
        Some(facts)
    }

    fn cached(&self, file: &IndexedFile) -> Option<Facts> {
        let mut cache = self.cache.lock().expect("no thread has panicked");
        if cache.is_none() {
            *cache = FactCache::open(&self.place.fact_cache()).ok();
        }
        let key = FactKey::new(file.content, file.language, SYNTAX_VERSION);
        cache.as_ref()?.get(&key).ok().flatten()
    }

    fn parsed_again(&self, row: &FileRow, file: &IndexedFile) -> Option<Facts> {
        match self.read_file(&row.path) {
            Source::Text(text) if text.content == file.content => {
                Some(rutter_syntax::read(file.language, &text.text))
            }
            Source::Text(_) | Source::Skip(..) | Source::Gone => None,
        }
    }

    /// Reads a file as it is now, under the same limit as the index.
    pub(crate) fn read_file(&self, path: &str) -> Source {
        let Some(tree) = &self.tree else { return Source::Gone };
        source::read(tree, path, self.manifest.limit_bytes)
    }

    /// The text of a file as it is now; empty if it cannot be read.
    pub(crate) fn text_of(&self, path: &str) -> String {
        let limit_bytes = self.manifest.limit_bytes;
        let text = self.tree.as_ref().and_then(|tree| source::read_text(tree, path, limit_bytes));
        text.unwrap_or_default()
    }

    /// The lines of a span of a file.
    pub(crate) fn snippet(&self, row: &FileRow, file: &IndexedFile, span: &Span) -> String {
        let limit_bytes = self.manifest.limit_bytes;
        let tree = self.tree.as_ref();
        tree.map_or_else(String::new, |tree| snippet(tree, row, file, span, limit_bytes))
    }
}
