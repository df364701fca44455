//! A hit, and the name of the chunk it is.
//!
//! A chunk is named `PATH#N`, N being its number in the file, from 0. The name holds as long as the
//! file does not change; it is told with each hit and can be asked with.

use std::sync::Arc;

use rutter_domain::{ChunkKind, EntryMark, Facts, FileId, Symbol};
use serde::Serialize;

use crate::query::snapshot::Snapshot;

/// A place that answers the query.
#[derive(Debug, Clone, Serialize)]
pub struct Hit {
    /// The name of the chunk; of several that became one hit, that of the best.
    pub chunk: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    pub symbol: Option<String>,
    pub kind: &'static str,
    pub language: &'static str,
    /// Between 0 and 1.
    pub score: f32,
    pub snippet: String,
    /// The first and the last of lines that the snippet leaves out; a line of it says so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<(u32, u32)>,
    /// What it costs to read, as [`count_tokens`] counts.
    pub tokens: usize,
    /// Why it ranks where it does.
    pub reasons: Vec<String>,
    /// What was recorded of it and answers the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryMark>,
}

/// What the line that names a hit costs beside its path, in bytes.
const FRAME_BYTES: usize = 24;

/// About how many tokens a hit costs its reader: one for every four bytes of its snippet and its
/// path, and six for the line that names it.
pub fn count_tokens(path: &str, n_snippet_bytes: usize) -> usize {
    (n_snippet_bytes + path.len() + FRAME_BYTES).div_ceil(4)
}

/// The longest snippet that a hit of so many tokens can have; nothing when there is room for none.
pub(crate) fn snippet_bytes(path: &str, n_tokens: usize) -> Option<usize> {
    n_tokens.saturating_mul(4).checked_sub(path.len() + FRAME_BYTES)
}

/// The name of a chunk.
pub(crate) fn chunk_name(path: &str, number: u32) -> String {
    format!("{path}#{number}")
}

/// The place of a chunk, and how well it answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Found {
    pub(crate) file: FileId,
    pub(crate) number: u32,
    pub(crate) score: f32,
}

/// A hit with what is needed to shorten it or to join it with its neighbours.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) hit: Hit,
    /// The chunks it is made of, by their numbers.
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// The symbol it is called after, by its number in the file.
    pub(crate) symbol: Option<u32>,
    pub(crate) facts: Arc<Facts>,
}

/// A chunk as a hit, called after one of `names` if it defines that.
pub(crate) fn draft(
    snapshot: &Snapshot,
    found: Found,
    names: &[&str],
    reasons: Vec<String>,
) -> Option<Draft> {
    let (row, file) = snapshot.file(found.file)?;
    let facts = snapshot.facts_of(found.file)?;
    let chunk = facts.chunks.get(found.number as usize)?;
    let symbol_at = |at: u32| facts.symbols.get(at as usize);
    let is_named = |at: &u32| {
        symbol_at(*at).is_some_and(|symbol: &Symbol| names.contains(&symbol.name.as_str()))
    };
    let number = chunk.defines.iter().copied().find(is_named).or(chunk.symbol);
    let symbol = number.and_then(symbol_at);
    let kind = match (symbol, chunk.kind) {
        (Some(symbol), _) => symbol.kind.name(),
        (None, ChunkKind::Code) => "code",
        (None, ChunkKind::Document) => "document",
        (None, ChunkKind::Lines) => "text",
    };
    let snippet = snapshot.snippet(row, file, &chunk.span);
    let hit = Hit {
        chunk: chunk_name(&row.path, found.number),
        path: row.path.clone(),
        start_line: chunk.span.start_line,
        end_line: chunk.span.end_line,
        symbol: symbol.map(|symbol| symbol.qualified_name.clone()),
        kind,
        language: file.language.name(),
        score: found.score,
        gaps: Vec::new(),
        tokens: count_tokens(&row.path, snippet.len()),
        snippet,
        reasons,
        entry: None,
    };
    let (first, last) = (found.number, found.number);
    Some(Draft { hit, first, last, symbol: number, facts })
}
