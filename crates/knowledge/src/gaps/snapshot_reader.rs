//! A snapshot as the rules of gaps read it.

use std::sync::{Arc, OnceLock};

use rutter_domain::{Facts, FileId, Language};
use rutter_engine::{AllFacts, Snapshot};
use rutter_gaps::{RepositoryFile, RepositoryReader};
use rutter_graph::Code;
use rutter_workspace::{Source, stat_at};

/// A snapshot whose facts are read by many threads, each file once.
pub(super) struct SnapshotReader<'a> {
    snapshot: &'a Snapshot,
    facts: OnceLock<AllFacts>,
}

impl<'a> SnapshotReader<'a> {
    pub(super) fn new(snapshot: &'a Snapshot) -> SnapshotReader<'a> {
        SnapshotReader { snapshot, facts: OnceLock::new() }
    }
}

impl RepositoryReader for SnapshotReader<'_> {
    fn files(&self) -> Box<dyn Iterator<Item = RepositoryFile<'_>> + '_> {
        Box::new(self.snapshot.files().map(|(path, file)| RepositoryFile {
            path,
            id: file.id,
            content: file.content,
            language: file.language,
        }))
    }

    fn language_of(&self, path: &str) -> Option<Language> {
        self.snapshot.file_at(path).map(|file| file.language)
    }

    fn walked_paths(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.snapshot.walked_paths())
    }

    fn paths_naming(&self, words: &str) -> Vec<&str> {
        self.snapshot.paths_naming(words)
    }

    fn text(&self, path: &str) -> Option<Arc<str>> {
        match self.snapshot.read_file(path) {
            Source::Text(source) => Some(Arc::from(source.text)),
            Source::Skip(..) | Source::Gone => None,
        }
    }

    fn facts(&self, file: FileId) -> Option<Arc<Facts>> {
        self.facts.get_or_init(|| AllFacts::of(self.snapshot)).facts(file)
    }

    fn exists(&self, path: &str) -> bool {
        stat_at(&self.snapshot.root().join(path)).is_some()
    }
}
