//! Parsed files, kept while a snapshot is used.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rutter_engine::Snapshot;
use rutter_workspace::Source;

use rutter_syntax::ParsedFile;

/// At most this many files are kept.
const KEPT_FILES: usize = 256;

/// Files by path; `None` for those that are not in the index or cannot be read.
#[derive(Debug, Default)]
pub(crate) struct ParsedFiles {
    files: Mutex<HashMap<String, Option<Arc<ParsedFile>>>>,
}

impl ParsedFiles {
    pub(crate) fn get(&self, snapshot: &Snapshot, path: &str) -> Option<Arc<ParsedFile>> {
        if let Some(parsed) = self.files().get(path) {
            return parsed.clone();
        }
        self.read(snapshot, path)
    }

    /// Reads a file even if it was read before.
    pub(crate) fn read(&self, snapshot: &Snapshot, path: &str) -> Option<Arc<ParsedFile>> {
        let parsed = read(snapshot, path);
        let mut files = self.files();
        if files.len() >= KEPT_FILES {
            files.clear();
        }
        files.insert(path.to_owned(), parsed.clone());
        parsed
    }

    fn files(&self) -> MutexGuard<'_, HashMap<String, Option<Arc<ParsedFile>>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(snapshot: &Snapshot, path: &str) -> Option<Arc<ParsedFile>> {
    let file = snapshot.file_at(path)?;
    match snapshot.read_file(path) {
        Source::Text(read) => {
            let facts = (read.content == file.content).then(|| snapshot.facts_of(file.id));
            let facts = facts.flatten().unwrap_or_else(|| {
                // It has changed since it was indexed: what it is now is what counts.
                Arc::new(rutter_syntax::read(file.language, &read.text))
            });
            let parsed = ParsedFile::new(path, read.content, file.language, read.text, facts);
            Some(Arc::new(parsed))
        }
        Source::Skip(..) | Source::Gone => None,
    }
}
