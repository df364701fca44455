//! Gathers the mentions of a document, within bounds.

use rutter_domain::{DocumentMention, MentionKind, MentionSource};

use super::outline::Outline;

/// A document with more mentions is a list of them; the rest is left out.
const MOST_MENTIONS: usize = 20_000;

/// The longest command line, path or name that is kept.
const MAX_TEXT_BYTES: usize = 300;

/// The mentions found so far.
pub(super) struct Found<'o> {
    outline: &'o Outline,
    pub mentions: Vec<DocumentMention>,
    /// The module in force, in reStructuredText.
    pub scope: Option<String>,
}

impl<'o> Found<'o> {
    pub(super) fn new(outline: &'o Outline) -> Found<'o> {
        Found { outline, mentions: Vec::new(), scope: None }
    }

    /// Adds a mention on a line, counted from 0.
    pub(super) fn add(
        &mut self,
        kind: MentionKind,
        source: MentionSource,
        line: u32,
        column: usize,
        text: &str,
    ) {
        let scope = match source {
            // Only these are resolved within the module that a directive has set.
            MentionSource::Role | MentionSource::Directive => self.scope.clone(),
            MentionSource::InlineCode | MentionSource::Link | MentionSource::FencedCode => None,
        };
        self.add_scoped(kind, source, line, column, text, scope);
    }

    /// As [`Found::add`], with the scope of the text.
    pub(super) fn add_scoped(
        &mut self,
        kind: MentionKind,
        source: MentionSource,
        line: u32,
        column: usize,
        text: &str,
        scope: Option<String>,
    ) {
        if text.is_empty() || text.len() > MAX_TEXT_BYTES || self.mentions.len() >= MOST_MENTIONS {
            return;
        }
        let headings = &self.outline.headings;
        let n_sections = headings.partition_point(|heading| heading.line <= line) as u32;
        self.mentions.push(DocumentMention {
            kind,
            source,
            text: text.to_string(),
            scope,
            line: line + 1,
            column: column as u32,
            section: n_sections.checked_sub(1),
        });
    }
}

/// Whether it begins like a command line: a program, and at least one word more.
pub(super) fn is_command(text: &str) -> bool {
    let Some((program, rest)) = text.split_once(' ') else { return false };
    let is_program = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    program.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/'))
        && program.chars().all(is_program)
        && rest.starts_with(|c: char| c.is_ascii_alphanumeric() || "-./<[$\"'".contains(c))
}
