//! Takes calls that recorded an entry out of the conversation.
//!
//! What such a call says is in the notebook, and a fifth of a long exploration would be the model's own
//! entries. They go at once, before they are ever sent back, with one line in their place. The line stands
//! with the results: in the model's own words it would be imitated.

use rutter_domain::text::truncate;
use rutter_domain::{Message, ToolCall, ToolResult, Turn};

use super::notes;
use super::progress::NewEntry;
use super::tool_runner::CallYield;
use crate::budget::RECORDED;

/// Names in the line; a turn may record dozens.
const MOST_NAMED: usize = 40;

/// Bytes kept of what the model wrote beside calls that all go.
const THOUGHT_BYTES: usize = 600;

/// Takes the calls of the last turn that recorded an entry out of the conversation, with their results.
/// Returns the yields of the results that stay; none if the whole turn goes.
pub(super) fn take_out_recorded(
    messages: &mut Vec<Message>,
    yields: Vec<CallYield>,
    new: &[NewEntry],
) -> Vec<CallYield> {
    let n_done = yields.iter().filter(|one| one.is_done()).count();
    if n_done == 0 || new.is_empty() {
        return yields;
    }
    let is_all = n_done == yields.len();
    let [.., Message::Model(turn), Message::Results(results)] = messages.as_mut_slice() else {
        return yields;
    };
    let line = line_of(new);
    if is_all {
        let thought = thought_of(turn);
        messages.truncate(messages.len() - 2);
        notes::append(messages, &line);
        if let Some(thought) = thought {
            notes::append(messages, &thought);
        }
        return Vec::new();
    }
    let kept = keep_others(turn, results, yields);
    notes::append(messages, &line);
    kept
}

/// Removes recorded calls and their results. Some providers demand the signature of a reply back with the
/// call that bore it, so such a call stays.
fn keep_others(
    turn: &mut Turn,
    results: &mut Vec<ToolResult>,
    yields: Vec<CallYield>,
) -> Vec<CallYield> {
    let calls = std::mem::take(&mut turn.calls);
    let mut kept = Vec::new();
    for ((call, result), one) in calls.into_iter().zip(std::mem::take(results)).zip(yields) {
        let ToolCall { signatures, .. } = &call;
        if !one.is_done() || !signatures.is_empty() {
            turn.calls.push(call);
            results.push(result);
            kept.push(one);
        }
    }
    kept
}

/// A line that names what was recorded.
fn line_of(new: &[NewEntry]) -> String {
    let names: Vec<String> =
        new.iter().take(MOST_NAMED).map(|entry| format!("`{}`", entry.title)).collect();
    let more = match new.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let number = match new.len() {
        1 => "1 entry that passed its checks".to_owned(),
        n => format!("{n} entries that passed their checks"),
    };
    format!("{RECORDED}{number}: {}{more}]", names.join(", "))
}

fn thought_of(turn: &Turn) -> Option<String> {
    let text = turn.text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then(|| format!("[you wrote: {}]", truncate(&text, THOUGHT_BYTES)))
}

#[cfg(test)]
mod tests {
    use rutter_domain::{EntryStatus, Recording};
    use serde_json::json;

    use super::*;

    fn call(name: &str, signatures: &[&str]) -> ToolCall {
        ToolCall {
            id: name.to_owned(),
            name: name.to_owned(),
            arguments: json!({ "summary": "long" }),
            signatures: signatures.iter().map(|one| (*one).to_owned()).collect(),
        }
    }

    fn result(name: &str) -> ToolResult {
        let (id, name) = (name.to_owned(), name.to_owned());
        ToolResult { id, name, content: "fine".to_owned(), is_error: false }
    }

    /// A turn with these calls after a listing; `+` before a name says that it recorded an entry.
    fn check(text: &str, calls: &[&str], signature_of: &str, expected: &str) {
        let names: Vec<&str> = calls.iter().map(|name| name.trim_start_matches('+')).collect();
        let signatures = |name: &str| if name == signature_of { vec!["s"] } else { Vec::new() };
        let turn = Turn {
            text: text.to_owned(),
            calls: names.iter().map(|name| call(name, &signatures(name))).collect(),
            ..Turn::default()
        };
        let mut messages = vec![
            Message::User("Explore.".to_owned()),
            Message::Model(turn),
            Message::Results(names.iter().map(|name| result(name)).collect()),
        ];
        let recorded = Recording::Recorded {
            id: "e".to_owned(),
            status: EntryStatus::Checked,
            reason: None,
            claims: Vec::new(),
            rival_of: None,
            place: None,
        };
        let yields = calls.iter().map(|name| CallYield {
            recordings: name.starts_with('+').then(|| recorded.clone()).into_iter().collect(),
            ..CallYield::default()
        });
        let new = NewEntry { path: "a.rs".to_owned(), title: "f".to_owned() };
        let kept = take_out_recorded(&mut messages, yields.collect(), &[new]);
        let mut shown = Vec::new();
        for message in &messages {
            match message {
                Message::User(text) => shown.push(text.replace('\n', " ")),
                Message::Model(turn) => {
                    let calls: Vec<&str> =
                        turn.calls.iter().map(|call| call.name.as_str()).collect();
                    shown.push(calls.join(","));
                }
                Message::Results(results) => {
                    assert_eq!(results.len(), kept.len());
                    shown.push(results.last().unwrap().content.replace('\n', " "));
                }
            }
        }
        assert_eq!(shown.join(" | "), expected);
    }

    const LINE: &str = "[recorded 1 entry that passed its checks: `f`]";

    #[test]
    fn a_turn_that_only_recorded_goes_as_a_whole() {
        check("", &["+a", "+b"], "", &format!("Explore.  {LINE}"));
        check("It adds.", &["+a"], "a", &format!("Explore.  {LINE}  [you wrote: It adds.]"));
    }

    #[test]
    fn other_calls_and_those_with_a_signature_stay() {
        check("", &["+a", "read"], "", &format!("Explore. | read | fine  {LINE}"));
        check("", &["+a", "+b", "read"], "a", &format!("Explore. | a,read | fine  {LINE}"));
        check("", &["read"], "", "Explore. | read | fine");
    }
}
