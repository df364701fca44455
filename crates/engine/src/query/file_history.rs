//! The files of a snapshot, with the scores of their commit messages for one query.

use std::sync::Arc;

use rutter_domain::{ContentHash, FileId, Language};
use rutter_search::{Files, PathTraits};

use crate::query::snapshot::Snapshot;

/// Answers what ranking asks about files, for one query.
pub(crate) struct FilesWithHistory<'a> {
    snapshot: &'a Snapshot,
    /// By the number of a file among those with messages.
    history: Vec<f32>,
}

impl<'a> FilesWithHistory<'a> {
    pub(crate) fn of(snapshot: &'a Snapshot, query: &str) -> FilesWithHistory<'a> {
        FilesWithHistory { snapshot, history: snapshot.history().messages.scores(query) }
    }
}

impl Files for FilesWithHistory<'_> {
    fn path(&self, file: FileId) -> Option<&str> {
        self.snapshot.path(file)
    }

    fn path_traits(&self, file: FileId) -> Arc<PathTraits> {
        self.snapshot.path_traits_of(file)
    }

    fn language(&self, file: FileId) -> Language {
        self.snapshot.language(file)
    }

    fn content(&self, file: FileId) -> Option<ContentHash> {
        self.snapshot.content(file)
    }

    fn history(&self, file: FileId) -> f32 {
        if self.history.is_empty() {
            return 0.0;
        }
        let number = self.snapshot.message_numbers().get(file.0 as usize);
        number.and_then(|&number| self.history.get(number as usize)).copied().unwrap_or(0.0)
    }
}
