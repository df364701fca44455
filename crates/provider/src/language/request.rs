//! What a model is asked, and what it answers, in no provider's own words.

use rutter_domain::{Message, Turn, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// All that goes to a model at once: it remembers nothing.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Request {
    /// What it is told to be.
    pub system: String,
    pub messages: Vec<Message>,
    pub tools: Vec<ToolDeclaration>,
    pub tool_choice: ToolChoice,
    pub limit_output_tokens: Option<u32>,
    pub temperature: Option<f64>,
    /// The answer shall be JSON of this schema.
    pub schema: Option<Value>,
    pub delivery: Delivery,
}

/// A tool as a model is told of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToolDeclaration {
    pub name: String,
    pub description: String,
    /// A plain JSON schema of an object.
    pub parameters: Value,
}

/// Whether the model may, must or must not call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum ToolChoice {
    #[default]
    Auto,
    Required,
    None,
}

/// Whether the answer comes as it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Delivery {
    #[default]
    Whole,
    /// In pieces, which the listener hears.
    Streamed,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Reply {
    pub turn: Turn,
    pub usage: Usage,
    pub stop: Stop,
    /// Whether it came from a cache of ours, and cost nothing.
    pub is_cached: bool,
    /// What is worth telling of how it came about, such as a decision taken from a cache.
    pub remarks: Vec<String>,
}

/// Why the model stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Stop {
    /// It was through, or waits for the results of its calls.
    #[default]
    Finished,
    /// It ran into the limit of output tokens.
    Length,
    /// The provider cut it off, and says why.
    Blocked(String),
}
