//! Finds the shortest chain of uses from one symbol to another.
//!
//! The search goes forward, from a symbol to what its text refers to, since that needs one file for each
//! symbol; the users of a common name would need thousands.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use rutter_domain::{Provenance, SymbolKind};

use crate::code::SymbolAt;
use crate::edges::EdgeKind;
use crate::graph::Graph;
use crate::references::Resolution;

/// An ambiguous reference is followed to this many definitions.
const MAX_TARGETS: usize = 8;

/// Bounds of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WayBounds {
    pub max_steps: u32,
    pub max_symbols: usize,
}

/// The edges that may be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// Those that can be relied upon.
    Sure,
    /// Ambiguous ones, too.
    Any,
}

/// The outcome of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaySearch {
    Found(Vec<WayStep>),
    /// Everything that can be reached was visited.
    None,
    /// The bounds were reached first.
    Bounded,
}

/// One step: a symbol uses the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayStep {
    pub from: SymbolAt,
    /// Line of the use, in the file of `from`.
    pub line: u32,
    pub kind: EdgeKind,
    pub provenance: Provenance,
    pub to: SymbolAt,
}

impl Graph<'_> {
    /// The shortest way from one of some symbols to one of others.
    pub fn way(
        &self,
        from: &[SymbolAt],
        to: &[SymbolAt],
        certainty: Certainty,
        bounds: WayBounds,
    ) -> WaySearch {
        let goals: HashSet<SymbolAt> = to.iter().copied().collect();
        let mut reached_by: HashMap<SymbolAt, Option<WayStep>> =
            from.iter().map(|symbol| (*symbol, None)).collect();
        let mut queue: VecDeque<(SymbolAt, u32)> = from.iter().map(|symbol| (*symbol, 0)).collect();
        let mut is_bounded = false;
        while let Some((symbol, n_steps)) = queue.pop_front() {
            if n_steps >= bounds.max_steps || reached_by.len() >= bounds.max_symbols {
                is_bounded = true;
                continue;
            }
            for used in self.callees(symbol) {
                let Resolution::Resolved { targets, provenance } = used.resolution else {
                    continue;
                };
                if certainty == Certainty::Sure && !provenance.is_sure() {
                    continue;
                }
                for target in targets.into_iter().take(MAX_TARGETS) {
                    let step = || WayStep {
                        from: symbol,
                        line: used.line,
                        kind: used.kind,
                        provenance,
                        to: target,
                    };
                    // A recursive symbol reaches itself by its own call, which is not the way that was
                    // asked for.
                    if goals.contains(&target) && target != symbol {
                        return WaySearch::Found(trace(&reached_by, step()));
                    }
                    if let Entry::Vacant(free) = reached_by.entry(target) {
                        free.insert(Some(step()));
                        queue.extend(self.entry_of(target).map(|entry| {
                            reached_by.entry(entry).or_insert_with(|| Some(step()));
                            (entry, n_steps + 1)
                        }));
                    }
                }
            }
        }
        if is_bounded { WaySearch::Bounded } else { WaySearch::None }
    }

    /// The symbol from which the search continues: a type that is used is entered by its constructor.
    fn entry_of(&self, symbol: SymbolAt) -> Option<SymbolAt> {
        let base = self.base();
        let file = base.position(symbol.file)?;
        let digest = base.digest(file);
        let definition = digest.definition(symbol.symbol)?;
        if !definition.kind.is_type() {
            return Some(symbol);
        }
        let members = digest.definitions().iter().zip(0..);
        let mut constructors = members.filter(|(member, _)| {
            member.parent == symbol.symbol && member.kind == SymbolKind::Constructor
        });
        constructors.next().map(|(_, id)| base.symbol_at(file, id))
    }
}

/// The steps that led to the last one.
fn trace(reached_by: &HashMap<SymbolAt, Option<WayStep>>, last: WayStep) -> Vec<WayStep> {
    let mut steps = vec![last];
    while let Some(Some(step)) = steps.last().and_then(|step| reached_by.get(&step.from)) {
        steps.push(step.clone());
    }
    steps.reverse();
    steps
}
