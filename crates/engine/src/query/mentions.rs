//! Finds the places of documents that mention a symbol or a file, and the files and commands that a section
//! mentions.

use std::fmt;

use rutter_domain::MentionSource;
use rutter_graph::{Edge, FileMention, Graph, SymbolAt};
use serde::{Serialize, Serializer};

use crate::query::snapshot::Snapshot;

/// A word that more documents contain is not looked up for a hit of a search.
const MOST_DOCUMENTS: usize = 200;

/// A place of a document that mentions a symbol or a file.
#[derive(Debug, Clone, Serialize)]
pub struct MentionPlace {
    /// The heading of the section with those around it; `None` before the first.
    pub section: Option<String>,
    pub path: String,
    pub line: u32,
    /// As written: `Foo::bar()`, `src/lib.rs:12`, `tool run --all`.
    pub text: String,
    /// The markup around it in the document.
    #[serde(serialize_with = "serialize_source")]
    pub source: MentionSource,
    /// The provenance of its target.
    pub provenance: String,
}

impl fmt::Display for MentionPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.section {
            Some(section) => write!(f, "{}: {section}", self.path),
            None => f.write_str(&self.path),
        }
    }
}

fn serialize_source<S: Serializer>(
    source: &MentionSource,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(source.name())
}

/// The places that mention the file at `path`, the most certain first.
pub(crate) fn mentions_of_file(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    path: &str,
) -> Vec<MentionPlace> {
    let Some(file) = snapshot.file_at(path) else { return Vec::new() };
    let mentions = graph.mentions_of_file(file.id).into_iter();
    mentions.filter_map(|mention| place_of(snapshot, mention)).collect()
}

fn place_of(snapshot: &Snapshot, mention: FileMention) -> Option<MentionPlace> {
    let facts = snapshot.facts_of(mention.document)?;
    let section = mention.section.and_then(|at| facts.symbols.get(at as usize));
    Some(MentionPlace {
        section: section.map(|section| section.qualified_name.clone()),
        path: snapshot.file(mention.document)?.0.path.clone(),
        line: mention.line,
        text: mention.text,
        source: mention.source,
        provenance: mention.provenance?.to_string(),
    })
}

/// The place of an edge from a document to a symbol of this name.
pub(crate) fn mention_place(snapshot: &Snapshot, edge: &Edge, name: &str) -> Option<MentionPlace> {
    let facts = snapshot.facts_of(edge.from_file)?;
    // Facts of the same file are in order, so that a reference has the line of its mention.
    let mut on_line = facts.mentions.iter().filter(|mention| mention.line == edge.line);
    let mention = on_line.find(|mention| mention.text.contains(name));
    let section = edge.from_symbol.and_then(|at| facts.symbols.get(at as usize));
    Some(MentionPlace {
        section: section.map(|section| section.qualified_name.clone()),
        path: snapshot.file(edge.from_file)?.0.path.clone(),
        line: edge.line,
        text: mention.map_or_else(|| name.to_owned(), |mention| mention.text.clone()),
        source: mention.map_or(MentionSource::InlineCode, |mention| mention.source),
        provenance: edge.provenance.to_string(),
    })
}

/// The best place of a document that certainly mentions a symbol.
pub(crate) fn best_mention(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    symbol: SymbolAt,
) -> Option<MentionPlace> {
    let facts = snapshot.facts_of(symbol.file)?;
    let name = &facts.symbols.get(symbol.symbol as usize)?.name;
    let edges = graph.mentions_of_symbol(symbol, MOST_DOCUMENTS);
    let is_certain = |edge: &&Edge| edge.provenance.is_sure();
    mention_place(snapshot, edges.iter().find(is_certain)?, name)
}

/// The files, commands and flags that a section mentions, those of the sections in it included.
pub(crate) fn mentioned_in(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    section: SymbolAt,
) -> Vec<FileMention> {
    let Some(facts) = snapshot.facts_of(section.file) else { return Vec::new() };
    let Some(symbol) = facts.symbols.get(section.symbol as usize) else { return Vec::new() };
    let lines = symbol.span.start_line..=symbol.span.end_line;
    let mut inside = graph.mentions_in(section.file);
    inside.retain(|mention| lines.contains(&mention.line));
    inside
}
