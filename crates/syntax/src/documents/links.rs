//! Finds what a document links to.
//!
//! [`find`] adds every target as it is written; [`imports_of`] keeps those that lead to a file of the
//! repository, each once.

use std::borrow::Cow;
use std::collections::HashSet;

use rutter_domain::{DocumentMention, Import, Language, MentionKind, MentionSource};

use super::code_spans::code_spans;
use super::found::Found;
use crate::chunks::line_table::LineTable;

/// Files without code.
const MEDIA_EXTENSIONS: &[&str] =
    &["png", "svg", "jpg", "jpeg", "gif", "webp", "ico", "mp4", "webm", "pdf", "zip", "gz"];

/// Maximum length of a path.
const MAX_PATH_BYTES: usize = 300;

/// Adds the targets of the links on a line, counted from 0.
pub(super) fn find(
    language: Language,
    table: &LineTable<'_>,
    line: u32,
    text: &str,
    found: &mut Found<'_>,
) {
    // language: each format of documents has its own links
    match language {
        Language::ReStructuredText => restructured_targets(table, line, text, found),
        Language::AsciiDoc => {
            for mark in ["link:", "xref:", "include::"] {
                targets_between(text, mark, "[", &mut |at, target| {
                    let source = match mark {
                        "include::" => MentionSource::Directive,
                        _ => MentionSource::Link,
                    };
                    found.add(MentionKind::Link, source, line, at, target);
                });
            }
            targets_between(text, "<<", ">>", &mut |at, target| {
                let target = target.split(',').next().unwrap_or_default();
                // Without a file, it is an anchor, which any included file may set.
                if !target.contains(".adoc") {
                    return;
                }
                found.add(MentionKind::Link, MentionSource::Link, line, at, target);
            });
        }
        _ => markdown_targets(text, &mut |at, target| {
            found.add(MentionKind::Link, MentionSource::Link, line, at, target);
        }),
    }
}

/// The files that the links of a document lead to by a relative path, each once.
pub(super) fn imports_of(mentions: &[DocumentMention]) -> Vec<Import> {
    let mut known = HashSet::new();
    let mut links = Vec::new();
    for mention in mentions.iter().filter(|mention| mention.kind == MentionKind::Link) {
        let Some(module) = file_of(&mention.text) else { continue };
        // A page may link to the same file on every line.
        if known.insert(module.clone()) {
            links.push(Import {
                module,
                name: None,
                alias: None,
                is_passed_on: false,
                is_for_tests: false,
                line: mention.line,
            });
        }
    }
    links
}

fn markdown_targets(line: &str, note: &mut impl FnMut(usize, &str)) {
    // In code there are no links.
    let spans: Vec<(usize, usize)> =
        code_spans(line).map(|span| (span.start, span.start + span.content.len())).collect();
    let is_code = |at: usize| spans.iter().any(|(start, end)| (*start..*end).contains(&at));
    let mut note = |at: usize, target: &str| {
        if !is_code(at) {
            note(at, target);
        }
    };
    targets_between(line, "](", ")", &mut |at, target| {
        let inner = target.trim_start();
        let at = at + target.len() - inner.len();
        let bare = inner.strip_prefix('<').and_then(|inner| inner.split('>').next());
        match bare {
            Some(bare) => note(at + 1, bare),
            // A title may follow: `](a.md "title")`.
            None => note(at, inner.split_ascii_whitespace().next().unwrap_or_default()),
        }
    });
    for mark in ["href=\"", "src=\""] {
        targets_between(line, mark, "\"", &mut note);
    }
    let definition = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]:"));
    if let Some((label, target)) = definition
        && !label.contains(']')
        // `[^1]:` is a footnote.
        && !label.starts_with('^')
    {
        let inner = target.trim_start();
        let bare = inner.trim_start_matches('<');
        let at = line.len() - bare.len();
        let end = if bare.len() < inner.len() { bare.find('>') } else { bare.find([' ', '\t']) };
        note(at, &bare[..end.unwrap_or(bare.len())]);
    }
}

fn restructured_targets(table: &LineTable<'_>, line: u32, text: &str, found: &mut Found<'_>) {
    let directive = text.trim_start().strip_prefix(".. ").and_then(|rest| rest.split_once("::"));
    if let Some((name, target)) = directive {
        let start = text.len() - target.trim_start().len();
        let mut add = |source, target| found.add(MentionKind::Link, source, line, start, target);
        match name {
            "include" | "literalinclude" => add(MentionSource::Directive, target.trim()),
            "image" | "figure" => add(MentionSource::Link, target.trim()),
            "toctree" => toctree_entries(table, line, found),
            _ => {}
        }
    }
    for span in code_spans(text) {
        if let Some((title, target)) = span.content.rsplit_once('<')
            // In reStructuredText the underscore makes a link of a code span.
            && span.after.starts_with('_')
        {
            let start = span.start + title.len() + 1;
            let target = target.trim_end_matches('>');
            found.add(MentionKind::Link, MentionSource::Link, line, start, target);
        }
    }
}

/// Adds the documents that a table of contents lists, one on each indented line.
fn toctree_entries(table: &LineTable<'_>, line: u32, found: &mut Found<'_>) {
    let indent_of = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let n_indent = indent_of(table.line(line));
    for next in line + 1..table.n_lines() {
        let text = table.line(next).trim_end();
        let entry = text.trim_start();
        if entry.is_empty() || entry.starts_with(':') {
            continue;
        }
        if indent_of(text) <= n_indent {
            break;
        }
        let (start, target) = match entry.rsplit_once('<') {
            Some((_, target)) => (text.len() - target.len(), target.trim_end_matches('>')),
            None => (text.len() - entry.len(), entry),
        };
        found.add(MentionKind::Link, MentionSource::Directive, next, start, target);
    }
}

fn targets_between(line: &str, open: &str, close: &str, note: &mut impl FnMut(usize, &str)) {
    let mut start = 0;
    while let Some(at) = line[start..].find(open) {
        let target_start = start + at + open.len();
        let Some(length) = line[target_start..].find(close) else { return };
        note(target_start, &line[target_start..target_start + length]);
        start = target_start + length;
    }
}

/// The path that a link leads to, if that is one of a file beside the document and not of a picture.
pub fn file_of(target: &str) -> Option<String> {
    let target = target.split_ascii_whitespace().next()?;
    let target = target.trim_start_matches('<').trim_end_matches('>');
    let path = target.split(['#', '?']).next().unwrap_or_default();
    let first = path.split('/').next().unwrap_or_default();
    let has_scheme = first.contains(':') || path.starts_with("//");
    // Sites are made from templates, whose placeholders are not paths.
    let is_template = path.contains(['{', '}', '$', '<', '"', '\'']);
    if path.is_empty() || path.len() > MAX_PATH_BYTES || has_scheme || is_template {
        return None;
    }
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    if MEDIA_EXTENSIONS.iter().any(|media| media.eq_ignore_ascii_case(extension)) {
        return None;
    }
    Some(percent_decoded(path).trim_end_matches('/').to_string()).filter(|path| !path.is_empty())
}

fn percent_decoded(path: &str) -> Cow<'_, str> {
    let Some((plain, coded)) = path.split_once('%') else { return path.into() };
    let mut bytes = plain.as_bytes().to_vec();
    for part in coded.split('%') {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        // A percent sign without a code stays as it is.
        bytes.push(code.unwrap_or(b'%'));
        bytes.extend_from_slice(&part.as_bytes()[if code.is_some() { 2 } else { 0 }..]);
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
}
