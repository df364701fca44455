//! What a change of a symbol may affect: who refers to it, who refers to them, and so on.
//!
//! The walk goes breadth first. It goes on from a symbol that is certain enough: one that was
//! reached by an ambiguous name is told, but not followed, since what depends on a guess is noise.
//! Imports alone are no effect; the uses they serve are.

use std::collections::HashSet;

use rutter_domain::{FileId, Provenance, SymbolKind};

use crate::code::SymbolAt;
use crate::digest::Digest;
use crate::edges::{Edge, EdgeKind};
use crate::graph::Graph;
use crate::kinds::is_type;
use crate::members::weaker;

/// How far an impact is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub max_distance: u32,
    pub max_symbols: usize,
}

/// What a change may affect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impact {
    /// In order of distance, then certainty, path and line.
    pub affected: Vec<Affected>,
    /// How many more were found at the distance at which the limit was reached.
    pub omitted: usize,
}

/// A symbol that depends on another, directly or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Affected {
    pub file: FileId,
    /// Nothing when the reference stands at the top of the file.
    pub symbol: Option<u32>,
    /// Where the reference is, from 1.
    pub line: u32,
    /// How many edges away, from 1.
    pub distance: u32,
    /// How the least certain edge on the way is known: by import, as soon as one is.
    pub provenance: Provenance,
}

impl Graph<'_> {
    /// Follows the users of a symbol, and theirs.
    pub fn impact(&self, symbol: SymbolAt, limits: Limits) -> Impact {
        let mut impact = Impact { affected: Vec::new(), omitted: 0 };
        let mut seen = HashSet::from([(symbol.file, Some(symbol.symbol))]);
        let mut frontier = vec![(symbol, Provenance::SameFile)];
        for distance in 1..=limits.max_distance {
            let mut reached = self.users_of(&frontier, distance);
            reached.retain(|affected| seen.insert((affected.file, affected.symbol)));
            let n_free = limits.max_symbols.saturating_sub(impact.affected.len());
            impact.omitted = reached.len().saturating_sub(n_free);
            reached.truncate(n_free);
            frontier = (reached.iter().filter(|affected| is_followed(affected.provenance)))
                .filter_map(|affected| {
                    let symbol = SymbolAt { file: affected.file, symbol: affected.symbol? };
                    Some((symbol, affected.provenance))
                })
                .collect();
            impact.affected.extend(reached);
            if frontier.is_empty() || impact.omitted > 0 {
                break;
            }
        }
        impact
    }

    /// Everyone who refers to one of these symbols, the most certain first.
    fn users_of(&self, symbols: &[(SymbolAt, Provenance)], distance: u32) -> Vec<Affected> {
        let mut users: Vec<(u32, Affected)> = Vec::new();
        for (symbol, way) in symbols {
            let edges = self.callers(*symbol).into_iter();
            users.extend(edges.filter(|edge| edge.kind != EdgeKind::Import).map(|edge| {
                let file = self.directory.position(edge.from_file).unwrap_or(u32::MAX);
                let affected = Affected {
                    file: edge.from_file,
                    symbol: self.bearer(file, &edge),
                    line: edge.line,
                    distance,
                    provenance: weaker(*way, edge.provenance),
                };
                (file, affected)
            }));
        }
        users.sort_by_key(|(file, user)| (user.provenance, *file, user.line, user.symbol));
        users.into_iter().map(|(_, user)| user).collect()
    }

    /// The symbol whose users an edge affects: a type rather than its field or its block.
    fn bearer(&self, file: u32, edge: &Edge) -> Option<u32> {
        let symbol = edge.from_symbol?;
        let digest = self.directory.digest(file);
        let definition = digest.definition(symbol)?;
        match definition.kind {
            SymbolKind::Implementation => Some(implemented(digest, symbol).unwrap_or(symbol)),
            SymbolKind::Field | SymbolKind::EnumMember => {
                let owner = digest.definition(definition.parent);
                let is_owned = owner.is_some_and(|owner| is_type(owner.kind));
                Some(if is_owned { definition.parent } else { symbol })
            }
            _ => Some(symbol),
        }
    }
}

/// The type in the same file that a block adds to.
fn implemented(digest: &Digest, block: u32) -> Option<u32> {
    let name = digest.name_of(digest.definition(block)?);
    let mut types = digest.defined(name).filter(|(_, definition)| {
        is_type(definition.kind) && definition.kind != SymbolKind::Implementation
    });
    types.next().map(|(id, _)| id)
}

fn is_followed(provenance: Provenance) -> bool {
    match provenance {
        Provenance::Import | Provenance::SameFile | Provenance::UniqueName => true,
        Provenance::Ambiguous(_) => false,
    }
}
