//! The signals that a search uses. The names are those of the command line and of JSON.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchMode {
    /// By words (BM25F) alone.
    Lexical,
    /// By vectors alone.
    Semantic,
    /// By both.
    #[default]
    Hybrid,
}

impl SearchMode {
    pub const ALL: [SearchMode; 3] =
        [SearchMode::Lexical, SearchMode::Semantic, SearchMode::Hybrid];

    pub fn name(self) -> &'static str {
        match self {
            SearchMode::Lexical => "lexical",
            SearchMode::Semantic => "semantic",
            SearchMode::Hybrid => "hybrid",
        }
    }

    /// The inverse of [`SearchMode::name`].
    pub fn named(name: &str) -> Option<SearchMode> {
        SearchMode::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

impl fmt::Display for SearchMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
