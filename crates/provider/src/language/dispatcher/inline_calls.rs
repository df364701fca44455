//! Finds calls that a model wrote into its text.

use rutter_domain::{ToolCall, Turn};
use serde_json::{Map, Value};

use crate::language::ToolDeclaration;

/// A text with more is a document about calls.
const LIMIT_CALLS: usize = 100;

/// Moves calls of known tools from the text to the calls of the turn.
pub(super) fn take_calls(turn: &mut Turn, tools: &[ToolDeclaration], offset: usize) {
    let mut rest = String::new();
    let mut from = 0;
    let text = std::mem::take(&mut turn.text);
    for (start, end, object) in objects(&text) {
        if start < from || turn.calls.len() >= LIMIT_CALLS {
            continue;
        }
        let found = read_calls(&object, tools);
        if found.is_empty() {
            continue;
        }
        for (name, arguments) in found {
            let id = format!("written_{offset}_{}", turn.calls.len());
            turn.calls.push(ToolCall { id, name, arguments, signatures: Vec::new() });
        }
        rest.push_str(&text[from..start]);
        from = end;
    }
    rest.push_str(&text[from..]);
    turn.text = if turn.calls.is_empty() { text } else { strip_wrapping(&rest) };
}

/// The first JSON object in a text, whatever surrounds it.
pub(super) fn find_object(text: &str) -> Option<Map<String, Value>> {
    objects(text).next().map(|(_, _, object)| object)
}

/// The JSON objects in a text, with their start and end.
fn objects(text: &str) -> impl Iterator<Item = (usize, usize, Map<String, Value>)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text.get(from..)?.find('{')?;
            let mut read = serde_json::Deserializer::from_str(&text[start..])
                .into_iter::<Map<String, Value>>();
            if let Some(Ok(object)) = read.next() {
                let end = start + read.byte_offset();
                from = end;
                return Some((start, end, object));
            }
            from = start + 1;
        }
    })
}

/// A call, or a list of calls under OpenAI's name for it.
fn read_calls(object: &Map<String, Value>, tools: &[ToolDeclaration]) -> Vec<(String, Value)> {
    match object.get("tool_calls").and_then(Value::as_array) {
        Some(calls) => {
            let objects = calls.iter().filter_map(Value::as_object).take(LIMIT_CALLS);
            objects.filter_map(|call| read_call(call, tools)).collect()
        }
        None => read_call(object, tools).into_iter().collect(),
    }
}

/// Reads `{"name": …, "arguments": …}` and its variants.
fn read_call(object: &Map<String, Value>, tools: &[ToolDeclaration]) -> Option<(String, Value)> {
    let function = object.get("function").and_then(Value::as_object).unwrap_or(object);
    let name = ["name", "tool_name", "tool", "function"]
        .iter()
        .find_map(|field| function.get(*field)?.as_str())?;
    if !tools.iter().any(|tool| tool.name == name) {
        return None;
    }
    let arguments = ["arguments", "parameters", "args", "input"]
        .iter()
        .find_map(|field| function.get(*field))
        .cloned();
    let arguments = match arguments {
        None | Some(Value::Null) => Value::Object(Map::new()),
        Some(Value::String(text)) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        Some(arguments) => arguments,
    };
    Some((name.to_owned(), arguments))
}

/// Removes the fences and tags that surrounded the calls.
fn strip_wrapping(text: &str) -> String {
    let text = text.replace("<tool_call>", "").replace("</tool_call>", "");
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines() {
        let is_closing_an_empty_fence = line.trim() == "```"
            && lines.iter().rev().find(|line| !line.trim().is_empty()).is_some_and(|last| {
                let language = last.trim().strip_prefix("```");
                language.is_some_and(|language| ["", "json", "tool_call"].contains(&language))
            });
        if is_closing_an_empty_fence {
            while lines.last().is_some_and(|line| line.trim().is_empty()) {
                lines.pop();
            }
            lines.pop();
        } else {
            lines.push(line);
        }
    }
    let text = lines.join("\n").trim().to_owned();
    let is_an_empty_list = text.chars().all(|c| c.is_whitespace() || "[],".contains(c));
    if is_an_empty_list { String::new() } else { text }
}
