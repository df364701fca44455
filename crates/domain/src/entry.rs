//! Entries: knowledge about symbols, with a status that says how far to trust it.
//!
//! An entry does not know whether it is still true. It keeps the hash of the code it describes, which
//! is compared with the current code whenever it is shown: an [`EntryStatus`] is computed, never stored.
//! Only the [`Verdict`] of its checks is stored.

use serde::{Deserialize, Serialize};

use crate::entry_kind::title;
use crate::names::names;
use crate::{Claim, EntryKind, Evidence, PastEvent, Review, StatedFacts, Timestamp, tokens};

/// Recorded knowledge about one symbol, or about something wider (see [`EntryKind`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Stays the same if the entry is rewritten or its symbol is renamed or moved.
    pub id: String,
    /// The qualified name at the time of writing, or the title of a topic; empty for a file, a folder
    /// and the repository.
    pub symbol: String,
    /// The file of the symbol at the time of writing, relative to the root. A folder ends with a slash.
    pub path: String,
    /// The purpose of the symbol, in a sentence or two.
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "StatedFacts::is_empty")]
    pub facts: StatedFacts,
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
    /// Its text cut into claims, each with the finding of the checks.
    #[serde(default)]
    pub claims: Vec<Claim>,
}

impl Entry {
    /// Its subject: the symbol, the path of a file or folder, or the title of a topic.
    pub fn title(&self) -> &str {
        title(&self.symbol, &self.path)
    }
}

/// The result of the checks of an entry, or of a review by a person afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// No check found anything against it.
    Checked,
    /// A check failed, but the entry was kept.
    Unverified { reason: String },
    /// A person rejected it.
    Rejected { note: String },
    /// The current checks have not run on it yet: it was restored or imported.
    Pending,
}

impl Verdict {
    /// Its name in files and in the history of an entry.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Checked => "checked",
            Verdict::Unverified { .. } => "unverified",
            Verdict::Rejected { .. } => "rejected",
            Verdict::Pending => "pending",
        }
    }
}

/// The current trustworthiness of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryStatus {
    /// An independent reader agreed, claim by claim.
    Confirmed,
    /// Consistent with the code: no check found anything against it.
    Checked,
    /// A check failed, or has not run yet.
    Unverified,
    /// A reader or a rival entry disagrees.
    Disputed,
    /// The code it describes has changed since.
    Stale,
    Rejected,
}

names! {
    /// The most trusted first.
    EntryStatus {
        Confirmed => "confirmed",
        Checked => "checked",
        Unverified => "unverified",
        Disputed => "disputed",
        Stale => "stale",
        Rejected => "rejected",
    }
}

impl EntryStatus {
    /// Whether the entry is checked or confirmed.
    pub fn is_good(self) -> bool {
        match self {
            EntryStatus::Confirmed | EntryStatus::Checked => true,
            EntryStatus::Unverified
            | EntryStatus::Disputed
            | EntryStatus::Stale
            | EntryStatus::Rejected => false,
        }
    }
}

/// A short form of an entry whose symbol exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KnownEntry {
    pub symbol: String,
    pub path: String,
    pub summary: String,
    pub status: EntryStatus,
    /// The reason why it, or the entry it replaced, was rejected; else why it is neither checked nor confirmed.
    pub note: Option<String>,
}

impl KnownEntry {
    /// Its subject: the symbol, the path of a file or folder, or the title of a topic.
    pub fn title(&self) -> &str {
        title(&self.symbol, &self.path)
    }
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
    pub kind: EntryKind,
    /// 0 for a subject wider than a file.
    pub start_line: u32,
    pub end_line: u32,
    pub summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(skip_serializing_if = "StatedFacts::is_empty")]
    pub facts: StatedFacts,
    pub status: EntryStatus,
    /// The reason why it is neither checked nor confirmed.
    pub reason: Option<String>,
    /// Its text cut into claims, each with the finding of the checks.
    pub claims: Vec<Claim>,
    /// Remarks that do not lower its status, such as `callee changed: NAME`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// The reason why it, or the entry it replaced, was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub confidence: Option<f32>,
    pub author: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub evidence: Vec<Evidence>,
    pub created_at: Timestamp,
    /// The reviews by independent readers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<Review>,
    /// The other entries of the same symbol, the best supported first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<RivalEntry>,
    /// Its past changes, oldest first; only on request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<PastEvent>,
}

impl ListedEntry {
    /// Its subject: the symbol, the path of a file or folder, or the title of a topic.
    pub fn title(&self) -> &str {
        title(&self.symbol, &self.path)
    }
}

/// Another entry of the same symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RivalEntry {
    pub id: String,
    pub summary: String,
    pub status: EntryStatus,
    pub author: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_written_as_its_name() {
        for status in EntryStatus::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
    }
}
