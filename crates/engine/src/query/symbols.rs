//! Symbols by file and by name, and who uses them.

use std::collections::BTreeSet;

use rutter_domain::{
    Facts, FileId, Freshness, Language, ListedEntry, Remark, Symbol, SymbolKind, Visibility,
    Vocabulary, Worded,
};
use rutter_graph::{EdgeKind, FileMention, Graph, Resolution, SymbolAt};
use serde::{Serialize, Serializer};

use crate::Error;
use crate::query::graph::IndexedCode;
use crate::query::mentions::{MentionPlace, mention_place, mentioned_in, mentions_of_file};
use crate::query::search::search;
use crate::query::snapshot::Snapshot;
use crate::query::suggest::nearest;
use rutter_workspace::Scope;

/// The symbols of a file.
#[derive(Debug, Clone, Serialize)]
pub struct SymbolsAnswer {
    pub path: String,
    pub index: Freshness,
    pub symbols: Vec<ListedSymbol>,
    /// Where documents mention the file.
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

/// Which symbols to describe, and how much of each.
#[derive(Debug, Clone, Copy)]
pub struct SymbolRequest<'a> {
    /// Such as `bar`, `Foo::bar` or `foo.bar`.
    pub name: &'a str,
    /// Only what this file defines.
    pub path: Option<&'a str>,
    /// How many matches to skip, for paging.
    pub skip: usize,
    /// The most callers and callees of each.
    pub limit: usize,
}

/// The symbols of a name.
#[derive(Debug, Clone, Serialize)]
pub struct SymbolAnswer {
    pub name: String,
    pub index: Freshness,
    pub matches: Vec<SymbolMatch>,
    /// How many further matches were found.
    pub omitted: usize,
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

/// A symbol with what surrounds it in the code graph.
#[derive(Debug, Clone, Serialize)]
pub struct SymbolMatch {
    #[serde(flatten)]
    pub symbol: ListedSymbol,
    pub path: String,
    pub language: Language,
    pub callers: Vec<Caller>,
    pub callers_omitted: usize,
    pub callees: Vec<Callee>,
    pub callees_omitted: usize,
    /// Where documents mention it.
    pub mentions: Vec<MentionPlace>,
    pub mentions_omitted: usize,
    /// What was recorded about it.
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
    /// Where it is defined, if that is known.
    pub path: Option<String>,
    /// Where it is used.
    pub line: u32,
    #[serde(serialize_with = "serialize_name")]
    pub kind: EdgeKind,
    /// How it is known, or `unresolved`.
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
const LIMIT_MATCHES: usize = 20;
/// At most this many places that mention a file are listed.
const LIMIT_MENTIONS: usize = 20;

/// The symbols of the file at `path`, in order.
pub fn symbols_of_file(snapshot: &Snapshot, path: &str) -> Result<SymbolsAnswer, Error> {
    let path = path.trim_start_matches("./");
    let facts = snapshot.file_at(path).and_then(|file| snapshot.facts_of(file.id));
    let Some(facts) = facts else {
        return Err(Error::NotIndexed { path: path.to_owned(), near: near_paths(snapshot, path) });
    };
    let symbols = facts.symbols.iter().map(|symbol| listed(&facts, symbol)).collect();
    let code = IndexedCode::new(snapshot);
    let mentions = mentions_of_file(snapshot, &Graph::new(&code), path);
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
    let mut found = definitions(snapshot, name);
    let near = if found.is_empty() { near_names(snapshot, name) } else { Vec::new() };
    if let Some(path) = path {
        found.retain(|at| snapshot.file(at.file).is_some_and(|(row, _)| row.path == path));
    }
    let code = IndexedCode::new(snapshot);
    let graph = Graph::new(&code);
    let matches = found
        .iter()
        .skip(skip)
        .take(LIMIT_MATCHES)
        .filter_map(|at| symbol_match(snapshot, &graph, *at, limit))
        .collect();
    Ok(SymbolAnswer {
        name: name.to_owned(),
        index: snapshot.freshness.clone(),
        matches,
        omitted: found.len().saturating_sub(skip.saturating_add(LIMIT_MATCHES)),
        near,
        remark: None,
    })
}

/// Where `name` is defined. A qualified name matches symbols whose own qualified name ends
/// with it.
pub(crate) fn definitions(snapshot: &Snapshot, name: &str) -> Vec<SymbolAt> {
    let wanted = name_parts(name);
    let mut found = Vec::new();
    for bare in wanted.last().into_iter().chain([&name]).collect::<BTreeSet<_>>() {
        for file in snapshot.reader.files_defining(bare) {
            let Some(facts) = snapshot.facts_of(file) else { continue };
            let is_meant = |symbol: &Symbol| {
                symbol.name == name
                    || symbol.name == **bare
                        && name_parts(&symbol.qualified_name).ends_with(&wanted)
            };
            found.extend(
                (0..)
                    .zip(&facts.symbols)
                    .filter(|(_, symbol)| is_meant(symbol))
                    .map(|(at, _)| SymbolAt { file, symbol: at }),
            );
        }
    }
    // An `impl` block has the name of its type. Prefer the type itself if it is defined here.
    let is_block = |at: &SymbolAt| {
        let facts = snapshot.facts_of(at.file);
        let symbol = facts.as_ref().and_then(|facts| facts.symbols.get(at.symbol as usize));
        symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Implementation)
    };
    if !found.iter().all(is_block) {
        found.retain(|at| !is_block(at));
    }
    found.sort_by_key(|at| (snapshot.file(at.file).map(|(row, _)| &row.path), at.symbol));
    found.dedup();
    found
}

/// The paths of the files that define a name, bare or qualified.
pub fn defining_paths(snapshot: &Snapshot, name: &str) -> Vec<String> {
    let found = definitions(snapshot, name);
    found.iter().filter_map(|at| Some(snapshot.file(at.file)?.0.path.clone())).collect()
}

fn symbol_match(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    at: SymbolAt,
    limit: usize,
) -> Option<SymbolMatch> {
    let (row, file) = snapshot.file(at.file)?;
    let facts = snapshot.facts_of(at.file)?;
    let symbol = facts.symbols.get(at.symbol as usize)?;
    let (mentions, callers): (Vec<_>, Vec<_>) =
        graph.callers(at).into_iter().partition(|edge| edge.kind == EdgeKind::Mention);
    let callees = graph.callees(at);
    let mut described: Vec<Callee> =
        callees.iter().map(|callee| describe_callee(snapshot, callee)).collect();
    if symbol.kind == SymbolKind::Section {
        let mentions = mentioned_in(snapshot, graph, at);
        described.extend(mentions.iter().map(|mention| describe_mention(snapshot, mention)));
        described.sort_by_key(|callee| callee.line);
    }
    Some(SymbolMatch {
        symbol: listed(&facts, symbol),
        path: row.path.clone(),
        language: file.language,
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
        entry: None,
    })
}

fn describe_callee(snapshot: &Snapshot, callee: &rutter_graph::ResolvedReference) -> Callee {
    let (target, provenance) = match &callee.resolution {
        Resolution::Resolved { targets, provenance } => (targets.first(), provenance.to_string()),
        Resolution::Unresolved => (None, "unresolved".to_owned()),
    };
    let target_name = target.and_then(|at| symbol_name(snapshot, at.file, Some(at.symbol)));
    Callee {
        symbol: target_name.unwrap_or_else(|| callee.name.clone()),
        path: target.and_then(|at| Some(snapshot.file(at.file)?.0.path.clone())),
        line: callee.line,
        kind: EdgeKind::from(callee.kind),
        provenance,
    }
}

fn describe_mention(snapshot: &Snapshot, mention: &FileMention) -> Callee {
    let target = mention.targets.first();
    let provenance = mention.provenance.map(|provenance| provenance.to_string());
    Callee {
        symbol: mention.text.clone(),
        path: target.and_then(|file| Some(snapshot.file(*file)?.0.path.clone())),
        line: mention.line,
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

/// Indexed paths with the same or a similar file name.
pub fn near_paths(snapshot: &Snapshot, path: &str) -> Vec<String> {
    let file_name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let stem = file_name.split('.').next().unwrap_or(&file_name);
    let bears = |candidate: &&str| {
        let candidate = candidate.rsplit('/').next().unwrap_or(candidate).to_lowercase();
        candidate == file_name || !stem.is_empty() && candidate.starts_with(stem)
    };
    snapshot.paths().filter(bears).take(3).map(|path| format!("`{path}`")).collect()
}

/// Symbols with similar names, then those found by searching for the words of `name`.
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
    let request = crate::SearchRequest {
        query: name.to_owned(),
        limit: 10,
        scope: Scope::Code,
        ..crate::SearchRequest::default()
    };
    let hits = search(snapshot, &request).map(|answer| answer.hits).unwrap_or_default();
    let fitting = hits.into_iter().filter(|hit| hit.score >= LEAST_SCORE);
    for symbol in fitting.filter_map(|hit| hit.symbol) {
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

/// The parts of a qualified name, whatever separator its language uses.
pub fn name_parts(name: &str) -> Vec<&str> {
    name.trim_end_matches("()")
        .split(|c: char| matches!(c, ':' | '.' | '#' | '/' | '\\' | '>') || c.is_whitespace())
        .map(|part| part.trim_end_matches('-'))
        .filter(|part| !part.is_empty())
        .collect()
}
