//! Finds lines that contain a word, regardless of its meaning there.
//!
//! They are listed for a name whose uses are not known. Comments, definitions of the name, and lines whose
//! meaning is known do not count.

use std::collections::HashSet;

use rayon::prelude::*;
use rutter_domain::{ContentHash, Family, FileId, Language};
use rutter_graph::DefinedSymbol;
use rutter_graph::path_text::parent_of;
use rutter_syntax::blank_comments;

use crate::query::path_class::is_test_path;
use crate::query::snapshot::Snapshot;

/// Lines are looked for in at most this many files.
const MOST_FILES: usize = 600;

/// A search for lines that contain a word.
pub(crate) struct WordRequest<'a> {
    pub(crate) word: &'a str,
    pub(crate) families: &'a [Family],
    /// Definitions of the word, which are left out.
    pub(crate) definitions: &'a [DefinedSymbol],
    /// Lines that are left out.
    pub(crate) known: HashSet<(FileId, u32)>,
    /// More lines are counted only.
    pub(crate) most_lines: usize,
}

impl<'a> WordRequest<'a> {
    /// All lines of files of these families.
    pub(crate) fn all(word: &'a str, families: &'a [Family], most_lines: usize) -> WordRequest<'a> {
        WordRequest { word, families, definitions: &[], known: HashSet::new(), most_lines }
    }
}

/// The lines that contain a word.
#[derive(Default)]
pub(crate) struct WordLines {
    /// Code before data and documents, tests last; then by path and line.
    pub(crate) list: Vec<WordLine>,
    pub(crate) n_lines: usize,
    /// Files that may contain it and were not read.
    pub(crate) n_files_left: usize,
}

/// A line that contains a word.
pub(crate) struct WordLine {
    pub(crate) file: FileId,
    pub(crate) path: String,
    pub(crate) line: u32,
    /// Bytes before the word, plus 1.
    pub(crate) column: u32,
    pub(crate) text: String,
    /// Hash of the file's content.
    pub(crate) content: Option<ContentHash>,
    pub(crate) is_test: bool,
}

/// Looks for the lines that contain a word, first in the files that define it and those beside them.
pub(crate) fn lines_with(snapshot: &Snapshot, request: &WordRequest<'_>) -> WordLines {
    if request.word.is_empty() {
        return WordLines::default();
    }
    let folders: HashSet<&str> = (request.definitions.iter())
        .filter_map(|at| Some(parent_of(&snapshot.file(at.at.file)?.0.path)))
        .collect();
    let mut files: Vec<(FileId, &str, Language)> =
        (snapshot.reader.files_naming(request.word).iter())
            .filter_map(|id| snapshot.file(*id))
            .filter(|(_, file)| request.families.contains(&file.language.family()))
            .map(|(row, file)| (file.id, row.path.as_str(), file.language))
            .collect();
    let rank = |path: &str, language: Language| {
        let family = request.families.iter().position(|family| *family == language.family());
        (family, is_test_path(path))
    };
    // Files beside a definition first, as they are the likeliest to use it if not all can be read.
    files.sort_by_key(|(_, path, language)| {
        (!folders.contains(parent_of(path)), rank(path, *language), *path)
    });
    let n_files_left = files.len().saturating_sub(MOST_FILES);
    files.truncate(MOST_FILES);
    files.sort_by_key(|(_, path, language)| (rank(path, *language), *path));
    let found: Vec<Vec<WordLine>> = (files.par_iter())
        .map(|(id, path, language)| lines_in(snapshot, request, *id, path, *language))
        .collect();
    let n_lines = found.iter().map(Vec::len).sum();
    let list = found.into_iter().flatten().take(request.most_lines).collect();
    WordLines { list, n_lines, n_files_left }
}

fn lines_in(
    snapshot: &Snapshot,
    request: &WordRequest<'_>,
    file: FileId,
    path: &str,
    language: Language,
) -> Vec<WordLine> {
    let (text, content) = snapshot.content_of(path);
    let places = places_of(&text, request.word);
    // Comments are looked for only if a line is left whose meaning is not known.
    let is_left = |place: &&WordPlace| !request.known.contains(&(file, place.line));
    let Some(last) = places.iter().rfind(is_left) else { return Vec::new() };
    let code = blank_comments(language, &text[..last.end]);
    let is_code = |place: &&WordPlace| code.get(place.start..place.end) == Some(request.word);
    let mut named: Vec<&WordPlace> = places.iter().filter(is_code).collect();
    named.dedup_by_key(|place| place.line);
    // A definition starts at its attributes and comments, and has its name in the first line that contains it.
    let defined: HashSet<u32> = (request.definitions.iter())
        .filter(|at| at.at.file == file)
        .filter_map(|at| named.iter().map(|place| place.line).find(|line| *line >= at.line))
        .collect();
    let is_test = is_test_path(path);
    named
        .into_iter()
        .filter(|place| is_left(place) && !defined.contains(&place.line))
        .map(|place| {
            let start = text[..place.start].rfind('\n').map_or(0, |end| end + 1);
            WordLine {
                file,
                path: path.to_owned(),
                line: place.line,
                column: (place.start - start) as u32 + 1,
                text: text[start..].lines().next().unwrap_or_default().trim().to_owned(),
                content,
                is_test,
            }
        })
        .collect()
}

/// The place of a word in a text.
struct WordPlace {
    /// From 1.
    line: u32,
    start: usize,
    end: usize,
}

/// All places of a word in a text, in order.
fn places_of(text: &str, word: &str) -> Vec<WordPlace> {
    let (mut line, mut counted) = (1, 0);
    let mut places = Vec::new();
    for (start, _) in text.match_indices(word).filter(|(at, _)| is_word(text, *at, word)) {
        line += text[counted..start].bytes().filter(|byte| *byte == b'\n').count() as u32;
        counted = start;
        places.push(WordPlace { line, start, end: start + word.len() });
    }
    places
}

/// Number of lines of a text that contain a word.
pub(crate) fn n_lines_with(text: &str, word: &str) -> usize {
    let mut places = places_of(text, word);
    places.dedup_by_key(|place| place.line);
    places.len()
}

/// The byte offset of a word in a line, unless it is part of a longer one.
pub(crate) fn find_word(line: &str, word: &str) -> Option<usize> {
    line.match_indices(word).map(|(at, _)| at).find(|at| is_word(line, *at, word))
}

/// Whether the word at `at` is not part of a longer one.
fn is_word(text: &str, at: usize, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let (before, after) = (&text[..at], &text[at + word.len()..]);
    let goes_back = word.starts_with(is_part) && before.ends_with(is_part);
    let goes_on = word.ends_with(is_part) && after.starts_with(is_part);
    !goes_back && !goes_on
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_not_found_within_another() {
        assert_eq!(find_word("a.get(x)", "get"), Some(2));
        assert_eq!(find_word("get", "get"), Some(0));
        assert_eq!(find_word("forget(get_all)", "get"), None);
        assert_eq!(find_word("forget get", "get"), Some(7));
        assert_eq!(find_word("a?.empty?()", "empty?"), Some(3));
        let places = places_of("get\nforget get\n\nget", "get");
        let lines: Vec<(u32, usize)> = places.iter().map(|at| (at.line, at.start)).collect();
        assert_eq!(lines, [(1, 0), (2, 11), (4, 16)]);
    }
}
