//! The local variables of a definition, as numbers: a new name for one changes nothing.
//!
//! A variable is found by its name: all tokens of a definition that are a name which a function in it binds,
//! unless the name may be that of a member, argument or key. The names of parameters stay, as callers may write
//! them; that of a receiver, which stands before the name of the method, does not.

use crate::{Token, read, token_hash};
use rutter_domain::Symbol;

use super::ParsedFile;

/// Stands for the first local variable.
const LOCAL: u64 = 0xCBBB_9D5D_C105_9ED8;

impl ParsedFile {
    /// What stands for the name in each of a definition's tokens, if it is that of a local variable.
    pub(super) fn numbered_locals(&self, symbol: &Symbol, own: &[&Token]) -> Vec<Option<u64>> {
        // Of functions in a container only the heads count.
        if symbol.kind.is_container() {
            return Vec::new();
        }
        let bound = self.bound.get_or_init(|| read::bound_names(self.language, &self.text));
        let bound = bound.iter().filter(|one| symbol.span.contains(&one.within));
        let mut names: Vec<u64> = bound.map(|one| one.hash).collect();
        if names.is_empty() {
            return Vec::new();
        }
        names.sort_unstable();
        names.dedup();
        let head: Vec<Token> = own.iter().map(|token| **token).collect();
        let head = &own[..self.n_head_tokens(&symbol.signature, &head)];
        let own_name = token_hash(&symbol.name);
        let n_before = head.iter().position(|token| token.hash == own_name).unwrap_or(0);
        names.retain(|name| !head[n_before..].iter().any(|token| token.hash == *name));
        let mut numbered: Vec<u64> = Vec::new();
        let mut brackets: Vec<&str> = Vec::new();
        let words: Vec<(usize, &str)> = (0..own.len())
            .filter(|at| !own[*at].is_mark())
            .map(|at| (at, own[at].text(&self.text)))
            .collect();
        let word_at = |place: usize| words.get(place).map_or("", |(_, word)| *word);
        let mut found = vec![None; own.len()];
        for (place, (at, word)) in words.iter().enumerate() {
            let before = place.checked_sub(1).map_or("", word_at);
            match *word {
                "(" | "[" | "{" | "${" | "#{" => brackets.push(word),
                ")" | "]" | "}" => drop(brackets.pop()),
                _ if names.binary_search(&own[*at].hash).is_err() => {}
                _ if is_label(before, word_at(place + 1), brackets.last().copied()) => {}
                _ => {
                    let hash = own[*at].hash;
                    let number = numbered.iter().position(|one| *one == hash);
                    let number = number.unwrap_or_else(|| {
                        numbered.push(hash);
                        numbered.len() - 1
                    });
                    found[*at] = Some(LOCAL.wrapping_mul(number as u64 * 2 + 1));
                }
            }
        }
        found
    }
}

/// Whether a name between these tokens may be that of a member, an argument or a key.
fn is_label(before: &str, after: &str, bracket: Option<&str>) -> bool {
    let is_member = matches!(before, "." | "?." | "&." | "->" | "::");
    let is_first = matches!(before, "(" | "{" | ",");
    // `{ name }` may say the name of a field as well.
    let is_short = bracket == Some("{")
        && (is_first || matches!(before, "ref" | "mut"))
        && matches!(after, "," | "}");
    is_member || is_short || is_first && matches!(after, ":" | "=")
}
