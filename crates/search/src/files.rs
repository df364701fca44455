//! The interface by which ranking asks about files. The index keeps file numbers only; its user knows their paths.

use std::sync::Arc;

use rutter_domain::{ContentHash, FileId, Language};

use crate::path_traits::PathTraits;

/// The files of an index, looked up by number. Several threads of one search may ask.
pub trait Files: Sync {
    /// The path relative to the root, with forward slashes. `None` if the file no longer exists.
    fn path(&self, file: FileId) -> Option<&str>;
    /// The traits of its path. An implementation that answers many queries should cache them.
    fn path_traits(&self, file: FileId) -> Arc<PathTraits> {
        Arc::new(PathTraits::of(self.path(file).unwrap_or("")))
    }
    fn language(&self, file: FileId) -> Language;
    /// Hash of the content: files with equal hashes are copies of one another.
    fn content(&self, file: FileId) -> Option<ContentHash>;
    /// The score of the messages of the commits that changed the file for the query, from 0 to 1.
    fn history(&self, _file: FileId) -> f32 {
        0.0
    }
}
