//! The tokens of a text, each with its hash and its place: what is left of code when blanks, comments
//! and all that a formatter changes do not count.
//!
//! Where a language ends a statement by a line's end or a block by indentation, two programs can
//! have the same tokens. So the end of each statement and block leaves a mark, a token of no length.
//! A token that a formatter adds or removes is not in the list, and one that it rewrites has the hash
//! of its canonical form: what may change is in `formatting`, node kind by node kind, and in `special`.
//! Documents, and whatever is not parsed, are taken word by word. Start at [`tokens`].

mod literals;
mod roles;
mod special;
mod taker;

use rutter_domain::{Family, Language};

use crate::fingerprint::hash_bytes;
use crate::parse::{NEVER, parse};
use crate::work::Work;
use crate::{gate, languages};

use taker::Taker;

/// A token, or the mark that a statement or block leaves at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Hash of the canonical text; it does not depend on the machine.
    pub hash: u64,
    pub start_byte: u32,
    /// One past the last byte; of a mark, the same as the first.
    pub end_byte: u32,
    /// The line it starts on, from 1.
    pub line: u32,
    /// What it belongs to if it is part of an attribute, annotation or decorator.
    pub attribute: Option<AttributeOwner>,
}

/// The definition that an attribute belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeOwner {
    /// The one that follows.
    Next,
    /// The one that is all of these bytes, or most of them.
    Within { start_byte: u32, end_byte: u32 },
    /// The one that the attribute names.
    Named,
}

impl Token {
    /// Whether it marks the end of a statement or block.
    pub fn is_mark(&self) -> bool {
        self.start_byte == self.end_byte
    }

    /// Its text; empty if it does not fit `text`.
    pub fn text<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start_byte as usize..self.end_byte as usize).unwrap_or("")
    }
}

/// All tokens of a text, in order, as any formatter would leave them.
pub fn tokens(language: Language, text: &str) -> Vec<Token> {
    let table = match language.family() {
        Family::Code => languages::table(language),
        Family::Document | Family::Data => None,
    };
    let of_tree = table.and_then(|table| {
        // Tokens are taken apart from facts, and their trees take as much memory.
        let _permit = gate::enter(text.len(), &NEVER).ok()?;
        let tree = parse(table, text, &Work::new(text.len(), &NEVER)).ok()?;
        Some(Taker::new(text).take_tree(table, &tree))
    });
    of_tree.unwrap_or_else(|| Taker::new(text).take_words())
}

/// The hash of a token with this canonical text.
pub fn token_hash(text: &str) -> u64 {
    hash_bytes(text.as_bytes())
}

#[cfg(test)]
mod tests;
