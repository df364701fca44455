//! The claims into which an entry's text is cut; each is checked on its own.

use serde::{Deserialize, Serialize};

use crate::names::names;
use crate::{Evidence, Timestamp};

/// One statement of an entry, with the finding of the checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    pub text: String,
    pub finding: Finding,
    /// The reason of the finding; `None` if there is nothing to say beside it.
    pub reason: Option<String>,
    /// The lines that show it, or contradict it.
    pub evidence: Vec<Evidence>,
    /// The id of the check that made the finding; `None` if none found anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
}

impl Claim {
    /// The finding with the check that made it: `refuted (calls)`.
    pub fn finding_by(&self) -> String {
        match &self.check {
            None => self.finding.to_string(),
            Some(check) => format!("{} ({check})", self.finding),
        }
    }
}

/// The judgement of a check or a reader on a claim. Earlier versions called `supported` what no check
/// objected to; their claims are read as open until they are judged again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// The code shows it: the edge, the number, the error, the type was found.
    Holds,
    /// The code says otherwise.
    Refuted,
    /// Neither was found.
    #[serde(alias = "supported", alias = "contradicted", alias = "not shown", alias = "unchecked")]
    Open,
}

names! {
    Finding {
        Holds => "holds",
        Refuted => "refuted",
        Open => "open",
    }
}

/// A past change of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastEvent {
    pub at: Timestamp,
    pub event: EntryEvent,
    /// The author of the earlier text; for a review, the reader.
    pub author: String,
    /// The earlier summary.
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// The earlier verdict, the note of a rejection, or the result of a review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The kinds of changes of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryEvent {
    /// Another text replaced it.
    Replaced,
    Reviewed,
    Rejected,
    /// A text from an export replaced it.
    Imported,
}

names! {
    EntryEvent {
        Replaced => "replaced",
        Reviewed => "reviewed",
        Rejected => "rejected",
        Imported => "imported",
    }
}
