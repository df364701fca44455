//! Leaves out what a comment in the file silences.

use rutter_domain::{Annotations, Facts, Suppression, SuppressionScope};
use serde::{Deserialize, Serialize};

use crate::findings::{Finding, Findings};
use crate::settings::rule_names;

/// A comment that names a rule that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnknownRule {
    pub line: u32,
    pub name: String,
}

/// Takes away the findings of a rule that are silenced. They count as in order.
pub fn suppress(facts: &Facts, rule: &str, findings: &mut Findings) {
    if facts.annotations.suppressions.is_empty() {
        return;
    }
    let named = |suppression: &&Suppression| {
        suppression.rules.is_empty() || suppression.rules.iter().any(|name| name == rule)
    };
    let applying: Vec<&Suppression> = facts.annotations.suppressions.iter().filter(named).collect();
    findings
        .found
        .retain(|finding| !applying.iter().any(|suppression| covers(facts, suppression, finding)));
}

fn covers(facts: &Facts, suppression: &Suppression, finding: &Finding) -> bool {
    let next = match suppression.scope {
        SuppressionScope::File => return true,
        SuppressionScope::Line { next } => next,
    };
    if finding.line == suppression.line || finding.line == next {
        return true;
    }
    // A comment inside a docstring belongs to the symbol around it, if that begins just before.
    let owner = facts.symbols.iter().filter(|symbol| {
        symbol.span.start_line <= suppression.line
            && suppression.line <= symbol.span.end_line
            && !symbol.is_own_field()
    });
    owner.max_by_key(|symbol| symbol.span.start_byte).is_some_and(|symbol| {
        let doc_lines = symbol.doc.as_ref().map_or(0, |doc| doc.lines().count() as u32);
        symbol.span.start_line == finding.line
            && suppression.line <= symbol.span.start_line + doc_lines + 3
    })
}

/// The rules that comments name and that do not exist.
pub fn unknown_rules(annotations: &Annotations) -> Vec<UnknownRule> {
    let named = annotations
        .suppressions
        .iter()
        .flat_map(|suppression| suppression.rules.iter().map(|name| (suppression.line, name)));
    let unknown = named.filter(|(_, name)| !rule_names().any(|known| known == name.as_str()));
    unknown.map(|(line, name)| UnknownRule { line, name: name.clone() }).collect()
}
