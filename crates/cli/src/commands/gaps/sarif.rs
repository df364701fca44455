//! SARIF 2.1.0, which GitHub's code scanning, GitLab and editors read.
//!
//! Each rule is described with its help. Each gap is a result whose fingerprint is its id, so that a
//! gap is recognised after its lines have moved. Paths are relative to the root.

use rutter_domain::{Gap, GapState, Severity};
use rutter_knowledge::{GapsAnswer, RuleInfo};
use rutter_serve::percent_encode;
use serde_json::{Value, json};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Stands for the root of the repository in every path.
const ROOT: &str = "%SRCROOT%";

/// Formats gaps as the log of one run.
pub fn sarif(answer: &GapsAnswer, rules: &[&RuleInfo]) -> Value {
    let results: Vec<Value> = answer.gaps.iter().map(|gap| result(gap, rules)).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "rutter",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
                },
            },
            "originalUriBaseIds": {
                ROOT: { "description": { "text": "The root of the repository." } },
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": {
                "completeness": answer.completeness.overall,
                "omitted": answer.omitted,
            },
        }],
    })
}

fn descriptor(rule: &RuleInfo) -> Value {
    let RuleInfo { name, about, why, wrong, right, .. } = rule;
    let text = format!("{about} {why}");
    let markdown = format!(
        "{about}\n\n{why}\n\nWith the gap (`{}`):\n\n{}\n\nWithout (`{}`):\n\n{}\n",
        wrong.path,
        fenced(wrong.text),
        right.path,
        fenced(right.text)
    );
    json!({
        "id": name,
        "name": pascal_case(name),
        "shortDescription": { "text": about },
        "fullDescription": { "text": why },
        "help": { "text": text, "markdown": markdown },
        "defaultConfiguration": { "level": level(rule.severity) },
        "properties": { "tags": ["documentation"] },
    })
}

fn result(gap: &Gap, rules: &[&RuleInfo]) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": percent_encode(&gap.path, b"/"), "uriBaseId": ROOT },
            "region": { "startLine": gap.line.max(1) },
        },
    });
    if let Some(symbol) = &gap.symbol {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": symbol }]);
    }
    let mut result = json!({
        "ruleId": gap.rule,
        "level": level(gap.severity),
        "message": { "text": message_of(gap) },
        "locations": [location],
        "partialFingerprints": { "rutterGap/v1": gap.id },
        "rank": (gap.priority * 1000.0).round() / 10.0,
        "properties": { "state": gap.state, "attempts": gap.attempts },
    });
    if let Some(at) = rules.iter().position(|rule| rule.name == gap.rule) {
        result["ruleIndex"] = json!(at);
    }
    if gap.state == GapState::Dismissed {
        result["suppressions"] = json!([{ "kind": "external", "status": "accepted" }]);
    }
    result
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low => "note",
    }
}

fn fenced(text: &str) -> String {
    format!("```\n{}\n```", text.trim_end())
}

fn pascal_case(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(letters).collect::<String>()
        })
    };
    name.split('-').map(capital).collect()
}

/// The message of a gap, with the nearest name that exists.
fn message_of(gap: &Gap) -> String {
    match &gap.nearest {
        Some(nearest) => format!("{} (nearest: {nearest})", gap.message),
        None => gap.message.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_the_name_that_sarif_asks_for() {
        assert_eq!(pascal_case("missing-description"), "MissingDescription");
    }
}
