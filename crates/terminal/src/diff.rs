//! The difference of two texts, as lines for a terminal.
//!
//! Unified, with the changed words of a line marked. Bounded: a long difference is cut, and says how
//! many lines were left out.

use std::time::Duration;

use similar::{ChangeTag, InlineChange, TextDiff};

use crate::palette::{ADDED, ADDED_WORD, FAINT, HUNK, PLAIN, REMOVED, REMOVED_WORD};
use crate::styled::StyledLine;
use crate::text::{Charset, fitting};

/// The longest line that is shown, in cells.
const LONGEST_LINE: usize = 500;

/// The search for the smallest difference ends after this; then a larger one is shown.
const TIME_LIMIT: Duration = Duration::from_millis(500);

/// Bounds of the shown difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiffOptions {
    /// Unchanged lines around a change.
    pub context_lines: usize,
    /// Lines of output, the last of which says how many were left out.
    pub max_lines: usize,
    pub charset: Charset,
}

/// The lines of a unified diff, without the names of files. Empty if the texts are the same.
pub fn diff_lines(old: &str, new: &str, options: DiffOptions) -> Vec<StyledLine> {
    let diff = TextDiff::configure().timeout(TIME_LIMIT).diff_lines(old, new);
    let mut output = Output { options, lines: Vec::new(), n_left_out: 0 };
    for hunk in diff.unified_diff().context_radius(options.context_lines).iter_hunks() {
        output.push_text(&hunk.header().to_string(), HUNK);
        for op in hunk.ops() {
            // Comparing words costs more than comparing lines; what is not shown needs none.
            if output.is_full() {
                output.n_left_out += diff.iter_changes(op).count();
                continue;
            }
            diff.iter_inline_changes(op).for_each(|change| output.push_change(&change));
        }
    }
    output.finish()
}

struct Output {
    options: DiffOptions,
    lines: Vec<StyledLine>,
    n_left_out: usize,
}

impl Output {
    fn is_full(&self) -> bool {
        self.lines.len() >= self.options.max_lines
    }

    fn push_text(&mut self, text: &str, look: anstyle::Style) {
        let mut line = StyledLine::default();
        line.push(text, look, self.options.charset);
        self.push(line);
    }

    fn push_change(&mut self, change: &InlineChange<'_, str>) {
        let (sign, look, word_look) = match change.tag() {
            ChangeTag::Delete => ("-", REMOVED, REMOVED_WORD),
            ChangeTag::Insert => ("+", ADDED, ADDED_WORD),
            ChangeTag::Equal => (" ", PLAIN, PLAIN),
        };
        let mut line = StyledLine::default();
        let mut room = LONGEST_LINE;
        line.push(sign, look, self.options.charset);
        for (is_changed, text) in change.iter_strings_lossy() {
            let text = text.trim_end_matches(['\n', '\r']);
            let shown = fitting(text, room);
            room = if shown.len() < text.len() { 0 } else { room - crate::text::width(shown) };
            line.push(shown, if is_changed { word_look } else { look }, self.options.charset);
        }
        self.push(line);
        if change.missing_newline() {
            self.push_text("\\ no line end at the end of the file", FAINT);
        }
    }

    fn push(&mut self, line: StyledLine) {
        if self.is_full() { self.n_left_out += 1 } else { self.lines.push(line) }
    }

    fn finish(mut self) -> Vec<StyledLine> {
        if self.n_left_out > 0 {
            // The note takes the place of a line.
            self.n_left_out += usize::from(self.lines.pop().is_some());
            let mut note = StyledLine::default();
            let text = format!("... {} more lines", self.n_left_out);
            note.push(&text, FAINT, self.options.charset);
            self.lines.push(note);
        }
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::styled::{Style, render_lines};

    fn check(old: &str, new: &str, max_lines: usize, style: Style, expected: expect_test::Expect) {
        let options = DiffOptions { context_lines: 1, max_lines, charset: Charset::Unicode };
        let lines = diff_lines(old, new, options);
        assert!(lines.len() <= max_lines);
        expected.assert_eq(&render_lines(&lines, style).replace('\x1b', "^"));
    }

    const OLD: &str = "a\nb\nlet limit = 10;\nc\nd\ne\nf\n";
    const NEW: &str = "a\nb\nlet limit = 20;\nc\nd\ne\ng\x1b[2J";

    #[test]
    fn changes_are_shown_with_context() {
        check(
            OLD,
            NEW,
            100,
            Style::Plain,
            expect_test::expect![[r#"
            @@ -2,3 +2,3 @@
             b
            -let limit = 10;
            +let limit = 20;
             c
            @@ -6,2 +6,2 @@
             e
            -f
            +g�[2J
            \ no line end at the end of the file
        "#]],
        );
    }

    #[test]
    fn changed_words_are_marked() {
        check(
            OLD,
            NEW,
            5,
            Style::Ansi,
            expect_test::expect![[r#"
            ^[36m@@ -2,3 +2,3 @@^[0m
             b
            ^[31m-let limit = ^[0m^[1m^[4m^[31m10;^[0m
            ^[32m+let limit = ^[0m^[1m^[4m^[32m20;^[0m
            ^[2m... 5 more lines^[0m
        "#]],
        );
    }

    #[test]
    fn a_long_difference_is_cut() {
        let old: String = (0..10_000).map(|at| format!("line {at}\n")).collect();
        let new = old.replace("line", "row");
        check(
            &old,
            &new,
            3,
            Style::Plain,
            expect_test::expect![[r#"
            @@ -1,10000 +1,10000 @@
            -line 0
            ... 19999 more lines
        "#]],
        );
        let options = DiffOptions { context_lines: 3, max_lines: 9, charset: Charset::Unicode };
        let long_line = diff_lines("", &"x".repeat(1 << 20), options);
        assert_eq!(long_line[1].width(), LONGEST_LINE + 1);
    }

    #[test]
    fn equal_texts_have_no_difference() {
        check(OLD, OLD, 10, Style::Plain, expect_test::expect![""]);
    }
}
