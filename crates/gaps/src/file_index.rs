//! Members, supertypes and uses of one file, so that a rule that asks for each symbol does not search all symbols each
//! time.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use rutter_domain::{Facts, Reference, ReferenceKind, Symbol, Visibility};

use crate::name_hash::name_hash;

/// Made of the facts of a file when it is first asked.
pub struct FileIndex<'a> {
    facts: &'a Facts,
    found: Found,
}

/// Positions of symbols and references, and hashes of names.
#[derive(Default)]
struct Found {
    members: OnceCell<HashMap<u32, Vec<u32>>>,
    supertypes: OnceCell<HashMap<u32, Vec<u32>>>,
    used: OnceCell<HashSet<u64>>,
    public_types: OnceCell<HashSet<u64>>,
    described: OnceCell<HashSet<u64>>,
}

impl<'a> FileIndex<'a> {
    pub fn new(facts: &'a Facts) -> FileIndex<'a> {
        FileIndex { facts, found: Found::default() }
    }

    /// The symbols directly in a symbol, with their positions among all symbols.
    pub fn members(&self, at: usize) -> impl Iterator<Item = (usize, &'a Symbol)> + Clone {
        let members = self.found.members.get_or_init(|| {
            let mut members: HashMap<u32, Vec<u32>> = HashMap::new();
            for (symbol, at) in self.facts.symbols.iter().zip(0..) {
                if let Some(parent) = symbol.parent {
                    members.entry(parent).or_default().push(at);
                }
            }
            members
        });
        let of_symbol = u32::try_from(at).ok().and_then(|at| members.get(&at));
        let of_symbol = of_symbol.map_or(&[][..], Vec::as_slice).iter();
        let facts = self.facts;
        of_symbol.filter_map(move |at| Some((*at as usize, facts.symbols.get(*at as usize)?)))
    }

    /// The references by which a type extends or implements others.
    pub fn supertypes(&self, at: usize) -> impl Iterator<Item = &'a Reference> {
        let supertypes = self.found.supertypes.get_or_init(|| {
            let mut supertypes: HashMap<u32, Vec<u32>> = HashMap::new();
            for (reference, at) in self.facts.references.iter().zip(0..) {
                let is_above =
                    matches!(reference.kind, ReferenceKind::Extends | ReferenceKind::Implements);
                if let Some(from) = reference.from.filter(|_| is_above) {
                    supertypes.entry(from).or_default().push(at);
                }
            }
            supertypes
        });
        let of_symbol = u32::try_from(at).ok().and_then(|at| supertypes.get(&at));
        let facts = self.facts;
        let of_symbol = of_symbol.map_or(&[][..], Vec::as_slice).iter();
        of_symbol.filter_map(move |at| facts.references.get(*at as usize))
    }

    /// Whether the file uses a name otherwise than as data.
    pub fn uses(&self, name: &str) -> bool {
        let used = self.found.used.get_or_init(|| {
            let used = self.facts.references.iter();
            let used = used.filter(|reference| !reference.kind.is_of_data());
            used.map(|reference| name_hash(&reference.name)).collect()
        });
        used.contains(&name_hash(name))
    }

    /// Whether a public type has this qualified name.
    pub fn has_public_type(&self, qualified_name: &str) -> bool {
        let types = self.found.public_types.get_or_init(|| {
            let is_public_type =
                |symbol: &&Symbol| symbol.visibility == Visibility::Public && symbol.kind.is_type();
            let types = self.facts.symbols.iter().filter(is_public_type);
            types.map(|symbol| name_hash(&symbol.qualified_name)).collect()
        });
        types.contains(&name_hash(qualified_name))
    }

    /// Whether a definition of this qualified name has a description, as `is_described` says of the symbol at a
    /// position.
    pub fn is_described(&self, qualified_name: &str, is_described: impl Fn(usize) -> bool) -> bool {
        let described = self.found.described.get_or_init(|| {
            let symbols = self.facts.symbols.iter().enumerate();
            let described = symbols.filter(|(at, _)| is_described(*at));
            described.map(|(_, symbol)| name_hash(&symbol.qualified_name)).collect()
        });
        described.contains(&name_hash(qualified_name))
    }
}
