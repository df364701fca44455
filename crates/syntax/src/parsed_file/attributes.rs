//! What belongs to a definition though it stands beside it or elsewhere: decorators, annotations,
//! templates, pragmas.
//!
//! The tokens say what is an attribute and of which definition, as the grammar has it. Attributes
//! inside a definition are among its tokens anyway.

use std::ops::Range;

use crate::languages::profile;
use crate::{AttributeOwner, Token, token_hash};
use rutter_domain::{Symbol, Visibility};

use super::sequence::sequence_hash;
use super::{MASK, ParsedFile};

/// At most this many tokens before a definition are looked at.
const MOST_TOKENS: usize = 400;

impl ParsedFile {
    /// The attributes before a definition that begins with the token `start`, as places in the tokens.
    pub(super) fn attributes_before(&self, symbol: &Symbol, start: usize) -> Vec<usize> {
        let all = self.tokens();
        let start = start.min(all.len());
        let container = symbol.parent.map(|parent| &self.facts.symbols[parent as usize]);
        let mut found = Vec::new();
        let mut is_next = true;
        for at in (start.saturating_sub(MOST_TOKENS)..start).rev() {
            let token = &all[at];
            match token.attribute {
                Some(AttributeOwner::Next) if is_next => found.push(at),
                Some(AttributeOwner::Within { .. })
                    if is_attribute_of(token, symbol, container) =>
                {
                    found.push(at);
                }
                Some(
                    AttributeOwner::Next | AttributeOwner::Within { .. } | AttributeOwner::Named,
                ) => {}
                None if token.is_mark() => {}
                None => match token.text(&self.text) {
                    // What comes before belongs to another definition.
                    ";" | "{" | "}" => break,
                    word if is_next && self.wraps(word, token, &all[start..]) => found.push(at),
                    _ => is_next = false,
                },
            }
        }
        found.reverse();
        found
    }

    /// Hashes of what is said of a symbol by its name, and of a visibility that no word of its own says.
    pub(super) fn attributes_elsewhere(&self, symbol: &Symbol) -> Vec<u64> {
        let mut hashes: Vec<u64> = self
            .named_attributes()
            .iter()
            .filter_map(|range| self.named_attribute_hash(symbol, range.clone()))
            .collect();
        // A section, or a call such as `private :name`, changes who may use it without touching its
        // own tokens.
        let is_said_apart = profile(self.language).members.sections;
        if is_said_apart && symbol.visibility != Visibility::Public {
            hashes.push(MASK ^ token_hash(symbol.visibility.name()));
        }
        hashes
    }

    /// Whether a word makes the definition after it an argument, as in `memoize def name`.
    fn wraps(&self, word: &str, token: &Token, definition: &[Token]) -> bool {
        let is_name = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        profile(self.language).members.sections
            && is_name(word)
            && definition
                .first()
                .is_some_and(|first| first.line == token.line && first.text(&self.text) == "def")
    }

    fn named_attributes(&self) -> &[Range<usize>] {
        self.named_attributes.get_or_init(|| {
            let mut ranges: Vec<Range<usize>> = Vec::new();
            for (at, token) in self.tokens().iter().enumerate() {
                if token.attribute != Some(AttributeOwner::Named) {
                    continue;
                }
                match ranges.last_mut() {
                    Some(last) if last.end == at => last.end = at + 1,
                    Some(_) | None => ranges.push(at..at + 1),
                }
            }
            ranges
        })
    }

    /// The hash of an attribute without the names in it; `None` if it does not name the symbol.
    fn named_attribute_hash(&self, symbol: &Symbol, range: Range<usize>) -> Option<u64> {
        let tokens = &self.tokens()[range];
        let (first, last) = (tokens.first()?, tokens.last()?);
        let pragma = first.text(&self.text);
        if pragma.starts_with("{-#") {
            let words = pragma.trim_start_matches("{-#").trim_end_matches("#-}");
            let names = words.split(['"', ':']).next().unwrap_or("");
            let mut names = names.split([' ', ',', '\n', '[', ']']).filter(|name| !name.is_empty());
            names.next();
            let is_named = names.any(|name| name == symbol.name);
            let is_mine = |word: &&str| word.trim_end_matches(',') != symbol.name;
            return is_named
                .then(|| sequence_hash(words.split_whitespace().filter(is_mine).map(token_hash)));
        }
        let container = symbol.parent.map(|parent| self.facts.symbols[parent as usize].span);
        let is_inside = container.is_none_or(|span| {
            span.start_byte <= first.start_byte && last.end_byte <= span.end_byte
        });
        let is_name = |token: &&Token| {
            token.text(&self.text).strip_prefix(':').is_some_and(|name| name == symbol.name)
        };
        let says = tokens.iter().filter(|token| {
            let text = token.text(&self.text);
            !text.is_empty() && text != "," && !text.starts_with(':')
        });
        (is_inside && tokens.iter().any(|token| is_name(&token)))
            .then(|| sequence_hash(says.map(|token| token.hash)))
    }
}

/// Whether a token is part of an attribute that belongs to a symbol, and not to what contains it.
pub(super) fn is_attribute_of(token: &Token, symbol: &Symbol, container: Option<&Symbol>) -> bool {
    let Some(AttributeOwner::Within { start_byte, end_byte }) = token.attribute else {
        return false;
    };
    let holds =
        |symbol: &Symbol| start_byte <= symbol.span.start_byte && symbol.span.end_byte <= end_byte;
    holds(symbol) && !container.is_some_and(holds)
}
