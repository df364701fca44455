//! The JSON form in which a model decides on the next tool.

use serde_json::{Map, Value, json};

use super::inline_calls::find_object;
use crate::language::ToolDeclaration;

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum Decision {
    #[default]
    NoTool,
    Call {
        name: String,
        arguments: Value,
    },
}

/// The name that means no tool.
const NONE: &str = "none";

/// The form's schema. Its arguments are those of all tools together, since few models follow a schema
/// that depends on another field.
pub(super) fn schema(tools: &[ToolDeclaration]) -> Value {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).chain([NONE]).collect();
    let mut arguments = Map::new();
    for tool in tools {
        for (name, property) in properties(tool) {
            // Where tools differ, a single value wins: a tool that takes a list accepts it as a list of one.
            let known = arguments.entry(name.clone()).or_insert_with(|| property.clone());
            if known["type"] == "array" && property["type"] != "array" {
                *known = property.clone();
            }
        }
    }
    json!({
        "type": "object",
        "properties": {
            "requires_tool_call": { "type": "boolean" },
            "tool_name": { "type": "string", "enum": names },
            "reasoning": { "type": "string", "maxLength": 300 },
            "arguments": { "type": "object", "properties": arguments },
        },
        "required": ["requires_tool_call", "tool_name", "reasoning", "arguments"],
    })
}

/// The system prompt with the tools and the form appended.
pub(super) fn instruct(system: &str, tools: &[ToolDeclaration]) -> String {
    let mut text = system.trim_end().to_owned();
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str("You can run one tool at a time. The tools:\n");
    for tool in tools {
        text.push_str(&format!("- {}({}): ", tool.name, parameters(tool)));
        let description = tool.description.split_whitespace().collect::<Vec<_>>().join(" ");
        text.push_str(&description);
        text.push('\n');
    }
    text.push_str(
        "\nDecide the next step. Answer with one JSON object and nothing else: \
         {\"requires_tool_call\": true or false, \"tool_name\": \"the tool, or none\", \
         \"reasoning\": \"one sentence\", \"arguments\": {the tool's arguments}}. \
         Do not run a tool again whose result you already have. When no tool is needed any more, \
         requires_tool_call is false.",
    );
    text
}

/// Returns the decision and its reasoning, or why the text is not a decision.
pub(super) fn read(text: &str, tools: &[ToolDeclaration]) -> Result<(Decision, String), String> {
    let form = find_object(text).ok_or("it is not a JSON object")?;
    let reasoning = form.get("reasoning").and_then(Value::as_str).unwrap_or_default().to_owned();
    let is_required = match form.get("requires_tool_call") {
        Some(Value::Bool(is_required)) => *is_required,
        Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => true,
        Some(Value::String(text)) if text.eq_ignore_ascii_case("false") => false,
        Some(_) | None => return Err("`requires_tool_call` is neither true nor false".to_owned()),
    };
    let name = form.get("tool_name").and_then(Value::as_str).unwrap_or(NONE).trim();
    if !is_required || name == NONE || name.is_empty() {
        return Ok((Decision::NoTool, reasoning));
    }
    let tool = tools
        .iter()
        .find(|tool| tool.name == name)
        .ok_or_else(|| format!("there is no tool `{}`", name.escape_debug()))?;
    let arguments = read_arguments(form.get("arguments"), tool)
        .ok_or_else(|| format!("the arguments of `{name}` are not an object"))?;
    Ok((Decision::Call { name: name.to_owned(), arguments }, reasoning))
}

/// Drops fields that were left blank, which a tool would take for values.
fn read_arguments(arguments: Option<&Value>, tool: &ToolDeclaration) -> Option<Value> {
    let mut object = match arguments {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(object)) => object.clone(),
        Some(Value::String(text)) => serde_json::from_str(text).ok()?,
        Some(Value::Bool(_) | Value::Number(_) | Value::Array(_)) => return None,
    };
    let known: Vec<&String> = properties(tool).map(|(name, _)| name).collect();
    object.retain(|name, value| match value {
        Value::Null => false,
        Value::String(text) if text.is_empty() => known.contains(&name),
        Value::String(_)
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Array(_)
        | Value::Object(_) => true,
    });
    Some(Value::Object(object))
}

fn properties(tool: &ToolDeclaration) -> impl Iterator<Item = (&String, &Value)> {
    tool.parameters.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn parameters(tool: &ToolDeclaration) -> String {
    let required = tool.parameters.get("required").and_then(Value::as_array);
    let is_required = |name: &str| {
        required.is_some_and(|names| names.iter().any(|other| other.as_str() == Some(name)))
    };
    let parameters: Vec<String> = properties(tool)
        .map(|(name, property)| {
            let kind = property.get("type").and_then(Value::as_str).unwrap_or("any");
            let mark = if is_required(name) { "" } else { "?" };
            format!("{name}{mark}: {kind}")
        })
        .collect();
    parameters.join(", ")
}
