//! Which names a file uses so that it matters whether they are local.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use rutter_domain::{Reference, ReferenceKind, Symbol};

use super::{Draft, MOST_LEVELS, head_of};
use crate::fingerprint::{Ready, combine, hash_bytes};

/// The names that are called or have a member used, with each symbol they are used in.
pub struct UsedNames {
    names: HashSet<u64, BuildHasherDefault<Ready>>,
    /// The first column of each bare call, by its name and line.
    calls: HashMap<u64, u32, BuildHasherDefault<Ready>>,
}

impl UsedNames {
    pub fn of(symbols: &[Symbol], references: &[Reference]) -> UsedNames {
        let mut used = UsedNames { names: HashSet::default(), calls: HashMap::default() };
        for reference in references {
            if reference.kind == ReferenceKind::Call && reference.qualifier.is_none() {
                for place in reference.places() {
                    let key = key_of(Some(place.line), &reference.name);
                    let first = used.calls.entry(key).or_insert(place.column);
                    *first = place.column.min(*first);
                }
            }
            match &reference.qualifier {
                Some(qualifier) => used.add(symbols, reference.from, head_of(qualifier)),
                None if reference.kind == ReferenceKind::Call || reference.kind.is_of_data() => {
                    used.add(symbols, reference.from, &reference.name);
                }
                None => {}
            }
        }
        used
    }

    pub fn add(&mut self, symbols: &[Symbol], from: Option<u32>, name: &str) {
        let mut symbol = from;
        for _ in 0..MOST_LEVELS {
            // What is known here is known of all symbols around as well.
            if !self.names.insert(key_of(symbol, name)) {
                return;
            }
            let Some(id) = symbol else { return };
            symbol = symbols.get(id as usize).and_then(|symbol| symbol.parent);
        }
    }

    pub fn is_called_before(&self, draft: &Draft<'_>) -> bool {
        let called = self.calls.get(&key_of(Some(draft.start_row + 1), draft.name));
        called.is_some_and(|column| *column < draft.start_column)
    }

    pub fn contains(&self, owner: Option<u32>, name: &str) -> bool {
        self.names.contains(&key_of(owner, name))
    }
}

fn key_of(symbol: Option<u32>, name: &str) -> u64 {
    combine(symbol.map_or(0, |id| u64::from(id) + 1), hash_bytes(name.as_bytes()))
}
