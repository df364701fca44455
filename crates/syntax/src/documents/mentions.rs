//! Finds where a document names code.
//!
//! A mention is a code span that reads like a name, or what a reStructuredText role or directive
//! says is one. Of the same name in the same section only the first is kept.

use std::collections::HashSet;

use rutter_domain::{Language, Reference, ReferenceKind};

use super::names::parse_name;
use super::outline::Outline;
use crate::chunks::line_table::LineTable;

/// What a document mentions, in order.
pub(super) fn find_mentions(
    language: Language,
    table: &LineTable<'_>,
    outline: &Outline,
) -> Vec<Reference> {
    let mut mentions = Vec::new();
    let mut known: HashSet<(Option<&str>, &str)> = HashSet::new();
    let mut section = None;
    for line in outline.prose_lines(table.n_lines()) {
        let n_sections = outline.headings.partition_point(|heading| heading.line <= line) as u32;
        if section != n_sections.checked_sub(1) {
            section = n_sections.checked_sub(1);
            known.clear();
        }
        let mut note = |text| {
            let Some((qualifier, name)) = parse_name(text) else { return };
            if known.insert((qualifier, name)) {
                mentions.push(Reference {
                    kind: ReferenceKind::Mention,
                    name: name.to_string(),
                    qualifier: qualifier.map(str::to_string),
                    line: line + 1,
                    from: section,
                });
            }
        };
        let text = table.line(line);
        if language == Language::ReStructuredText {
            directive_target(text).into_iter().for_each(&mut note);
        }
        for span in code_spans(text) {
            match language {
                Language::ReStructuredText => span.role_target().into_iter().for_each(&mut note),
                _ => note(span.content),
            }
        }
    }
    mentions
}

/// What stands between backticks.
pub(super) struct CodeSpan<'a> {
    before: &'a str,
    pub content: &'a str,
    pub after: &'a str,
}

/// The code spans of a line.
pub(super) fn code_spans(line: &str) -> impl Iterator<Item = CodeSpan<'_>> {
    let mut start = 0;
    // The lengths of runs that are known to have no counterpart, so that none is sought twice.
    let mut unclosed = 0u64;
    std::iter::from_fn(move || {
        loop {
            let open = start + line[start..].find('`')?;
            let n_marks = line[open..].bytes().take_while(|byte| *byte == b'`').count();
            start = open + n_marks;
            let length = 1u64.checked_shl(n_marks as u32).unwrap_or_default();
            if length == 0 || unclosed & length != 0 {
                continue;
            }
            let Some(end) = closing_run(line, start, n_marks) else {
                unclosed |= length;
                continue;
            };
            let content = &line[start..end];
            start = end + n_marks;
            return Some(CodeSpan { before: &line[..open], content, after: &line[start..] });
        }
    })
}

/// Where the next run of exactly `n_marks` backticks begins.
fn closing_run(line: &str, from: usize, n_marks: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += line[at..].find('`')?;
        let n_found = line[at..].bytes().take_while(|byte| *byte == b'`').count();
        if n_found == n_marks {
            return Some(at);
        }
        at += n_found;
    }
}

/// The roles of reStructuredText whose text is no name of code.
const PROSE_ROLES: &[&str] = &[
    "ref",
    "doc",
    "term",
    "pep",
    "rfc",
    "issue",
    "file",
    "command",
    "option",
    "envvar",
    "kbd",
    "guilabel",
    "menuselection",
    "download",
    "source",
    "math",
    "abbr",
    "dfn",
    "gh",
    "cve",
    "sub",
    "sup",
    "title",
    "program",
    "keyword",
    "samp",
    "numref",
    "eq",
];

impl<'a> CodeSpan<'a> {
    /// What the span names in reStructuredText: `a.b` of ``:func:`~a.b` `` and ``:class:`B <a.b>` ``.
    fn role_target(&self) -> Option<&'a str> {
        let is_link = self.after.starts_with('_');
        if is_link {
            return None;
        }
        if let Some(roles) = self.before.strip_suffix(':') {
            let role = roles.rsplit(':').next().unwrap_or_default();
            if PROSE_ROLES.contains(&role) {
                return None;
            }
        }
        let target = match self.content.rsplit_once('<') {
            Some((_, target)) if target.ends_with('>') => target.trim_end_matches('>'),
            _ => self.content,
        };
        Some(target.trim_start_matches(['~', '!']))
    }
}

/// What a directive describes: `a.b` of `.. autofunction:: a.b`.
fn directive_target(line: &str) -> Option<&str> {
    let (name, argument) = line.trim_start().strip_prefix(".. ")?.split_once("::")?;
    let kind = name.rsplit(':').next().unwrap_or(name);
    let describes = kind.starts_with("auto")
        || matches!(
            kind,
            "function"
                | "class"
                | "method"
                | "module"
                | "attribute"
                | "data"
                | "exception"
                | "classmethod"
                | "staticmethod"
                | "property"
                | "decorator"
                | "macro"
                | "type"
                | "currentmodule"
        );
    describes.then(|| argument.trim())
}
