//! Learns from past attempts which strategy to try first.

use std::collections::BTreeMap;

use rutter_domain::{Attempt, AttemptOutcome, Strategy};
use serde::{Deserialize, Serialize};

/// Success counts of each strategy for each rule, taken when the run begins. They stay the same for the whole
/// run, so that the order in which gaps are worked on makes no difference.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Experience {
    /// By rule, then by the name of the strategy.
    by_rule: BTreeMap<String, BTreeMap<String, Successes>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
struct Successes {
    resolved: u32,
    tried: u32,
}

impl Successes {
    /// The rate of success with one more success and one more failure than there were, so that a single
    /// attempt does not decide.
    fn rate(self) -> f64 {
        f64::from(self.resolved + 1) / f64::from(self.tried + 2)
    }
}

impl Experience {
    pub(super) fn of(attempts: &[Attempt]) -> Experience {
        let mut by_rule: BTreeMap<String, BTreeMap<String, Successes>> = BTreeMap::new();
        for attempt in attempts {
            let Some(end) = &attempt.end else { continue };
            let is_resolved = match end.outcome {
                AttemptOutcome::Resolved => 1,
                AttemptOutcome::NothingFound
                | AttemptOutcome::NotSupported
                | AttemptOutcome::LowConfidence => 0,
                // A failure is about the model, not about the strategy.
                AttemptOutcome::Failed => continue,
            };
            let of_rule = by_rule.entry(attempt.rule.clone()).or_default();
            let successes = of_rule.entry(attempt.strategy.name().to_owned()).or_default();
            successes.resolved += is_resolved;
            successes.tried += 1;
        }
        Experience { by_rule }
    }

    /// The strategies for a rule, the most promising first: those without a model, then those with one by their
    /// rate of success.
    pub(super) fn order(&self, rule: &str) -> Vec<Strategy> {
        let mut order = Strategy::ALL.to_vec();
        let rate = |strategy: &Strategy| {
            if strategy.needs_model() {
                self.successes(rule, *strategy).rate()
            } else {
                f64::INFINITY
            }
        };
        // The sort is stable: equally good ones stay in their usual order.
        order.sort_by(|left, right| rate(right).total_cmp(&rate(left)));
        order
    }

    /// The success count of a strategy, in words; `None` if it was never tried.
    pub(super) fn in_words(&self, rule: &str, strategy: Strategy) -> Option<String> {
        let Successes { resolved, tried } = self.successes(rule, strategy);
        let noun = if tried == 1 { "attempt" } else { "attempts" };
        (tried > 0).then(|| format!("it closed `{rule}` in {resolved} of {tried} {noun}"))
    }

    fn successes(&self, rule: &str, strategy: Strategy) -> Successes {
        let of_rule = self.by_rule.get(rule);
        of_rule.and_then(|of_rule| of_rule.get(strategy.name())).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use rutter_domain::{AttemptEnd, Timestamp};

    use super::*;

    fn attempt(rule: &str, strategy: Strategy, outcome: AttemptOutcome) -> Attempt {
        let end = AttemptEnd {
            at: Timestamp(2),
            outcome,
            observation: String::new(),
            confidence: None,
            entry: None,
            input_tokens: 0,
            output_tokens: 0,
            cost: None,
        };
        Attempt {
            gap: "g".to_owned(),
            number: 1,
            rule: rule.to_owned(),
            strategy,
            thought: String::new(),
            run: None,
            began_at: Timestamp(1),
            end: Some(end),
        }
    }

    #[test]
    fn what_closed_gaps_of_a_rule_is_tried_first_for_that_rule() {
        let attempts = [
            attempt("a", Strategy::SemanticSearch, AttemptOutcome::LowConfidence),
            attempt("a", Strategy::TargetedDocument, AttemptOutcome::Resolved),
            attempt("a", Strategy::TargetedCode, AttemptOutcome::Failed),
        ];
        let experience = Experience::of(&attempts);
        assert_eq!(experience.order("b"), Strategy::ALL);
        assert_eq!(
            experience.order("a")[2..],
            [Strategy::TargetedDocument, Strategy::TargetedCode, Strategy::SemanticSearch]
        );
        let words = experience.in_words("a", Strategy::TargetedDocument);
        assert_eq!(words.as_deref(), Some("it closed `a` in 1 of 1 attempt"));
        assert_eq!(experience.in_words("a", Strategy::TargetedCode), None);
    }
}
