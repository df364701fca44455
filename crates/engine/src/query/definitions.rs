//! Finds the definitions of a name, the likeliest first.
//!
//! The repository's own code comes first, then tests, mocks and examples, then vendored and generated code. A
//! name may have thousands of definitions, so they are found from digests; facts are read only for the few
//! that are described.

use rutter_domain::SymbolKind;
use rutter_graph::{DefinedSymbol, Graph, SymbolAt};
use serde::Serialize;

use crate::query::path_class::unlikeliness;
use crate::query::snapshot::Snapshot;
use rutter_domain::name_parts;

/// Up to this many definitions of a bare name are compared with a qualified one by their facts.
const MOST_COMPARED: usize = 200;

/// A definition in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DefinitionPlace {
    /// The qualified name.
    pub symbol: String,
    pub path: String,
    pub line: u32,
    pub kind: SymbolKind,
}

/// The definitions of `name`, likeliest first. A qualified name matches symbols whose own qualified name ends
/// with it.
pub(crate) fn definitions(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    name: &str,
) -> Vec<DefinedSymbol> {
    let wanted = name_parts(name);
    let mut found = graph.defined(name);
    if let Some(bare) = wanted.last().filter(|bare| **bare != name) {
        let mut named = graph.defined(bare);
        if let [.., container, _] = wanted[..]
            && named.len() > MOST_COMPARED
        {
            named.retain(|at| at.container.as_deref().is_some_and(|has| has.contains(container)));
        }
        named.retain(|at| {
            let facts = snapshot.facts_of(at.at.file);
            let symbol = facts.as_ref().and_then(|facts| facts.symbols.get(at.at.symbol as usize));
            symbol.is_some_and(|symbol| name_parts(&symbol.qualified_name).ends_with(&wanted))
        });
        found.extend(named);
    }
    // An `impl` block has the name of its type. Prefer the type itself if it is defined here.
    let is_block = |at: &DefinedSymbol| at.kind == SymbolKind::Implementation;
    if !found.iter().all(is_block) {
        found.retain(|at| !is_block(at));
    }
    // A cached key, as it copies the path.
    found.sort_by_cached_key(|at| {
        let path = snapshot.file(at.at.file).map_or("", |(row, _)| row.path.as_str());
        let is_heading = at.kind == SymbolKind::Section;
        let rank = (is_heading, unlikeliness(path).max(u8::from(at.is_in_test)));
        (rank, path.to_owned(), at.at.symbol)
    });
    found.dedup_by_key(|at| at.at);
    found
}

/// The definitions of a name in one file, if one is given.
pub(crate) fn definitions_in(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    name: &str,
    path: Option<&str>,
) -> Vec<DefinedSymbol> {
    let mut found = definitions(snapshot, graph, name);
    if let Some(path) = path {
        let is_there =
            |at: &DefinedSymbol| snapshot.file(at.at.file).is_some_and(|(row, _)| row.path == path);
        found.retain(is_there);
    }
    found
}

/// A definition with its qualified name, for which the facts of its file are read.
pub(crate) fn place(snapshot: &Snapshot, at: SymbolAt) -> Option<DefinitionPlace> {
    let facts = snapshot.facts_of(at.file)?;
    let symbol = facts.symbols.get(at.symbol as usize)?;
    Some(DefinitionPlace {
        symbol: symbol.qualified_name.clone(),
        path: snapshot.file(at.file)?.0.path.clone(),
        line: symbol.span.start_line,
        kind: symbol.kind,
    })
}
