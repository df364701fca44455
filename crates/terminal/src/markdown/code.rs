//! Fenced code with the colours of its language.
//!
//! Lines are never wrapped, so that what is copied from the terminal is the code.

use anstyle::Style as Look;
use rutter_domain::Language;
use rutter_syntax::Highlights;

use crate::palette::{CAPTURES, PLAIN};
use crate::styled::StyledLine;
use crate::text::Charset;

/// Longer code is not parsed, which bounds the time that a block takes.
const LONGEST_PARSED_BYTES: usize = 100_000;

/// Highlights code, with one compiled query for each language that occurred.
#[derive(Debug)]
pub struct CodeHighlighter {
    highlights: Highlights,
}

impl Default for CodeHighlighter {
    fn default() -> CodeHighlighter {
        let names = CAPTURES.iter().map(|(name, _)| *name).collect();
        CodeHighlighter { highlights: Highlights::new(names) }
    }
}

impl CodeHighlighter {
    /// The lines of `code`. Of a language that is not known, they are plain.
    pub fn highlight(&mut self, language: &str, code: &str, charset: Charset) -> Vec<StyledLine> {
        let mut lines = Lines { charset, lines: Vec::new() };
        let spans = match Language::parse(language) {
            Some(language) if code.len() <= LONGEST_PARSED_BYTES => {
                self.highlights.spans(language, code)
            }
            Some(_) | None => None,
        };
        match spans {
            Some(spans) if !spans.is_empty() => {
                for span in spans {
                    let look = span.capture.and_then(|capture| CAPTURES.get(capture));
                    let text = code.get(span.start..span.end).unwrap_or_default();
                    lines.push(text, look.map_or(PLAIN, |(_, look)| *look));
                }
            }
            Some(_) | None => lines.push(code, PLAIN),
        }
        lines.lines
    }
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
