//! The lines of a hit, read from the file itself.
//!
//! While a file is as it was indexed, a snippet is a range of its bytes. If it has changed
//! since, or its text had to be decoded, the lines with the same numbers are read from its current
//! text. A file that is gone or has become too large has an empty snippet. An answer reads several ranges of
//! most of its files, so [`Snippets`] keeps small ones until the answer is complete.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};

use rutter_domain::text::truncate;
use rutter_domain::{FileId, Span};

use crate::index::manifest::{FileRow, IndexedFile};
use rutter_workspace::read_text;
use rutter_workspace::{OpenFile, WorkingTree};

/// A snippet is cut after this many bytes, at the end of a line.
const LIMIT_BYTES: usize = 6_000;

/// Files up to this size are read whole, which takes hardly longer than reading a part.
const MAX_KEPT_BYTES: u64 = 64 << 10;

/// Reads the snippets of one answer, each small file once.
pub(crate) struct Snippets<'a> {
    /// `None` if the root cannot be opened.
    tree: Option<&'a WorkingTree>,
    limit_bytes: u64,
    /// The bytes of small files as they were indexed; `None` for files that have changed.
    kept: RefCell<HashMap<FileId, Option<Vec<u8>>>>,
}

impl Snippets<'_> {
    pub(crate) fn new(tree: Option<&WorkingTree>, limit_bytes: u64) -> Snippets<'_> {
        Snippets { tree, limit_bytes, kept: RefCell::default() }
    }

    /// The text of a span; empty if the file is gone or over the limit of the index.
    pub(crate) fn text(&self, row: &FileRow, file: &IndexedFile, span: &Span) -> String {
        let Some(tree) = self.tree else { return String::new() };
        if file.is_plain
            && let Some(text) = self.indexed_text(tree, row, file, span)
        {
            return bounded(text.trim_matches(['\n', '\r']));
        }
        let text = read_text(tree, &row.path, self.limit_bytes).unwrap_or_default();
        let n_lines = (span.end_line + 1).saturating_sub(span.start_line) as usize;
        let lines = text.lines().skip(span.start_line.saturating_sub(1) as usize).take(n_lines);
        bounded(&lines.collect::<Vec<_>>().join("\n"))
    }

    /// The bytes of a span, if the file is as it was indexed.
    fn indexed_text(
        &self,
        tree: &WorkingTree,
        row: &FileRow,
        file: &IndexedFile,
        span: &Span,
    ) -> Option<String> {
        if row.stat.n_bytes > MAX_KEPT_BYTES {
            return read_span(tree, row, span);
        }
        let mut kept = self.kept.borrow_mut();
        let bytes = kept.entry(file.id).or_insert_with(|| {
            let whole = Span { start_byte: 0, end_byte: row.stat.n_bytes as u32, ..*span };
            read_bytes(tree, row, &whole)
        });
        let bytes = bytes.as_ref()?.get(span.start_byte as usize..span.end_byte as usize)?;
        String::from_utf8(bytes.to_vec()).ok()
    }
}

fn read_span(tree: &WorkingTree, row: &FileRow, span: &Span) -> Option<String> {
    String::from_utf8(read_bytes(tree, row, span)?).ok()
}

/// The bytes of a span, if the file still has the stat it was indexed with.
fn read_bytes(tree: &WorkingTree, row: &FileRow, span: &Span) -> Option<Vec<u8>> {
    let OpenFile { mut file, sample } = tree.open_file(&row.path).ok()?;
    if sample.stat != row.stat {
        return None;
    }
    let n_bytes = span.end_byte.checked_sub(span.start_byte)?;
    if span.start_byte > 0 {
        file.seek(SeekFrom::Start(u64::from(span.start_byte))).ok()?;
    }
    let mut bytes = Vec::with_capacity(n_bytes as usize);
    file.take(u64::from(n_bytes)).read_to_end(&mut bytes).ok()?;
    (bytes.len() == n_bytes as usize).then_some(bytes)
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
    use rutter_domain::{ContentHash, Language};

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
        let tree = WorkingTree::open(folder.path()).unwrap();
        Snippets::new(Some(&tree), 1 << 20).text(&row, &file, &span)
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
    fn a_file_that_is_not_kept_gives_the_same_text() {
        let text = "one\ntwo\nthree\nfour\n".to_owned() + &"x\n".repeat(40_000);
        assert_eq!(check(&text, true, TWO_TO_THREE), "two\nthree");
    }

    #[test]
    fn an_endless_line_is_cut_at_a_character() {
        let text = "é".repeat(10_000);
        let span = Span { start_byte: 0, end_byte: 20_000, start_line: 1, end_line: 1 };
        assert_eq!(check(&text, true, span).len(), LIMIT_BYTES);
    }
}
