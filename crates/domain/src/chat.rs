//! A chat about a codebase: what is stored of it, and the citations of its answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Conversation, Seen, Totals};

/// A chat, as it is stored after every step.
///
/// The conversation is what the model reads, and parts of it may have been shortened. Everything that was
/// said is in the records of the runs, one for each question.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ChatSession {
    /// What the user calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The first question, on one line.
    pub title: String,
    /// Ids of the recorded runs, oldest first.
    pub runs: Vec<String>,
    pub conversation: Conversation,
    /// The lines that the model was shown.
    #[serde(default)]
    pub seen: Seen,
    /// What all its runs used.
    pub totals: Totals,
}

/// A place in the code that an answer names, and whether it bears the answer out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Citation {
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// Whether every check passed.
    pub holds: bool,
    /// What is wrong with it; empty if it holds.
    pub reason: String,
}
