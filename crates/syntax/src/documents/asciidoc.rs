//! The outline of AsciiDoc: `=` headings, the older underlined ones, and delimited blocks.

use super::outline::{Heading, Outline, plain_title, rule_of, underline_of};
use crate::chunks::line_table::LineTable;

/// The marks of underlined headings, outermost first.
const UNDERLINES: &[u8] = b"=-~^+";

pub(super) fn outline(table: &LineTable<'_>) -> Outline {
    let mut outline = Outline::default();
    let mut line = 0;
    while line < table.n_lines() {
        let text = table.line(line).trim_ascii_end();
        if let Some((level, title)) = marked_heading(text) {
            let node_kind = "section".into();
            outline.headings.push(Heading { line, n_lines: 1, level, title, node_kind });
        } else if let Some(level) = underlined_level(table, line) {
            let (title, node_kind) = (plain_title(text), "section".into());
            outline.headings.push(Heading { line, n_lines: 2, level, title, node_kind });
            line += 1;
        } else if is_delimiter(text) {
            // A block ends at the same delimiter, of the same length.
            let is_end = |line: &u32| table.line(*line).trim_ascii_end() == text;
            let end = (line + 1..table.n_lines()).find(is_end);
            let end = end.map_or(table.n_lines(), |end| end + 1);
            outline.verbatim.push(line..end);
            line = end;
            continue;
        }
        line += 1;
    }
    outline
}

fn marked_heading(text: &str) -> Option<(u32, String)> {
    let mark = text.chars().next().filter(|mark| matches!(mark, '=' | '#'))?;
    let after = text.trim_start_matches(mark);
    let level = text.len() - after.len();
    let title = plain_title(after);
    let is_heading = level <= 6 && after.starts_with(' ') && !title.is_empty();
    is_heading.then_some((level as u32, title))
}

fn underlined_level(table: &LineTable<'_>, line: u32) -> Option<u32> {
    let mark = underline_of(table, line, 2)?;
    let title = table.line(line);
    let index = UNDERLINES.iter().position(|known| *known == mark)?;
    // A line of attributes or a block's title precedes a block.
    (!title.starts_with(['[', '.'])).then_some(index as u32 + 1)
}

/// Whether a line begins a block of code, literal text or comment.
fn is_delimiter(text: &str) -> bool {
    text.starts_with("```")
        || rule_of(text).is_some_and(|(mark, length)| length >= 4 && b"-.+/".contains(&mark))
}
