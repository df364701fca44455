//! Describes symbols, by file or by name, with their users.

use rutter_domain::{
    Facts, FileId, Freshness, Language, ListedEntry, Provenance, Remark, Symbol, SymbolKind,
    Visibility, Vocabulary, Worded,
};
use rutter_graph::{Edge, EdgeKind, FileMention, Graph, Resolution, ResolvedReference, SymbolAt};
use serde::{Serialize, Serializer};

use crate::Error;
use crate::query::companions::{ChangedWith, changed_with};
use crate::query::definitions::{DefinitionPlace, definitions, definitions_in, place};
use crate::query::doc_lines::doc_lines_of_symbol;
use crate::query::graph::IndexedCode;
use crate::query::mentions::{MentionPlace, mention_place, mentioned_in, mentions_of_file};
use crate::query::path_class::is_test_path;
use crate::query::paths::{not_a_file, refuse_path};
use crate::query::search::search;
use crate::query::snapshot::Snapshot;
use crate::query::tracked::{Untracked, missing_uses};
use rutter_domain::nearest;
use rutter_workspace::Scope;

/// The symbols of a file.
#[derive(Debug, Clone, Serialize)]
pub struct SymbolsAnswer {
    pub path: String,
    pub index: Freshness,
    pub symbols: Vec<ListedSymbol>,
    /// Places of documents that mention the file.
    pub mentions: Vec<MentionPlace>,
    pub mentions_omitted: usize,
}

/// A symbol with its signature and position.
#[derive(Debug, Clone, Serialize)]
pub struct ListedSymbol {
    pub name: String,
    pub qualified_name: String,
    pub kind: SymbolKind,
    pub node_kind: String,
    pub start_line: u32,
    pub end_line: u32,
    pub signature: String,
    pub doc: Option<String>,
    pub visibility: Visibility,
    /// The qualified name of the symbol it is defined in.
    pub parent: Option<String>,
}

/// The symbols to describe, and the number of links of each.
#[derive(Debug, Clone, Copy)]
pub struct SymbolRequest<'a> {
    /// Such as `bar`, `Foo::bar` or `foo.bar`.
    pub name: &'a str,
    /// Only what this file defines.
    pub path: Option<&'a str>,
    /// Number of matches to skip, for paging.
    pub skip: usize,
    /// The most callers and callees of each.
    pub limit: usize,
}

/// The symbols of a name.
#[derive(Debug, Clone, Serialize)]
pub struct SymbolAnswer {
    pub name: String,
    pub index: Freshness,
    /// Likeliest first.
    pub matches: Vec<SymbolMatch>,
    /// Further matches in short.
    pub others: Vec<DefinitionPlace>,
    /// Number of further matches, including those in `others`.
    pub omitted: usize,
    /// Places that use the name and may mean any of its many definitions; they are not among the callers.
    pub ambiguous: usize,
    /// Why callers are missing, if so.
    pub untracked: Option<Untracked>,
    /// Similar names, if there is no match.
    pub near: Vec<String>,
    /// Why entries are missing or may be wrong, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<Remark>,
}

impl Worded for SymbolAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
        self.remark.word(vocabulary);
    }
}

/// A symbol with its neighbours in the code graph.
#[derive(Debug, Clone, Serialize)]
pub struct SymbolMatch {
    #[serde(flatten)]
    pub symbol: ListedSymbol,
    pub path: String,
    pub language: Language,
    /// The first and last line of its documentation, where they are known.
    pub doc_lines: Option<[u32; 2]>,
    /// Those outside tests first, then the most certain.
    pub callers: Vec<Caller>,
    pub callers_omitted: usize,
    pub callees: Vec<Callee>,
    pub callees_omitted: usize,
    /// Places of documents that mention it.
    pub mentions: Vec<MentionPlace>,
    pub mentions_omitted: usize,
    /// Files that often change in the same commits as its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed_together: Vec<ChangedWith>,
    /// The entry recorded about it.
    pub entry: Option<ListedEntry>,
}

/// A place that uses a symbol.
#[derive(Debug, Clone, Serialize)]
pub struct Caller {
    /// The symbol that uses it; `None` at the top level of a file.
    pub symbol: Option<String>,
    pub path: String,
    pub line: u32,
    #[serde(serialize_with = "serialize_name")]
    pub kind: EdgeKind,
    pub provenance: String,
}

/// A thing that a symbol uses.
#[derive(Debug, Clone, Serialize)]
pub struct Callee {
    /// The qualified name if it is resolved, else the name as written.
    pub symbol: String,
    /// The file of the use, which is that of the symbol itself.
    pub path: String,
    /// Line of the use.
    pub line: u32,
    /// Place of the definition, as `path:line`, if it is known.
    pub definition: Option<String>,
    #[serde(serialize_with = "serialize_name")]
    pub kind: EdgeKind,
    /// The provenance, or `unresolved`.
    pub provenance: String,
}

impl Worded for SymbolsAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
    }
}

fn serialize_name<S: Serializer>(kind: &EdgeKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

/// At most this many matches are described per answer.
const LIMIT_MATCHES: usize = 5;
/// At most this many further matches are listed.
const LIMIT_OTHERS: usize = 30;
/// At most this many places that mention a file are listed.
const LIMIT_MENTIONS: usize = 20;

/// The symbols of the file at `path`, in order, but for fields that no class declares: they are many,
/// and are found by their name.
pub fn symbols_of_file(snapshot: &Snapshot, path: &str) -> Result<SymbolsAnswer, Error> {
    let path = path.trim_start_matches("./");
    let facts = snapshot.file_at(path).and_then(|file| snapshot.facts_of(file.id));
    let Some(facts) = facts else { return Err(not_a_file(snapshot, path)) };
    let symbols = facts.symbols.iter().filter(|symbol| !symbol.is_own_field());
    let symbols = symbols.map(|symbol| listed(&facts, symbol)).collect();
    let code = IndexedCode::new(snapshot);
    let mentions = mentions_of_file(snapshot, &code.graph(), path);
    Ok(SymbolsAnswer {
        path: path.to_owned(),
        index: snapshot.freshness.clone(),
        symbols,
        mentions_omitted: mentions.len().saturating_sub(LIMIT_MENTIONS),
        mentions: mentions.into_iter().take(LIMIT_MENTIONS).collect(),
    })
}

/// The symbols of a name.
pub fn find_symbol(
    snapshot: &Snapshot,
    request: &SymbolRequest<'_>,
) -> Result<SymbolAnswer, Error> {
    let SymbolRequest { name, path, skip, limit } = *request;
    let code = IndexedCode::new(snapshot);
    let graph = code.graph();
    let found = definitions_in(snapshot, &graph, name, path);
    let is_unknown = found.is_empty() && definitions(snapshot, &graph, name).is_empty();
    let near = if is_unknown { near_names(snapshot, name) } else { Vec::new() };
    let symbols: Vec<SymbolAt> =
        found.iter().skip(skip).take(LIMIT_MATCHES).map(|at| at.at).collect();
    let uses = graph.uses_of(&symbols);
    // A name that only another file defines is known.
    let can_be_missing = is_unknown || !found.is_empty();
    let missing = can_be_missing.then(|| missing_uses(snapshot, &graph, name, &found, &uses));
    let untracked = missing.flatten().map(|missing| missing.untracked);
    if is_unknown && untracked.is_none() {
        refuse_path(snapshot, name)?;
    }
    let listed = found.iter().skip(skip).take(LIMIT_MATCHES + LIMIT_OTHERS);
    snapshot.read_ahead(listed.map(|at| at.at.file));
    let matches: Vec<SymbolMatch> = (symbols.iter().zip(0..))
        .filter_map(|(at, number)| {
            let of_this = uses.list.iter().filter(|used| used.targets.contains(&number));
            let edges = of_this.map(|used| &used.edge).collect();
            symbol_match(snapshot, &graph, *at, edges, limit)
        })
        .collect();
    let others = found.iter().skip(skip.saturating_add(LIMIT_MATCHES));
    Ok(SymbolAnswer {
        name: name.to_owned(),
        index: snapshot.freshness.clone(),
        matches,
        others: others.take(LIMIT_OTHERS).filter_map(|at| place(snapshot, at.at)).collect(),
        omitted: found.len().saturating_sub(skip.saturating_add(LIMIT_MATCHES)),
        ambiguous: uses.n_unlisted,
        untracked,
        near,
        remark: None,
    })
}

/// The paths of the files that define a name, bare or qualified.
pub fn defining_paths(snapshot: &Snapshot, name: &str) -> Vec<String> {
    let code = IndexedCode::new(snapshot);
    let mut found = definitions(snapshot, &code.graph(), name);
    found.sort_by_key(|at| snapshot.file(at.at.file).map(|(row, _)| &row.path));
    found.iter().filter_map(|at| Some(snapshot.file(at.at.file)?.0.path.clone())).collect()
}

fn symbol_match(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    at: SymbolAt,
    edges: Vec<&Edge>,
    limit: usize,
) -> Option<SymbolMatch> {
    let (row, file) = snapshot.file(at.file)?;
    let facts = snapshot.facts_of(at.file)?;
    let symbol = facts.symbols.get(at.symbol as usize)?;
    let (mentions, mut callers): (Vec<_>, Vec<_>) =
        edges.into_iter().partition(|edge| edge.kind == EdgeKind::Mention);
    // An import only says that uses follow.
    callers.sort_by_key(|edge| {
        let path = snapshot.file(edge.from_file).map(|(row, _)| row.path.as_str());
        let is_test = edge.is_in_test || path.is_some_and(is_test_path);
        (is_test, edge.kind == EdgeKind::Import)
    });
    snapshot.read_ahead(callers.iter().take(limit).map(|edge| edge.from_file));
    let doc_lines = symbol.doc.as_ref().and_then(|_| doc_lines_of_symbol(snapshot, at));
    let callees = graph.callees(at);
    // What is read from elsewhere says little about a symbol.
    let is_foreign_data = |callee: &&ResolvedReference| {
        matches!(callee.kind, EdgeKind::Read | EdgeKind::Write)
            && callee.resolution == Resolution::Unresolved
    };
    let shown = callees.iter().filter(|callee| !is_foreign_data(callee));
    let mut described: Vec<Callee> =
        shown.map(|callee| describe_callee(snapshot, &row.path, callee)).collect();
    if symbol.kind == SymbolKind::Section {
        let mentions = mentioned_in(snapshot, graph, at);
        let mentions = mentions.iter();
        described.extend(mentions.map(|mention| describe_mention(snapshot, &row.path, mention)));
    }
    described.sort_by_key(|callee| callee.line);
    Some(SymbolMatch {
        symbol: listed(&facts, symbol),
        path: row.path.clone(),
        language: file.language,
        doc_lines: doc_lines.map(|lines| [*lines.start(), *lines.end()]),
        callers_omitted: callers.len().saturating_sub(limit),
        callers: callers
            .iter()
            .take(limit)
            .filter_map(|edge| {
                Some(Caller {
                    symbol: symbol_name(snapshot, edge.from_file, edge.from_symbol),
                    path: snapshot.file(edge.from_file)?.0.path.clone(),
                    line: edge.line,
                    kind: edge.kind,
                    provenance: edge.provenance.to_string(),
                })
            })
            .collect(),
        callees_omitted: described.len().saturating_sub(limit),
        callees: described.into_iter().take(limit).collect(),
        mentions_omitted: mentions.len().saturating_sub(limit),
        mentions: mentions
            .iter()
            .take(limit)
            .filter_map(|edge| mention_place(snapshot, edge, &symbol.name))
            .collect(),
        changed_together: changed_with(snapshot, &[&row.path]),
        entry: None,
    })
}

fn describe_callee(snapshot: &Snapshot, path: &str, callee: &ResolvedReference) -> Callee {
    let (target, provenance) = match &callee.resolution {
        // One place of many would say more than is known.
        Resolution::Resolved { provenance: known @ Provenance::Ambiguous(_), .. } => {
            (None, known.to_string())
        }
        Resolution::Resolved { targets, provenance } => (targets.first(), provenance.to_string()),
        Resolution::Unresolved => (None, "unresolved".to_owned()),
    };
    let target = target.and_then(|at| place(snapshot, *at));
    let definition = target.as_ref().map(|target| format!("{}:{}", target.path, target.line));
    Callee {
        symbol: target.map_or_else(|| callee.name.clone(), |target| target.symbol),
        path: path.to_owned(),
        line: callee.line,
        definition,
        kind: callee.kind,
        provenance,
    }
}

fn describe_mention(snapshot: &Snapshot, path: &str, mention: &FileMention) -> Callee {
    let is_ambiguous = matches!(mention.provenance, Some(Provenance::Ambiguous(_)));
    let target = mention.targets.first().filter(|_| !is_ambiguous);
    let provenance = mention.provenance.map(|provenance| provenance.to_string());
    Callee {
        symbol: mention.text.clone(),
        path: path.to_owned(),
        line: mention.line,
        definition: target.and_then(|file| Some(snapshot.file(*file)?.0.path.clone())),
        kind: EdgeKind::Mention,
        provenance: provenance.unwrap_or_else(|| "unresolved".to_owned()),
    }
}

pub(crate) fn symbol_name(
    snapshot: &Snapshot,
    file: FileId,
    symbol: Option<u32>,
) -> Option<String> {
    let facts = snapshot.facts_of(file)?;
    Some(facts.symbols.get(symbol? as usize)?.qualified_name.clone())
}

/// Symbols with similar names, or else those found by searching for the words of `name`.
pub(crate) fn near_names(snapshot: &Snapshot, name: &str) -> Vec<String> {
    const MOST_SUGGESTED: usize = 3;
    /// In larger trees, comparing every name takes too long.
    const MOST_FILES: usize = 2_000;
    /// Hits with a lower score are unrelated.
    const LEAST_SCORE: f32 = 0.2;
    let mut near = Vec::new();
    if snapshot.manifest.indexed().take(MOST_FILES + 1).count() <= MOST_FILES {
        let files = snapshot.manifest.indexed();
        let all: Vec<_> = files.filter_map(|(_, file)| snapshot.facts_of(file.id)).collect();
        let symbols = all.iter().flat_map(|facts| &facts.symbols);
        let names = symbols.filter(|symbol| symbol.kind != SymbolKind::Section);
        near = nearest(name, names.map(|symbol| symbol.qualified_name.as_str()), MOST_SUGGESTED);
    }
    if !near.is_empty() {
        return near;
    }
    let request = crate::SearchRequest {
        query: name.to_owned(),
        limit: 10,
        scope: Scope::Code,
        ..crate::SearchRequest::default()
    };
    let hits = search(snapshot, &request).map(|answer| answer.hits).unwrap_or_default();
    let fitting = hits.into_iter().filter(|hit| hit.score >= LEAST_SCORE);
    let sought = rutter_domain::words::tokenize(name);
    // One word of many, such as `get`, makes no name similar.
    let shares_words = |symbol: &String| {
        let words = rutter_domain::words::tokenize(symbol);
        let n_shared = sought.iter().filter(|word| words.contains(word)).count();
        n_shared > 0 && n_shared * 2 >= sought.len()
    };
    for symbol in fitting.filter_map(|hit| hit.symbol).filter(shares_words) {
        if !near.contains(&symbol) && near.len() < MOST_SUGGESTED {
            near.push(symbol);
        }
    }
    near
}

fn listed(facts: &Facts, symbol: &Symbol) -> ListedSymbol {
    let parent = symbol.parent.and_then(|parent| facts.symbols.get(parent as usize));
    ListedSymbol {
        name: symbol.name.clone(),
        qualified_name: symbol.qualified_name.clone(),
        kind: symbol.kind,
        node_kind: symbol.node_kind.clone().into_owned(),
        start_line: symbol.span.start_line,
        end_line: symbol.span.end_line,
        signature: symbol.signature.clone(),
        doc: symbol.doc.clone(),
        visibility: symbol.visibility,
        parent: parent.map(|parent| parent.qualified_name.clone()),
    }
}
