//! Code in pieces, each with the capture of the highlight query that it belongs to.
//!
//! A query is compiled when its language is first seen, and kept. What a capture looks like is the caller's
//! business: it names the captures that it has a look for. Start at [`Highlights::spans`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rutter_domain::Language;
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

use crate::languages;
use crate::parse::{NEVER, parse_bytes};
use crate::read::grammar;
use crate::work::Work;

/// The PHP grammar reads everything before this mark as HTML.
const PHP_START: &str = "<?php\n";

/// Finds the captures of code, with one compiled query for each language that occurred.
pub struct Highlights {
    captures: Vec<&'static str>,
    configurations: Mutex<HashMap<Language, Option<Arc<HighlightConfiguration>>>>,
}

/// A piece of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HighlightSpan {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Position in the list of captures; `None` for plain text.
    pub capture: Option<usize>,
}

/// The highlight query of a language as its grammar ships it; `None` for one that is not parsed. It names
/// nodes of the tree, and its captures (`keyword`, `string.special`) are what a theme gives colours to.
fn highlight_query(language: Language) -> Option<String> {
    let queries = languages::profile(language).highlights;
    (!queries.is_empty()).then(|| queries.join("\n"))
}

impl std::fmt::Debug for Highlights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Highlights").finish_non_exhaustive()
    }
}

impl Highlights {
    /// `captures` are the names to look for; `function` also covers `function.method`.
    pub fn new(captures: Vec<&'static str>) -> Highlights {
        Highlights { captures, configurations: Mutex::default() }
    }

    /// All of the code in pieces, in order. `None` if the language has no query, or the code takes too much work.
    pub fn spans(&self, language: Language, code: &str) -> Option<Vec<HighlightSpan>> {
        // language: PHP code without its mark is read as HTML
        let prefix = if language == Language::Php && !code.contains("<?") { PHP_START } else { "" };
        let source = format!("{prefix}{code}");
        let configuration = self.configuration(language)?;
        // The highlighter has no limits of its own.
        let work = Work::new(source.len(), &NEVER);
        // It parses without our limits on work and memory, so the same text is parsed under them
        // first.
        parse_bytes(languages::table(language)?, source.as_bytes(), &work).ok()?;
        let mut highlighter = Highlighter::new();
        let events =
            highlighter.highlight(&configuration, source.as_bytes(), None, None, |_| None).ok()?;
        let mut open: Vec<usize> = Vec::new();
        let mut spans = Vec::new();
        for event in events {
            match event.ok()? {
                HighlightEvent::HighlightStart(capture) => open.push(capture.0),
                HighlightEvent::HighlightEnd => {
                    open.pop();
                }
                HighlightEvent::Source { start, end } => {
                    let start = start.max(prefix.len()) - prefix.len();
                    let end = end.max(prefix.len()) - prefix.len();
                    if start < end {
                        spans.push(HighlightSpan { start, end, capture: open.last().copied() });
                    }
                }
            }
        }
        Some(spans)
    }

    fn configuration(&self, language: Language) -> Option<Arc<HighlightConfiguration>> {
        let known = self.configurations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(configuration) = known.get(&language) {
            return configuration.clone();
        }
        drop(known);
        // Compiled without the lock: it takes a while, and to do it twice does no harm.
        let configuration = self.configure(language).map(Arc::new);
        let mut known = self.configurations.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(language).or_insert(configuration).clone()
    }

    fn configure(&self, language: Language) -> Option<HighlightConfiguration> {
        let query = highlight_query(language)?;
        let grammar = grammar(language)?;
        let mut configuration =
            HighlightConfiguration::new(grammar, language.name(), &query, "", "").ok()?;
        configuration.configure(&self.captures);
        Some(configuration)
    }
}

#[cfg(test)]
mod tests {
    use rutter_domain::Family;

    use super::*;

    #[test]
    fn every_parsed_language_has_a_query_that_fits_its_grammar() {
        for language in Language::all() {
            let query = highlight_query(language);
            assert_eq!(query.is_some(), language.family() == Family::Code, "{language:?}");
            if let (Some(query), Some(grammar)) = (query, grammar(language)) {
                let compiled = tree_sitter::Query::new(&grammar, &query);
                assert!(compiled.is_ok(), "{language:?}: {:?}", compiled.err());
            }
        }
    }

    #[test]
    fn code_that_takes_the_parser_too_much_is_not_coloured() {
        let highlights = Highlights::new(vec!["keyword", "function"]);
        assert!(highlights.spans(Language::Java, "class A { int f() { return 1; } }").is_some());
        assert!(highlights.spans(Language::Php, "function f() { return 1; }").is_some());
        assert_eq!(highlights.spans(Language::Java, &"a<\n".repeat(30_000)), None);
    }
}
