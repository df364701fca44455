//! The direct and transitive users of a symbol: what a change of it may affect.
//!
//! The search is breadth first. A symbol that was reached by an ambiguous name is reported but not
//! followed, since what depends on a guess is mostly noise. An import alone is not an effect; the
//! uses it serves are.

use std::collections::HashSet;

use rutter_domain::{FileId, Provenance, SymbolKind};

use crate::base::digest::Digest;
use crate::base::kinds::has_members;
use crate::code::SymbolAt;
use crate::edges::{Edge, EdgeKind, Uses};
use crate::graph::Graph;
use crate::resolve::candidates::weaker;

/// Bounds of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpactBounds {
    pub max_distance: u32,
    pub max_symbols: usize,
    /// From the second step on, users are looked for in at most this many files.
    pub max_files: usize,
}

/// The symbols that a change may affect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImpactSet {
    /// In order of distance, then certainty, path and line.
    pub affected: Vec<Affected>,
    /// Number of further symbols at the distance at which the limit was reached.
    pub omitted: usize,
    /// The uses by which the nearest are affected.
    pub direct: Uses,
    /// Number of affected symbols that were not followed to their users, because that was too much work.
    pub n_not_followed: usize,
}

/// A symbol that depends on another, directly or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Affected {
    pub file: FileId,
    /// `None` if the reference is at the top level of the file.
    pub symbol: Option<u32>,
    /// Line of the reference, from 1.
    pub line: u32,
    /// Number of edges to the changed symbol, from 1.
    pub distance: u32,
    /// Provenance of the least certain edge on the way; edges within a file count as imports if one
    /// of the others is an import.
    pub provenance: Provenance,
    /// Whether it is a test or part of one, as the syntax says.
    pub is_in_test: bool,
}

impl Graph<'_> {
    /// Finds the direct and transitive users of some symbols.
    pub fn impact(&self, symbols: &[SymbolAt], bounds: ImpactBounds) -> ImpactSet {
        let mut impact = ImpactSet {
            affected: Vec::new(),
            omitted: 0,
            direct: Uses::default(),
            n_not_followed: 0,
        };
        let mut seen: HashSet<(FileId, Option<u32>)> =
            symbols.iter().map(|symbol| (symbol.file, Some(symbol.symbol))).collect();
        let mut frontier: Vec<(SymbolAt, Provenance)> =
            symbols.iter().map(|symbol| (*symbol, Provenance::SameFile)).collect();
        let mut n_files = bounds.max_files;
        for distance in 1..=bounds.max_distance {
            let (mut reached, uses) = self.users_of(&frontier, distance);
            if distance == 1 {
                impact.direct = uses;
            }
            reached.retain(|affected| seen.insert((affected.file, affected.symbol)));
            let n_free = bounds.max_symbols.saturating_sub(impact.affected.len());
            impact.omitted = reached.len().saturating_sub(n_free);
            reached.truncate(n_free);
            // Users at the top level of a file have no symbol to go on from.
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
            if distance < bounds.max_distance {
                let n_before = frontier.len();
                // A common name occurs in thousands of files, which is more work than its users are worth.
                frontier.retain(|(symbol, _)| {
                    let cost = self.n_files_to_search(&[*symbol]);
                    let is_affordable = cost <= n_files;
                    n_files -= if is_affordable { cost } else { 0 };
                    is_affordable
                });
                impact.n_not_followed += n_before - frontier.len();
            }
        }
        impact
    }

    /// All users of these symbols, the most certain first, and the uses that they come from.
    fn users_of(&self, symbols: &[(SymbolAt, Provenance)], distance: u32) -> (Vec<Affected>, Uses) {
        let asked: Vec<SymbolAt> = symbols.iter().map(|(symbol, _)| *symbol).collect();
        let uses = self.uses_of(&asked);
        let mut users: Vec<(u32, Affected)> = Vec::new();
        for found in uses.list.iter().filter(|found| found.edge.kind != EdgeKind::Import) {
            let edge = &found.edge;
            let file = self.base().position(edge.from_file).unwrap_or(u32::MAX);
            // A use may mean several of the symbols; the most certain way counts.
            let ways = found.targets.iter().map(|at| symbols[*at as usize].1);
            let Some(way) = ways.min() else { continue };
            let affected = Affected {
                file: edge.from_file,
                symbol: self.affected_symbol(file, edge),
                line: edge.line,
                distance,
                provenance: weaker(way, edge.provenance),
                is_in_test: edge.is_in_test,
            };
            users.push((file, affected));
        }
        users.sort_by_key(|(file, user)| (user.provenance, *file, user.line, user.symbol));
        (users.into_iter().map(|(_, user)| user).collect(), uses)
    }

    /// The symbol that an edge affects: the type rather than its field or `impl` block.
    fn affected_symbol(&self, file: u32, edge: &Edge) -> Option<u32> {
        let symbol = edge.from_symbol?;
        let digest = self.base().digest(file);
        let definition = digest.definition(symbol)?;
        match definition.kind {
            SymbolKind::Implementation => Some(implemented_type(digest, symbol).unwrap_or(symbol)),
            SymbolKind::Field | SymbolKind::EnumMember => {
                let owner = digest.definition(definition.parent);
                let is_owned = owner.is_some_and(|owner| has_members(owner.kind));
                Some(if is_owned { definition.parent } else { symbol })
            }
            _ => Some(symbol),
        }
    }
}

/// The type in the same file that an `impl` block adds to.
fn implemented_type(digest: &Digest, block: u32) -> Option<u32> {
    let name = digest.name_of(digest.definition(block)?);
    let mut types = digest.defined(name).filter(|(_, definition)| definition.kind.is_type());
    types.next().map(|(id, _)| id)
}

fn is_followed(provenance: Provenance) -> bool {
    provenance.is_sure()
}
