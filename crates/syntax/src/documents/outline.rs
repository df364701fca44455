//! The shape of a document, whatever marks it uses.

use std::borrow::Cow;
use std::ops::Range;

use rutter_domain::text::truncate;

use crate::chunks::line_table::LineTable;

/// A title is cut off after this.
pub(super) const MAX_TITLE_BYTES: usize = 400;

/// The shape of a document. Everything is in order and nothing overlaps; lines count from 0.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub headings: Vec<Heading>,
    /// The lines of blocks that are not prose: code, comments, the data before a page.
    pub verbatim: Vec<Range<u32>>,
}

impl Outline {
    /// The lines that are prose, headings among them.
    pub(super) fn prose_lines(&self, n_lines: u32) -> impl Iterator<Item = u32> {
        let starts = std::iter::once(0).chain(self.verbatim.iter().map(|block| block.end));
        let ends = self.verbatim.iter().map(|block| block.start).chain([n_lines]);
        starts.zip(ends).flat_map(|(start, end)| start..end)
    }
}

/// The head of a section.
#[derive(Debug)]
pub(super) struct Heading {
    pub line: u32,
    /// Number of its lines, with the lines of marks above and below.
    pub n_lines: u32,
    /// 1 for the outermost.
    pub level: u32,
    pub title: String,
    /// Its name in the grammar of such documents.
    pub node_kind: Cow<'static, str>,
}

/// The mark and the length of a line that is nothing but one mark repeated, such as `=====`.
pub(super) fn rule_of(line: &str) -> Option<(u8, usize)> {
    let line = line.trim_ascii_end().as_bytes();
    let mark = *line.first()?;
    let is_rule = mark.is_ascii_punctuation() && line.iter().all(|byte| *byte == mark);
    (is_rule && line.len() >= 2).then_some((mark, line.len()))
}

/// The rule under the title that is alone on `line`, if there is one and it is as long as the
/// title but for `slack` characters.
pub(super) fn underline_of(table: &LineTable<'_>, line: u32, slack: usize) -> Option<u8> {
    let title = table.line(line).trim_ascii_end();
    let starts_paragraph =
        line == 0 || table.is_blank(line - 1) || rule_of(table.line(line - 1)).is_some();
    if !starts_paragraph || title.is_empty() || title.starts_with([' ', '\t']) {
        return None;
    }
    let (mark, length) = rule_of(table.line(line + 1))?;
    // A rule of another length divides the text and underlines nothing.
    let is_as_long = length.abs_diff(title.chars().count()) <= slack;
    (is_as_long && length >= 3 && rule_of(title).is_none()).then_some(mark)
}

/// The level of a style of heading: styles nest in the order in which they first come up.
pub(super) fn level_of<S: PartialEq>(styles: &mut Vec<S>, style: S) -> u32 {
    let known = styles.iter().position(|known| *known == style);
    let index = known.unwrap_or_else(|| {
        styles.push(style);
        styles.len() - 1
    });
    index as u32 + 1
}

/// The text of a title without the marks of links, emphasis and code.
pub(super) fn plain_title(title: &str) -> String {
    let title = title.trim();
    let title = truncate(title, MAX_TITLE_BYTES);
    let title = match title.rsplit_once("{#") {
        Some((text, anchor)) if anchor.ends_with('}') => text.trim_end(),
        _ => title,
    };
    let mut plain = String::with_capacity(title.len());
    let mut is_code = false;
    let mut rest = title;
    while let Some(mark) = rest.chars().next() {
        rest = &rest[mark.len_utf8()..];
        match mark {
            '`' => is_code = !is_code,
            _ if is_code => plain.push(mark),
            '*' | '[' => {}
            // The sign of a picture goes with its brackets.
            '!' if rest.starts_with('[') => {}
            ']' => {
                let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
                rest = target.map_or(rest, |(_, rest)| rest);
            }
            '<' if rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') => {
                match rest.split_once('>') {
                    Some((_, after)) => rest = after,
                    None => plain.push(mark),
                }
            }
            _ => plain.push(mark),
        }
    }
    plain.trim().to_string()
}
