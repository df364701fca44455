//! Lines of code as a sequence of tokens, by which evidence is found again.

use serde::{Deserialize, Serialize};

use crate::ContentHash;

/// A sequence of tokens. The evidence holds as long as its file contains it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub unit: TokenUnit,
    pub n_tokens: u32,
    pub hash: u64,
    /// Hash of its file.
    pub content: ContentHash,
}

/// The unit in which a window is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenUnit {
    /// The tokens of the file's language, without comments.
    Tokens,
    /// Words, for evidence that is a comment.
    Words,
}
