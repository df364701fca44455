//! Translates a request into `genai`'s types, which know each provider's protocol.

pub(super) mod anthropic;
mod gemini;

use genai::chat::{
    self, ChatMessage, ChatOptions, ChatRequest, ChatResponseFormat, ContentPart, JsonSpec,
    MessageContent, ReasoningEffort, Tool, ToolResponse,
};
use rutter_domain::{Message, ToolCall, ToolResult, Turn};
use serde_json::{Map, Value, json};

use super::providers::Protocol;
use super::thoughts::Survey;
use super::{Effort, Request, ToolChoice, ToolDeclaration};

/// Without an effort, `genai` looks for one at the end of the model's name and removes it from the name.
/// With OpenAI, a budget of zero is never sent.
const NO_EFFORT: ReasoningEffort = ReasoningEffort::Budget(0);

/// A parameter that is left out if the model does not support it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OptionalParameter {
    Temperature,
    Schema,
    /// The model's thoughts in earlier turns, and the request to return new ones.
    Thoughts,
}

/// The conversation and the tools.
pub(super) fn chat_request(protocol: Protocol, request: &Request, survey: &Survey) -> ChatRequest {
    let mut messages = Vec::new();
    for (at, message) in request.messages.iter().enumerate() {
        match message {
            Message::User(text) => messages.push(ChatMessage::user(text.as_str())),
            Message::Model(turn) => {
                messages.extend(model_message(protocol, turn, survey.thoughts(at, message)));
            }
            Message::Results(results) => messages.extend(result_messages(protocol, results)),
        }
    }
    let mut chat = ChatRequest::new(messages);
    if !request.system.is_empty() {
        chat = chat.with_system(request.system.as_str());
    }
    if !request.tools.is_empty() {
        let tool = |declaration| match protocol {
            // The Responses API would make all parameters required otherwise.
            Protocol::Responses => tool(declaration).with_strict(false),
            Protocol::Gemini | Protocol::Anthropic | Protocol::Chat | Protocol::Ollama => {
                tool(declaration)
            }
        };
        chat = chat.with_tools(request.tools.iter().map(tool));
    }
    chat
}

/// Everything else. `is_supported` says whether the model supports an optional parameter.
pub(super) fn chat_options(
    protocol: Protocol,
    request: &Request,
    survey: &Survey,
    (limit_output_tokens, effort): (Option<u32>, Option<Effort>),
    is_supported: impl Fn(OptionalParameter) -> bool,
) -> ChatOptions {
    let mut options = ChatOptions::default()
        .with_capture_usage(true)
        .with_capture_content(true)
        .with_capture_tool_calls(true)
        .with_capture_raw_body(true)
        .with_normalize_reasoning_content(true);
    options.max_tokens = request.limit_output_tokens.or(limit_output_tokens);
    options.temperature =
        request.temperature.filter(|_| is_supported(OptionalParameter::Temperature));
    options.reasoning_effort = effort.map(|effort| match effort {
        Effort::Low => ReasoningEffort::Low,
        Effort::Medium => ReasoningEffort::Medium,
        Effort::High => ReasoningEffort::High,
    });
    if !request.tools.is_empty() {
        options.tool_choice = Some(match (request.tool_choice, protocol) {
            (ToolChoice::Auto, _) => genai::chat::ToolChoice::Auto,
            // Models that always think refuse to be forced.
            (ToolChoice::Required, Protocol::Anthropic) => genai::chat::ToolChoice::Auto,
            (ToolChoice::Required, _) => genai::chat::ToolChoice::Required,
            (ToolChoice::None, _) => genai::chat::ToolChoice::None,
        });
    }
    let schema = request.schema.as_ref().filter(|_| is_supported(OptionalParameter::Schema));
    let json_spec = |schema: &Value| JsonSpec::new("answer", schema.clone()).into();
    match protocol {
        Protocol::Chat => {
            options.reasoning_effort.get_or_insert(NO_EFFORT);
            // `genai` would make the schema strict, which forbids objects whose fields are not all
            // listed.
            options.extra_body = schema.map(|schema| {
                let format = json!({ "name": "answer", "schema": schema });
                json!({ "response_format": { "type": "json_schema", "json_schema": format } })
            });
        }
        Protocol::Responses => {
            let effort = options.reasoning_effort.get_or_insert(NO_EFFORT).as_keyword();
            let mut body = Map::new();
            if is_supported(OptionalParameter::Thoughts) {
                // `genai` reads thoughts only of a reply that was asked to describe them as well, which
                // not every account may; so that wish is taken back.
                options.capture_reasoning_content = Some(true);
                let reasoning = effort.map_or(json!({}), |effort| json!({ "effort": effort }));
                body.insert("reasoning".to_owned(), reasoning);
            }
            if let Some(schema) = schema {
                let format = json!({
                    "type": "json_schema", "name": "answer", "schema": schema, "strict": false
                });
                body.insert("text".to_owned(), json!({ "format": format }));
            }
            options.extra_body = Some(Value::Object(body));
        }
        Protocol::Ollama => options.response_format = schema.map(|_| ChatResponseFormat::JsonMode),
        Protocol::Anthropic => {
            options.response_format = schema.map(json_spec);
            options.extra_body = Some(json!({ "messages": anthropic::messages(request, survey) }));
        }
        Protocol::Gemini => {
            options.response_format = schema.map(json_spec);
            // `genai` declares tools in a field that only newer models know; this replaces it.
            if !request.tools.is_empty() {
                let functions: Vec<Value> = request.tools.iter().map(gemini::function).collect();
                options.extra_body =
                    Some(json!({ "tools": [{ "functionDeclarations": functions }] }));
            }
        }
    }
    options
}

/// `None` for an empty turn, which some providers refuse.
fn model_message(protocol: Protocol, turn: &Turn, thoughts: &[Value]) -> Option<ChatMessage> {
    let mut parts = Vec::new();
    if protocol == Protocol::Responses {
        let thoughts = thoughts.iter().filter_map(Value::as_str);
        parts.extend(thoughts.map(|thought| ContentPart::ThoughtSignature(thought.to_owned())));
    }
    if !turn.text.is_empty() {
        parts.push(ContentPart::Text(turn.text.clone()));
    }
    parts.extend(turn.calls.iter().map(|call| ContentPart::ToolCall(tool_call(protocol, call))));
    (!parts.is_empty()).then(|| ChatMessage::assistant(MessageContent::from_parts(parts)))
}

fn tool_call(protocol: Protocol, call: &ToolCall) -> chat::ToolCall {
    // A chat may go on with another provider, which refuses the signatures of this one.
    let is_signed = match protocol {
        Protocol::Gemini | Protocol::Chat => !call.signatures.is_empty(),
        Protocol::Anthropic | Protocol::Responses | Protocol::Ollama => false,
    };
    chat::ToolCall {
        call_id: call.id.clone(),
        fn_name: call.name.clone(),
        fn_arguments: arguments(call),
        thought_signatures: is_signed.then(|| call.signatures.clone()),
    }
}

/// Providers accept only objects, whatever their models wrote.
fn arguments(call: &ToolCall) -> Value {
    match &call.arguments {
        Value::Object(_) => call.arguments.clone(),
        Value::Null => json!({}),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            json!({ "malformed_arguments": call.arguments })
        }
    }
}

/// Ollama takes one result per message, the others all results of a turn.
fn result_messages(protocol: Protocol, results: &[ToolResult]) -> Vec<ChatMessage> {
    let parts = results.iter().map(|result| {
        let response = ToolResponse::new(result.id.as_str(), result.content.as_str());
        ContentPart::ToolResponse(response.with_fn_name(result.name.as_str()))
    });
    let message = |parts| ChatMessage::tool(MessageContent::from_parts(parts));
    match protocol {
        _ if results.is_empty() => Vec::new(),
        Protocol::Ollama => parts.map(|part| message(vec![part])).collect(),
        Protocol::Gemini | Protocol::Anthropic | Protocol::Responses | Protocol::Chat => {
            vec![message(parts.collect::<Vec<_>>())]
        }
    }
}

fn tool(declaration: &ToolDeclaration) -> Tool {
    let mut parameters = declaration.parameters.clone();
    if let Some(object) = parameters.as_object_mut() {
        object.remove("$schema");
    }
    Tool::new(declaration.name.as_str())
        .with_description(declaration.description.as_str())
        .with_schema(parameters)
}
