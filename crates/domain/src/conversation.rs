//! A conversation with a language model, in no provider's own format.
//!
//! A [`Conversation`] is a value that outlives a run: a run appends to it, the next run goes on from
//! there, and it can be serialized and stored in between. Instruction and tools are not part of it;
//! they belong to the run. Start at [`Message`].

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The messages so far, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Conversation {
    pub messages: Vec<Message>,
}

/// One message; the variant says who speaks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Message {
    User(String),
    Model(Turn),
    /// The results of the calls in the preceding [`Turn`], in the same order.
    Results(Vec<ToolResult>),
}

/// One message of the model: text, tool calls or both.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Turn {
    pub text: String,
    pub calls: Vec<ToolCall>,
}

/// A call that the model asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Matches a [`ToolResult`] with its call.
    pub id: String,
    pub name: String,
    /// As the model wrote them: an object, if it followed the schema.
    pub arguments: Value,
    /// Opaque values that some models require to be sent back with the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<String>,
}

/// The answer to a [`ToolCall`] as the model reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    pub id: String,
    pub name: String,
    pub content: String,
    pub is_error: bool,
}

/// Tokens used by one request and its reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// The whole input, cached or not.
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// The part of the input that the provider read from its cache.
    pub cached_tokens: u64,
    /// The part of the input that the provider wrote to its cache, which some charge for.
    #[serde(default)]
    pub written_tokens: u64,
    /// The provider reported no usage, and these are our own estimates.
    pub is_estimate: bool,
}
