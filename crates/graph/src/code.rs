//! The interface by which the graph reads an index.

use std::sync::Arc;

use rutter_domain::{Facts, FileId, Language};

use crate::base::builds::BuildFiles;
use crate::base::definition_table::DefinitionTable;
use crate::base::digest::Digest;

/// An index of code, as the graph sees it.
pub trait Code: Sync {
    /// Every indexed file, in order of path.
    fn files(&self) -> &[CodeFile];

    /// The facts of a file; `None` if it cannot be read.
    fn facts(&self, file: FileId) -> Option<Arc<Facts>>;

    /// The digest of a file; `None` if it cannot be read. An index that keeps digests gives them without
    /// reading the facts.
    fn digest(&self, file: FileId) -> Option<Digest> {
        self.facts(file).map(|facts| Digest::of(&facts))
    }

    /// The files that define a symbol of this name. Others may be among them.
    fn defining(&self, name: &str) -> Vec<FileId>;

    /// All definitions in one table, if the index keeps one.
    fn definition_table(&self) -> Option<Arc<DefinitionTable>> {
        None
    }

    /// The files whose text contains this word. Others may be among them.
    fn naming(&self, name: &str) -> Vec<FileId>;

    /// The programs that manifests declare: the name of each, and the file it starts in.
    fn programs(&self) -> Vec<(String, FileId)>;

    /// The declarations of build files. An index that does not read them has none.
    fn build_files(&self) -> Arc<BuildFiles> {
        Arc::default()
    }
}

/// An indexed file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeFile {
    pub id: FileId,
    /// From the root of the repository, with `/` as separator.
    pub path: String,
    pub language: Language,
}

/// A symbol: a file, and an index into its symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolAt {
    pub file: FileId,
    pub symbol: u32,
}
