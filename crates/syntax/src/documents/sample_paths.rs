//! Paths of files in blocks of code: `cat src/main.rs`, `include "docs/x.h"`.
//!
//! Samples are full of the reader's own files, of web addresses and of fractions. So a path needs a folder
//! and a known extension; a file name alone counts only in a command line.

use std::collections::HashSet;
use std::ops::Range;

use rutter_domain::{MentionKind, MentionSource};

use super::found::Found;
use super::paths::has_known_extension;
use crate::chunks::line_table::LineTable;

/// Ends of a word in a sample, besides whitespace.
const DELIMITERS: &[char] =
    &['"', '\'', '`', '(', ')', '[', ']', '{', '}', '<', '>', ',', ';', '=', '|', '&'];

/// Longer lines are data.
const MAX_LINE_BYTES: usize = 1_000;

/// Adds the paths on these lines, each once. `commands` has the lines that are command lines.
pub(super) fn find(
    table: &LineTable<'_>,
    lines: Range<u32>,
    commands: &HashSet<u32>,
    found: &mut Found<'_>,
) {
    let mut known = HashSet::new();
    for line in lines {
        let text = table.line(line);
        if text.len() > MAX_LINE_BYTES || !text.contains(['/', '.']) {
            continue;
        }
        for (start, word) in words(text) {
            // In other samples a bare file name is mostly the reader's own.
            let is_named = commands.contains(&line) || word.contains('/');
            if is_named && is_sample_path(word) && known.insert(word.to_owned()) {
                found.add(MentionKind::Path, MentionSource::FencedCode, line, start, word);
            }
        }
    }
}

/// The words of a line, each with the byte at which it begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_end = |c: char| c.is_whitespace() || DELIMITERS.contains(&c);
    let mut start = 0;
    text.split(is_end).filter_map(move |word| {
        let at = start;
        // All that ends a word, but for some blanks, takes one byte; `at` is then checked below.
        start += word.len() + text[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        let word = word.trim_end_matches(['.', ':']);
        (!word.is_empty()).then_some((at, word))
    })
}

/// Whether a word is the path of a file below the folder of the document or the root.
fn is_sample_path(word: &str) -> bool {
    let is_path_char = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '+');
    !word.starts_with(['/', '-', '+'])
        && !word.contains("//")
        && word.chars().all(is_path_char)
        && has_known_extension(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_where_they_stand() {
        let line = "cat ü src/a.rs, --file=b/c.toml \"d/e.h\"\n";
        for (start, word) in words(line) {
            assert_eq!(&line[start..start + word.len()], word);
        }
        let paths: Vec<&str> =
            words(line).map(|(_, word)| word).filter(|word| is_sample_path(word)).collect();
        assert_eq!(paths, ["src/a.rs", "b/c.toml", "d/e.h"]);
    }

    #[test]
    fn what_is_no_path_of_the_repository_is_left_out() {
        for word in [
            "/etc/x.conf", "https://x.y/z.html", "~/a/b.sh", "$HOME/a.sh", "a//b.rs", "1/2",
            "and/or",
        ] {
            assert!(!is_sample_path(word), "{word}");
        }
    }
}
