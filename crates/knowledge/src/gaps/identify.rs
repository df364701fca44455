//! Turns findings into gaps: ids and priorities.

use std::collections::HashMap;

use rutter_domain::{Gap, GapState, Severity};

use crate::gaps::catalog::RULES;
use crate::gaps::evaluate::Evaluation;
use crate::gaps::findings::Finding;
use crate::gaps::settings::GapSettings;

/// Hexadecimal digits of an id: 48 bits keep a million gaps apart.
const ID_DIGITS: usize = 12;

/// All gaps of an evaluation, in no particular order.
pub(super) fn gaps_of(evaluation: &Evaluation, settings: &GapSettings) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for (path, file) in &evaluation.files {
        for (rule, findings) in &file.findings {
            let info = RULES[*rule].info();
            let severity = settings.severity(info);
            let mut n_alike: HashMap<(&Option<String>, &str), u32> = HashMap::new();
            for finding in &findings.found {
                let ordinal = n_alike.entry((&finding.symbol, &finding.subject)).or_default();
                *ordinal += 1;
                gaps.push(Gap {
                    id: gap_id(info.name, path, finding, *ordinal),
                    rule: info.name.to_owned(),
                    severity,
                    priority: priority(severity, finding),
                    symbol: finding.symbol.clone(),
                    path: path.clone(),
                    line: finding.line,
                    message: finding.message.clone(),
                    nearest: None,
                    state: GapState::Open,
                    attempts: 0,
                });
            }
        }
    }
    gaps
}

/// The id of a finding: `ordinal` counts, from 1, those that are alike but for their lines.
fn gap_id(rule: &str, path: &str, finding: &Finding, ordinal: u32) -> String {
    let symbol = finding.symbol.as_deref().unwrap_or("");
    let text = format!("{rule}\0{path}\0{symbol}\0{}\0{ordinal}", finding.subject);
    let hash = rutter_workspace::hash(text.as_bytes()).to_string();
    hash[..ID_DIGITS].to_owned()
}

fn priority(severity: Severity, finding: &Finding) -> f64 {
    let severity = match severity {
        Severity::Low => 0.3,
        Severity::Medium => 0.6,
        Severity::High => 1.0,
    };
    severity * f64::from(finding.reach)
}
