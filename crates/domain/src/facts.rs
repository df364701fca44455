//! All that the syntax of one file says.

use serde::{Deserialize, Serialize};

use crate::{Chunk, Import, Language, Reference, Symbol};

/// What was read from a file. It depends on the file's text and language alone, so that it can be
/// kept under the hash of its content and shared between paths, branches and worktrees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub language: Language,
    /// In order of their start; a parent stands before its children.
    pub symbols: Vec<Symbol>,
    pub references: Vec<Reference>,
    pub imports: Vec<Import>,
    /// In order; together they hold every line that is not blank.
    pub chunks: Vec<Chunk>,
    /// What could not be read, in words: `12: syntax error`. Bounded.
    pub problems: Vec<String>,
    pub parse: ParseOutcome,
}

/// How far a file could be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ParseOutcome {
    #[default]
    Complete,
    /// Parsing took more work than code of its length should: it was cut by lines.
    TooComplex,
    /// The reader of its language failed: it was cut by lines.
    Failed,
}
