//! Finds the implementers of a type and the overriders of a method.

use std::collections::BTreeSet;

use rutter_domain::Provenance;

use crate::base::digest::Digest;
use crate::base::hash::hash_container;
use crate::base::kinds::{Role, has_members};
use crate::code::SymbolAt;
use crate::edges::EdgeKind;
use crate::graph::Graph;

/// Depth to which subtypes of subtypes are followed.
const MAX_DEPTH: usize = 3;
/// At most this many subtypes are looked at.
const MAX_SUBTYPES: usize = 200;

/// A type that extends or implements another, or a method that overrides another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Implementer {
    pub at: SymbolAt,
    /// The provenance of the link.
    pub provenance: Provenance,
}

impl Graph<'_> {
    /// The types that extend or implement one of these types, and the methods of such types that have the
    /// name of one of these methods. In order of path and line.
    pub fn implementers(&self, symbols: &[SymbolAt]) -> Vec<Implementer> {
        let base = self.base();
        let mut found = BTreeSet::new();
        let mut types = Vec::new();
        let mut methods: Vec<(&str, SymbolAt)> = Vec::new();
        for symbol in symbols {
            let Some(file) = base.position(symbol.file) else { continue };
            let digest = base.digest(file);
            let Some(definition) = digest.definition(symbol.symbol) else { continue };
            if definition.kind.is_type() {
                types.push(*symbol);
            } else if definition.role == Role::Member && definition.kind.is_callable() {
                let owner = owner_of(digest, symbol.symbol);
                methods.extend(
                    owner.map(|owner| (digest.name_of(definition), base.symbol_at(file, owner))),
                );
            }
        }
        for (subtype, provenance) in self.subtypes(&types) {
            let file = base.position(subtype.file).unwrap_or(u32::MAX);
            found.insert((file, Implementer { at: subtype, provenance }));
        }
        for (name, owner) in methods {
            let definitions = base.definitions(name);
            for (subtype, provenance) in self.subtypes(&[owner]) {
                let Some(file) = base.position(subtype.file) else { continue };
                let digest = base.digest(file);
                let Some(class) = digest.definition(subtype.symbol) else { continue };
                let container = hash_container(digest.name_of(class));
                let overriding = definitions.in_file(file);
                for at in overriding.iter().filter(|at| at.container == container) {
                    let at = base.symbol_at(file, at.symbol);
                    if !symbols.contains(&at) {
                        found.insert((file, Implementer { at, provenance }));
                    }
                }
            }
        }
        found.into_iter().map(|(_, implementer)| implementer).collect()
    }

    /// The types that surely extend or implement one of these, directly or not.
    fn subtypes(&self, types: &[SymbolAt]) -> Vec<(SymbolAt, Provenance)> {
        let mut found: Vec<(SymbolAt, Provenance)> = Vec::new();
        let mut next: Vec<SymbolAt> = types.to_vec();
        for _ in 0..MAX_DEPTH {
            if next.is_empty() || found.len() >= MAX_SUBTYPES {
                break;
            }
            let uses = self.uses_of(&next).list;
            next = Vec::new();
            for used in uses {
                let edge = used.edge;
                let is_clause = matches!(edge.kind, EdgeKind::Extends | EdgeKind::Implements);
                let Some(symbol) = edge.from_symbol.filter(|_| is_clause) else { continue };
                let at = SymbolAt { file: edge.from_file, symbol };
                let is_new = !types.contains(&at) && found.iter().all(|(known, _)| *known != at);
                if edge.provenance.is_sure() && is_new && found.len() < MAX_SUBTYPES {
                    found.push((at, edge.provenance));
                    next.push(at);
                }
            }
        }
        found
    }
}

/// The type that a member belongs to, or the block that adds it to one.
fn owner_of(digest: &Digest, symbol: u32) -> Option<u32> {
    let mut around = digest.enclosing(Some(symbol)).skip(1);
    around.find(|(_, outer)| has_members(outer.kind)).map(|(id, _)| id)
}
