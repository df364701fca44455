//! How symbols were hashed before tokens were canonical, so that entries of that time stay valid.
//!
//! Tokens were taken as written, and what stands before a definition was found by its words.

use rutter_domain::{Symbol, SymbolKind};
use rutter_engine::name_parts;
use rutter_syntax::{Token, verbatim_tokens};

use super::sequence::sequence_hash;
use super::{MASK, ParsedFile, has_own_body, range_of_bytes, trimmed};

impl ParsedFile {
    /// The hash of a symbol as [`ParsedFile::subject_hash`] was once.
    pub(super) fn legacy_subject_hash(&self, symbol: &Symbol) -> u64 {
        match self.definitions_of(symbol).as_slice() {
            [] | [_] => self.legacy_definition_hash(symbol),
            all => sequence_hash(all.iter().map(|one| self.legacy_definition_hash(one))),
        }
    }

    /// The tokens as they are written.
    pub(super) fn verbatim(&self) -> &[Token] {
        self.verbatim.get_or_init(|| verbatim_tokens(self.language, &self.text))
    }

    fn legacy_definition_hash(&self, symbol: &Symbol) -> u64 {
        let all = self.verbatim();
        let range = range_of_bytes(all, symbol.span.start_byte, symbol.span.end_byte);
        let range = trimmed(all, range);
        let range = attributes_start(&self.text, all, range.start)..range.end;
        let Some(own) = all.get(range) else { return 0 };
        let is_left_out = self.legacy_left_out(symbol, own);
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

    fn legacy_left_out(&self, symbol: &Symbol, own: &[Token]) -> Vec<bool> {
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
            let range = range_of_bytes(own, inner.span.start_byte, inner.span.end_byte);
            let (start, end) = (range.start, range.end);
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
}

/// No attribute is longer than this many tokens.
const MOST_TOKENS: usize = 400;

/// Where a definition that begins at `start` begins with its attributes: `@name(…)`, `#[…]`,
/// `template <…>`.
fn attributes_start(text: &str, tokens: &[Token], start: usize) -> usize {
    let mut start = start.min(tokens.len());
    while let Some(before) = (Before { text, tokens }).attributes(start) {
        start = before;
    }
    start
}

/// Tokens, read backwards.
struct Before<'a> {
    text: &'a str,
    tokens: &'a [Token],
}

impl Before<'_> {
    /// The first token of the attributes that ends right before `end`.
    fn attributes(&self, end: usize) -> Option<usize> {
        let last = self.before(end)?;
        match self.text_at(last) {
            // `#![…]` belongs to what encloses it.
            "]" => self.before(self.opening(last, "[", "]")?).filter(|at| self.text_at(*at) == "#"),
            ">" => {
                let at = self.before(self.opening(last, "<", ">")?)?;
                (self.text_at(at) == "template").then_some(at)
            }
            ")" => self.decorator(self.before(self.opening(last, "(", ")")?)?),
            _ => self.decorator(last),
        }
    }

    /// The `@` of a decorator whose name ends here: `@a`, `@a.b`.
    fn decorator(&self, last: usize) -> Option<usize> {
        let is_name =
            |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_') && !text.is_empty();
        let mut at = last;
        loop {
            let name = self.text_at(at);
            if name.strip_prefix('@').is_some_and(is_name) {
                return self.begins_line(at).then_some(at);
            }
            if !is_name(name) {
                return None;
            }
            let joint = self.before(at)?;
            match self.text_at(joint) {
                "@" => return self.begins_line(joint).then_some(joint),
                "." | "::" | ":" => at = self.before(joint)?,
                _ => return None,
            }
        }
    }

    /// Where the bracket that closes at `last` opens.
    fn opening(&self, last: usize, opens: &str, closes: &str) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (last.saturating_sub(MOST_TOKENS)..=last).rev() {
            let token = self.text_at(at);
            if token == closes {
                depth += 1;
            } else if token == opens {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        None
    }

    fn begins_line(&self, at: usize) -> bool {
        self.before(at).is_none_or(|before| self.tokens[before].line < self.tokens[at].line)
    }

    /// The token before another one; marks are none.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| !self.tokens[*at].is_mark())
    }

    fn text_at(&self, at: usize) -> &str {
        self.tokens[at].text(self.text)
    }
}
