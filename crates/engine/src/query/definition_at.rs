//! Finds the definition of the name at a line and column, and lists the names in a file.

use rutter_domain::{Facts, Reference};
use rutter_graph::Resolution;
use serde::Serialize;

use crate::query::definitions::{DefinitionPlace, place};
use crate::query::graph::IndexedCode;
use crate::query::snapshot::Snapshot;

/// The definitions that a name refers to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NameMeaning {
    /// As written, without its qualifier.
    pub name: String,
    /// The definitions it may mean; none if that is not known.
    pub definitions: Vec<DefinitionPlace>,
    /// Number of definitions it may mean, including those not listed.
    pub n_definitions: usize,
    /// The provenance, or `unresolved`.
    pub provenance: String,
}

/// A place where a file uses a name that is defined elsewhere or further up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NameUse {
    pub line: u32,
    /// Bytes before it in its line, plus 1.
    pub column: u32,
    pub name: String,
}

/// The definitions of the name at a line and column. Returns `None` if the index has no use of a name there.
pub fn definition_at(
    snapshot: &Snapshot,
    path: &str,
    line: u32,
    column: u32,
) -> Option<NameMeaning> {
    let file = snapshot.file_at(path)?.id;
    let facts = snapshot.facts_of(file)?;
    let is_there = |reference: &&Reference| {
        reference.places().any(|place| place.line == line && place.column == column)
    };
    let reference = facts.references.iter().find(is_there)?;
    let code = IndexedCode::new(snapshot);
    let graph = code.graph();
    let name = reference.name.clone();
    Some(match graph.resolve(file, reference) {
        Resolution::Resolved { targets, provenance } => {
            let definitions: Vec<DefinitionPlace> =
                targets.iter().filter_map(|target| place(snapshot, *target)).collect();
            let n_definitions = match provenance {
                rutter_domain::Provenance::Ambiguous(n) => n as usize,
                _ => definitions.len(),
            };
            NameMeaning { name, n_definitions, provenance: provenance.to_string(), definitions }
        }
        Resolution::Unresolved => NameMeaning {
            name,
            definitions: Vec::new(),
            n_definitions: 0,
            provenance: "unresolved".to_owned(),
        },
    })
}

/// The uses of names in a file as it was indexed, by line and column.
pub fn names_of(facts: &Facts) -> Vec<NameUse> {
    let uses = facts.references.iter().flat_map(|reference| {
        reference.places().map(|place| NameUse {
            line: place.line,
            column: place.column,
            name: reference.name.clone(),
        })
    });
    let mut names: Vec<NameUse> = uses.collect();
    names.sort_by_key(|one| (one.line, one.column));
    names.dedup_by_key(|one| (one.line, one.column));
    names
}
