//! The tokens of a text, each with its hash and its place: what is left of code when blanks and
//! comments do not count.
//!
//! Where a language ends a statement by a line's end or a block by indentation, two programs can
//! have the same tokens. So the end of each statement and block leaves a mark, a token of no length.
//! Documents, and whatever is not parsed, are taken word by word. Start at [`tokens`].

use rutter_domain::{Family, Language};
use tree_sitter::{Node, Tree};

use crate::fingerprint::hash_bytes;
use crate::read::{NEVER, parse};
use crate::table::{Action, Table};
use crate::work::Work;
use crate::{gate, languages};

/// A token, or the mark that a statement or block leaves at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// The same for the same text on every machine.
    pub hash: u64,
    pub start_byte: u32,
    /// One past the last byte; of a mark, the same as the first.
    pub end_byte: u32,
    /// The line it starts on, from 1.
    pub line: u32,
}

impl Token {
    /// Whether it stands for the end of a statement or block.
    pub fn is_mark(&self) -> bool {
        self.start_byte == self.end_byte
    }

    /// Its text; empty if it does not fit `text`.
    pub fn text<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start_byte as usize..self.end_byte as usize).unwrap_or("")
    }
}

/// All tokens of a text, in order.
pub fn tokens(language: Language, text: &str) -> Vec<Token> {
    let table = match language.family() {
        Family::Code => languages::table(language),
        Family::Document | Family::Data => None,
    };
    let of_tree = table.and_then(|table| {
        let _permit = gate::enter(text.len(), &NEVER).ok()?;
        let tree = parse(table, text, &Work::new(text.len(), &NEVER)).ok()?;
        Some(Taker::new(text).take_tree(table, &tree))
    });
    of_tree.unwrap_or_else(|| Taker::new(text).take_words())
}

/// Whether the end of such a node is worth a mark.
fn leaves_mark(node: Node<'_>) -> bool {
    node.is_named() && (node.kind() == "block" || node.kind().ends_with("statement"))
}

struct Taker<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// The end of the last token or comment.
    read_to: usize,
    /// Lines have been counted up to this byte.
    counted_to: usize,
    line: u32,
}

impl<'t> Taker<'t> {
    fn new(text: &'t str) -> Taker<'t> {
        Taker { text, tokens: Vec::new(), read_to: 0, counted_to: 0, line: 1 }
    }

    fn take_tree(mut self, table: &Table, tree: &Tree) -> Vec<Token> {
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            if matches!(table.action(node.kind_id()), Action::Comment) {
                self.take_gap(node.start_byte());
                self.read_to = self.read_to.max(node.end_byte());
            } else if node.child_count() > 0 && cursor.goto_first_child() {
                continue;
            } else {
                self.take(node.start_byte(), node.end_byte());
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    self.take_gap(self.text.len());
                    return self.tokens;
                }
                self.mark_end(cursor.node());
            }
        }
    }

    /// Words are runs of letters and digits; every other character that is not blank is one too.
    fn take_words(mut self) -> Vec<Token> {
        let mut start = None;
        for (at, c) in self.text.char_indices() {
            let is_part = c.is_alphanumeric() || c == '_';
            if let Some(first) = start.filter(|_| !is_part) {
                self.push(first, at);
                start = None;
            }
            if is_part {
                start.get_or_insert(at);
            } else if !c.is_whitespace() {
                self.push(at, at + c.len_utf8());
            }
        }
        if let Some(first) = start {
            self.push(first, self.text.len());
        }
        self.tokens
    }

    fn take(&mut self, start: usize, end: usize) {
        self.take_gap(start);
        let token = self.text.as_bytes().get(start..end).unwrap_or_default();
        let blanks = token.len() - token.trim_ascii_end().len();
        if token.len() > blanks {
            self.push(start, end - blanks);
        }
        self.read_to = self.read_to.max(end);
    }

    /// Takes what lies between two nodes: blanks as a rule, or text the grammar has no node for.
    fn take_gap(&mut self, end: usize) {
        let gap = self.text.as_bytes().get(self.read_to..end).unwrap_or_default();
        let before = gap.len() - gap.trim_ascii_start().len();
        let length = gap.trim_ascii().len();
        if length > 0 {
            self.push(self.read_to + before, self.read_to + before + length);
        }
        self.read_to = self.read_to.max(end);
    }

    fn push(&mut self, start: usize, end: usize) {
        let bytes = self.text.as_bytes();
        let passed = bytes.get(self.counted_to..start).unwrap_or_default();
        let n_newlines = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(n_newlines).unwrap_or(u32::MAX));
        self.counted_to = self.counted_to.max(start);
        let hash = hash_bytes(bytes.get(start..end).unwrap_or_default());
        self.tokens.push(Token {
            hash,
            start_byte: u32::try_from(start).unwrap_or(u32::MAX),
            end_byte: u32::try_from(end).unwrap_or(u32::MAX),
            line: self.line,
        });
    }

    /// Leaves a mark where the last token ended.
    fn mark_end(&mut self, node: Node<'_>) {
        if !leaves_mark(node) {
            return;
        }
        if let Some(last) = self.tokens.last().copied() {
            let kind = hash_bytes(node.kind().as_bytes());
            let (hash, at) = (kind.rotate_left(7), last.end_byte);
            self.tokens.push(Token { hash, start_byte: at, end_byte: at, line: last.line });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hashes of all tokens: what an edit must or must not change.
    fn hashes(language: Language, text: &str) -> Vec<u64> {
        tokens(language, text).iter().map(|token| token.hash).collect()
    }

    fn check(language: Language, text: &str, expected: &str) {
        let written: Vec<String> = tokens(language, text)
            .iter()
            .map(|token| match token.is_mark() {
                true => ".".to_owned(),
                false => format!("{}:{}", token.line, token.text(text)),
            })
            .collect();
        assert_eq!(written.join(" "), expected);
    }

    #[test]
    fn comments_and_blanks_are_no_tokens() {
        check(
            Language::Rust,
            "/// Adds.\nfn add( a : u8 ) {\n    // why\n    a\n}\n",
            "2:fn 2:add 2:( 2:a 2:: 2:u8 2:) 2:{ 4:a 5:} .",
        );
        let left = hashes(Language::Go, "package a\nfunc F() int { return 1 }\n");
        let right =
            hashes(Language::Go, "package a\n\n// F is.\nfunc F() int {\n\treturn 1 // one\n}\n");
        assert_eq!(left, right);
    }

    #[test]
    fn indentation_that_means_something_counts() {
        let inside = "def f():\n    if a:\n        b()\n        c()\n";
        let outside = "def f():\n    if a:\n        b()\n    c()\n";
        assert_ne!(hashes(Language::Python, inside), hashes(Language::Python, outside));
        let wider = "def f():\n  if a:\n    b()\n\n    # why\n    c()\n";
        assert_eq!(hashes(Language::Python, inside), hashes(Language::Python, wider));
    }

    #[test]
    fn blanks_in_a_string_count() {
        let left = hashes(Language::TypeScript, "const a = \"x y\";\n");
        assert_ne!(left, hashes(Language::TypeScript, "const a = \"x  y\";\n"));
    }

    #[test]
    fn a_document_is_words() {
        check(
            Language::Markdown,
            "# Größe, it's\n\n日本 a_b",
            "1:# 1:Größe 1:, 1:it 1:' 1:s 3:日本 3:a_b",
        );
        check(Language::Unknown, "", "");
    }

    #[test]
    fn text_that_is_no_code_has_tokens_too() {
        for text in ["fn (((", "\u{0}\u{1}", "}}}}", "\"open", "é é\n"] {
            for language in [Language::Rust, Language::Python, Language::Haskell] {
                let n_blank = text.trim().is_empty();
                assert!(n_blank || !tokens(language, text).is_empty(), "{language} {text:?}");
            }
        }
    }
}
