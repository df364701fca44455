//! Breaks text with looks into lines of a given width.
//!
//! Lines break at spaces and beside wide characters, whose scripts write no spaces. A word that is
//! wider than a line is cut. One pass over the text, whatever it is.

use anstyle::Style as Look;
use unicode_segmentation::UnicodeSegmentation;

use crate::styled::{Fragment, StyledLine};
use crate::text::{Charset, cluster_width, printable};

/// The lines of `fragments`, each at most `limit` cells wide. A line end in a text ends the line.
pub fn wrap(fragments: &[Fragment], limit: usize, charset: Charset) -> Vec<StyledLine> {
    let mut wrapping = Wrapping { limit: limit.max(2), ..Wrapping::default() };
    for fragment in fragments {
        for cluster in printable(&fragment.text, charset).graphemes(true) {
            wrapping.push(cluster, fragment.look);
        }
    }
    wrapping.finish()
}

/// A text that is measured while it grows.
#[derive(Default)]
struct Measured {
    line: StyledLine,
    width: usize,
}

impl Measured {
    fn push(&mut self, text: &str, width: usize, look: Look) {
        self.line.push_clean(text, look);
        self.width += width;
    }

    fn append(&mut self, other: Measured) {
        self.line.extend(&other.line);
        self.width += other.width;
    }
}

#[derive(Default)]
struct Wrapping {
    limit: usize,
    lines: Vec<StyledLine>,
    line: Measured,
    /// Spaces after the line, written only if a word follows.
    spaces: Measured,
    word: Measured,
}

impl Wrapping {
    fn push(&mut self, cluster: &str, look: Look) {
        match cluster {
            "\n" | "\r\n" => {
                self.end_word();
                self.end_line();
            }
            " " | "\t" => {
                self.end_word();
                self.spaces.push(" ", 1, look);
            }
            _ => {
                let width = cluster_width(cluster);
                if width == 2 || self.word.width + width > self.limit {
                    self.end_word();
                }
                self.word.push(cluster, width, look);
                if width == 2 {
                    self.end_word();
                }
            }
        }
    }

    fn end_word(&mut self) {
        if self.word.line.is_empty() {
            return;
        }
        let spaces = std::mem::take(&mut self.spaces);
        let word = std::mem::take(&mut self.word);
        if self.line.width + spaces.width + word.width <= self.limit {
            self.line.append(spaces);
        } else {
            self.end_line();
        }
        self.line.append(word);
    }

    fn end_line(&mut self) {
        self.spaces = Measured::default();
        self.lines.push(std::mem::take(&mut self.line).line);
    }

    fn finish(mut self) -> Vec<StyledLine> {
        self.end_word();
        if !self.line.line.is_empty() {
            self.end_line();
        }
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::styled::{Style, render_lines};

    fn check(text: &str, limit: usize, expected: &str) {
        let fragments = [Fragment { text: text.to_owned(), look: Look::new() }];
        let lines = wrap(&fragments, limit, Charset::Unicode);
        assert!(lines.iter().all(|line| line.width() <= limit), "{lines:?}");
        assert_eq!(render_lines(&lines, Style::Plain), expected);
    }

    #[test]
    fn lines_break_at_spaces() {
        check("the quick brown fox", 10, "the quick\nbrown fox\n");
        check("a\nb", 10, "a\nb\n");
        check("", 10, "");
    }

    #[test]
    fn a_long_word_is_cut() {
        check("see abcdefghijkl now", 5, "see\nabcde\nfghij\nkl\nnow\n");
    }

    #[test]
    fn scripts_without_spaces_break_between_characters() {
        check("日本語のテキスト", 6, "日本語\nのテキ\nスト\n");
        check("ok 👩\u{200d}👧👍 ok", 6, "ok 👩\u{200d}👧\n👍 ok\n");
    }

    #[test]
    fn a_megabyte_without_a_space_is_wrapped() {
        let lines = wrap(
            &[Fragment { text: "x".repeat(1 << 20), look: Look::new() }],
            80,
            Charset::Unicode,
        );
        assert_eq!(lines.len(), (1_usize << 20).div_ceil(80));
    }
}
