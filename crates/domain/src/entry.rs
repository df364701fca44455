//! What was learned about a symbol, and how far it can be trusted.
//!
//! An entry does not know whether it is still true. It keeps the hash of the code it describes, which
//! is compared with the current code whenever it is shown: [`EntryStatus::Stale`] is computed, never
//! stored.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{SymbolKind, Timestamp, tokens};

/// What was learned about one symbol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Stays the same if the entry is rewritten or its symbol is renamed or moved.
    pub id: String,
    /// The qualified name at the time of writing.
    pub symbol: String,
    /// The file of the symbol at the time of writing, relative to the root.
    pub path: String,
    /// The purpose of the symbol, in a sentence or two.
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The code that supports the entry; never empty.
    pub evidence: Vec<Evidence>,
    /// The confidence of its author, between 0 and 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// A model, a person or an MCP client.
    pub author: String,
    /// The run that recorded it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub created_at: Timestamp,
    /// The result of its checks at the time of writing.
    pub verdict: Verdict,
}

/// Lines of a file that support an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub path: String,
    /// From 1.
    pub start_line: u32,
    /// From 1, inclusive.
    pub end_line: u32,
}

/// The result of the checks of an entry, or of a review by a person afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// Every check passed.
    Verified,
    /// A check failed, but the entry was kept.
    Unverified { reason: String },
    /// A person rejected it.
    Rejected { note: String },
}

/// How far an entry can be trusted now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryStatus {
    Verified,
    Unverified,
    /// The code it describes has changed since.
    Stale,
    Rejected,
}

impl EntryStatus {
    pub fn name(self) -> &'static str {
        match self {
            EntryStatus::Verified => "verified",
            EntryStatus::Unverified => "unverified",
            EntryStatus::Stale => "stale",
            EntryStatus::Rejected => "rejected",
        }
    }
}

impl fmt::Display for EntryStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A short form of an entry whose symbol exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KnownEntry {
    pub symbol: String,
    pub path: String,
    pub status: EntryStatus,
    /// Why it, or the entry it replaced, was rejected.
    pub note: Option<String>,
}

/// The outcome of an attempt to record an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Recording {
    Verified { id: String },
    Unverified { id: String, reason: String },
    Refused { reason: String },
}

/// An entry as it is shown beside a search hit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntryMark {
    pub id: String,
    pub summary: String,
    pub status: EntryStatus,
}

impl EntryMark {
    /// The tokens it adds to its hit.
    pub fn n_tokens(&self) -> usize {
        tokens::estimate(self.id.len() + self.summary.len() + 16)
    }
}

/// An entry with its current status and location.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ListedEntry {
    pub id: String,
    pub symbol: String,
    /// The current file of the symbol, or the last known one.
    pub path: String,
    pub kind: SymbolKind,
    pub start_line: u32,
    pub end_line: u32,
    pub summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    pub status: EntryStatus,
    /// Why it is not verified.
    pub reason: Option<String>,
    /// Why it, or the entry it replaced, was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub confidence: Option<f32>,
    pub author: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub evidence: Vec<Evidence>,
    pub created_at: Timestamp,
}
