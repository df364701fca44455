//! The request of a search.

use rutter_domain::{Language, SearchMode, SymbolKind};
use rutter_workspace::Scope;

/// The query of a search, its filters, and the form of the answer.
#[derive(Debug, Clone, Default)]
pub struct SearchRequest {
    pub query: String,
    /// At most this many files, or hits if the order is flat.
    pub limit: usize,
    /// Files or hits to pass over first, for paging.
    pub skip: usize,
    pub order: HitOrder,
    /// Only these languages; all when empty.
    pub languages: Vec<Language>,
    /// Only chunks that define one of these kinds; all when empty.
    pub kinds: Vec<SymbolKind>,
    /// Only paths that match one of these globs; all when empty.
    pub globs: Vec<String>,
    pub scope: Scope,
    pub mode: SearchMode,
    /// The answer costs at most this many tokens.
    pub limit_tokens: Option<usize>,
    pub detail: HitDetail,
}

/// The order of hits, which decides what a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HitOrder {
    /// By score alone; hits are counted.
    #[default]
    Flat,
    /// Files by the evidence for them, each with its best excerpts; files are counted.
    ByFile {
        /// At least 1; 0 counts as 1.
        max_excerpts: usize,
    },
}

/// The amount of detail about each hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HitDetail {
    #[default]
    Brief,
    /// Also the section of a document that mentions its symbol.
    Explained,
}
