//! Translates a request into `genai`'s types, which know each provider's protocol.

mod gemini;

use genai::chat::{
    self, CacheControl, ChatMessage, ChatOptions, ChatRequest, ChatResponseFormat, ContentPart,
    JsonSpec, MessageContent, ReasoningEffort, Tool, ToolResponse,
};
use rutter_domain::{Message, ToolCall, ToolResult, Turn};
use serde_json::{Value, json};

use super::providers::LanguageProvider;
use super::{Request, ToolChoice, ToolDeclaration};

/// A parameter that is left out if the model does not support it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OptionalParameter {
    Temperature,
    Schema,
}

/// The conversation and the tools.
pub(super) fn chat_request(service: LanguageProvider, request: &Request) -> ChatRequest {
    let mut messages = Vec::new();
    for message in &request.messages {
        match message {
            Message::User(text) => messages.push(ChatMessage::user(text.as_str())),
            Message::Model(turn) => messages.extend(model_message(turn)),
            Message::Results(results) => messages.extend(result_messages(service, results)),
        }
    }
    let is_marked = match service {
        LanguageProvider::Anthropic => true,
        LanguageProvider::Gemini
        | LanguageProvider::OpenAi
        | LanguageProvider::Compatible
        | LanguageProvider::Ollama => false,
    };
    // The others cache by themselves. A conversation only grows at its end, so everything up to here
    // is the prefix of the next request.
    if is_marked && let Some(last) = messages.pop() {
        messages.push(last.with_options(CacheControl::Ephemeral));
    }
    let mut chat = ChatRequest::new(messages);
    if !request.system.is_empty() {
        chat = chat.with_system(request.system.as_str());
    }
    if !request.tools.is_empty() {
        chat = chat.with_tools(request.tools.iter().map(tool));
    }
    chat
}

/// Everything else. `is_supported` says whether the model supports an optional parameter.
pub(super) fn chat_options(
    service: LanguageProvider,
    request: &Request,
    limit_output_tokens: Option<u32>,
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
    if !request.tools.is_empty() {
        options.tool_choice = Some(match request.tool_choice {
            ToolChoice::Auto => genai::chat::ToolChoice::Auto,
            ToolChoice::Required => genai::chat::ToolChoice::Required,
            ToolChoice::None => genai::chat::ToolChoice::None,
        });
    }
    let schema = request.schema.as_ref().filter(|_| is_supported(OptionalParameter::Schema));
    match service {
        LanguageProvider::OpenAi | LanguageProvider::Compatible => {
            // Without an effort, `genai` looks for one at the end of the model's name and removes it
            // from the name. A budget of zero is never sent.
            options.reasoning_effort = Some(ReasoningEffort::Budget(0));
            // `genai` would make the schema strict, which forbids objects whose fields are not all
            // listed.
            options.extra_body = schema.map(|schema| {
                let format = json!({ "name": "answer", "schema": schema });
                json!({ "response_format": { "type": "json_schema", "json_schema": format } })
            });
        }
        LanguageProvider::Ollama => {
            options.response_format = schema.map(|_| ChatResponseFormat::JsonMode);
        }
        LanguageProvider::Gemini | LanguageProvider::Anthropic => {
            options.response_format = schema
                .map(|schema| ChatResponseFormat::from(JsonSpec::new("answer", schema.clone())));
        }
    }
    match service {
        // `genai` declares tools in a field that only newer models know; this replaces it.
        LanguageProvider::Gemini if !request.tools.is_empty() => {
            let functions: Vec<Value> = request.tools.iter().map(gemini::function).collect();
            options.extra_body = Some(json!({ "tools": [{ "functionDeclarations": functions }] }));
        }
        LanguageProvider::Gemini
        | LanguageProvider::Anthropic
        | LanguageProvider::OpenAi
        | LanguageProvider::Compatible
        | LanguageProvider::Ollama => {}
    }
    options
}

/// `None` for an empty turn, which some providers refuse.
fn model_message(turn: &Turn) -> Option<ChatMessage> {
    let mut parts = Vec::new();
    if !turn.text.is_empty() {
        parts.push(ContentPart::Text(turn.text.clone()));
    }
    parts.extend(turn.calls.iter().map(|call| ContentPart::ToolCall(tool_call(call))));
    (!parts.is_empty()).then(|| ChatMessage::assistant(MessageContent::from_parts(parts)))
}

fn tool_call(call: &ToolCall) -> chat::ToolCall {
    // Providers accept only objects, whatever their models wrote.
    let arguments = match &call.arguments {
        Value::Object(_) => call.arguments.clone(),
        Value::Null => json!({}),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            json!({ "malformed_arguments": call.arguments })
        }
    };
    chat::ToolCall {
        call_id: call.id.clone(),
        fn_name: call.name.clone(),
        fn_arguments: arguments,
        thought_signatures: (!call.signatures.is_empty()).then(|| call.signatures.clone()),
    }
}

/// Ollama takes one result per message, the others all results of a turn.
fn result_messages(service: LanguageProvider, results: &[ToolResult]) -> Vec<ChatMessage> {
    let parts: Vec<ContentPart> = results.iter().map(|result| response(service, result)).collect();
    let message = |parts| ChatMessage::tool(MessageContent::from_parts(parts));
    match service {
        _ if parts.is_empty() => Vec::new(),
        LanguageProvider::Ollama => parts.into_iter().map(|part| message(vec![part])).collect(),
        LanguageProvider::Gemini
        | LanguageProvider::Anthropic
        | LanguageProvider::OpenAi
        | LanguageProvider::Compatible => {
            vec![message(parts)]
        }
    }
}

fn response(service: LanguageProvider, result: &ToolResult) -> ContentPart {
    let is_marked = match service {
        LanguageProvider::Anthropic => result.is_error,
        LanguageProvider::Gemini
        | LanguageProvider::OpenAi
        | LanguageProvider::Compatible
        | LanguageProvider::Ollama => false,
    };
    if is_marked {
        let block = json!({
            "type": "tool_result",
            "tool_use_id": result.id,
            "content": result.content,
            "is_error": true,
        });
        return ContentPart::from_custom(block, None);
    }
    let response = ToolResponse::new(result.id.as_str(), result.content.as_str());
    ContentPart::ToolResponse(response.with_fn_name(result.name.as_str()))
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
