//! Finds where a document names code, files and commands.
//!
//! A code span is sorted by its form: a name, a path, a command line or a flag. What a role or directive of
//! reStructuredText names, links, and the imports, commands and paths of code blocks are mentions too. Every
//! occurrence is kept; [`references_of`] keeps of the same name in the same section only the first.

use std::collections::HashSet;

use rutter_domain::{
    CallForm, DocumentMention, Language, MentionKind, MentionSource, Reference, ReferenceKind,
};

use super::code_spans::code_spans;
use super::commands::attach_flags;
use super::found::{Found, is_command};
use super::names::parse_name;
use super::outline::Outline;
use super::paths::looks_like_a_path;
use super::roles::{Described, RoleTarget, directive_target, role_target};
use super::{fenced, links};
use crate::chunks::line_table::LineTable;

/// The mentions of a document, in order.
pub(super) fn find_mentions(
    language: Language,
    table: &LineTable<'_>,
    outline: &Outline,
) -> Vec<DocumentMention> {
    let mut found = Found::new(outline);
    let mut blocks = outline.verbatim.iter().peekable();
    let mut prose = Prose::default();
    for line in outline.prose_lines(table.n_lines()) {
        while let Some(block) = blocks.next_if(|block| block.end <= line) {
            fenced::find(language, table, block.clone(), &mut found);
        }
        let text = table.line(line).trim_end_matches(['\n', '\r']);
        // language: only there is indented text code
        if language == Language::Markdown && prose.is_indented_code(text) {
            continue;
        }
        // language: each format of documents marks code in its own way
        match language {
            Language::ReStructuredText => restructured_line(&mut found, line, text),
            Language::Markdown | Language::AsciiDoc => {
                for span in code_spans(text) {
                    add_code(&mut found, line, span.start, span.content);
                }
            }
            _ => {
                for span in code_spans(text) {
                    let (source, start) = (MentionSource::InlineCode, span.start);
                    if parse_name(span.content).is_some() {
                        // Plain text has no code spans: what is in backticks there counts only if
                        // it is a name.
                        found.add(MentionKind::Name, source, line, start, span.content);
                    }
                }
            }
        }
        links::find(language, table, line, text, &mut found);
    }
    for block in blocks {
        fenced::find(language, table, block.clone(), &mut found);
    }
    let mut mentions = found.mentions;
    attach_flags(&outline.headings, &mut mentions);
    mentions
}

/// The names among the mentions as references, each once a section.
pub(super) fn references_of(mentions: &[DocumentMention]) -> Vec<Reference> {
    let mut known: HashSet<(Option<u32>, Option<&str>, &str)> = HashSet::new();
    let mut references = Vec::new();
    for mention in mentions {
        let parsed = match mention.kind {
            MentionKind::Name => parse_name(&mention.text),
            // What an import names may be defined in another module that passes it on.
            MentionKind::Import if mention.scope.is_some() => parse_name(&mention.text),
            MentionKind::Import
            | MentionKind::Path
            | MentionKind::Link
            | MentionKind::Command
            | MentionKind::Flag => None,
        };
        let Some((qualifier, name)) = parsed else { continue };
        if known.insert((mention.section, qualifier, name)) {
            references.push(Reference {
                kind: ReferenceKind::Mention,
                name: name.to_string(),
                qualifier: qualifier.map(str::to_string),
                line: mention.line,
                column: 1,
                more: Vec::new(),
                from: mention.section,
                form: CallForm::Plain,
            });
        }
    }
    references
}

/// Sorts a code span by its form.
fn add_code(found: &mut Found<'_>, line: u32, start: usize, content: &str) {
    let text = content.trim();
    let start = start + (content.len() - content.trim_start().len());
    if let Some(kind) = kind_of(text) {
        found.add(kind, MentionSource::InlineCode, line, start, text);
    }
}

/// The kind of mention that a code span has the form of.
fn kind_of(text: &str) -> Option<MentionKind> {
    if parse_name(text).is_some() {
        return Some(MentionKind::Name);
    }
    if text.starts_with("--") && is_flag(text) {
        return Some(MentionKind::Flag);
    }
    if looks_like_a_path(text) {
        return Some(MentionKind::Path);
    }
    is_command(text).then_some(MentionKind::Command)
}

/// Whether it is one long flag, maybe with a value: `--all`, `--limit=N`, `--limit N`.
fn is_flag(text: &str) -> bool {
    let name = text.trim_start_matches('-').split(['=', ' ']).next().unwrap_or_default();
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

/// State from the lines before that decides whether the next indented line is code.
#[derive(Default)]
struct Prose {
    follows_text: bool,
    is_in_list: bool,
}

impl Prose {
    /// Whether a line of Markdown is code because it is indented. In a list, indentation is prose.
    fn is_indented_code(&mut self, text: &str) -> bool {
        let content = text.trim_start();
        if content.is_empty() {
            self.follows_text = false;
            return false;
        }
        let is_indented = text.starts_with("    ") || text.starts_with('\t');
        let is_item = ["- ", "* ", "+ "].iter().any(|mark| content.starts_with(mark))
            || content
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .strip_prefix(['.', ')'])
                .is_some_and(|rest| rest.starts_with(' '));
        if is_indented && !self.is_in_list && !self.follows_text {
            return true;
        }
        let is_flush = !text.starts_with([' ', '\t']);
        self.is_in_list = is_item || self.is_in_list && (self.follows_text || !is_flush);
        self.follows_text = true;
        false
    }
}

fn restructured_line(found: &mut Found<'_>, line: u32, text: &str) {
    if let Some((described, start, target)) = directive_target(text) {
        match described {
            Described::Scope => {
                found.scope = Some(target.to_string()).filter(|scope| scope != "None");
            }
            Described::Module => found.scope = Some(target.to_string()),
            Described::Symbol => {}
        }
        found.add(MentionKind::Name, MentionSource::Directive, line, start, target);
    }
    for span in code_spans(text) {
        match role_target(&span) {
            Some(RoleTarget::Code(start, target)) => {
                found.add(MentionKind::Name, MentionSource::Role, line, start, target);
            }
            Some(RoleTarget::File(start, target)) => {
                found.add(MentionKind::Path, MentionSource::Role, line, start, target);
            }
            Some(RoleTarget::Document(start, target)) => {
                found.add(MentionKind::Link, MentionSource::Role, line, start, target);
            }
            Some(RoleTarget::Plain(start, target)) => add_code(found, line, start, target),
            None => {}
        }
    }
}
