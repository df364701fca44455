//! A conversation with calls and results, told in plain words.

use crate::language::{Call, CallResult, Message, Turn};

/// The same conversation without calls: results become part of what the user says.
pub(super) fn fold(messages: &[Message]) -> Vec<Message> {
    let mut folded: Vec<Message> = Vec::new();
    let mut calls: &[Call] = &[];
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
    folded
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

fn tell(result: &CallResult, calls: &[Call]) -> String {
    let call = calls.iter().find(|call| call.id == result.id);
    let arguments = call.map_or_else(String::new, |call| call.arguments.to_string());
    let what = if result.is_error { "Error" } else { "Result" };
    format!("{what} of {}({arguments}):\n{}", result.name, result.content)
}
