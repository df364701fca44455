//! Examples of what is wrong or missing, by cause: a few of each, spread over the packages.

use std::collections::BTreeMap;
use std::fmt;

/// At most this many examples of each cause are kept.
const MAX_EXAMPLES: usize = 40;

/// Examples by cause.
#[derive(Debug, Default)]
pub struct Cases {
    by_cause: BTreeMap<String, Cause>,
}

#[derive(Debug, Default)]
struct Cause {
    n_cases: usize,
    examples: Vec<String>,
}

impl Cases {
    /// Counts a case; its text is made only if it is kept.
    pub fn add(&mut self, cause: &str, example: impl FnOnce() -> String) {
        let kept = self.by_cause.entry(cause.to_string()).or_default();
        kept.n_cases += 1;
        // The second half is sparser, so that a large package does not fill it alone.
        let is_kept = kept.examples.len() < MAX_EXAMPLES / 2 || kept.n_cases.is_power_of_two();
        if is_kept && kept.examples.len() < MAX_EXAMPLES {
            kept.examples.push(example());
        }
    }
}

impl fmt::Display for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cause, kept) in &self.by_cause {
            writeln!(f, "### {cause}: {}\n", kept.n_cases)?;
            for example in &kept.examples {
                writeln!(f, "    {example}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
