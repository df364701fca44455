//! Requests and replies, in no provider's own format.

use rutter_domain::{Message, Turn, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The whole input of a model, which is stateless.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Request {
    /// The system prompt.
    pub system: String,
    pub messages: Vec<Message>,
    pub tools: Vec<ToolDeclaration>,
    pub tool_choice: ToolChoice,
    pub limit_output_tokens: Option<u32>,
    pub temperature: Option<f64>,
    /// The JSON schema that the reply must follow.
    pub schema: Option<Value>,
    pub delivery: Delivery,
}

/// A tool as it is described to a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToolDeclaration {
    pub name: String,
    pub description: String,
    /// The JSON schema of an object.
    pub parameters: Value,
}

/// Permission or duty of the model to call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum ToolChoice {
    #[default]
    Auto,
    Required,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Delivery {
    #[default]
    Whole,
    /// In pieces, which go to the listener as they arrive.
    Streamed,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Reply {
    pub turn: Turn,
    pub usage: Usage,
    /// Requests that were sent for it, attempts that failed included.
    #[serde(skip)]
    pub n_requests: u32,
    pub stop: Stop,
    /// Why the model chose a tool, in its own words; only structured dispatch asks for it.
    #[serde(default)]
    pub reasoning: String,
    /// The reply came from our own cache and cost nothing.
    pub is_cached: bool,
    /// Remarks for the user about how the reply was made, such as the use of the decision cache.
    pub remarks: Vec<String>,
}

/// Why the model stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Stop {
    /// The reply is complete, or its calls have to be run first.
    #[default]
    Finished,
    /// The limit of output tokens was reached.
    Length,
    /// The provider refused or cut off the reply, for this reason.
    Blocked(String),
}
