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

impl Facts {
    /// The facts of a text that says nothing.
    pub fn empty(language: Language) -> Facts {
        Facts {
            language,
            symbols: Vec::new(),
            references: Vec::new(),
            imports: Vec::new(),
            chunks: Vec::new(),
            problems: Vec::new(),
            parse: ParseOutcome::Complete,
        }
    }
}

/// How the reading of a text ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParseOutcome {
    /// The whole text was read. It may still have syntax errors, which are among the problems.
    #[default]
    Complete,
    /// The text needs far more work or memory than code of its length does. It was cut by lines
    /// and has no symbols.
    TooComplex,
    /// Reading ended in an internal error. The text was cut by lines and has no symbols.
    Failed,
}
