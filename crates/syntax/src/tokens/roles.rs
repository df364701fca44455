//! What each node kind of a language means to the tokens: one word of bits per kind id.
//!
//! `formatting` says by name what a language's formatters may change; [`Roles`] is that by kind id,
//! made once per language. A name that begins with `*` means all kinds with that ending.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use rutter_domain::Language;

use crate::freedom::{Commas, Quotes};
use crate::languages::profile;
use crate::table::Table;

/// Its end leaves a mark.
pub(super) const END: u32 = 1;
/// Its end leaves a mark if it has more than one child.
pub(super) const END_OF_MANY: u32 = 1 << 1;
/// Each of its named children leaves a mark.
pub(super) const ITEMS: u32 = 1 << 2;
/// A string literal.
pub(super) const STRING: u32 = 1 << 3;
/// A piece of a string literal that is not code.
pub(super) const CONTENT: u32 = 1 << 4;
/// An expression in parentheses.
pub(super) const PARENS: u32 = 1 << 5;
/// Holds whole expressions, which need no parentheses.
pub(super) const HOST: u32 = 1 << 6;
/// Its parentheses are part of its own syntax.
pub(super) const NEEDS_PARENS: u32 = 1 << 7;
/// A comma before its closing bracket does not count.
pub(super) const COMMAS: u32 = 1 << 8;
/// A comma after its only element counts, as in a tuple of one.
pub(super) const SOLE: u32 = 1 << 9;
/// A comma at its very end does not count.
pub(super) const OPEN_LIST: u32 = 1 << 10;
/// A semicolon directly inside counts, even where semicolons may be left out.
pub(super) const SEMICOLONS: u32 = 1 << 11;
/// An attribute, annotation or decorator.
pub(super) const ATTRIBUTE: u32 = 1 << 12;
/// Its brackets may be left out: marks stand for them.
pub(super) const BRACKETS: u32 = 1 << 13;
/// A string that is its key may lose its quotes.
pub(super) const KEYED: u32 = 1 << 14;
/// Its text is the same in lower case.
pub(super) const ANY_CASE: u32 = 1 << 15;
/// It needs a closer look, see `special`.
pub(super) const SPECIAL: u32 = 1 << 16;
/// Its text is the same with other blanks in it.
pub(super) const BLANKS: u32 = 1 << 17;

/// What a language's formatters may change, by node kind id.
pub(super) struct Roles {
    pub language: Language,
    pub quotes: Quotes,
    /// Parentheses around an operand are marked by the ends of operators, and so do not count.
    pub drops_all_parens: bool,
    pub drops_semicolons: bool,
    bits: Vec<u32>,
}

impl Roles {
    /// The roles of a language, made at its first use.
    pub(super) fn of(table: &'static Table) -> &'static Roles {
        static ALL: LazyLock<HashMap<Language, OnceLock<Roles>>> =
            LazyLock::new(|| Language::all().map(|language| (language, OnceLock::new())).collect());
        let roles = ALL.get(&table.rules.language).expect("all languages are in it");
        roles.get_or_init(|| Roles::new(table))
    }

    pub(super) fn bits(&self, kind_id: u16) -> u32 {
        self.bits.get(usize::from(kind_id)).copied().unwrap_or(0)
    }

    fn new(table: &Table) -> Roles {
        let language = table.rules.language;
        let rules = profile(language).formatting;
        let lists = [
            (rules.ends, END),
            (rules.ends_of_many, END_OF_MANY),
            (rules.items, ITEMS),
            (rules.strings, STRING),
            (rules.contents, CONTENT),
            (rules.parens, PARENS),
            (rules.hosts, HOST),
            (rules.needs_parens.unwrap_or_default(), NEEDS_PARENS),
            (rules.sole, SOLE),
            (rules.open_lists, OPEN_LIST),
            (rules.semicolons.unwrap_or_default(), SEMICOLONS),
            (rules.attributes, ATTRIBUTE),
            (rules.brackets, BRACKETS),
            (rules.keyed, KEYED),
            (rules.any_case, ANY_CASE),
            (rules.blanks, BLANKS),
            (rules.special, SPECIAL),
        ];
        let grammar = &table.grammar;
        let mut bits = vec![0; grammar.node_kind_count()];
        for (id, bits) in bits.iter_mut().enumerate() {
            let id = u16::try_from(id).unwrap_or(u16::MAX);
            // A keyword may have the name of a node kind, such as `lambda` in Python.
            if !grammar.node_kind_is_named(id) {
                continue;
            }
            let Some(kind) = grammar.node_kind_for_id(id) else { continue };
            for (names, bit) in lists {
                if names.iter().any(|name| is_meant(name, kind)) {
                    *bits |= bit;
                }
            }
            // Grammars call them so by convention, and a statement moved out of a block must show.
            if kind == "block" || kind.ends_with("statement") {
                *bits |= END;
            }
            let has_commas = match rules.commas {
                Commas::In(names) => names.contains(&kind),
                Commas::NotIn(names) => !names.contains(&kind),
            };
            if has_commas {
                *bits |= COMMAS;
            }
        }
        Roles {
            language,
            quotes: rules.quotes,
            drops_all_parens: rules.needs_parens.is_some(),
            // `None` means that they end statements and count.
            drops_semicolons: rules.semicolons.is_some(),
            bits,
        }
    }
}

fn is_meant(name: &str, kind: &str) -> bool {
    match name.strip_prefix('*') {
        Some(ending) => kind.ends_with(ending),
        None => kind == name,
    }
}

#[cfg(test)]
mod tests;
