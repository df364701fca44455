//! The answers of `gaps rules` and `gaps review`.

use rutter_knowledge::{GapSettings, RuleInfo};
use serde::Serialize;

/// The rules with their settings.
#[derive(Debug, Serialize)]
pub struct RulesAnswer {
    pub rules: Vec<RuleRow>,
}

#[derive(Debug, Serialize)]
pub struct RuleRow {
    pub name: &'static str,
    pub about: &'static str,
    pub why: &'static str,
    pub enabled: bool,
    pub severity: &'static str,
    pub weight: f64,
    pub wrong: ExampleRow,
    pub right: ExampleRow,
}

#[derive(Debug, Serialize)]
pub struct ExampleRow {
    pub path: &'static str,
    pub text: &'static str,
}

impl RuleRow {
    pub fn new(info: &'static RuleInfo, settings: &GapSettings) -> RuleRow {
        RuleRow {
            name: info.name,
            about: info.about,
            why: info.why,
            enabled: settings.is_enabled(info),
            severity: settings.severity(info).name(),
            weight: settings.weight(info),
            wrong: ExampleRow { path: info.wrong.path, text: info.wrong.text },
            right: ExampleRow { path: info.right.path, text: info.right.text },
        }
    }
}

/// The outcome of a review of gaps, by their ids.
#[derive(Debug, Default, Serialize)]
pub struct Reviewed {
    pub answered: Vec<String>,
    pub dismissed: Vec<String>,
    pub skipped: Vec<String>,
    /// Gaps that were not reached.
    pub left: usize,
}
