//! Changing a text in places, so that all the rest of it stays to the byte.

use std::ops::Range;

/// Some editors put this before a text to say that it is UTF-8.
const MARK: char = '\u{feff}';

/// What stands in a range gives way to a text.
#[derive(Debug, Clone)]
pub struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

impl Edit {
    pub fn insert(at: usize, text: impl Into<String>) -> Edit {
        Edit { range: at..at, text: text.into() }
    }

    pub fn cut(range: Range<usize>) -> Edit {
        Edit { range, text: String::new() }
    }

    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit { range, text: text.into() }
    }
}

/// Carries out edits, which do not overlap. Those at the same place keep their order.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.range.start);
    let mut changed = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        changed.push_str(text.get(done..edit.range.start).unwrap_or_default());
        changed.push_str(&edit.text);
        done = done.max(edit.range.end);
    }
    changed.push_str(text.get(done..).unwrap_or_default());
    changed
}

/// The mark before a text, and the text.
pub fn split_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with(MARK) { MARK.len_utf8() } else { 0 })
}

/// How lines end in a text: as the first one does.
pub fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

/// The first byte of the line that holds a byte.
pub fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// One past the last byte of the line that holds a byte, its line end included.
pub fn next_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

/// A text without its last line end, if it ends with one.
pub fn without_line_end(text: &str) -> Option<&str> {
    let text = text.strip_suffix('\n')?;
    Some(text.strip_suffix('\r').unwrap_or(text))
}

/// Adds a block of lines at the end of a text, after a blank line. The last line ends as the text
/// did, which lets [`widen`] find what was added.
pub fn append(text: &str, block: &str) -> String {
    let newline = line_end(text);
    let block = block.replace('\n', newline);
    match (text.is_empty(), text.ends_with('\n')) {
        (true, _) => block,
        (false, true) => format!("{text}{newline}{block}{newline}"),
        (false, false) => format!("{text}{newline}{newline}{block}"),
    }
}

/// The range of a block of whole lines, along with the blank line that [`append`] put before it.
pub fn widen(text: &str, block: Range<usize>) -> Range<usize> {
    let mut start = block.start;
    if let Some(before) = without_line_end(&text[..start])
        && (before.is_empty() || before.ends_with('\n'))
    {
        start = before.len();
    }
    if block.end == text.len() && !text[block.clone()].ends_with('\n') {
        start = without_line_end(&text[..start]).map_or(start, str::len);
    }
    start..block.end
}
