//! The files of a snapshot together with what their commits say about one query.

use std::collections::HashMap;

use rutter_domain::{ContentHash, FileId, Language};
use rutter_search::Files;

use crate::query::snapshot::Snapshot;

/// What ranking asks about files, for one query.
pub(crate) struct FilesWithHistory<'a> {
    snapshot: &'a Snapshot,
    history: HashMap<FileId, f32>,
}

impl<'a> FilesWithHistory<'a> {
    pub(crate) fn of(snapshot: &'a Snapshot, query: &str) -> FilesWithHistory<'a> {
        let scores = snapshot.history().messages.scores(query).into_iter();
        let history =
            scores.filter_map(|(path, score)| Some((snapshot.file_at(path)?.id, score))).collect();
        FilesWithHistory { snapshot, history }
    }
}

impl Files for FilesWithHistory<'_> {
    fn path(&self, file: FileId) -> Option<&str> {
        self.snapshot.path(file)
    }

    fn language(&self, file: FileId) -> Language {
        self.snapshot.language(file)
    }

    fn content(&self, file: FileId) -> Option<ContentHash> {
        self.snapshot.content(file)
    }

    fn history(&self, file: FileId) -> f32 {
        self.history.get(&file).copied().unwrap_or(0.0)
    }
}
