//! What was learned of a symbol, and how far it can be trusted.
//!
//! An entry never says by itself that it is still true. It keeps the hash of the code it
//! describes, and a reader compares that with the code as it is now: [`EntryStatus::Stale`] is computed,
//! not stored.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{SymbolKind, Timestamp, tokens};

/// What was learned of one symbol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Stays the same when the entry is rewritten or its symbol is renamed or moved.
    pub id: String,
    /// The qualified name, as it was when this was written.
    pub symbol: String,
    /// Where the symbol was defined then, relative to the root.
    pub path: String,
    /// What it is for, in a sentence or two.
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The code that shows it; never empty.
    pub evidence: Vec<Evidence>,
    /// How sure its author is, between 0 and 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// A model, a person or an MCP client.
    pub author: String,
    /// The run it was learned in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub created_at: Timestamp,
    /// What its checks came to when it was written.
    pub verdict: Verdict,
}

/// Some lines of a file that show what an entry says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub path: String,
    /// From 1.
    pub start_line: u32,
    /// From 1, inclusive.
    pub end_line: u32,
}

/// What the checks of an entry came to, and what a person said of it afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// Every check held.
    Verified,
    /// It was kept, though a check failed.
    Unverified { reason: String },
    /// A person says that it is wrong.
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

/// An entry of a symbol that is there, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KnownEntry {
    pub symbol: String,
    pub path: String,
    pub status: EntryStatus,
    /// Why it, or what it replaced, was rejected.
    pub note: Option<String>,
}

/// What became of an attempt to record something.
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
    /// What it costs to read beside its hit.
    pub fn n_tokens(&self) -> usize {
        tokens::estimate(self.id.len() + self.summary.len() + 16)
    }
}

/// An entry as it stands now.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ListedEntry {
    pub id: String,
    pub symbol: String,
    /// Where the symbol is now, or was last.
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
    /// Why it, or what it replaced, was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub confidence: Option<f32>,
    pub author: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub evidence: Vec<Evidence>,
    pub created_at: Timestamp,
}
