//! Whether all uses of a kind of symbol are known, and how many lines name one of which they are not.
//!
//! An answer that lists no use must mean that there is none. Where the syntax of a language does not record
//! uses of, say, fields, the answer says so and counts the lines that name it instead.

use rayon::prelude::*;
use rutter_domain::{Family, Language, SymbolKind};
use rutter_graph::DefinedSymbol;
use serde::Serialize;

use crate::query::snapshot::Snapshot;
use crate::query::symbols::name_parts;

/// Lines are counted in at most this many files.
const MOST_FILES: usize = 3_000;

/// Why uses are missing, and what is known instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Untracked {
    pub reason: String,
    /// Lines of code that contain the name as a word, the definitions left out.
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
        (!are_uses_tracked(file.language, at.kind)).then_some((file.language, at.kind))
    });
    let (language, kind) = missing?;
    let bare = name_parts(name).last().copied().unwrap_or(name);
    let n_lines = n_lines_naming(snapshot, bare);
    Some(Untracked {
        reason: format!("uses of a {kind} are not tracked in {}", language.name()),
        lines: n_lines.saturating_sub(definitions.len()),
    })
}

/// Whether the syntax of a language records every use of symbols of a kind.
fn are_uses_tracked(language: Language, kind: SymbolKind) -> bool {
    language.family() != Family::Code || !(kind.is_data() || kind == SymbolKind::EnumMember)
}

/// Lines of code that contain a word.
fn n_lines_naming(snapshot: &Snapshot, word: &str) -> usize {
    let files = snapshot.reader.files_naming(word);
    let paths: Vec<&str> = (files.into_iter().filter_map(|id| snapshot.file(id)))
        .filter(|(_, file)| file.language.family() == Family::Code)
        .map(|(row, _)| row.path.as_str())
        .take(MOST_FILES)
        .collect();
    let in_file = |path: &&str| {
        let text = snapshot.text_of(path);
        text.lines().filter(|line| has_word(line, word)).count()
    };
    paths.par_iter().map(in_file).sum()
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
