//! A piece of a file, the unit of search.

use serde::{Deserialize, Serialize};

use crate::Span;

/// A piece of a file, cut along its syntax. The chunks of a file are in order and contain every line
/// that is not blank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    pub span: Span,
    pub kind: ChunkKind,
    /// The innermost symbol around the whole chunk, or else the first one defined in it, as an index
    /// into the symbols of the file. A hit in this chunk is named after it.
    pub symbol: Option<u32>,
    /// The symbols whose definition starts in this chunk.
    pub defines: Vec<u32>,
}

/// The way in which a chunk was cut.
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
