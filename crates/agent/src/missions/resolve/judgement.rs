//! Questions that need judgement: a short prompt, an answer in JSON. An answer that cannot be used
//! counts as none, and the default holds.

use rutter_domain::{Event, Gap, Message, Strategy, Totals};
use rutter_provider::language::{Delivery, LanguageModel, Request, Silent, ToolChoice};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::event_sink::usage_of;

/// The longest answer, without thoughts.
const LIMIT_OUTPUT_TOKENS: u32 = 400;
/// Attempts and gaps are listed with at most this many characters each.
const LINE_CHARS: usize = 200;

/// An answer, what it used, and its events for the record of the run.
pub(super) struct Judged {
    pub(super) answer: Option<Value>,
    pub(super) totals: Totals,
    pub(super) events: Vec<Event>,
}

/// The model's choice after an attempt that failed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NextStep {
    /// `None` leaves the gap to a person.
    pub(super) strategy: Option<Strategy>,
    pub(super) thought: String,
}

/// Asks the model, once.
pub(super) async fn judge(
    model: &dyn LanguageModel,
    name: &str,
    prompt: String,
    schema: Value,
    cancel: &CancellationToken,
) -> Judged {
    let action = Event::Action { name: name.to_owned(), arguments: json!({ "prompt": prompt }) };
    let mut judged = Judged { answer: None, totals: Totals::default(), events: vec![action] };
    let request = Request {
        messages: vec![Message::User(prompt)],
        tool_choice: ToolChoice::None,
        limit_output_tokens: Some(LIMIT_OUTPUT_TOKENS + model.thinking_tokens()),
        schema: Some(schema),
        delivery: Delivery::Whole,
        ..Request::default()
    };
    let asked = cancel.run_until_cancelled(model.ask(&request, &Silent, cancel)).await;
    match asked {
        Some(Ok(reply)) => {
            let event = usage_of(1, &reply, model);
            judged.totals.count(&event);
            judged.events.push(event);
            judged.answer = read_json(&reply.turn.text);
            judged.events.push(Event::Observation { text: reply.turn.text });
        }
        Some(Err(error)) => {
            judged.events.push(Event::Observation { text: error.to_string() });
        }
        None => {}
    }
    judged
}

/// The JSON object in a reply, without the text around it.
fn read_json(text: &str) -> Option<Value> {
    let (start, end) = (text.find('{')?, text.rfind('}')?);
    serde_json::from_str(text.get(start..=end)?).ok()
}

pub(super) fn strategy_schema() -> Value {
    let next = json!({ "type": "string", "enum": ["continue", "stop"] });
    schema(&[("thought", json!({ "type": "string" })), ("next", next)])
}

pub(super) fn prioritisation_schema() -> Value {
    schema(&[("gaps", json!({ "type": "array", "items": { "type": "string" } }))])
}

pub(super) fn resolution_schema(left: &[Strategy]) -> Value {
    let names: Vec<&str> = left.iter().map(|one| one.name()).chain(["human"]).collect();
    let strategy = json!({ "type": "string", "enum": names });
    schema(&[("thought", json!({ "type": "string" })), ("strategy", strategy)])
}

fn schema(properties: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> =
        properties.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    json!({
        "type": "object", "properties": properties, "required": names,
        "additionalProperties": false,
    })
}

/// Whether the run should stop; `None` if the answer is neither yes nor no.
pub(super) fn read_is_over(answer: &Value) -> Option<bool> {
    match answer.get("next")?.as_str()?.trim() {
        "continue" => Some(false),
        "stop" => Some(true),
        _ => None,
    }
}

/// The next step, if it is one of those that are left.
pub(super) fn read_next_step(answer: &Value, left: &[Strategy]) -> Option<NextStep> {
    let thought = one_line(answer.get("thought").and_then(Value::as_str).unwrap_or_default());
    let name = answer.get("strategy")?.as_str()?.trim();
    if name == "human" {
        return Some(NextStep { strategy: None, thought });
    }
    let strategy = Strategy::parse(name).filter(|strategy| left.contains(strategy))?;
    Some(NextStep { strategy: Some(strategy), thought })
}

/// The gaps in the chosen order, cut to the limit. What was not chosen follows in its own order.
pub(super) fn read_choice(answer: &Value, mut gaps: Vec<Gap>, limit: usize) -> Vec<Gap> {
    let chosen = answer.get("gaps").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let rank = |gap: &Gap| {
        let is_it = |id: &Value| id.as_str().is_some_and(|id| id.trim() == gap.id);
        chosen.iter().position(is_it).unwrap_or(usize::MAX)
    };
    gaps.sort_by_key(rank);
    gaps.truncate(limit);
    gaps
}

/// The first line of a text, cut to a length that a list can hold.
pub(super) fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LINE_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_from_within_a_talkative_reply() {
        let text = "Sure! ```json\n{\"next\": \"stop\"}\n``` Good luck.";
        assert_eq!(read_json(text).and_then(|answer| read_is_over(&answer)), Some(true));
        assert_eq!(read_json("no braces"), None);
        assert_eq!(read_json("} {"), None);
    }

    #[test]
    fn a_strategy_that_is_not_left_is_no_answer() {
        let left = [Strategy::TargetedCode];
        let answer = |name: &str| json!({ "strategy": name, "thought": "a\nb" });
        assert_eq!(read_next_step(&answer("semantic_search"), &left), None);
        assert_eq!(read_next_step(&json!("targeted_code"), &left), None);
        let step = read_next_step(&answer("targeted_code"), &left).unwrap();
        assert_eq!((step.strategy, &*step.thought), (Some(Strategy::TargetedCode), "a b"));
        assert_eq!(read_next_step(&answer("human"), &left).unwrap().strategy, None);
    }
}
