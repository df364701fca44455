//! Comments that silence rules: `rutter: ignore`, `rutter: ignore(a, b)`, `rutter: ignore-file(a)`.

use rutter_domain::{Suppression, SuppressionScope};

const WORD: &str = "rutter:";

/// Comments further down do not silence the whole file.
const LAST_LINE_FOR_FILE: u32 = 30;

/// What a comment may begin with; the word has to follow one of these directly.
const COMMENT_MARKS: [&str; 10] = ["//", "#", "--", "/*", "*", "<!--", "..", ";", "%", "\"\"\""];

/// The most suppressions of one file.
const MOST: usize = 1000;

pub fn find(text: &str) -> Vec<Suppression> {
    let mut found = Vec::new();
    let (mut line, mut counted_to) = (1, 0);
    for at in memchr::memmem::find_iter(text.as_bytes(), WORD).take(MOST) {
        // Only the text since the last one is counted, so that many of them cost the length of the
        // file once.
        line += text[counted_to..at].matches('\n').count() as u32;
        counted_to = at;
        let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let before = text[line_start..at].trim_end();
        // In a docstring the word is alone at the start of its line.
        let is_comment = before.is_empty() || ends_in_comment_mark(before);
        let after = &text[at + WORD.len()..];
        let after = after.lines().next().unwrap_or("").trim_start();
        if !is_comment {
            continue;
        }
        let Some(rest) = after.strip_prefix("ignore") else { continue };
        let (rest, is_file) = match rest.strip_prefix("-file") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        if rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_') {
            continue;
        }
        let scope = if !is_file {
            SuppressionScope::Line { next: next_line(text, at, line) }
        } else if line <= LAST_LINE_FOR_FILE {
            SuppressionScope::File
        } else {
            continue;
        };
        found.push(Suppression { line, scope, rules: listed_rules(rest) });
    }
    found
}

/// Whether a comment begins at the end of a text; one that is quoted does not.
fn ends_in_comment_mark(before: &str) -> bool {
    let code = before.trim_end_matches(['/', '!', '#', '-', '*', '<', '.', ';', '%', '"']);
    let mark = &before[code.len()..];
    // These are operators, punctuation or the end of a literal behind code.
    let is_only_at_start = !["//", "#", "--", "/*", ";"].iter().any(|known| mark.contains(known));
    COMMENT_MARKS.iter().any(|known| mark.contains(known))
        && (!is_only_at_start || code.trim().is_empty())
        && (!mark.contains('"') || mark.ends_with("\"\"\""))
        // A suppression that is quoted, as in a document about suppressions, silences nothing.
        && !code.ends_with(['`', '\''])
}

fn listed_rules(rest: &str) -> Vec<String> {
    let Some(list) = rest.trim_start().strip_prefix('(') else { return Vec::new() };
    let list = list.split(')').next().unwrap_or("");
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// The next line that is neither blank nor a comment.
fn next_line(text: &str, at: usize, line: u32) -> u32 {
    let is_code = |line: &str| {
        let line = line.trim_start();
        // `#[` and `#include` are code.
        let is_hash = line.starts_with('#') && !line.starts_with("#[") && !line.starts_with("#i");
        let is_comment = ["//", "--", "/*", "* ", "*/", "<!--", ".. ", "@", "#["];
        !line.is_empty() && !is_hash && !is_comment.iter().any(|mark| line.starts_with(mark))
    };
    let below = text[at..].lines().skip(1);
    below.zip(line + 1..).find(|(text, _)| is_code(text)).map_or(line + 1, |(_, number)| number)
}
