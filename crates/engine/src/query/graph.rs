//! The index as the code graph's source of facts.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use rutter_domain::{Facts, FileId};
use rutter_graph::{BuildFiles, Code, CodeFile, DefinitionTable, Digest, Graph, GraphMemory};

use crate::index::definitions_file::load_definitions;
use crate::index::manifest::{FileRow, IndexedFile, Manifest};
use crate::query::fact_pool::FactPool;
use crate::query::programs::declared_programs;
use crate::query::snapshot::Snapshot;
use rutter_workspace::RepoLayout;
use rutter_workspace::WorkingTree;
use rutter_workspace::{Source, read_source, read_text};

/// A snapshot as the graph sees it: names are looked up in the lexical index.
pub(crate) struct IndexedCode<'a> {
    snapshot: &'a Snapshot,
}

impl<'a> IndexedCode<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot) -> IndexedCode<'a> {
        IndexedCode { snapshot }
    }

    /// The graph, with what earlier questions about this snapshot have read.
    pub(crate) fn graph(&self) -> Graph<'_> {
        let mut kept = self.snapshot.graph.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = match &*kept {
            Some(memory) if memory.is_whole() => memory.clone(),
            Some(_) | None => kept.insert(GraphMemory::new(self.files().len())).clone(),
        };
        Graph::with_memory(self, &kept)
    }
}

impl Code for IndexedCode<'_> {
    fn files(&self) -> &[CodeFile] {
        self.snapshot.code_files.get_or_init(|| files_of(&self.snapshot.manifest))
    }

    fn facts(&self, file: FileId) -> Option<Arc<Facts>> {
        self.snapshot.facts_of(file)
    }

    fn digest(&self, file: FileId) -> Option<Digest> {
        let stored = self.snapshot.pool.digest(self.snapshot.file(file)?.1);
        stored.or_else(|| Some(Digest::of(&*self.facts(file)?)))
    }

    fn defining(&self, name: &str) -> Vec<FileId> {
        self.snapshot.reader.files_defining(name)
    }

    fn definition_table(&self) -> Option<Arc<DefinitionTable>> {
        let Snapshot { layout, manifest, .. } = self.snapshot;
        load_definitions(layout, manifest).map(Arc::new)
    }

    fn naming(&self, name: &str) -> Vec<FileId> {
        self.snapshot.reader.files_naming(name)
    }

    fn programs(&self) -> Vec<(String, FileId)> {
        declared_programs(self.snapshot)
    }

    fn build_files(&self) -> Arc<BuildFiles> {
        self.snapshot.build_files()
    }
}

/// All facts of a generation, read by many threads. Nothing is cached, so a caller reads each file once.
pub struct AllFacts {
    files: Vec<CodeFile>,
    rows: HashMap<FileId, (String, IndexedFile)>,
    pool: FactPool,
    tree: Option<WorkingTree>,
    limit_bytes: u64,
}

impl AllFacts {
    /// The facts of all files of a snapshot, for callers that look at every one.
    pub fn of(snapshot: &Snapshot) -> AllFacts {
        AllFacts::new(&snapshot.layout, &snapshot.manifest)
    }

    pub(crate) fn new(layout: &RepoLayout, manifest: &Manifest) -> AllFacts {
        let row =
            |(row, file): (&FileRow, &IndexedFile)| (file.id, (row.path.clone(), file.clone()));
        AllFacts {
            files: files_of(manifest),
            rows: manifest.indexed().map(row).collect(),
            pool: FactPool::new(layout),
            tree: WorkingTree::open(&layout.root).ok(),
            limit_bytes: manifest.limit_bytes,
        }
    }

    /// Parses a file whose facts the cache has lost, if it is still as it was.
    fn parse(&self, path: &str, file: &IndexedFile) -> Option<Facts> {
        match read_source(self.tree.as_ref()?, path, self.limit_bytes) {
            Source::Text(text) if text.content == file.content => {
                Some(rutter_syntax::read(file.language, &text.text))
            }
            Source::Text(_) | Source::Skip(..) | Source::Gone => None,
        }
    }
}

impl Code for AllFacts {
    fn files(&self) -> &[CodeFile] {
        &self.files
    }

    fn facts(&self, file: FileId) -> Option<Arc<Facts>> {
        let (path, file) = self.rows.get(&file)?;
        self.pool.facts(file).or_else(|| self.parse(path, file)).map(Arc::new)
    }

    fn digest(&self, file: FileId) -> Option<Digest> {
        let stored = self.pool.digest(&self.rows.get(&file)?.1);
        stored.or_else(|| Some(Digest::of(&*self.facts(file)?)))
    }

    /// Returns every file: counting keeps its own table of names.
    fn defining(&self, _name: &str) -> Vec<FileId> {
        self.files.iter().map(|file| file.id).collect()
    }

    fn naming(&self, _name: &str) -> Vec<FileId> {
        self.files.iter().map(|file| file.id).collect()
    }

    /// Returns none: what documents mention is asked of a snapshot.
    fn programs(&self) -> Vec<(String, FileId)> {
        Vec::new()
    }

    fn build_files(&self) -> Arc<BuildFiles> {
        let paths = self.files.iter().map(|file| file.path.as_str());
        Arc::new(BuildFiles::read(paths, |path| {
            read_text(self.tree.as_ref()?, path, self.limit_bytes)
        }))
    }
}

fn files_of(manifest: &Manifest) -> Vec<CodeFile> {
    manifest
        .indexed()
        .map(|(row, file)| CodeFile {
            id: file.id,
            path: row.path.clone(),
            language: file.language,
        })
        .collect()
}

#[cfg(test)]
mod tests;
