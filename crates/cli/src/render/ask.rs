//! Renders the line below an answer, and calls of tools.

use rutter_domain::{Citation, Ending, Totals};
use serde_json::Value;

use super::run::{dollars, ending};
use crate::style::{FAINT, NOTICE, plural, printable, thousands};

/// Characters of the arguments of a call.
const ARGUMENT_CHARS: usize = 60;

/// A line about the citations and the cost of an answer, after a line that says why the run ended early, if it did.
pub fn answer_footer(citations: &[Citation], totals: &Totals, end: &Ending) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = ending(&mut text, end);
    let mut text = String::from_utf8_lossy(&text).into_owned();
    let n_bad = citations.iter().filter(|citation| !citation.holds).count() as u64;
    let n_citations = plural(citations.len() as u64, "citation");
    let cited = match (citations.len() as u64, n_bad) {
        (0, _) => format!("{NOTICE}no citations{NOTICE:#}"),
        (_, 0) => format!("{FAINT}{n_citations}, all hold{FAINT:#}"),
        (_, n_bad) => {
            let verb = if n_bad == 1 { "does" } else { "do" };
            format!("{NOTICE}{n_citations}, {n_bad} of them {verb} not hold{NOTICE:#}")
        }
    };
    text.push_str(&cited);
    text.push_str(&format!("{FAINT} · {}{FAINT:#}", usage(totals)));
    text
}

/// Formats tokens, calls, time and cost as one line.
pub fn usage(totals: &Totals) -> String {
    let cost = match totals.cost {
        Some(cost) => dollars(cost),
        None => "cost unknown".to_owned(),
    };
    let n_calls: u32 = totals.calls.values().sum();
    format!(
        "{} tokens in, {} out · {} · {} · {:.1} s · {cost}",
        thousands(totals.input_tokens),
        thousands(totals.output_tokens),
        plural(u64::from(totals.n_requests), "request"),
        plural(u64::from(n_calls), "tool call"),
        totals.elapsed_ms as f64 / 1000.0,
    )
}

/// Formats a call with its arguments: `search retry limit`.
pub fn call_summary(name: &str, arguments: &Value) -> String {
    let text = match arguments {
        Value::Object(fields) => fields
            .values()
            .filter_map(|value| match value {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
            })
            .collect::<Vec<_>>()
            .join(" "),
        other => other.to_string(),
    };
    let text: String = printable(&text).chars().take(ARGUMENT_CHARS).collect();
    format!("{} {text}", printable(name)).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_call_is_told_in_a_few_words() {
        assert_eq!(call_summary("search", &json!({ "query": "a\u{1b}b" })), "search a\u{fffd}b");
        assert_eq!(call_summary("list", &json!({})), "list");
        assert!(call_summary("read", &json!({ "path": "p".repeat(500) })).len() < 80);
    }
}
