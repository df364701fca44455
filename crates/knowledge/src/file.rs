//! A parsed file: its text, what it defines, and its tokens.
//!
//! Hashes are made here. That of a symbol leaves out its own name, so that a new name keeps it; and
//! of what contains functions it leaves out their bodies, so that an edited method concerns the
//! method alone.

mod attributes;
mod cache;
mod definitions;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rutter_domain::{ContentHash, Facts, Language, Symbol, SymbolKind};
use rutter_engine::name_parts;
use rutter_store::{TokenUnit, Window};
use rutter_syntax::{Token, tokens};

use attributes::attributes_start;
use definitions::Shared;

pub(crate) use cache::ParsedFiles;

/// The multiplier of the rolling hash: odd, with well-spread bits.
const BASE: u64 = 0xD6E8_FEB8_6659_FD93;
/// Stands for a symbol's own name; those of its containers follow.
const MASK: u64 = 0x5DEE_CE66_D1CE_4E5B;

/// A file as it is now.
#[derive(Debug)]
pub(crate) struct ParsedFile {
    pub(crate) path: String,
    pub(crate) content: ContentHash,
    pub(crate) facts: Arc<Facts>,
    pub(crate) text: String,
    language: Language,
    tokens: OnceLock<Vec<Token>>,
    words: OnceLock<Vec<Token>>,
    shared: OnceLock<Shared>,
}

impl ParsedFile {
    pub(crate) fn new(
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
            shared: OnceLock::new(),
        }
    }

    pub(crate) fn n_lines(&self) -> u32 {
        u32::try_from(self.text.lines().count()).unwrap_or(u32::MAX)
    }

    /// Lines of the text, from 1, inclusive.
    pub(crate) fn lines(&self, start_line: u32, end_line: u32) -> impl Iterator<Item = &str> {
        let n_lines = end_line.saturating_add(1).saturating_sub(start_line) as usize;
        self.text.lines().skip(start_line.saturating_sub(1) as usize).take(n_lines)
    }

    /// The first symbol that satisfies `is_it`, with its index.
    pub(crate) fn find(&self, mut is_it: impl FnMut(&Symbol) -> bool) -> Option<(usize, &Symbol)> {
        self.facts.symbols.iter().enumerate().find(|(_, symbol)| is_it(symbol))
    }

    /// The hash of what a symbol is, whatever it is called and wherever it stands.
    pub(crate) fn subject_hash(&self, symbol: &Symbol) -> u64 {
        match self.definitions_of(symbol).as_slice() {
            [] | [_] => self.definition_hash(symbol),
            all => sequence_hash(all.iter().map(|one| self.definition_hash(one))),
        }
    }

    fn definition_hash(&self, symbol: &Symbol) -> u64 {
        let range = self.range_of_bytes(symbol.span.start_byte, symbol.span.end_byte);
        let range = self.trimmed(TokenUnit::Tokens, range);
        let range = attributes_start(&self.text, self.tokens(), range.start)..range.end;
        let Some(own) = self.tokens().get(range) else { return 0 };
        let is_left_out = self.left_out(symbol, own);
        let mut names: Vec<&str> = vec![&symbol.name];
        names.extend(name_parts(&symbol.qualified_name).into_iter().rev().skip(1));
        let hashes = own.iter().zip(is_left_out).filter(|(_, is_left_out)| !is_left_out);
        sequence_hash(hashes.map(|(token, _)| {
            let text = token.text(&self.text);
            match names.iter().position(|name| *name == text) {
                Some(at) => MASK.wrapping_mul(at as u64 * 2 + 1),
                None => token.hash,
            }
        }))
    }

    /// Whether lines are the symbol itself, give or take comments and blank lines around it.
    pub(crate) fn is_subject(&self, symbol: &Symbol, start_line: u32, end_line: u32) -> bool {
        let span = symbol.span;
        if (start_line, end_line) == (span.start_line, span.end_line) {
            return true;
        }
        let own =
            self.trimmed(TokenUnit::Tokens, self.range_of_bytes(span.start_byte, span.end_byte));
        let cited = self.trimmed(TokenUnit::Tokens, self.range_of_lines(start_line, end_line));
        !own.is_empty() && own == cited
    }

    /// The tokens of some lines, as evidence; `None` if the lines are blank.
    pub(crate) fn window(&self, start_line: u32, end_line: u32) -> Option<Window> {
        for unit in [TokenUnit::Tokens, TokenUnit::Words] {
            let all = self.in_units(unit);
            let range = range_of_lines(all, start_line, end_line);
            let range = self.trimmed(unit, range);
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

    /// The lines on which a window's tokens stand now; those nearest to `near_line` of several.
    pub(crate) fn find_window(&self, window: &Window, near_line: u32) -> Option<(u32, u32)> {
        let all = self.in_units(window.unit);
        let n_tokens = window.n_tokens as usize;
        if n_tokens == 0 || all.len() < n_tokens {
            return None;
        }
        let highest = (1..n_tokens).fold(1u64, |power, _| power.wrapping_mul(BASE));
        let mut rolling = raw_hash(all[..n_tokens].iter().map(|token| token.hash));
        let mut best: Option<(u32, u32)> = None;
        for start in 0..=all.len() - n_tokens {
            if start > 0 {
                let leaving = all[start - 1].hash.wrapping_mul(highest);
                let entering = all[start + n_tokens - 1].hash;
                rolling = rolling.wrapping_sub(leaving).wrapping_mul(BASE).wrapping_add(entering);
            }
            if finished(rolling, n_tokens as u64) == window.hash {
                let first = all[start].line;
                let is_nearer =
                    |(line, _): (u32, u32)| first.abs_diff(near_line) < line.abs_diff(near_line);
                if best.is_none_or(is_nearer) {
                    best = Some((first, self.end_line(&all[start + n_tokens - 1])));
                }
            }
        }
        best
    }

    /// What is left of the text without blanks and comments.
    pub(crate) fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| tokens(self.language, &self.text))
    }

    fn in_units(&self, unit: TokenUnit) -> &[Token] {
        match unit {
            TokenUnit::Tokens => self.tokens(),
            TokenUnit::Words => self.words.get_or_init(|| tokens(Language::Text, &self.text)),
        }
    }

    fn end_line(&self, token: &Token) -> u32 {
        let n_newlines = token.text(&self.text).bytes().filter(|byte| *byte == b'\n').count();
        token.line.saturating_add(u32::try_from(n_newlines).unwrap_or(0))
    }

    fn range_of_bytes(&self, start_byte: u32, end_byte: u32) -> Range<usize> {
        let all = self.tokens();
        let start = all.partition_point(|token| {
            token.start_byte < start_byte || token.is_mark() && token.start_byte == start_byte
        });
        let end = all.partition_point(|token| token.end_byte <= end_byte);
        start..end.max(start)
    }

    fn range_of_lines(&self, start_line: u32, end_line: u32) -> Range<usize> {
        range_of_lines(self.tokens(), start_line, end_line)
    }

    /// A range without the marks at its ends, which belong to what is around it.
    fn trimmed(&self, unit: TokenUnit, range: Range<usize>) -> Range<usize> {
        let all = self.in_units(unit);
        let (mut start, mut end) = (range.start, range.end.min(all.len()));
        while start < end && all[start].is_mark() {
            start += 1;
        }
        while start < end && all[end - 1].is_mark() {
            end -= 1;
        }
        start..end.max(start)
    }

    /// Which of a symbol's own tokens do not count: the bodies of functions in a container, and the
    /// heading of a section, which is its name.
    fn left_out(&self, symbol: &Symbol, own: &[Token]) -> Vec<bool> {
        let mut is_left_out = vec![false; own.len()];
        if symbol.kind == SymbolKind::Section {
            let n_head = self.n_head_tokens(&symbol.signature, own);
            is_left_out[..n_head].fill(true);
        }
        if !symbol.kind.is_container() {
            return is_left_out;
        }
        let mut reached = 0;
        for inner in &self.facts.symbols {
            let is_inside = symbol.span.contains(&inner.span) && symbol.span != inner.span;
            if !is_inside || !has_own_body(inner.kind) {
                continue;
            }
            let start = own.partition_point(|token| {
                token.start_byte < inner.span.start_byte
                    || token.is_mark() && token.start_byte == inner.span.start_byte
            });
            let end = own.partition_point(|token| token.end_byte <= inner.span.end_byte);
            if start < reached || start >= end {
                continue;
            }
            let n_head = self.n_head_tokens(&inner.signature, &own[start..end]);
            is_left_out[start + n_head..end].fill(true);
            let adorned = attributes_start(&self.text, own, start).max(reached);
            is_left_out[adorned..start].fill(true);
            reached = end;
        }
        is_left_out
    }

    /// How many of these tokens belong to a signature, with attributes before it.
    fn n_head_tokens(&self, signature: &str, tokens: &[Token]) -> usize {
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let signature = squeezed(signature);
        let Some(first) = tokens.first() else { return 0 };
        let mut rest = signature.as_str();
        let mut n_before = 0;
        let first = squeezed(first.text(&self.text));
        match signature.find(&first) {
            // What wraps the definition may begin its signature.
            Some(at) => rest = &signature[at..],
            None => {
                let begins = |token: &Token| {
                    let text = squeezed(token.text(&self.text));
                    !text.is_empty() && signature.starts_with(&text)
                };
                n_before = tokens.iter().position(begins).unwrap_or(0);
            }
        }
        let mut n_head = n_before;
        for token in &tokens[n_before..] {
            match rest.strip_prefix(&squeezed(token.text(&self.text))) {
                Some(left) if !rest.is_empty() => rest = left,
                Some(_) | None => break,
            }
            n_head += 1;
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

/// One hash of a sequence of hashes.
fn sequence_hash(hashes: impl Iterator<Item = u64>) -> u64 {
    let mut n_hashes = 0;
    let raw = raw_hash(hashes.inspect(|_| n_hashes += 1));
    finished(raw, n_hashes)
}

fn raw_hash(hashes: impl Iterator<Item = u64>) -> u64 {
    hashes.fold(0, |sum: u64, hash| sum.wrapping_mul(BASE).wrapping_add(hash))
}

fn finished(raw: u64, n_hashes: u64) -> u64 {
    let mixed = (raw ^ n_hashes.rotate_left(32)).wrapping_mul(BASE);
    mixed ^ (mixed >> 31)
}
