//! The claims into which an entry's text is cut; each is checked on its own.

use serde::{Deserialize, Serialize};

use crate::names::names;
use crate::{Evidence, Timestamp};

/// One statement of an entry, with the finding of the checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    pub text: String,
    pub finding: Finding,
    /// The reason why it is not supported; `None` if it is.
    pub reason: Option<String>,
    /// The lines that show it, or contradict it.
    pub evidence: Vec<Evidence>,
    /// The id of the check that made the finding; `None` if none found anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
}

impl Claim {
    /// The finding with the check that made it: `contradicted (calls)`.
    pub fn finding_by(&self) -> String {
        match &self.check {
            None => self.finding.to_string(),
            Some(check) => format!("{} ({check})", self.finding),
        }
    }
}

/// The judgement of a check or a reader on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Finding {
    /// Nothing was found against it, and what it names is in the code.
    #[serde(rename = "supported")]
    Supported,
    /// The code says otherwise.
    #[serde(rename = "contradicted")]
    Contradicted,
    /// The code does not show it.
    #[serde(rename = "not shown")]
    NotShown,
    /// It is of a kind that only a reader can judge.
    #[serde(rename = "unchecked")]
    Unchecked,
}

names! {
    Finding {
        Supported => "supported",
        Contradicted => "contradicted",
        NotShown => "not shown",
        Unchecked => "unchecked",
    }
}

/// Facts about a symbol that its author stated beside the prose, each checked on its own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StatedFacts {
    /// Functions that it calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
    /// Functions that call it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub called_by: Vec<String>,
    /// Errors that it raises, throws or returns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub raises: Vec<String>,
    /// Types, names or literals that it returns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub returns: Vec<String>,
    /// Fields, variables and constants that it reads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<String>,
    /// Fields and variables that it writes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// Its parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<String>,
    /// Units of values, such as `timeout: seconds`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// Types, modules and symbols that it needs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
}

impl StatedFacts {
    /// Every kind of fact by its name, in the order in which they are shown.
    pub fn by_kind(&self) -> [(&'static str, &[String]); 9] {
        [
            ("calls", &self.calls),
            ("called_by", &self.called_by),
            ("raises", &self.raises),
            ("returns", &self.returns),
            ("reads", &self.reads),
            ("writes", &self.writes),
            ("parameters", &self.parameters),
            ("units", &self.units),
            ("depends_on", &self.depends_on),
        ]
    }

    pub fn is_empty(&self) -> bool {
        self.by_kind().iter().all(|(_, facts)| facts.is_empty())
    }
}

/// The judgement of an independent reader on an entry, claim by claim. Only reviews that count are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// A model, a person or an MCP client; never the author of the entry.
    pub reader: String,
    /// The run in which it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub at: Timestamp,
    pub answers: Vec<ReviewedClaim>,
}

/// A reader's answer to one claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewedClaim {
    pub text: String,
    pub finding: Finding,
    /// The lines that the reader cited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The reason in the reader's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
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
