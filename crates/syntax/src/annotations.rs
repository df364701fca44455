//! Reads what a file says about itself beside its code.
//!
//! These are conventions of lines, not of grammars, so they are read from the text and need no syntax
//! tree. Start at [`annotate`].

mod comment_blocks;
mod described;
mod group_comments;
mod header;
mod markers;
mod optional_imports;
mod plain;
mod preprocessor;
mod suppressions;

pub use comment_blocks::{CommentBlock, comment_blocks};

use rutter_domain::{Annotations, Facts, Family};

/// For a first guess at the number of lines.
const BYTES_PER_LINE: usize = 32;

/// The annotations of a text whose facts are these.
pub fn annotate(text: &str, facts: &Facts) -> Annotations {
    let is_code = facts.language.family() == Family::Code;
    let header = is_code.then(|| header::find(facts.language, text)).flatten();
    let lines = if is_code { lines_of(text) } else { Vec::new() };
    let mut markers = Vec::new();
    if is_code {
        markers.extend(markers::find(text, &lines, facts));
        markers.extend(described::find(&lines, facts, header.as_deref()));
        markers.extend(plain::find(text, facts));
        markers.sort_by_key(|marker| marker.symbol);
    }
    Annotations {
        header,
        markers,
        suppressions: suppressions::find(text),
        optional_import_lines: optional_imports::find(&lines, facts),
        described_elsewhere: preprocessor::described_structs(&lines, facts.language),
    }
}

/// The lines of a text, as [`str::lines`] gives them.
fn lines_of(text: &str) -> Vec<&str> {
    let mut lines = Vec::with_capacity(text.len() / BYTES_PER_LINE + 1);
    let mut start = 0;
    for newline in memchr::memchr_iter(b'\n', text.as_bytes()) {
        let line = &text[start..newline];
        lines.push(line.strip_suffix('\r').unwrap_or(line));
        start = newline + 1;
    }
    if start < text.len() {
        lines.push(&text[start..]);
    }
    lines
}

#[cfg(test)]
mod tests;
