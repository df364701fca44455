//! The trait through which rules read a repository: its files, their facts, and an index of words.

use std::sync::Arc;

use rutter_domain::{ContentHash, Facts, FileId, Language};

/// A file of the index.
#[derive(Debug, Clone, Copy)]
pub struct RepositoryFile<'a> {
    pub path: &'a str,
    pub id: FileId,
    pub content: ContentHash,
    pub language: Language,
}

/// The files of a repository, and which of them have a name.
pub trait RepositoryReader: Sync {
    /// The indexed files, in order of path.
    fn files(&self) -> Box<dyn Iterator<Item = RepositoryFile<'_>> + '_>;

    /// The language of an indexed file.
    fn language_of(&self, path: &str) -> Option<Language>;

    /// The paths of all files that are not ignored, be they in the index or not, in order.
    fn walked_paths(&self) -> Box<dyn Iterator<Item = &str> + '_>;

    /// The files whose text may contain all of these words: all that contain them, and some others.
    fn paths_naming(&self, words: &str) -> Vec<&str>;

    /// The text of a file as it is now.
    fn text(&self, path: &str) -> Option<Arc<str>>;

    /// The facts of a file as it was indexed.
    fn facts(&self, file: FileId) -> Option<Arc<Facts>>;

    /// Whether something lies at a path, be it ignored, hidden, or a folder.
    fn exists(&self, path: &str) -> bool;
}
