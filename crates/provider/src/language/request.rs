//! What a model is asked, and what it answers, in no provider's own words.

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

/// One part of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Message {
    User(String),
    Model(Turn),
    /// The results of the calls of the turn before, in their order.
    Results(Vec<CallResult>),
}

/// What the model said.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Turn {
    pub text: String,
    pub calls: Vec<Call>,
}

/// A tool that the model wants to have run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Ties a result to its call.
    pub id: String,
    pub name: String,
    /// As the model wrote them: an object, if it kept to the schema.
    pub arguments: Value,
    /// What some models want to be given back with the call, unread.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<String>,
}

/// What a call came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallResult {
    pub id: String,
    pub name: String,
    pub content: String,
    pub is_error: bool,
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

/// What an answer cost, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// All that went in, cached or not.
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// The part of the input that the provider had cached.
    pub cached_tokens: u64,
    /// The part of the input that the provider put into its cache, which some charge for.
    #[serde(default)]
    pub written_tokens: u64,
    /// Whether the provider said nothing and these are our own estimate.
    pub is_estimate: bool,
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
