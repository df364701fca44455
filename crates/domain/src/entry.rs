//! What was learned about a symbol, and how far it can be trusted.
//!
//! An entry does not know whether it is still true. It keeps the hash of the code it describes, which
//! is compared with the current code whenever it is shown: an [`EntryStatus`] is computed, never stored.
//! What is stored is the [`Verdict`] of its checks.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Claim, Evidence, PastEvent, Review, StatedFacts, SymbolKind, Timestamp, tokens};

/// What was learned about one symbol, or about a whole file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Stays the same if the entry is rewritten or its symbol is renamed or moved.
    pub id: String,
    /// The qualified name at the time of writing; empty for a whole file.
    pub symbol: String,
    /// The file of the symbol at the time of writing, relative to the root.
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
    /// What it says, cut into claims, each with what the checks found.
    #[serde(default)]
    pub claims: Vec<Claim>,
}

impl Entry {
    /// What it describes: the symbol, or the path of a whole file.
    pub fn title(&self) -> &str {
        title(&self.symbol, &self.path)
    }
}

/// What an entry describes: the symbol, or the path of a whole file.
fn title<'a>(symbol: &'a str, path: &'a str) -> &'a str {
    if symbol.is_empty() { path } else { symbol }
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
    /// The current checks have not run on it yet: an older version wrote it, or it was restored.
    #[serde(alias = "verified")]
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

/// How far an entry can be trusted now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryStatus {
    /// An independent reader agreed, claim by claim.
    Confirmed,
    /// Consistent with the code: no check found anything against it.
    #[serde(alias = "verified")]
    Checked,
    /// A check failed, or has not run yet.
    Unverified,
    /// A reader or a rival entry disagrees.
    Disputed,
    /// The code it describes has changed since.
    Stale,
    Rejected,
}

impl EntryStatus {
    /// The most trusted first.
    pub const ALL: [EntryStatus; 6] = [
        EntryStatus::Confirmed,
        EntryStatus::Checked,
        EntryStatus::Unverified,
        EntryStatus::Disputed,
        EntryStatus::Stale,
        EntryStatus::Rejected,
    ];

    /// Its name in output and JSON.
    pub fn name(self) -> &'static str {
        match self {
            EntryStatus::Confirmed => "confirmed",
            EntryStatus::Checked => "checked",
            EntryStatus::Unverified => "unverified",
            EntryStatus::Disputed => "disputed",
            EntryStatus::Stale => "stale",
            EntryStatus::Rejected => "rejected",
        }
    }

    /// Whether nothing is held against the entry.
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
    pub summary: String,
    pub status: EntryStatus,
    /// Why it, or the entry it replaced, was rejected; else why it is neither checked nor confirmed.
    pub note: Option<String>,
}

impl KnownEntry {
    /// What it describes: the symbol, or the path of a whole file.
    pub fn title(&self) -> &str {
        title(&self.symbol, &self.path)
    }
}

/// The outcome of an attempt to record an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case", from = "AnyRecording")]
pub enum Recording {
    Recorded {
        id: String,
        status: EntryStatus,
        /// Why it is not checked.
        reason: Option<String>,
        claims: Vec<Claim>,
        /// The entry of the same symbol beside which it stands, because that one is better supported.
        rival_of: Option<String>,
    },
    Refused {
        reason: String,
    },
}

/// A recording as this version or an older one wrote it.
#[derive(Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum AnyRecording {
    Recorded {
        id: String,
        status: EntryStatus,
        #[serde(default)]
        reason: Option<String>,
        #[serde(default)]
        claims: Vec<Claim>,
        #[serde(default)]
        rival_of: Option<String>,
    },
    Refused {
        reason: String,
    },
    /// Before statuses were recorded.
    Verified {
        id: String,
    },
    /// Before statuses were recorded.
    Unverified {
        id: String,
        reason: String,
    },
}

impl From<AnyRecording> for Recording {
    fn from(recording: AnyRecording) -> Recording {
        let older = |id, status, reason| Recording::Recorded {
            id,
            status,
            reason,
            claims: Vec::new(),
            rival_of: None,
        };
        match recording {
            AnyRecording::Recorded { id, status, reason, claims, rival_of } => {
                Recording::Recorded { id, status, reason, claims, rival_of }
            }
            AnyRecording::Refused { reason } => Recording::Refused { reason },
            AnyRecording::Verified { id } => older(id, EntryStatus::Checked, None),
            AnyRecording::Unverified { id, reason } => {
                older(id, EntryStatus::Unverified, Some(reason))
            }
        }
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
    pub kind: SymbolKind,
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
    /// Why it is neither checked nor confirmed.
    pub reason: Option<String>,
    /// What it says, cut into claims, each with what the checks found.
    pub claims: Vec<Claim>,
    /// Remarks that do not lower its status, such as `callee changed: NAME`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Why it, or the entry it replaced, was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub confidence: Option<f32>,
    pub author: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub evidence: Vec<Evidence>,
    pub created_at: Timestamp,
    /// What independent readers found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<Review>,
    /// The other entries of the same symbol, the best supported first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<RivalEntry>,
    /// What happened to it, oldest first; only if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<PastEvent>,
}

impl ListedEntry {
    /// What it describes: the symbol, or the path of a whole file.
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

    fn read(json: &str) -> Recording {
        serde_json::from_str(json).unwrap()
    }

    fn recorded(status: EntryStatus, reason: Option<&str>) -> Recording {
        let (id, reason) = ("e".to_owned(), reason.map(str::to_owned));
        Recording::Recorded { id, status, reason, claims: Vec::new(), rival_of: None }
    }

    #[test]
    fn recordings_of_older_versions_are_read() {
        let cases = [
            (r#"{"outcome":"verified","id":"e"}"#, recorded(EntryStatus::Checked, None)),
            (
                r#"{"outcome":"unverified","id":"e","reason":"not read"}"#,
                recorded(EntryStatus::Unverified, Some("not read")),
            ),
            (
                r#"{"outcome":"refused","reason":"no symbol"}"#,
                Recording::Refused { reason: "no symbol".to_owned() },
            ),
        ];
        for (json, expected) in cases {
            assert_eq!(read(json), expected, "{json}");
        }
    }

    #[test]
    fn a_recording_is_written_with_its_status_and_comes_back() {
        let recording = recorded(EntryStatus::Disputed, Some("a rival disagrees"));
        let json = serde_json::to_string(&recording).unwrap();
        let expected = r#"{"outcome":"recorded","id":"e","status":"disputed","reason":"a rival disagrees","claims":[],"rival_of":null}"#;
        assert_eq!(json, expected);
        assert_eq!(read(&json), recording);
    }

    #[test]
    fn every_status_is_written_as_its_name() {
        for status in EntryStatus::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
    }

    #[test]
    fn words_of_older_versions_are_read() {
        let status: EntryStatus = serde_json::from_str("\"verified\"").unwrap();
        assert_eq!(status, EntryStatus::Checked);
        let verdict: Verdict = serde_json::from_str(r#"{"verdict":"verified"}"#).unwrap();
        assert_eq!(verdict, Verdict::Pending);
    }
}
