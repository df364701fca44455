//! Functions that are defined more than once under one name: overloads, getters beside setters.
//!
//! An entry describes a name in a file, and so all definitions of that name.

use std::collections::HashMap;

use rutter_domain::{Symbol, SymbolKind};

use super::{ParsedFile, has_own_body};

/// The numbers of functions that share their name with others, by that name and their kind.
pub(super) type Shared = HashMap<(String, SymbolKind), Vec<usize>>;

impl ParsedFile {
    /// All definitions that an entry of this symbol describes, in their order.
    pub fn definitions_of<'a>(&'a self, symbol: &'a Symbol) -> Vec<&'a Symbol> {
        match self.shared().get(&(symbol.qualified_name.clone(), symbol.kind)) {
            Some(ats) => ats.iter().map(|at| &self.facts.symbols[*at]).collect(),
            None => vec![symbol],
        }
    }

    /// The definition that stands for all of its name: the longest, which has the body.
    pub fn main_of(&self, at: usize) -> usize {
        let symbols = &self.facts.symbols;
        let symbol = &symbols[at];
        let Some(ats) = self.shared().get(&(symbol.qualified_name.clone(), symbol.kind)) else {
            return at;
        };
        let n_bytes = |at: usize| symbols[at].span.end_byte - symbols[at].span.start_byte;
        let longest = ats.iter().copied().min_by_key(|at| (std::cmp::Reverse(n_bytes(*at)), *at));
        longest.unwrap_or(at)
    }

    fn shared(&self) -> &Shared {
        self.shared.get_or_init(|| {
            let mut shared = Shared::new();
            for (at, symbol) in self.facts.symbols.iter().enumerate() {
                if has_own_body(symbol.kind) && symbol.kind != SymbolKind::Section {
                    let key = (symbol.qualified_name.clone(), symbol.kind);
                    shared.entry(key).or_default().push(at);
                }
            }
            // Nearly all names are defined once, and need no entry.
            shared.retain(|_, ats| ats.len() > 1);
            shared
        })
    }
}
