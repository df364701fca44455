//! The outline of Markdown: `#` headings, underlined headings, fenced blocks, front matter.

use std::ops::Range;

use super::outline::{Heading, Outline, plain_title, rule_of};
use crate::chunks::line_table::LineTable;

/// State from the lines before that decides whether a rule makes a heading.
enum State {
    /// Nothing: a blank line or a heading came before.
    Between,
    /// One line of a paragraph came before, which a rule would make a heading.
    FirstLine,
    /// Something that no rule makes a heading.
    Inside,
}

pub(super) fn outline(table: &LineTable<'_>) -> Outline {
    let mut outline = Outline::default();
    let mut line = 0;
    if let Some(block) = front_matter(table) {
        line = block.end;
        outline.verbatim.push(block);
    }
    let mut state = State::Between;
    while line < table.n_lines() {
        let text = table.line(line);
        let content = text.trim_ascii();
        let n_indent = text.len() - text.trim_start_matches([' ', '\t']).len();
        if content.is_empty() {
            state = State::Between;
        } else if let Some(block) = fenced_block(table, line, content) {
            line = block.end;
            outline.verbatim.push(block);
            state = State::Between;
            continue;
        } else if let Some((level, title)) = atx_heading(content).filter(|_| n_indent < 4) {
            let node_kind = "atx_heading".into();
            outline.headings.push(Heading { line, n_lines: 1, level, title, node_kind });
            state = State::Between;
        } else if let (State::FirstLine, Some(level)) = (&state, underline_level(content)) {
            let title = plain_title(table.line(line - 1));
            let node_kind = "setext_heading".into();
            outline.headings.push(Heading { line: line - 1, n_lines: 2, level, title, node_kind });
            state = State::Between;
        } else {
            state = match state {
                State::Between if n_indent < 4 && is_paragraph(content) => State::FirstLine,
                State::Between | State::FirstLine | State::Inside => State::Inside,
            };
        }
        line += 1;
    }
    outline
}

/// The data between two rules with which many a page begins.
fn front_matter(table: &LineTable<'_>) -> Option<Range<u32>> {
    let fence = table.line(0).trim_ascii_end();
    if fence != "---" && fence != "+++" {
        return None;
    }
    let end = (1..table.n_lines()).find(|line| table.line(*line).trim_ascii_end() == fence)?;
    Some(0..end + 1)
}

/// The lines of the code or comment that begins here, up to the document's end if it has no end.
fn fenced_block(table: &LineTable<'_>, line: u32, content: &str) -> Option<Range<u32>> {
    let n_lines = table.n_lines();
    if content.starts_with("<!--") {
        let is_end = |line: &u32| table.line(*line).contains("-->");
        return Some(line..(line..n_lines).find(is_end).map_or(n_lines, |end| end + 1));
    }
    let mark = content.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let n_marks = content.len() - content.trim_start_matches(mark).len();
    // With a backtick in its info it is a code span of three marks.
    if n_marks < 3 || (mark == '`' && content[n_marks..].contains(mark)) {
        return None;
    }
    let is_end = |line: &u32| {
        let text = table.line(*line).trim_ascii();
        text.len() >= n_marks && text.chars().all(|c| c == mark)
    };
    Some(line..(line + 1..n_lines).find(is_end).map_or(n_lines, |end| end + 1))
}

fn atx_heading(content: &str) -> Option<(u32, String)> {
    let after = content.trim_start_matches('#');
    let level = content.len() - after.len();
    if !(1..=6).contains(&level) || !after.starts_with([' ', '\t']) {
        return None;
    }
    let text = after.trim_ascii();
    let without_marks = text.trim_end_matches('#');
    // `# C#` ends in a letter and a sign, `# Title #` in a closing mark.
    let closes = without_marks.is_empty() || without_marks.ends_with([' ', '\t']);
    let title = plain_title(if closes { without_marks } else { text });
    (!title.is_empty()).then_some((level as u32, title))
}

fn underline_level(content: &str) -> Option<u32> {
    match rule_of(content)? {
        (b'=', _) => Some(1),
        (b'-', _) => Some(2),
        _ => None,
    }
}

/// Whether a line may be the first of a paragraph, not of a list, a quotation, a table or HTML.
fn is_paragraph(content: &str) -> bool {
    let is_item = ["- ", "* ", "+ "].iter().any(|mark| content.starts_with(mark))
        || content
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .strip_prefix(['.', ')'])
            .is_some_and(|rest| rest.starts_with(' ') && rest.len() + 1 < content.len());
    !is_item && !content.starts_with(['>', '|', '<']) && rule_of(content).is_none()
}
