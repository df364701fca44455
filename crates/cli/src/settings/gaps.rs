//! The table `[gaps]` of `config.toml`: enables, disables and weights rules.
//!
//! A repository may set all of it, since rules only decide what is listed.

use std::collections::BTreeMap;

use anyhow::bail;
use rutter_domain::Severity;
use rutter_domain::nearest;
use rutter_knowledge::{GapSettings, rule_names};
use serde::Deserialize;

/// The largest weight of a rule.
const MOST_WEIGHT: f64 = 100.0;

/// The table `[gaps]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GapsTable {
    #[serde(default)]
    rules: BTreeMap<String, RuleTable>,
}

/// A table `[gaps.rules.NAME]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleTable {
    enabled: Option<bool>,
    severity: Option<String>,
    weight: Option<f64>,
}

impl GapsTable {
    /// Overrides settings by those of the table.
    pub fn apply(self, settings: &mut GapSettings) -> anyhow::Result<()> {
        for (name, table) in self.rules {
            check_rule(&name)?;
            let rule = settings.rules.entry(name.clone()).or_default();
            rule.enabled = table.enabled.or(rule.enabled);
            rule.severity = severity(&name, table.severity.as_deref())?.or(rule.severity);
            rule.weight = weight(&name, table.weight)?.or(rule.weight);
        }
        Ok(())
    }
}

fn check_rule(name: &str) -> anyhow::Result<()> {
    if rule_names().any(|rule| rule == name) {
        return Ok(());
    }
    match nearest(name, rule_names(), 1).first() {
        Some(near) => bail!("there is no rule `{name}`; did you mean `{near}`?"),
        None => {
            let known: Vec<&str> = rule_names().collect();
            bail!("there is no rule `{name}`; the rules are {}", known.join(", "))
        }
    }
}

fn severity(rule: &str, written: Option<&str>) -> anyhow::Result<Option<Severity>> {
    let Some(written) = written else { return Ok(None) };
    match Severity::parse(written) {
        Some(severity) => Ok(Some(severity)),
        None => bail!("`severity` of `{rule}` is `{written}`; write `low`, `medium` or `high`"),
    }
}

fn weight(rule: &str, weight: Option<f64>) -> anyhow::Result<Option<f64>> {
    match weight {
        Some(weight) if !(0.0..=MOST_WEIGHT).contains(&weight) => {
            bail!("`weight` of `{rule}` is `{weight}`; write a number from 0 to {MOST_WEIGHT}")
        }
        weight => Ok(weight),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let table: GapsTable = toml::from_str(text).unwrap();
        let mut settings = GapSettings::default();
        let told = match table.apply(&mut settings) {
            Ok(()) => {
                let rules = settings.rules.iter().map(|(name, rule)| {
                    format!("{name} {:?} {:?} {:?}", rule.enabled, rule.severity, rule.weight)
                });
                rules.collect::<Vec<_>>().join("; ")
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(told, expected, "{text}");
    }

    #[test]
    fn rules_are_switched_and_weighted() {
        check(
            "[rules.missing-overview]\nenabled = false\nseverity = 'high'\nweight = 2.0\n",
            "missing-overview Some(false) Some(High) Some(2.0)",
        );
    }

    #[test]
    fn an_unknown_rule_or_value_gets_the_nearest() {
        check(
            "[rules.missing-descripton]\n",
            "there is no rule `missing-descripton`; did you mean `missing-description`?",
        );
        check(
            "[rules.stale-entry]\nseverity = 'hi'\n",
            "`severity` of `stale-entry` is `hi`; write `low`, `medium` or `high`",
        );
        check(
            "[rules.stale-entry]\nweight = -1.0\n",
            "`weight` of `stale-entry` is `-1`; write a number from 0 to 100",
        );
    }
}
