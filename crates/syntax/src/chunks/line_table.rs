//! The start and the weight of each line of a text.
//!
//! Everything that cuts works on lines, counted from 0, and asks this table for the weight of a
//! range of them. Both questions are answered from running sums, so they cost nothing.

use std::ops::Range;

use rutter_domain::Span;

/// Minimum weight of a line, so that a hundred lines of `},` do not count as a small chunk.
const LINE_WEIGHT: u32 = 24;

/// The lines of a text.
pub(crate) struct LineTable<'a> {
    text: &'a str,
    /// The first byte of each line, and the end of the text.
    starts: Vec<u32>,
    /// What all lines before weigh; one more than there are lines.
    weights: Vec<u32>,
}

impl<'a> LineTable<'a> {
    pub(crate) fn new(text: &'a str) -> LineTable<'a> {
        let n_guess = text.len() / 24 + 2;
        let mut starts = Vec::with_capacity(n_guess);
        let mut weights = Vec::with_capacity(n_guess);
        let mut weight = 0u32;
        let mut start = 0;
        for line in text.as_bytes().split_inclusive(|byte| *byte == b'\n') {
            starts.push(start as u32);
            weights.push(weight);
            weight = weight.saturating_add(line_weight(line));
            start += line.len();
        }
        starts.push(start as u32);
        weights.push(weight);
        LineTable { text, starts, weights }
    }

    pub(crate) fn n_lines(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The line with its line end, or nothing past the last.
    pub(crate) fn line(&self, line: u32) -> &'a str {
        self.text.get(self.start_byte(line)..self.start_byte(line + 1)).unwrap_or("")
    }

    /// The first byte of the line; the text's end for any line past the last.
    pub(crate) fn start_byte(&self, line: u32) -> usize {
        self.starts[self.clamp(line)] as usize
    }

    pub(crate) fn is_blank(&self, line: u32) -> bool {
        self.weight(line..line + 1) == 0
    }

    /// The weight of these lines: characters that are not blank, and at least `LINE_WEIGHT` for each line.
    pub(crate) fn weight(&self, lines: Range<u32>) -> u32 {
        self.weights[self.clamp(lines.end)].saturating_sub(self.weights[self.clamp(lines.start)])
    }

    pub(crate) fn n_bytes(&self, lines: Range<u32>) -> u32 {
        self.starts[self.clamp(lines.end)].saturating_sub(self.starts[self.clamp(lines.start)])
    }

    /// The stretch of these lines without the blank lines around them and the last line end;
    /// `None` if all are blank.
    pub(crate) fn span(&self, lines: Range<u32>) -> Option<Span> {
        let first = lines.clone().find(|line| !self.is_blank(*line))?;
        let last = lines.rev().find(|line| !self.is_blank(*line))?;
        let text = self.line(last);
        let n_end = text.len() - text.trim_end_matches(['\n', '\r']).len();
        Some(Span {
            start_byte: self.start_byte(first) as u32,
            end_byte: (self.start_byte(last + 1) - n_end) as u32,
            start_line: first + 1,
            end_line: last + 1,
        })
    }

    fn clamp(&self, line: u32) -> usize {
        (line as usize).min(self.starts.len() - 1)
    }
}

fn line_weight(line: &[u8]) -> u32 {
    let is_blank = |byte: u8| byte == b' ' || byte.wrapping_sub(b'\t') < 5;
    let n_marks = line.iter().map(|byte| u32::from(!is_blank(*byte))).sum::<u32>();
    // A blank line weighs nothing, so that it never decides where a cut lies.
    if n_marks == 0 { 0 } else { n_marks.max(LINE_WEIGHT) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, lines: Range<u32>, span: Option<(u32, u32, &str)>) {
        let found = LineTable::new(text).span(lines);
        let found = found.map(|span| (span.start_line, span.end_line, span.slice(text)));
        assert_eq!(found, span, "{text:?}");
    }

    #[test]
    fn a_span_leaves_out_the_blank_lines_around_it() {
        check("\n a\r\n\nb\n \n", 0..5, Some((2, 4, " a\r\n\nb")));
        check("a", 0..1, Some((1, 1, "a")));
        check("a\nb\n", 1..9, Some((2, 2, "b")));
        check(" \n\t\n", 0..2, None);
        check("", 0..0, None);
    }

    #[test]
    fn a_text_without_a_last_line_end_has_as_many_lines_as_one_with() {
        assert_eq!(LineTable::new("").n_lines(), 0);
        assert_eq!(LineTable::new("a").n_lines(), 1);
        assert_eq!(LineTable::new("a\n").n_lines(), 1);
        assert_eq!(LineTable::new("a\n\n").n_lines(), 2);
    }
}
