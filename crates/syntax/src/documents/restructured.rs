//! The outline of reStructuredText: underlined headings, whose marks nest in order of appearance.

use std::ops::Range;

use super::outline::{Heading, Outline, level_of, plain_title, rule_of};
use crate::chunks::line_table::LineTable;

pub(super) fn outline(table: &LineTable<'_>) -> Outline {
    let mut outline = Outline::default();
    let mut styles: Vec<(u8, Overline)> = Vec::new();
    let mut line = 0;
    while line < table.n_lines() {
        if let Some((title_line, mark, overline)) = heading_at(table, line) {
            let n_lines = title_line + 2 - line;
            let title = plain_title(table.line(title_line));
            let level = level_of(&mut styles, (mark, overline));
            let node_kind = "section".into();
            outline.headings.push(Heading { line, n_lines, level, title, node_kind });
            line += n_lines;
        } else if let Some(block) = literal_block(table, line) {
            line = block.end;
            outline.verbatim.push(block);
        } else {
            line += 1;
        }
    }
    outline
}

#[derive(PartialEq)]
enum Overline {
    Absent,
    Present,
}

/// The line of the title and the style of the heading that begins on `line`.
fn heading_at(table: &LineTable<'_>, line: u32) -> Option<(u32, u8, Overline)> {
    let is_title = |line: u32, n_marks: usize| {
        let title = table.line(line).trim_ascii();
        let n_chars = title.chars().count();
        n_chars > 0 && rule_of(title).is_none() && (n_marks >= n_chars || n_marks >= 4)
    };
    let starts_paragraph = line == 0 || table.is_blank(line - 1);
    if let Some((mark, n_marks)) = rule_of(table.line(line)) {
        // With a rule above, the one below has to be the same.
        let (under, n_under) = rule_of(table.line(line + 2))?;
        let is_heading = under == mark && n_under == n_marks && is_title(line + 1, n_marks);
        return is_heading.then_some((line + 1, mark, Overline::Present));
    }
    let (mark, n_marks) = rule_of(table.line(line + 1))?;
    let text = table.line(line);
    let is_heading = starts_paragraph
        && is_title(line, n_marks)
        && !text.starts_with([' ', '\t'])
        && !text.starts_with(".. ");
    is_heading.then_some((line, mark, Overline::Absent))
}

/// The indented lines under one that announces code.
fn literal_block(table: &LineTable<'_>, line: u32) -> Option<Range<u32>> {
    let text = table.line(line);
    let content = text.trim_ascii();
    let is_directive = content.starts_with(".. ");
    // Any other directive has options or prose below it, although it ends with two colons.
    let is_code = content.starts_with(".. code") || content.starts_with(".. sourcecode");
    if !is_code && (is_directive || !content.ends_with("::")) {
        return None;
    }
    let indent_of = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let n_indent = indent_of(text);
    let mut end = line + 1;
    for next in line + 1..table.n_lines() {
        if table.is_blank(next) {
            continue;
        }
        if indent_of(table.line(next)) <= n_indent {
            break;
        }
        end = next + 1;
    }
    (end > line + 1).then_some(line + 1..end)
}
