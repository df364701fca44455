//! What happens while a model works: the events of a run.
//!
//! One stream of them feeds what is printed, what is recorded and what is counted. They are kept as
//! JSON lines, so a field may be added and none may change its meaning.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Recording, Timestamp};

/// Something that happened, and when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    pub at: Timestamp,
    #[serde(flatten)]
    pub event: Event,
}

/// Something that happened in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Started {
        run: String,
        /// What it is for: `explore`.
        mission: String,
        model: String,
        mode: String,
        root: String,
        version: String,
    },
    /// What the model is told to be.
    Instruction {
        text: String,
    },
    /// What it is asked.
    UserInput {
        text: String,
    },
    /// A request goes out. All but the first bring the results of calls.
    Asking {
        turn: u32,
    },
    /// Nothing goes out for a while.
    Paused {
        reason: String,
        seconds: f64,
    },
    /// A request was answered.
    Usage {
        turn: u32,
        input_tokens: u64,
        output_tokens: u64,
        cached_tokens: u64,
        /// In US dollars; nothing when the price is not known.
        cost: Option<f64>,
        /// Whether the answer came from our own cache.
        is_cached: bool,
    },
    AssistantText {
        turn: u32,
        text: String,
    },
    /// The model asks for a tool.
    ToolCall {
        turn: u32,
        id: String,
        name: String,
        arguments: Value,
    },
    /// The tool begins.
    ToolStarted {
        turn: u32,
        id: String,
        name: String,
        arguments: Value,
    },
    /// The tool is through, and this is what the model is told.
    ToolResult {
        turn: u32,
        id: String,
        name: String,
        result: String,
        is_error: bool,
        /// Values kept from the model because they look secret.
        n_redacted: u32,
        elapsed_ms: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        recording: Option<Recording>,
    },
    /// Something worth saying that stops nothing.
    Remark {
        text: String,
    },
    Finished {
        ending: Ending,
        totals: Totals,
    },
}

/// Why a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Ending {
    /// The model answered in words.
    Answered,
    MaxTurns {
        limit: u32,
    },
    MaxTokens {
        limit: u64,
    },
    MaxCost {
        limit_micros: u64,
    },
    /// The model could not be had any more.
    Failed {
        reason: String,
    },
    Cancelled,
}

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Totals {
    pub turns: u32,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cached_tokens: u64,
    /// In US dollars; nothing when a price is not known.
    pub cost: Option<f64>,
    pub elapsed_ms: u64,
    /// How often each tool was called.
    pub calls: std::collections::BTreeMap<String, u32>,
    pub failed_calls: u32,
    pub n_redacted: u32,
    pub verified: u32,
    pub unverified: u32,
    /// Why entries were refused.
    pub refused: Vec<String>,
}
