//! Finds what a change of a symbol or a file may affect.

use rutter_domain::{FileId, Freshness, Vocabulary, Worded};
use rutter_graph::{Affected, Graph, ImpactBounds, SymbolAt};
use serde::Serialize;

use crate::Error;
use crate::query::companions::{ChangedWith, changed_with};
use crate::query::definitions::definitions;
use crate::query::graph::IndexedCode;
use crate::query::paths::refuse_path;
use crate::query::snapshot::Snapshot;
use crate::query::symbols::{near_names, symbol_name};
use crate::query::tracked::{Untracked, missing_uses};

/// At most this many symbols of a file are followed to their users.
const LIMIT_FOLLOWED: usize = 100;
/// At most this many definitions are listed.
const LIMIT_DEFINITIONS: usize = 100;
/// Files that change together are listed for at most this many definitions.
const MOST_COMPANIONED: usize = 3;
/// Users of users are looked for in at most this many files.
const LIMIT_FILES: usize = 4_000;

/// What a change of a symbol or a file may affect.
#[derive(Debug, Clone, Serialize)]
pub struct ImpactAnswer {
    pub symbol: String,
    pub index: Freshness,
    /// Places of the definitions of the name, as `path:line`.
    pub definitions: Vec<String>,
    /// Number of further definitions that were left out.
    pub definitions_omitted: usize,
    /// Nearest first.
    pub affected: Vec<AffectedSymbol>,
    pub omitted: usize,
    /// Places that use the name and may mean any of its many definitions; they are not among `affected`.
    pub ambiguous: usize,
    /// Number of `affected` symbols that were not followed to their own users, because that was too much work.
    pub not_followed: usize,
    /// Why users are missing, if so.
    pub untracked: Option<Untracked>,
    /// Files that often change in the same commits; not among `affected`, because that is not a link.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed_together: Vec<ChangedWith>,
    pub near: Vec<String>,
}

impl Worded for ImpactAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
    }
}

/// Bounds of following users.
#[derive(Debug, Clone, Copy)]
pub struct ImpactLimits {
    pub max_distance: u32,
    pub max_symbols: usize,
}

/// A symbol that uses another one, through others.
#[derive(Debug, Clone, Serialize)]
pub struct AffectedSymbol {
    pub symbol: Option<String>,
    pub path: String,
    pub line: u32,
    /// Number of steps away.
    pub distance: u32,
    /// Provenance of the least certain step on the way.
    pub provenance: String,
}

/// The direct and transitive users of `name`: of a symbol, or of all that the file at this path defines.
pub fn impact_of(
    snapshot: &Snapshot,
    name: &str,
    limits: ImpactLimits,
) -> Result<ImpactAnswer, Error> {
    let code = IndexedCode::new(snapshot);
    let graph = code.graph();
    let path = name.trim_start_matches("./");
    if let Some(file) = snapshot.file_at(path) {
        return Ok(impact_of_file(snapshot, &graph, path, file.id, limits));
    }
    let found = definitions(snapshot, &graph, name);
    let symbols: Vec<SymbolAt> = found.iter().map(|at| at.at).collect();
    let reached = graph.impact(&symbols, bounds_of(limits));
    let missing = missing_uses(snapshot, &graph, name, &found, &reached.direct);
    let untracked = missing.map(|missing| missing.untracked);
    if found.is_empty() && untracked.is_none() {
        refuse_path(snapshot, name)?;
    }
    let definitions = (found.iter().take(LIMIT_DEFINITIONS))
        .filter_map(|at| Some(format!("{}:{}", snapshot.file(at.at.file)?.0.path, at.line)))
        .collect();
    let paths: Vec<&str> = (found.iter().take(MOST_COMPANIONED))
        .filter_map(|at| Some(snapshot.file(at.at.file)?.0.path.as_str()))
        .collect();
    Ok(ImpactAnswer {
        symbol: name.to_owned(),
        index: snapshot.freshness.clone(),
        definitions,
        definitions_omitted: found.len().saturating_sub(LIMIT_DEFINITIONS),
        affected: affected_symbols(snapshot, &reached.affected),
        omitted: reached.omitted,
        ambiguous: reached.direct.n_unlisted,
        not_followed: reached.n_not_followed,
        untracked,
        changed_together: changed_with(snapshot, &paths),
        near: if found.is_empty() { near_names(snapshot, name) } else { Vec::new() },
    })
}

/// The users of the outermost symbols of a file in other files, and the sections of documents that mention the
/// file itself.
fn impact_of_file(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    path: &str,
    file: FileId,
    limits: ImpactLimits,
) -> ImpactAnswer {
    let facts = snapshot.facts_of(file);
    let symbols = facts.iter().flat_map(|facts| (0..).zip(&facts.symbols));
    let outermost: Vec<SymbolAt> = symbols
        .filter(|(_, symbol)| symbol.parent.is_none())
        .map(|(symbol, _)| SymbolAt { file, symbol })
        .take(LIMIT_FOLLOWED)
        .collect();
    let impact = graph.impact(&outermost, bounds_of(limits));
    let (mut reached, mut omitted) = (impact.affected, impact.omitted);
    reached.retain(|affected| affected.file != file);
    for mention in graph.mentions_of_file(file) {
        let Some(provenance) = mention.provenance else { continue };
        let (file, symbol, line) = (mention.document, mention.section, mention.line);
        let is_known = |known: &Affected| (known.file, known.symbol) == (file, symbol);
        if !reached.iter().any(is_known) {
            let is_in_test = false;
            reached.push(Affected { file, symbol, line, distance: 1, provenance, is_in_test });
        }
    }
    reached.sort_by_key(|affected| affected.distance);
    omitted += reached.len().saturating_sub(limits.max_symbols);
    reached.truncate(limits.max_symbols);
    ImpactAnswer {
        symbol: path.to_owned(),
        index: snapshot.freshness.clone(),
        definitions: vec![format!("{path}:1")],
        definitions_omitted: 0,
        affected: affected_symbols(snapshot, &reached),
        omitted,
        ambiguous: impact.direct.n_unlisted,
        not_followed: impact.n_not_followed,
        untracked: None,
        changed_together: changed_with(snapshot, &[path]),
        near: Vec::new(),
    }
}

fn bounds_of(limits: ImpactLimits) -> ImpactBounds {
    let ImpactLimits { max_distance, max_symbols } = limits;
    ImpactBounds { max_distance, max_symbols, max_files: LIMIT_FILES }
}

pub(crate) fn affected_symbols(snapshot: &Snapshot, reached: &[Affected]) -> Vec<AffectedSymbol> {
    snapshot.read_ahead(reached.iter().map(|affected| affected.file));
    let described = reached.iter().filter_map(|affected| {
        Some(AffectedSymbol {
            symbol: symbol_name(snapshot, affected.file, affected.symbol),
            path: snapshot.file(affected.file)?.0.path.clone(),
            line: affected.line,
            distance: affected.distance,
            provenance: affected.provenance.to_string(),
        })
    });
    described.collect()
}
