//! A piece of a file, the unit of search.

use serde::{Deserialize, Serialize};

use crate::Span;

/// A piece of a file cut along its syntax. A file's chunks follow one another and lose no line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    pub span: Span,
    pub kind: ChunkKind,
    /// The innermost symbol that holds the whole chunk, or the first that is defined in it: an
    /// index into the same file's symbols. What a hit in this chunk is called after.
    pub symbol: Option<u32>,
    /// The symbols whose definition starts in this chunk.
    pub defines: Vec<u32>,
}

/// What a chunk was cut from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChunkKind {
    /// Source code, cut along the syntax tree.
    Code,
    /// Prose, cut by headings.
    Document,
    /// Anything else, cut by lines.
    Lines,
}
