//! Finds which files of the repository a document links to.

use std::borrow::Cow;
use std::collections::HashSet;

use rutter_domain::{Import, Language};

use super::mentions::code_spans;
use super::outline::Outline;
use crate::chunks::line_table::LineTable;

/// What no code is in.
const MEDIA_EXTENSIONS: &[&str] =
    &["png", "svg", "jpg", "jpeg", "gif", "webp", "ico", "mp4", "webm", "pdf", "zip", "gz"];

/// The longest path that is taken for one.
const MAX_PATH_BYTES: usize = 300;

/// The files a document links to by a relative path, each once.
pub(super) fn find_links(
    language: Language,
    table: &LineTable<'_>,
    outline: &Outline,
) -> Vec<Import> {
    let mut links = Vec::new();
    let mut known = HashSet::new();
    for line in outline.prose_lines(table.n_lines()) {
        let mut note = |target: &str| {
            let Some(module) = file_of(target) else { return };
            if known.insert(module.clone()) {
                links.push(Import {
                    module,
                    name: None,
                    alias: None,
                    is_passed_on: false,
                    line: line + 1,
                });
            }
        };
        let text = table.line(line);
        match language {
            Language::ReStructuredText => restructured_targets(text, &mut note),
            Language::AsciiDoc => {
                for mark in ["link:", "xref:", "include::"] {
                    targets_between(text, mark, '[', &mut note);
                }
            }
            _ => markdown_targets(text, &mut note),
        }
    }
    links
}

fn markdown_targets(line: &str, note: &mut impl FnMut(&str)) {
    targets_between(line, "](", ')', note);
    let definition = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]:"));
    if let Some((label, target)) = definition
        && !label.contains(']')
    {
        note(target);
    }
}

fn restructured_targets(line: &str, note: &mut impl FnMut(&str)) {
    if let Some((name, target)) =
        line.trim_start().strip_prefix(".. ").and_then(|rest| rest.split_once("::"))
        && matches!(name, "include" | "literalinclude")
    {
        note(target);
    }
    for span in code_spans(line) {
        if let Some((_, target)) = span.content.rsplit_once('<')
            && span.after.starts_with('_')
        {
            note(target.trim_end_matches('>'));
        }
    }
}

fn targets_between(line: &str, open: &str, close: char, note: &mut impl FnMut(&str)) {
    let mut rest = line;
    while let Some((_, after)) = rest.split_once(open) {
        let Some((target, after_target)) = after.split_once(close) else { return };
        note(target);
        rest = after_target;
    }
}

/// The file a link leads to, if it leads to one beside the document.
fn file_of(target: &str) -> Option<String> {
    let target = target.split_ascii_whitespace().next()?;
    let target = target.trim_start_matches('<').trim_end_matches('>');
    let path = target.split(['#', '?']).next().unwrap_or_default();
    let first = path.split('/').next().unwrap_or_default();
    let has_scheme = first.contains(':') || path.starts_with("//");
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
    if !path.contains('%') {
        return path.into();
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let decoded = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match decoded.filter(|_| byte == b'%') {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
}
