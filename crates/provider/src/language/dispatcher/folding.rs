//! A conversation with calls and results, told in plain words.

use rutter_domain::{Message, ToolCall, ToolResult, Turn};

use super::Decision;

/// How many turns back a tool counts as run just now.
const N_RECENT: usize = 3;

/// The same conversation without calls: results become part of what the user says, and at the end
/// this, if it is anything.
pub(super) fn fold(messages: &[Message], end: &str) -> Vec<Message> {
    let mut folded: Vec<Message> = Vec::new();
    let mut calls: &[ToolCall] = &[];
    for message in messages {
        match message {
            Message::User(text) => say(&mut folded, text),
            Message::Model(turn) => {
                calls = &turn.calls;
                // What led to a call is only of use with its result, which tells it again.
                if turn.calls.is_empty() && !turn.text.is_empty() {
                    let turn = Turn { text: turn.text.clone(), calls: Vec::new() };
                    folded.push(Message::Model(turn));
                }
            }
            Message::Results(results) => {
                for result in results {
                    say(&mut folded, &tell(result, calls));
                }
            }
        }
    }
    if !end.is_empty() {
        say(&mut folded, end);
    }
    folded
}

/// What to ask at the end. A small model minds what it hears last.
pub(super) fn what_next(messages: &[Message]) -> &'static str {
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

/// The tools run in the last turns. Of these a model that repeats itself is not soon weary.
pub(super) fn recent_tools(messages: &[Message]) -> Vec<&str> {
    let turns = messages.iter().rev().filter_map(|message| match message {
        Message::Model(turn) => Some(turn),
        Message::User(_) | Message::Results(_) => None,
    });
    turns.take(N_RECENT).flat_map(|turn| &turn.calls).map(|call| call.name.as_str()).collect()
}

/// What to tell a model that decides for a call whose result it already has.
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

/// Adds to what the user says, or begins it.
fn say(folded: &mut Vec<Message>, text: &str) {
    if let Some(Message::User(said)) = folded.last_mut() {
        said.push_str("\n\n");
        said.push_str(text);
    } else {
        folded.push(Message::User(text.to_owned()));
    }
}

fn tell(result: &ToolResult, calls: &[ToolCall]) -> String {
    let call = calls.iter().find(|call| call.id == result.id);
    let arguments = call.map_or_else(String::new, |call| call.arguments.to_string());
    let what = if result.is_error { "Error" } else { "Result" };
    format!("{what} of {}({arguments}):\n{}", result.name, result.content)
}
