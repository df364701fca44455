//! The outline of plain text: underlined lines and lines in capitals, where they are plainly heads.

use rutter_domain::text::truncate;

use super::outline::{Heading, MAX_TITLE_BYTES, Outline, level_of, rule_of, underline_of};
use crate::chunks::line_table::LineTable;

/// A line longer than this is not a head, even in capitals.
const MAX_TITLE_CHARS: usize = 60;

#[derive(PartialEq)]
enum Style {
    Underlined(u8),
    Capitals,
}

pub(super) fn outline(table: &LineTable<'_>) -> Outline {
    let mut outline = Outline::default();
    let mut styles = Vec::new();
    let mut line = 0;
    while line < table.n_lines() {
        let underline = underline_of(table, line, 3).filter(|mark| b"=-~*^#+".contains(mark));
        let (style, n_lines) = match underline {
            Some(mark) => (Style::Underlined(mark), 2),
            None if is_in_capitals(table, line) => (Style::Capitals, 1),
            None => {
                line += 1;
                continue;
            }
        };
        let level = level_of(&mut styles, style);
        let title = truncate(table.line(line).trim(), MAX_TITLE_BYTES).to_string();
        let node_kind = "section".into();
        outline.headings.push(Heading { line, n_lines, level, title, node_kind });
        line += n_lines;
    }
    outline
}

/// Whether a line is alone and in capitals; a paragraph in capitals is shouting, not a head.
fn is_in_capitals(table: &LineTable<'_>, line: u32) -> bool {
    let text = table.line(line).trim_ascii_end();
    let starts_paragraph = line == 0 || table.is_blank(line - 1);
    if !starts_paragraph || text.len() > 4 * MAX_TITLE_CHARS || !has_capitals_only(text) {
        return false;
    }
    let next = table.line(line + 1);
    text.chars().count() <= MAX_TITLE_CHARS
        // A head does not end as a sentence does.
        && !text.ends_with(['.', ',', ';'])
        && rule_of(text).is_none()
        && line + 1 < table.n_lines()
        && !has_capitals_only(next)
}

fn has_capitals_only(text: &str) -> bool {
    text.starts_with(|c: char| c.is_uppercase())
        && !text.contains(|c: char| c.is_lowercase() || matches!(c, '=' | '{' | '(' | '_'))
        && text.chars().filter(|c| c.is_uppercase()).count() >= 4
}
