//! A parsed file: its text, what it defines, and its tokens.
//!
//! Hashes are made here. That of a symbol leaves out its own name, so that a new name keeps it; and
//! of what contains functions it leaves out their bodies, so that an edited method concerns the
//! method alone.

mod attributes;
mod definitions;
mod docs;
mod sequence;
mod whole;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::{AttributeOwner, Token, token_hash, tokens};
use rutter_domain::name_parts;
use rutter_domain::{ContentHash, Facts, Language, Symbol, SymbolKind};
use rutter_domain::{TokenUnit, Window};

use attributes::is_attribute_of;
use definitions::Shared;
use sequence::{find_sequence, sequence_hash};

pub use whole::head_hash;

/// Stands for a symbol's own name; those of its containers follow.
const MASK: u64 = 0x5DEE_CE66_D1CE_4E5B;

/// A file as it is now.
#[derive(Debug)]
pub struct ParsedFile {
    pub path: String,
    pub content: ContentHash,
    pub facts: Arc<Facts>,
    pub text: String,
    language: Language,
    tokens: OnceLock<Vec<Token>>,
    words: OnceLock<Vec<Token>>,
    /// Attributes that name what they belong to, as ranges of the tokens.
    named_attributes: OnceLock<Vec<Range<usize>>>,
    shared: OnceLock<Shared>,
    /// Filled by `whole.rs`.
    whole: OnceLock<Arc<ParsedFile>>,
}

impl ParsedFile {
    pub fn new(
        path: &str,
        content: ContentHash,
        language: Language,
        text: String,
        facts: Arc<Facts>,
    ) -> ParsedFile {
        ParsedFile {
            path: path.to_owned(),
            content,
            facts,
            text,
            language,
            tokens: OnceLock::new(),
            words: OnceLock::new(),
            named_attributes: OnceLock::new(),
            shared: OnceLock::new(),
            whole: OnceLock::new(),
        }
    }

    pub fn n_lines(&self) -> u32 {
        u32::try_from(self.text.lines().count()).unwrap_or(u32::MAX)
    }

    /// Lines of the text, from 1, inclusive.
    pub fn lines(&self, start_line: u32, end_line: u32) -> impl Iterator<Item = &str> {
        let n_lines = end_line.saturating_add(1).saturating_sub(start_line) as usize;
        self.text.lines().skip(start_line.saturating_sub(1) as usize).take(n_lines)
    }

    /// The first symbol that satisfies `is_it`, with its index.
    pub fn find(&self, mut is_it: impl FnMut(&Symbol) -> bool) -> Option<(usize, &Symbol)> {
        self.facts.symbols.iter().enumerate().find(|(_, symbol)| is_it(symbol))
    }

    /// The hash of what a symbol is, whatever its name and place.
    pub fn subject_hash(&self, symbol: &Symbol) -> u64 {
        if symbol.kind == SymbolKind::File {
            return self.outline_hash();
        }
        match self.definitions_of(symbol).as_slice() {
            [] | [_] => self.definition_hash(symbol),
            all => sequence_hash(all.iter().map(|one| self.definition_hash(one))),
        }
    }

    fn definition_hash(&self, symbol: &Symbol) -> u64 {
        let range = self.tokens_of(symbol);
        let all = self.tokens();
        let Some(own) = all.get(range.clone()) else { return 0 };
        let is_left_out = self.left_out(symbol, range.start, own);
        let mut names: Vec<u64> = vec![token_hash(&symbol.name)];
        let containers = name_parts(&symbol.qualified_name).into_iter().rev().skip(1);
        names.extend(containers.map(token_hash));
        let attributes = self.attributes_before(symbol, range.start).into_iter().map(|at| &all[at]);
        let own = own.iter().zip(is_left_out).filter(|(_, is_left_out)| !is_left_out);
        let hashes = attributes.chain(own.map(|(token, _)| token)).map(|token| {
            match names.iter().position(|name| *name == token.hash) {
                // The name of each container has a mask of its own, so that swapping two of them
                // shows.
                Some(at) => MASK.wrapping_mul(at as u64 * 2 + 1),
                None => token.hash,
            }
        });
        sequence_hash(hashes.chain(self.attributes_elsewhere(symbol)))
    }

    /// Whether lines are the symbol itself, give or take comments and blank lines around it.
    pub fn is_subject(&self, symbol: &Symbol, start_line: u32, end_line: u32) -> bool {
        let span = symbol.span;
        if (start_line, end_line) == (span.start_line, span.end_line) {
            return true;
        }
        let own = self.tokens_of(symbol);
        let all = self.tokens();
        let cited = trimmed(all, range_of_lines(all, start_line, end_line));
        !own.is_empty() && own == cited
    }

    /// The tokens of some lines, as evidence; `None` if the lines are blank.
    pub fn window(&self, start_line: u32, end_line: u32) -> Option<Window> {
        // Lines that hold comments alone have no tokens, but words.
        for unit in [TokenUnit::Tokens, TokenUnit::Words] {
            let all = self.in_units(unit);
            let range = trimmed(all, range_of_lines(all, start_line, end_line));
            if let Some(tokens) = all.get(range).filter(|tokens| !tokens.is_empty()) {
                return Some(Window {
                    unit,
                    n_tokens: u32::try_from(tokens.len()).unwrap_or(u32::MAX),
                    hash: sequence_hash(tokens.iter().map(|token| token.hash)),
                    content: self.content,
                });
            }
        }
        None
    }

    /// The lines that hold a window's tokens now; of several places the one nearest to `near_line`.
    pub fn find_window(&self, window: &Window, near_line: u32) -> Option<(u32, u32)> {
        let all = self.in_units(window.unit);
        let (first, last) = find_sequence(all, window.n_tokens, window.hash, near_line)?;
        Some((all[first].line, self.end_line(&all[last])))
    }

    /// What is left of the text without blanks and comments.
    pub fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| tokens(self.language, &self.text))
    }

    fn in_units(&self, unit: TokenUnit) -> &[Token] {
        match unit {
            TokenUnit::Tokens => self.tokens(),
            // language: they are cut as words, whatever the text is written in
            TokenUnit::Words => self.words.get_or_init(|| tokens(Language::Text, &self.text)),
        }
    }

    fn end_line(&self, token: &Token) -> u32 {
        let n_newlines = token.text(&self.text).bytes().filter(|byte| *byte == b'\n').count();
        token.line.saturating_add(u32::try_from(n_newlines).unwrap_or(0))
    }

    /// The tokens of a symbol, without marks around them.
    fn tokens_of(&self, symbol: &Symbol) -> Range<usize> {
        let all = self.tokens();
        // Marks at its ends belong to the statement around the symbol.
        trimmed(all, range_of_bytes(all, symbol.span.start_byte, symbol.span.end_byte))
    }

    /// Which of a symbol's own tokens do not count: the bodies and attributes of functions in a
    /// container, and the heading of a section, which is its name. `own` begins at `own_start`.
    fn left_out(&self, symbol: &Symbol, own_start: usize, own: &[Token]) -> Vec<bool> {
        let mut is_left_out = vec![false; own.len()];
        if symbol.kind == SymbolKind::Section {
            let n_head = self.n_head_tokens(&symbol.signature, own);
            is_left_out[..n_head].fill(true);
        }
        // A function counts with all that is in it.
        if !symbol.kind.is_container() {
            return is_left_out;
        }
        let mut reached = 0;
        for inner in &self.facts.symbols {
            let is_inside = symbol.span.contains(&inner.span) && symbol.span != inner.span;
            if !is_inside || !has_own_body(inner.kind) {
                continue;
            }
            let range = range_of_bytes(own, inner.span.start_byte, inner.span.end_byte);
            let (start, end) = (range.start, range.end);
            // A function in a function goes with the outer one.
            if start < reached || start >= end {
                continue;
            }
            let n_head = self.n_head_tokens(&inner.signature, &own[start..end]);
            is_left_out[start + n_head..end].fill(true);
            for at in start..start + n_head {
                is_left_out[at] |= is_attribute_of(&own[at], inner, Some(symbol));
            }
            for at in self.attributes_before(inner, own_start + start) {
                if let Some(at) = at.checked_sub(own_start) {
                    is_left_out[at] = true;
                }
            }
            reached = end;
        }
        for at in 0..own.len() {
            is_left_out[at] |= own[at].attribute == Some(AttributeOwner::Named);
            // The end of an attribute goes with it.
            let is_end = own[at].is_mark() && own[at].attribute.is_none();
            if at > 0 && is_end && is_left_out[at - 1] && own[at - 1].attribute.is_some() {
                is_left_out[at] = true;
            }
        }
        is_left_out
    }

    /// How many of these tokens belong to a signature, with attributes before it.
    fn n_head_tokens(&self, signature: &str, tokens: &[Token]) -> usize {
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let signature = squeezed(signature);
        let is_code = |token: &Token| token.attribute.is_none() && !token.is_mark();
        let mut n_before = tokens.iter().position(is_code).unwrap_or(0);
        let Some(first) = tokens.get(n_before) else { return 0 };
        let mut rest = signature.as_str();
        let first = squeezed(first.text(&self.text));
        match signature.find(&first) {
            // What wraps the definition may begin its signature.
            Some(at) => rest = &signature[at..],
            None => {
                let begins = |token: &Token| {
                    let text = squeezed(token.text(&self.text));
                    !text.is_empty() && signature.starts_with(&text)
                };
                n_before = tokens.iter().position(begins).unwrap_or(n_before);
            }
        }
        let mut n_head = n_before;
        let mut read_to = tokens[n_before].start_byte;
        for token in &tokens[n_before..] {
            let written = squeezed(token.text(&self.text));
            // Between two tokens may be what does not count as one, such as a last comma.
            let gap = self.text.get(read_to as usize..token.start_byte as usize).unwrap_or("");
            let left = rest.strip_prefix(&written).or_else(|| {
                rest.strip_prefix(&squeezed(gap)).and_then(|rest| rest.strip_prefix(&written))
            });
            match left {
                Some(left) if !rest.is_empty() => rest = left,
                Some(_) | None => break,
            }
            n_head += 1;
            read_to = token.end_byte;
        }
        // A signature ends before what opens the body, even where a comment kept that in it.
        let opens = |token: &Token| matches!(token.text(&self.text), "{" | ":" | ";" | "," | "=");
        while n_head > n_before && opens(&tokens[n_head - 1]) {
            n_head -= 1;
        }
        n_head
    }
}

/// Whether a symbol has a body that concerns it alone and not what contains it.
fn has_own_body(kind: SymbolKind) -> bool {
    use SymbolKind::{Constructor, Function, Method, Property, Section, Test};
    matches!(kind, Function | Method | Constructor | Test | Property | Section)
}

fn range_of_lines(all: &[Token], start_line: u32, end_line: u32) -> Range<usize> {
    let start = all.partition_point(|token| token.line < start_line);
    let end = all.partition_point(|token| token.line <= end_line);
    start..end.max(start)
}

fn range_of_bytes(all: &[Token], start_byte: u32, end_byte: u32) -> Range<usize> {
    let start = all.partition_point(|token| {
        token.start_byte < start_byte || token.is_mark() && token.start_byte == start_byte
    });
    let end = all.partition_point(|token| token.end_byte <= end_byte);
    start..end.max(start)
}

/// A range without the marks at its ends, which belong to what is around it.
fn trimmed(all: &[Token], range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start, range.end.min(all.len()));
    while start < end && all[start].is_mark() {
        start += 1;
    }
    while start < end && all[end - 1].is_mark() {
        end -= 1;
    }
    start..end.max(start)
}

#[cfg(test)]
mod tests;
