//! The files to evaluate: those of a snapshot, some of them as they were at another time.

use std::collections::BTreeMap;
use std::sync::Arc;

use rutter_domain::{ContentHash, Facts, FileId, Language};
use rutter_engine::{AllFacts, Snapshot};
use rutter_graph::Code;

/// A file as it was before a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldFile {
    pub path: String,
    /// `None` if it did not exist.
    pub text: Option<String>,
}

/// A set of files with their facts.
pub(super) struct Sources<'a> {
    /// In order of path.
    pub(super) files: Vec<SourceFile<'a>>,
    indexed: AllFacts,
    replaced: BTreeMap<&'a str, Arc<Facts>>,
}

pub(super) struct SourceFile<'a> {
    pub(super) path: &'a str,
    pub(super) content: ContentHash,
    pub(super) language: Language,
    /// `None` for a file that is not as it was indexed.
    id: Option<FileId>,
}

impl<'a> Sources<'a> {
    /// The files of a snapshot.
    pub(super) fn of(snapshot: &'a Snapshot) -> Sources<'a> {
        Sources::with(snapshot, &[])
    }

    /// The same, with some of them as they were before.
    pub(super) fn with(snapshot: &'a Snapshot, old: &'a [OldFile]) -> Sources<'a> {
        let mut files: BTreeMap<&str, SourceFile<'a>> = BTreeMap::new();
        for (path, file) in snapshot.files() {
            let (content, language) = (file.content, file.language);
            files.insert(path, SourceFile { path, content, language, id: Some(file.id) });
        }
        let mut replaced = BTreeMap::new();
        for file in old {
            let path = file.path.as_str();
            let Some(text) = &file.text else {
                files.remove(path);
                continue;
            };
            let language = rutter_syntax::language_of(path, text);
            let content = rutter_workspace::hash(text.as_bytes());
            files.insert(path, SourceFile { path, content, language, id: None });
            replaced.insert(path, Arc::new(rutter_syntax::read(language, text)));
        }
        let files = files.into_values().collect();
        Sources { files, indexed: AllFacts::of(snapshot), replaced }
    }

    /// The facts of one of the files; none of a file that can no longer be read.
    pub(super) fn facts(&self, file: &SourceFile<'_>) -> Arc<Facts> {
        let facts = match file.id {
            Some(id) => self.indexed.facts(id),
            None => self.replaced.get(file.path).cloned(),
        };
        facts.unwrap_or_else(|| Arc::new(Facts::empty(file.language)))
    }
}
