//! The lines of a hit, read from the file itself.
//!
//! While a file is as it was indexed, only the hit's own bytes are read. If it has changed
//! since, or its text had to be decoded, the lines with the same numbers are read from its current
//! text. A file that is gone or has become too large has an empty snippet.

use std::io::{Read, Seek, SeekFrom};

use rutter_domain::Span;
use rutter_domain::text::truncate;

use crate::index::manifest::{FileRow, IndexedFile};
use rutter_workspace::read_text;
use rutter_workspace::{OpenFile, WorkingTree};

/// A snippet is cut after this many bytes, at the end of a line.
const LIMIT_BYTES: usize = 6_000;

/// The text of a span; empty if the file is gone or over `limit_bytes`.
pub(crate) fn snippet(
    tree: &WorkingTree,
    row: &FileRow,
    file: &IndexedFile,
    span: &Span,
    limit_bytes: u64,
) -> String {
    if file.is_plain
        && let Some(text) = read_span(tree, row, span)
    {
        return bounded(text.trim_matches(['\n', '\r']));
    }
    let text = read_text(tree, &row.path, limit_bytes).unwrap_or_default();
    let n_lines = (span.end_line + 1).saturating_sub(span.start_line) as usize;
    let lines = text.lines().skip(span.start_line.saturating_sub(1) as usize).take(n_lines);
    bounded(&lines.collect::<Vec<_>>().join("\n"))
}

/// The bytes of a span, if the file still has the stat it was indexed with.
fn read_span(tree: &WorkingTree, row: &FileRow, span: &Span) -> Option<String> {
    let OpenFile { mut file, sample } = tree.open_file(&row.path).ok()?;
    if sample.stat != row.stat {
        return None;
    }
    let mut bytes = vec![0; span.end_byte.checked_sub(span.start_byte)? as usize];
    file.seek(SeekFrom::Start(u64::from(span.start_byte))).ok()?;
    file.read_exact(&mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

/// As many whole lines as fit, or the start of the first if not even that fits.
fn bounded(text: &str) -> String {
    if text.len() <= LIMIT_BYTES {
        return text.to_owned();
    }
    let head = truncate(text, LIMIT_BYTES);
    let end = head.rfind('\n').unwrap_or(head.len());
    head[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use rutter_domain::{ContentHash, FileId, Language};

    use super::*;
    use crate::index::manifest::FileState;
    use rutter_workspace::stat_at;

    fn check(text: &str, is_plain: bool, span: Span) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, text).unwrap();
        let file = IndexedFile {
            id: FileId(0),
            content: ContentHash([0; 16]),
            language: Language::Text,
            is_plain,
            n_symbols: 0,
            n_chunks: 1,
            digest: 0,
            parse: rutter_domain::ParseOutcome::Complete,
        };
        let row = FileRow {
            path: "a".to_owned(),
            stat: stat_at(&path).unwrap(),
            is_settled: true,
            state: FileState::Indexed(file.clone()),
        };
        snippet(&WorkingTree::open(folder.path()).unwrap(), &row, &file, &span, 1 << 20)
    }

    const TWO_TO_THREE: Span = Span { start_byte: 4, end_byte: 14, start_line: 2, end_line: 3 };

    #[test]
    fn bytes_and_lines_give_the_same_text() {
        let text = "one\ntwo\nthree\nfour\n";
        assert_eq!(check(text, true, TWO_TO_THREE), "two\nthree");
        assert_eq!(check(text, false, TWO_TO_THREE), "two\nthree");
    }

    #[test]
    fn a_file_that_became_shorter_gives_what_it_has() {
        assert_eq!(check("one\ntwo", true, TWO_TO_THREE), "two");
        assert_eq!(check("", true, TWO_TO_THREE), "");
    }

    #[test]
    fn an_endless_line_is_cut_at_a_character() {
        let text = "é".repeat(10_000);
        let span = Span { start_byte: 0, end_byte: 20_000, start_line: 1, end_line: 1 };
        assert_eq!(check(&text, true, span).len(), LIMIT_BYTES);
    }
}
