//! A chat about a codebase, as it is stored.

use serde::{Deserialize, Serialize};

use crate::{Conversation, Seen, Totals};

/// A chat, as it is stored after every step.
///
/// The model reads the conversation, of which parts may have been shortened. The whole text is in the records of the
/// runs, one for each question.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ChatSession {
    /// The name that the user gave it.
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
    /// The totals of all its runs.
    pub totals: Totals,
}
