//! Doc comments that do not touch what they describe.
//!
//! Between a comment and its symbol may be a macro for export, an annotation, or the `#if` that chooses
//! among definitions; and one comment may describe a whole group. These are conventions of lines, so they
//! are read from the text. Only symbols without a doc comment of their own get one here.

use rutter_domain::Facts;

use crate::comments::append;
use crate::languages::profile;
use crate::profile::Prefixes;
use crate::rules::SLASH_MARKS;

/// Maximum number of lines between a comment and its symbol to examine.
const MOST_LINES_BETWEEN: usize = 8;
/// Maximum number of lines above an `#else` to search for its `#if`.
const MOST_BRANCH_LINES: usize = 100;
const MOST_COMMENT_LINES: usize = 200;

/// Gives symbols the comments that describe them from a distance.
pub fn attach(text: &str, facts: &mut Facts) {
    let language = facts.language;
    // The walk gives a comment to what it touches, so only languages in which something may come
    // between are looked at.
    let prefixes = profile(language).placed.prefixes;
    if prefixes == Prefixes::None {
        return;
    }
    for symbol in &mut facts.symbols {
        // The mark of a group describes nothing by itself.
        let is_mark = |doc: &mut String| matches!(doc.trim(), "@{" | "@}" | "\\{" | "\\}");
        symbol.doc.take_if(is_mark);
    }
    let lines: Vec<&str> = text.lines().collect();
    let has_macros = prefixes == Prefixes::Macros;
    let groups = if has_macros { groups(&lines) } else { Vec::new() };
    for symbol in facts.symbols.iter_mut().filter(|symbol| symbol.doc.is_none()) {
        let line = (symbol.span.start_line as usize).saturating_sub(1);
        let comment = if has_macros {
            above_prefixes(&lines, line, is_macro_line).or_else(|| above_branch(&lines, line))
        } else {
            above_prefixes(&lines, line, is_annotation)
        };
        symbol.doc = comment.or_else(|| {
            let around = groups.iter().filter(|group| group.start < line && line < group.end);
            // Groups nest, and the innermost says most about the symbol.
            around.min_by_key(|group| group.end - group.start).map(|group| group.doc.clone())
        });
    }
}

/// The comment above the lines of macros or annotations directly before a line.
fn above_prefixes(lines: &[&str], line: usize, is_prefix: impl Fn(&str) -> bool) -> Option<String> {
    let mut at = line;
    let own = lines.get(line)?.split_whitespace().next().unwrap_or("");
    // The prefix may be the first word of the line itself.
    let mut has_prefix = is_prefix(own);
    for _ in 0..MOST_LINES_BETWEEN {
        let above = lines.get(at.checked_sub(1)?)?.trim();
        let is_blank_before_prefix = above.is_empty()
            && at == line
            && at >= 2
            && lines.get(at - 2).is_some_and(|line| is_prefix(line.trim()));
        if is_prefix(above) {
            has_prefix = true;
        } else if !is_blank_before_prefix {
            break;
        }
        at -= 1;
    }
    if has_prefix { comment_ending(lines, at.checked_sub(1)?) } else { None }
}

/// The comment above the `#if` whose branch a line begins.
fn above_branch(lines: &[&str], line: usize) -> Option<String> {
    let mut at = line.checked_sub(1)?;
    // The first definition of each branch has the comment above the whole condition.
    let is_branch = |word: &str| word.starts_with("if") || word.starts_with("el");
    if !is_branch(directive(lines.get(at)?)?) {
        return None;
    }
    let mut depth = 0usize;
    for _ in 0..MOST_BRANCH_LINES {
        match directive(lines.get(at)?) {
            Some("endif") => depth += 1,
            Some(word) if word.starts_with("if") && depth == 0 => {
                return comment_ending(lines, at.checked_sub(1)?);
            }
            Some(word) if word.starts_with("if") => depth -= 1,
            Some(_) | None => {}
        }
        at = at.checked_sub(1)?;
    }
    None
}

/// The word after `#`.
pub(crate) fn directive(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    Some(&rest[..rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len())])
}

/// The words of a doc comment whose last line this is; `None` for licences and comments behind code.
pub(crate) fn comment_ending(lines: &[&str], end: usize) -> Option<String> {
    if !lines.get(end)?.trim_end().ends_with("*/") {
        return None;
    }
    let from = end.saturating_sub(MOST_COMMENT_LINES);
    let start = (from..=end).rev().find(|at| lines[*at].contains("/*"))?;
    if !lines[start].trim_start().starts_with("/*") {
        return None;
    }
    let mut doc = String::new();
    append(&mut doc, &lines[start..=end].join("\n"), SLASH_MARKS);
    let doc = doc.trim_end();
    let lower = doc.to_ascii_lowercase();
    // These are about the file or a group, whatever follows them.
    let is_of_file = ["copyright", "license", "@file", "\\file", "@{", "@}"];
    let is_doc =
        doc.chars().any(char::is_alphabetic) && !is_of_file.iter().any(|word| lower.contains(word));
    is_doc.then(|| doc.to_owned())
}

/// A line that is one macro, with or without arguments.
fn is_macro_line(line: &str) -> bool {
    let name = line.split('(').next().unwrap_or(line).trim_end();
    let has_end = !line.contains('(') || line.ends_with(')');
    // By convention `MODULE_INIT` is a macro, and `X` need not be one.
    name.len() > 3
        && has_end
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'))
}

fn is_annotation(line: &str) -> bool {
    line.strip_prefix('@').is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}

/// The lines between `@{` and `@}`, and what the comment before them says.
struct Group {
    start: usize,
    end: usize,
    doc: String,
}

fn groups(lines: &[&str]) -> Vec<Group> {
    let mut open: Vec<(usize, Option<String>)> = Vec::new();
    let mut groups = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let is_comment = line.trim_start().starts_with(['/', '*']);
        if is_comment && has_mark(line, '{') {
            open.push((at, group_doc(lines, at)));
        } else if is_comment
            && has_mark(line, '}')
            && let Some((start, Some(doc))) = open.pop()
        {
            groups.push(Group { start, end: at, doc });
        }
    }
    groups
}

/// Whether a line has `@{` or `\{`, and not in quotes.
fn has_mark(line: &str, brace: char) -> bool {
    ['@', '\\'].iter().any(|sign| {
        let found = line.find(&format!("{sign}{brace}"));
        found.is_some_and(|at| !line[..at].ends_with(['"', '\'', '`']))
    })
}

/// The words of the comment that opens a group, or of the one directly before it.
fn group_doc(lines: &[&str], at: usize) -> Option<String> {
    let from = at.saturating_sub(MOST_COMMENT_LINES);
    let start = (from..=at).rev().find(|at| lines[*at].contains("/*"))?;
    let until = (at..lines.len().min(at + MOST_COMMENT_LINES)).find(|at| lines[*at].contains("*/"));
    let mut doc = String::new();
    append(&mut doc, &lines[start..=until.unwrap_or(at)].join("\n"), SLASH_MARKS);
    let doc = doc.replace("@{", "").replace("\\{", "");
    if doc.chars().any(char::is_alphabetic) {
        Some(doc.trim().to_owned())
    } else {
        comment_ending(lines, start.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests;
