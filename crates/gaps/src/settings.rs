//! Which rules apply, and how they count.

use std::collections::BTreeMap;

use rutter_domain::Severity;

use crate::catalog::RULES;
use crate::rule::RuleInfo;

/// Which rules apply, and how they count.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GapSettings {
    /// By the name of the rule; those not named have their defaults.
    pub rules: BTreeMap<String, RuleSettings>,
}

/// Settings of one rule; `None` keeps the default.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RuleSettings {
    pub enabled: Option<bool>,
    pub severity: Option<Severity>,
    /// Weight of one checked thing in completeness; not negative.
    pub weight: Option<f64>,
}

impl GapSettings {
    pub fn is_enabled(&self, rule: &RuleInfo) -> bool {
        self.rules.get(rule.name).and_then(|rule| rule.enabled).unwrap_or(true)
    }

    pub fn severity(&self, rule: &RuleInfo) -> Severity {
        self.rules.get(rule.name).and_then(|rule| rule.severity).unwrap_or(rule.severity)
    }

    /// The weight of the rule with this name; 0 if there is none.
    pub fn weight_of(&self, name: &str) -> f64 {
        let rule = RULES.iter().map(|rule| rule.info()).find(|rule| rule.name == name);
        rule.map_or(0.0, |rule| self.weight(rule))
    }

    pub fn weight(&self, rule: &RuleInfo) -> f64 {
        self.rules.get(rule.name).and_then(|rule| rule.weight).unwrap_or(rule.weight)
    }
}

/// The names of all rules.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.info().name)
}
