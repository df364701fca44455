//! A conversation with calls and results, flattened to plain text.

use rutter_domain::{Message, ToolCall, ToolResult, Turn};

use super::Decision;

/// A tool counts as recently used if it was called in this many last turns.
const N_RECENT: usize = 3;

/// The conversation without calls: results become part of the user's messages. `end` is appended
/// unless it is empty.
pub(super) fn flatten(messages: &[Message], end: &str) -> Vec<Message> {
    let mut flat: Vec<Message> = Vec::new();
    let mut calls: &[ToolCall] = &[];
    for message in messages {
        match message {
            Message::User(text) => append(&mut flat, text),
            Message::Model(turn) => {
                calls = &turn.calls;
                // The text before a call adds nothing to the result, which repeats the call.
                if turn.calls.is_empty() && !turn.text.is_empty() {
                    let turn = Turn { text: turn.text.clone(), ..Turn::default() };
                    flat.push(Message::Model(turn));
                }
            }
            Message::Results(results) => {
                for result in results {
                    append(&mut flat, &describe(result, calls));
                }
            }
        }
    }
    if !end.is_empty() {
        append(&mut flat, end);
    }
    flat
}

/// The question at the end. A small model pays most attention to what comes last.
pub(super) fn next_step(messages: &[Message]) -> &'static str {
    match messages.last() {
        Some(Message::Results(_)) => {
            "Decide which tool to run next, or none if everything asked for is done."
        }
        Some(Message::User(_)) => {
            "Decide which tool to run first, or none if no tool is needed to answer."
        }
        Some(Message::Model(_)) | None => "",
    }
}

/// The tools of the last turns, which a model that repeats itself would choose again.
pub(super) fn recent_tools(messages: &[Message]) -> Vec<&str> {
    let turns = messages.iter().rev().filter_map(|message| match message {
        Message::Model(turn) => Some(turn),
        Message::User(_) | Message::Results(_) => None,
    });
    turns.take(N_RECENT).flat_map(|turn| &turn.calls).map(|call| call.name.as_str()).collect()
}

/// A reminder for a model that decides on a call whose result it already has.
pub(super) fn remind(decision: &Decision, messages: &[Message]) -> Option<String> {
    let Decision::Call { name, arguments } = decision else { return None };
    let is_done = messages.iter().any(|message| match message {
        Message::Model(turn) => {
            turn.calls.iter().any(|call| call.name == *name && call.arguments == *arguments)
        }
        Message::User(_) | Message::Results(_) => false,
    });
    is_done.then(|| {
        format!(
            "The result of {name}({arguments}) is above, so do not run that again. Choose another \
             tool or other arguments; if nothing is missing, requires_tool_call is false."
        )
    })
}

/// Adds to the user's last message, or starts a new one.
fn append(flat: &mut Vec<Message>, text: &str) {
    if let Some(Message::User(last)) = flat.last_mut() {
        last.push_str("\n\n");
        last.push_str(text);
    } else {
        flat.push(Message::User(text.to_owned()));
    }
}

fn describe(result: &ToolResult, calls: &[ToolCall]) -> String {
    let call = calls.iter().find(|call| call.id == result.id);
    let arguments = call.map_or_else(String::new, |call| call.arguments.to_string());
    let what = if result.is_error { "Error" } else { "Result" };
    format!("{what} of {}({arguments}):\n{}", result.name, result.content)
}
