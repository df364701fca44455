//! What the store keeps about gaps, joined with the gaps that the rules find now.

use std::collections::HashMap;

use rutter_domain::{Gap, GapState};

use crate::Error;
use crate::knowledge::Knowledge;

/// Sets the state of each gap and how often closing it was tried. A gap that was resolved and is found
/// again is open.
pub(super) fn apply_states(knowledge: &Knowledge, gaps: &mut [Gap]) -> Result<(), Error> {
    let stored = knowledge
        .read_notebook(|notebook| Ok((notebook.gap_records()?, notebook.attempts(None)?)))?;
    let Some((records, attempts)) = stored else { return Ok(()) };
    let states: HashMap<&str, GapState> =
        records.iter().map(|record| (record.id.as_str(), record.state)).collect();
    let mut n_finished: HashMap<&str, u32> = HashMap::new();
    for attempt in attempts.iter().filter(|attempt| attempt.end.is_some()) {
        *n_finished.entry(&attempt.gap).or_default() += 1;
    }
    for gap in gaps {
        gap.attempts = n_finished.get(gap.id.as_str()).copied().unwrap_or(0);
        gap.state = match states.get(gap.id.as_str()) {
            Some(GapState::RequiresHumanInput) => GapState::RequiresHumanInput,
            Some(GapState::Dismissed) => GapState::Dismissed,
            Some(GapState::Open | GapState::Resolved) | None => GapState::Open,
        };
    }
    Ok(())
}
