//! A hit, and the names of chunks.
//!
//! A chunk is named `PATH#N`, N being its number in the file, from 0. The name holds as long as the
//! file does not change; it is part of each hit and can be passed to other commands.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rutter_domain::tokens;
use rutter_domain::{Chunk, ChunkKind, EntryMark, FileId, Language, Outline, SymbolKind};
use serde::{Serialize, Serializer};

use crate::query::mentions::MentionPlace;
use crate::query::snapshot::Snapshot;
use crate::query::snippet::Snippets;

/// A place that answers the query.
#[derive(Debug, Clone, Serialize)]
pub struct Hit {
    /// The name of the chunk; of several that became one hit, that of the best.
    pub chunk: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// The first and the last line of what answers, if the hit also has lines around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matched_lines: Option<(u32, u32)>,
    pub symbol: Option<String>,
    pub kind: HitKind,
    pub language: Language,
    /// The rank of its file among the files that were found, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_rank: Option<u32>,
    /// Between 0 and 1.
    pub score: f32,
    pub snippet: String,
    /// The first and the last of lines that the snippet leaves out; a line of it says so.
    #[serde(rename = "gaps", skip_serializing_if = "Vec::is_empty")]
    pub omitted_lines: Vec<(u32, u32)>,
    /// Cost of reading it, by [`count_tokens`].
    pub tokens: usize,
    /// Why it ranks where it does.
    pub reasons: Vec<String>,
    /// The entry about it that answers the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryMark>,
    /// Place of a document that mentions its symbol, if the request asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mentioned_in: Option<MentionPlace>,
}

impl Hit {
    /// The word before its name in text: a place around a function is not the function.
    pub fn preposition(&self) -> &'static str {
        if self.matched_lines.is_some() { "around " } else { "" }
    }

    /// The lines of the file that it shows, in order.
    pub fn shown_lines(&self) -> Vec<RangeInclusive<u32>> {
        let mut ranges = Vec::new();
        let mut start = self.start_line;
        for (first, last) in &self.omitted_lines {
            if *first > start {
                ranges.push(start..=first - 1);
            }
            start = last.saturating_add(1);
        }
        if start <= self.end_line {
            ranges.push(start..=self.end_line);
        }
        ranges
    }

    /// The lines of the snippet with their numbers; `None` for a line that replaces omitted ones.
    pub fn numbered_lines(&self) -> impl Iterator<Item = (Option<u32>, &str)> {
        let mut next = self.start_line;
        let mut omitted = self.omitted_lines.iter().peekable();
        self.snippet.lines().map(move |line| {
            let number = match omitted.next_if(|(first, _)| *first == next) {
                Some((_, last)) => {
                    next = last.saturating_add(1);
                    None
                }
                None => {
                    next = next.saturating_add(1);
                    Some(next - 1)
                }
            };
            (number, line)
        })
    }
}

/// The kind of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HitKind {
    Symbol(SymbolKind),
    /// Code outside of any symbol.
    Code,
    Document,
    Text,
    /// Something that was recorded.
    Entry,
}

impl HitKind {
    /// The kind of a chunk that is named after a symbol of this kind, or after none.
    pub(crate) fn of(symbol: Option<SymbolKind>, chunk: ChunkKind) -> HitKind {
        match (symbol, chunk) {
            (Some(kind), _) => HitKind::Symbol(kind),
            (None, ChunkKind::Code) => HitKind::Code,
            (None, ChunkKind::Document) => HitKind::Document,
            (None, ChunkKind::Lines) => HitKind::Text,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            HitKind::Symbol(kind) => kind.name(),
            HitKind::Code => "code",
            HitKind::Document => "document",
            HitKind::Text => "text",
            HitKind::Entry => "entry",
        }
    }
}

impl fmt::Display for HitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for HitKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Cost of the line that names a hit, without its path.
const FRAME_BYTES: usize = 24;

/// About how many tokens a hit costs its reader: one for every four bytes of its snippet and its
/// path, and six for the line that names it.
pub fn count_tokens(path: &str, n_snippet_bytes: usize) -> usize {
    tokens::estimate(n_snippet_bytes + path.len() + FRAME_BYTES)
}

/// The longest snippet of a hit that costs `n_tokens`; `None` if there is room for none.
pub(crate) fn snippet_bytes(path: &str, n_tokens: usize) -> Option<usize> {
    tokens::bytes_within(n_tokens).checked_sub(path.len() + FRAME_BYTES)
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
    /// Its number among the excerpts of its file, from 0.
    pub(crate) nth_excerpt: usize,
    /// Number of excerpts merged into it; its limit is the sum of theirs.
    pub(crate) n_joined: usize,
    pub(crate) outline: Arc<Outline>,
}

/// A chunk as a hit, called after one of `names` if it defines that.
pub(crate) fn draft(
    snapshot: &Snapshot,
    snippets: &Snippets<'_>,
    found: Found,
    names: &[&str],
    reasons: Vec<String>,
) -> Option<Draft> {
    let (row, file) = snapshot.file(found.file)?;
    let outline = snapshot.outline_of(found.file)?;
    let chunk = outline.chunks.get(found.number as usize)?;
    let symbol_at = |at: u32| outline.symbol(at);
    // In a sentence, a word such as `files` is hardly the name of a field.
    let can_be_meant = |kind: SymbolKind| names.len() == 1 || !is_member(kind);
    let is_named = |at: &u32| {
        symbol_at(*at)
            .is_some_and(|symbol| names.contains(&symbol.name) && can_be_meant(symbol.kind))
    };
    let named = chunk.defines.iter().copied().find(is_named);
    let number = named.or_else(|| only_method(chunk, |at| outline.kind(at))).or(chunk.symbol);
    let symbol = number.and_then(symbol_at);
    let snippet = snippets.text(row, file, &chunk.span);
    let hit = Hit {
        chunk: chunk_name(&row.path, found.number),
        path: row.path.clone(),
        start_line: chunk.span.start_line,
        end_line: chunk.span.end_line,
        matched_lines: None,
        kind: HitKind::of(symbol.map(|symbol| symbol.kind), chunk.kind),
        symbol: symbol.map(|symbol| symbol.qualified_name.to_owned()),
        language: file.language,
        file_rank: None,
        score: found.score,
        omitted_lines: Vec::new(),
        tokens: count_tokens(&row.path, snippet.len()),
        snippet,
        reasons,
        entry: None,
        mentioned_in: None,
    };
    let (first, last) = (found.number, found.number);
    Some(Draft { hit, first, last, symbol: number, nth_excerpt: 0, n_joined: 1, outline })
}

/// The one method of which a chunk has the beginning, if the chunk is called after an implementation: that is
/// nothing but its methods.
pub(crate) fn only_method(
    chunk: &Chunk,
    kind_of: impl Fn(u32) -> Option<SymbolKind>,
) -> Option<u32> {
    if kind_of(chunk.symbol?)? != SymbolKind::Implementation {
        return None;
    }
    let is_method = |at: &u32| kind_of(*at).is_some_and(SymbolKind::is_callable);
    let mut methods = chunk.defines.iter().copied().filter(is_method);
    methods.next().filter(|_| methods.next().is_none())
}

fn is_member(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Field | SymbolKind::Property | SymbolKind::EnumMember)
}
