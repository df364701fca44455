//! The state of the index that an answer comes from, which says how far to trust the answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::names::names;
use crate::{Hint, Remark, Vocabulary, Worded};

/// The state of the index, reported with every answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Freshness {
    pub state: State,
    /// The number of indexed files.
    pub files: usize,
    /// The number of files on disk that differ from the index.
    pub changed: usize,
    /// The reason why it is not current.
    pub reason: Option<Remark>,
    /// The files that differ. Lines that an answer gives of them may have moved.
    #[serde(skip)]
    pub outdated: OutdatedFiles,
}

/// The difference of a file from the one in the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileChange {
    Changed,
    Gone,
}

names! {
    FileChange {
        Changed => "changed",
        Gone => "gone",
    }
}

impl FileChange {
    /// The mark after a place in text.
    fn mark(self) -> &'static str {
        match self {
            FileChange::Changed => " (changed since)",
            FileChange::Gone => " (gone)",
        }
    }
}

/// Files that differ from the index, by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutdatedFiles(Arc<BTreeMap<String, FileChange>>);

impl OutdatedFiles {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The difference of a file; `None` if it is as it was indexed.
    pub fn get(&self, path: &str) -> Option<FileChange> {
        self.0.get(path).copied()
    }

    /// The mark after a line of text that names one of the files, as `path` or `path:12`; otherwise nothing.
    pub fn mark_line(&self, line: &str) -> &'static str {
        if self.is_empty() {
            return "";
        }
        // A path may hold blanks, if the line begins with it.
        let heads = line.match_indices(':').map(|(at, _)| &line[..at]);
        let words = line.split_whitespace().map(|word| match word.split_once(':') {
            Some((path, _)) => path,
            None => word,
        });
        let change = heads.chain(words).chain([line]).find_map(|path| self.get(path));
        change.map_or("", FileChange::mark)
    }
}

impl FromIterator<(String, FileChange)> for OutdatedFiles {
    fn from_iter<I: IntoIterator<Item = (String, FileChange)>>(files: I) -> OutdatedFiles {
        OutdatedFiles(Arc::new(files.into_iter().collect()))
    }
}

impl Freshness {
    /// The state of a repository that was never indexed.
    pub fn absent() -> Freshness {
        let reason = Remark::with_hint("nothing has been indexed yet", Hint::UpdateIndex);
        let outdated = OutdatedFiles::default();
        Freshness { state: State::Absent, files: 0, changed: 0, reason: Some(reason), outdated }
    }

    /// The mark after a place in text if its file differs from the index; otherwise nothing.
    pub fn mark(&self, path: &str) -> &'static str {
        self.outdated.get(path).map_or("", FileChange::mark)
    }
}

impl Worded for Freshness {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.reason.word(vocabulary);
    }
}

/// The relation of the index to the working tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Every file is indexed in its current version.
    Current,
    /// Some files have changed since.
    Behind,
    /// An indexing run did not finish.
    Partial,
    /// There is no index.
    Absent,
}

names! {
    State {
        Current => "current",
        Behind => "behind",
        Partial => "partial",
        Absent => "absent",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_marked_if_a_file_it_names_differs() {
        let files = [("a.rs", FileChange::Changed), ("my docs/b.md", FileChange::Gone)];
        let files: OutdatedFiles =
            files.into_iter().map(|(path, change)| (path.to_owned(), change)).collect();
        for (line, expect) in [
            ("a.rs:3-9 fn load (function) 0.61 [#2]", " (changed since)"),
            ("a.rs", " (changed since)"),
            ("2  a.rs:7  load  (import)", " (changed since)"),
            ("my docs/b.md:4", " (gone)"),
            ("src/a.rs:3", ""),
            ("12: use a.rs.b", ""),
        ] {
            assert_eq!(files.mark_line(line), expect, "{line}");
        }
        assert_eq!(OutdatedFiles::default().mark_line("a.rs:3"), "");
    }
}
