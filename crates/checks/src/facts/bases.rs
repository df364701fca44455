//! The bases of a type, as it and its bases write them.

use rutter_domain::ReferenceKind::{Extends, Implements};
use rutter_domain::words::contains_word;
use rutter_domain::{Facts, Symbol, SymbolKind};

use crate::context::{Neighbour, SubjectContext};
use crate::lexicon::kinds::ROOT_TYPES;

/// At most this many bases are followed.
const MOST_BASES: usize = 60;

/// The bases of a type.
pub(crate) struct Bases {
    pub(crate) names: Vec<String>,
    /// Those that the index defines.
    pub(crate) known: Vec<Neighbour>,
    /// Whether the index defines all of them.
    pub(crate) is_complete: bool,
}

/// The bases of the type that the subject is or belongs to, and theirs.
pub(crate) fn bases(context: &SubjectContext<'_>, of: &Symbol) -> Bases {
    let mut next = direct_bases(context.facts(), of);
    // Blocks elsewhere that implement something for the type.
    let paths = context.code_base.paths_naming(&of.name);
    for facts in paths.into_iter().filter_map(|path| context.facts_at(path)) {
        let blocks = facts.symbols.iter().filter(|one| is_block_of(one, of));
        next.extend(blocks.flat_map(|block| direct_bases(&facts, block)));
    }
    let mut found = Bases { names: Vec::new(), known: Vec::new(), is_complete: true };
    while let Some(name) = next.pop() {
        if found.names.contains(&name) {
            continue;
        }
        let types = context.definitions(&name).into_iter();
        let types: Vec<Neighbour> = types.filter(|one| one.symbol().kind.is_type()).collect();
        let is_alias = types.iter().any(|one| one.symbol().kind == SymbolKind::TypeAlias);
        found.is_complete &= !is_alias
            && found.names.len() < MOST_BASES
            && (!types.is_empty() || ROOT_TYPES.has(&name));
        if found.names.len() < MOST_BASES {
            next.extend(types.iter().flat_map(|one| direct_bases(&one.facts, one.symbol())));
        }
        found.known.extend(types);
        found.names.push(name);
    }
    found
}

fn is_block_of(block: &Symbol, of: &Symbol) -> bool {
    block.kind == SymbolKind::Implementation && contains_word(&block.signature, &of.name)
}

fn direct_bases(facts: &Facts, of: &Symbol) -> Vec<String> {
    let at = facts.symbols.iter().position(|one| one.span == of.span);
    let own = facts.references.iter().filter(|one| {
        one.from.is_some()
            && one.from.map(|from| from as usize) == at
            && matches!(one.kind, Extends | Implements)
    });
    own.map(|one| one.name.clone()).collect()
}

/// Whether a type of the index has a member of that name in its own text.
pub(crate) fn has_member(of: &Neighbour, name: &str) -> bool {
    let outer = of.symbol();
    of.facts.symbols.iter().any(|one| {
        let parent = one.parent.and_then(|at| of.facts.symbols.get(at as usize));
        let is_own = outer.span.contains(&one.span)
            || parent.is_some_and(|parent| contains_word(&parent.signature, &outer.name));
        one.name == name && one.span != outer.span && is_own
    })
}
