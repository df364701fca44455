//! Reviews: what independent readers found about an entry, claim by claim.

use serde::{Deserialize, Serialize};

use crate::{Evidence, Finding, Timestamp};

/// The judgement of an independent reader on an entry, claim by claim. Only reviews that count are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// The name that the reader gave itself: a model, a person or an MCP client.
    pub reader: String,
    /// The run or the connection in which it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub at: Timestamp,
    /// How the reader was asked; 0 in reviews of versions before there was such a number.
    #[serde(default)]
    pub protocol: u32,
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

impl Review {
    /// The current way of asking. Reviews made in another way neither confirm nor dispute.
    pub const PROTOCOL: u32 = 1;

    /// Whether it was asked in the current way.
    pub fn counts(&self) -> bool {
        self.protocol == Review::PROTOCOL
    }

    /// Whether it has an objection that counts.
    pub fn objects(&self) -> bool {
        self.counts() && self.answers.iter().any(ReviewedClaim::is_objection)
    }
}

impl ReviewedClaim {
    /// Whether it is an objection that counts: lines and a reason are given.
    pub fn is_objection(&self) -> bool {
        self.finding == Finding::Refuted && self.evidence.is_some() && self.reason.is_some()
    }
}
