//! Fenced code with the colours of its language.
//!
//! A query is compiled when its language is first seen, and kept. Lines are never wrapped, so that
//! what is copied from the terminal is the code.

use std::collections::HashMap;
use std::fmt;

use anstyle::Style as Look;
use rutter_domain::Language;
use rutter_syntax::{grammar, highlight_query};
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

use crate::palette::{CAPTURES, PLAIN};
use crate::styled::StyledLine;
use crate::text::Charset;

/// Longer code is not parsed, which bounds the time that a block takes.
const LONGEST_PARSED_BYTES: usize = 100_000;

/// The grammar of PHP takes for HTML what stands before this.
const PHP_START: &str = "<?php\n";

/// Highlights code, with one compiled query for each language that occurred.
#[derive(Default)]
pub struct CodeHighlighter {
    highlighter: Highlighter,
    configurations: HashMap<Language, Option<HighlightConfiguration>>,
}

impl fmt::Debug for CodeHighlighter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodeHighlighter").finish_non_exhaustive()
    }
}

impl CodeHighlighter {
    /// The lines of `code`. Of a language that is not known, they are plain.
    pub fn highlight(&mut self, language: &str, code: &str, charset: Charset) -> Vec<StyledLine> {
        let mut lines = Lines { charset, lines: Vec::new() };
        let known = Language::parse(language);
        let spans = match known {
            Some(language) if code.len() <= LONGEST_PARSED_BYTES => self.spans(language, code),
            Some(_) | None => None,
        };
        match spans {
            Some(spans) => spans.iter().for_each(|(text, look)| lines.push(text, *look)),
            None => lines.push(code, PLAIN),
        }
        lines.lines
    }

    /// All of the code in pieces of one look. `None` if it cannot be parsed.
    fn spans(&mut self, language: Language, code: &str) -> Option<Vec<(String, Look)>> {
        let prefix = match language == Language::Php && !code.contains("<?") {
            true => PHP_START,
            false => "",
        };
        let source = format!("{prefix}{code}");
        let configuration =
            self.configurations.entry(language).or_insert_with(|| configure(language)).as_ref()?;
        let events = self
            .highlighter
            .highlight(configuration, source.as_bytes(), None, None, |_| None)
            .ok()?;
        let mut looks: Vec<Look> = Vec::new();
        let mut spans = Vec::new();
        for event in events {
            match event.ok()? {
                HighlightEvent::HighlightStart(capture) => {
                    looks.push(CAPTURES.get(capture.0).map_or(PLAIN, |(_, look)| *look));
                }
                HighlightEvent::HighlightEnd => {
                    looks.pop();
                }
                HighlightEvent::Source { start, end } => {
                    let look = looks.last().copied().unwrap_or(PLAIN);
                    let text = source.get(start.max(prefix.len())..end).unwrap_or_default();
                    spans.push((text.to_owned(), look));
                }
            }
        }
        Some(spans)
    }
}

fn configure(language: Language) -> Option<HighlightConfiguration> {
    let query = highlight_query(language)?;
    let grammar = grammar(language)?;
    let mut configuration =
        HighlightConfiguration::new(grammar, language.name(), &query, "", "").ok()?;
    let names: Vec<&str> = CAPTURES.iter().map(|(name, _)| *name).collect();
    configuration.configure(&names);
    Some(configuration)
}

struct Lines {
    charset: Charset,
    lines: Vec<StyledLine>,
}

impl Lines {
    fn push(&mut self, text: &str, look: Look) {
        for (at, part) in text.split('\n').enumerate() {
            if at > 0 || self.lines.is_empty() {
                self.lines.push(StyledLine::default());
            }
            let part = part.strip_suffix('\r').unwrap_or(part);
            self.lines.last_mut().expect("pushed above").push(part, look, self.charset);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::styled::{Style, render_lines};

    fn highlighted(language: &str, code: &str) -> String {
        let lines = CodeHighlighter::default().highlight(language, code, Charset::Unicode);
        render_lines(&lines, Style::Ansi).replace('\x1b', "^")
    }

    #[test]
    fn code_is_coloured_by_its_language() {
        expect_test::expect![[r#"
            ^[2m^[3m// why^[0m
            ^[35mfn^[0m ^[1mmain^[0m() {
                ^[35mlet^[0m a: ^[36mu32^[0m = ^[1mparse^[0m(^[32m"x^[0m^[31m\n^[0m^[32m"^[0m, ^[31m12^[0m)?;
            }
        "#]].assert_eq(&highlighted(
            "rust",
            "// why\nfn main() {\n    let a: u32 = parse(\"x\\n\", 12)?;\n}",
        ));
        expect_test::expect![[r#"
            ^[35mdef^[0m ^[1mf^[0m(a):
                ^[35mreturn^[0m ^[31mNone^[0m  ^[2m^[3m# why^[0m
        "#]]
        .assert_eq(&highlighted("py", "def f(a):\n    return None  # why"));
    }

    #[test]
    fn php_needs_no_opening_tag() {
        expect_test::expect![[r#"
            ^[35mecho^[0m ^[1mstrlen^[0m(^[32m'a'^[0m);
        "#]]
        .assert_eq(&highlighted("php", "echo strlen('a');"));
    }

    #[test]
    fn kotlin_is_coloured_by_our_own_query() {
        expect_test::expect![[r#"
            ^[35mfun^[0m ^[1mmain^[0m() { ^[35mval^[0m a = ^[32m"b"^[0m } ^[2m^[3m// c^[0m
        "#]]
        .assert_eq(&highlighted("kotlin", "fun main() { val a = \"b\" } // c"));
    }

    #[test]
    fn an_unknown_language_is_plain() {
        assert_eq!(highlighted("brainfog", "a\n\tb\x1b"), "a\n\tb\u{fffd}\n");
        assert_eq!(highlighted("", ""), "\n");
    }

    #[test]
    fn every_language_keeps_the_text() {
        let code = "if (a) {\n\tb(\"x\", 1); // c\n}\n<% \u{fffd} 日本 )))";
        let mut highlighter = CodeHighlighter::default();
        for language in Language::all() {
            let lines = highlighter.highlight(language.name(), code, Charset::Unicode);
            assert_eq!(render_lines(&lines, Style::Plain), format!("{code}\n"), "{language:?}");
        }
    }
}
