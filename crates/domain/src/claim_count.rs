//! How much of an entry the code shows, counted and written in one way for every skin.

use serde::{Deserialize, Serialize};

use crate::{Claim, EntryStatus, FactKind, Finding, StatedFacts};

/// Numbers of the claims of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ClaimCount {
    /// Claims that hold.
    pub shown: usize,
    pub all: usize,
}

impl ClaimCount {
    pub fn of(claims: &[Claim]) -> ClaimCount {
        let shown = claims.iter().filter(|claim| claim.finding == Finding::Holds).count();
        ClaimCount { shown, all: claims.len() }
    }

    /// The status in words. Since `recorded` promises nothing, it says how many claims the code shows.
    pub fn describe(self, status: EntryStatus) -> String {
        let ClaimCount { shown, all } = self;
        let noun = if all == 1 { "claim" } else { "claims" };
        match status {
            EntryStatus::Recorded if all > 0 => {
                format!("{status} ({shown} of {all} {noun} shown by the code)")
            }
            EntryStatus::Recorded
            | EntryStatus::Confirmed
            | EntryStatus::Doubtful
            | EntryStatus::Disputed
            | EntryStatus::Stale
            | EntryStatus::Rejected => status.to_string(),
        }
    }
}

/// The stated facts that hold, in one line; `None` if there are none. The claims of facts are the last ones of
/// an entry, in the order of [`StatedFacts::iter`].
pub fn facts_that_hold(facts: &StatedFacts, claims: &[Claim]) -> Option<String> {
    let stated: Vec<(FactKind, &str)> = facts.iter().collect();
    let claims = &claims[claims.len().checked_sub(stated.len())?..];
    let held = stated.iter().zip(claims).filter(|(_, claim)| claim.finding == Finding::Holds);
    let said: Vec<String> = held.map(|((kind, fact), _)| kind.sentence(fact)).collect();
    let noun = match said.len() {
        0 => return None,
        1 => "fact holds",
        _ => "facts hold",
    };
    Some(format!("{} {noun}: {}", said.len(), said.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(finding: Finding) -> Claim {
        Claim { text: String::new(), finding, reason: None, evidence: Vec::new(), check: None }
    }

    #[test]
    fn a_recorded_entry_says_how_many_claims_the_code_shows() {
        let claims = [claim(Finding::Holds), claim(Finding::Open), claim(Finding::Holds)];
        let count = ClaimCount::of(&claims);
        let recorded = "recorded (2 of 3 claims shown by the code)";
        assert_eq!(count.describe(EntryStatus::Recorded), recorded);
        assert_eq!(count.describe(EntryStatus::Stale), "stale");
        assert_eq!(ClaimCount::default().describe(EntryStatus::Recorded), "recorded");
    }

    #[test]
    fn facts_that_hold_are_one_line() {
        let facts: StatedFacts =
            [(FactKind::Calls, "open"), (FactKind::Calls, "close"), (FactKind::CalledBy, "main")]
                .into_iter()
                .collect();
        let (open, holds) = (claim(Finding::Open), claim(Finding::Holds));
        let claims = [open.clone(), holds.clone(), holds.clone(), holds];
        let line = facts_that_hold(&facts, &claims).unwrap();
        assert_eq!(line, "3 facts hold: calls `open`, calls `close`, is called by `main`");
        assert_eq!(facts_that_hold(&facts, &[open]), None);
        assert_eq!(facts_that_hold(&StatedFacts::default(), &[]), None);
    }
}
