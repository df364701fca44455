//! The result of parsing a file.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{
    Annotations, Chunk, DocumentMention, Import, Language, Local, Reference, RenamedExport, Symbol,
};

/// The result of parsing a file. It depends only on the text and the language, so it can be cached by
/// the hash of the content and shared between paths, branches and worktrees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub language: Language,
    /// In order of their start; a parent precedes its children.
    pub symbols: Vec<Symbol>,
    pub references: Vec<Reference>,
    pub imports: Vec<Import>,
    /// Names that a module exports under another name than its own.
    pub renamed_exports: Vec<RenamedExport>,
    /// Variables and parameters of functions, in order of their first line.
    pub locals: Vec<Local>,
    /// Mentions in a document, in order; empty for code.
    pub mentions: Vec<DocumentMention>,
    /// In order; together they contain every line that is not blank, apart from encoded data in files
    /// that are cut by lines.
    pub chunks: Vec<Chunk>,
    /// Parts that could not be parsed, such as `12: syntax error`. Bounded.
    pub problems: Vec<String>,
    pub parse: ParseOutcome,
    /// Lines whose surrounding node the parser does not know, in order, without duplicates.
    /// Definitions in them may belong to another owner.
    pub damaged: Vec<RangeInclusive<u32>>,
    pub annotations: Annotations,
}

impl Facts {
    /// The facts of an empty text.
    pub fn empty(language: Language) -> Facts {
        Facts {
            language,
            symbols: Vec::new(),
            references: Vec::new(),
            imports: Vec::new(),
            renamed_exports: Vec::new(),
            locals: Vec::new(),
            mentions: Vec::new(),
            chunks: Vec::new(),
            problems: Vec::new(),
            parse: ParseOutcome::Complete,
            damaged: Vec::new(),
            annotations: Annotations::default(),
        }
    }
}

/// The way in which parsing ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParseOutcome {
    /// The whole text was parsed. Syntax errors are among the problems.
    #[default]
    Complete,
    /// Some lines could not be parsed; definitions and uses in them are missing.
    Partly,
    /// The text needs far more work or memory than code of its length does. It was cut by lines
    /// and has no symbols.
    TooComplex,
    /// Parsing ended in an internal error. The text was cut by lines and has no symbols.
    Failed,
}
