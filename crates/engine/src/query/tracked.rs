//! Whether all uses of a kind of symbol are known, and how many lines name one of which they are not.
//!
//! An answer that lists no use must mean that there is none. Where the syntax of a language does not record
//! uses of, say, fields, the answer says so and counts the lines that name it instead.

use rayon::prelude::*;
use rutter_domain::{Family, SymbolKind};
use rutter_graph::DefinedSymbol;
use serde::Serialize;

use crate::query::names::name_parts;
use crate::query::snapshot::Snapshot;

/// Lines are counted in at most this many files.
const MOST_FILES: usize = 400;

/// Why uses are missing, and what is known instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Untracked {
    pub reason: String,
    /// Lines of code that contain the name as a word, the definitions left out; or uses of the name that could
    /// not be resolved.
    pub lines: usize,
}

/// What is missing from the uses of these definitions of a name; `None` if nothing is.
pub(crate) fn untracked(
    snapshot: &Snapshot,
    name: &str,
    definitions: &[DefinedSymbol],
) -> Option<Untracked> {
    let missing = definitions.iter().find_map(|at| {
        let (_, file) = snapshot.file(at.at.file)?;
        let is_named_in_code = match at.kind {
            // These are used by their place, and not by their name.
            SymbolKind::Implementation
            | SymbolKind::Section
            | SymbolKind::File
            | SymbolKind::Test => false,
            _ => file.language.family() == Family::Code,
        };
        let is_missing = is_named_in_code && !rutter_syntax::tracks(file.language, at.kind);
        is_missing.then_some((file.language, at.kind))
    });
    let (language, kind) = missing?;
    let bare = name_parts(name).last().copied().unwrap_or(name);
    let named = lines_naming(snapshot, bare);
    let counted = match named.n_files_left {
        0 => String::new(),
        n_files => format!(" (lines of {n_files} files are not counted)"),
    };
    Some(Untracked {
        reason: format!("uses of a {kind} are not tracked in {}{counted}", language.name()),
        lines: named.n_lines.saturating_sub(definitions.len()),
    })
}

/// What is said where no use is known, but uses of the name could not be resolved. `0` must mean none.
pub(crate) fn unresolved(n_known: usize, n_unresolved: usize) -> Option<Untracked> {
    (n_known == 0 && n_unresolved > 0).then(|| Untracked {
        reason: "no use of it could be resolved".to_owned(),
        lines: n_unresolved,
    })
}

/// How many lines contain a word.
pub(crate) struct NamingLines {
    pub(crate) n_lines: usize,
    /// Files that contain it and were not read.
    n_files_left: usize,
}

/// Counts the lines of code that contain a word.
pub(crate) fn lines_naming(snapshot: &Snapshot, word: &str) -> NamingLines {
    let files = snapshot.reader.files_naming(word);
    let paths: Vec<&str> = (files.into_iter().filter_map(|id| snapshot.file(id)))
        .filter(|(_, file)| file.language.family() == Family::Code)
        .map(|(row, _)| row.path.as_str())
        .collect();
    let n_read = paths.len().min(MOST_FILES);
    let in_file = |path: &&str| {
        let text = snapshot.text_of(path);
        text.lines().filter(|line| has_word(line, word)).count()
    };
    let n_lines = paths[..n_read].par_iter().map(in_file).sum();
    NamingLines { n_lines, n_files_left: paths.len() - n_read }
}

/// Whether a line contains a word that is not part of a longer one.
pub(crate) fn has_word(line: &str, word: &str) -> bool {
    find_word(line, word).is_some()
}

/// Where a word starts in a line, in bytes.
pub(crate) fn find_word(line: &str, word: &str) -> Option<usize> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| !line[..*at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_not_found_within_another() {
        assert!(has_word("a.get(x)", "get"));
        assert!(has_word("get", "get"));
        assert!(!has_word("forget(get_all)", "get"));
        assert_eq!(find_word("forget get", "get"), Some(7));
    }
}
