//! Reads what the rules of gaps need from the notebook: the entries of each file and the states of gaps.

use std::collections::{HashMap, HashSet};

use rutter_domain::GapState;

use crate::Error;
use crate::knowledge::Knowledge;
use crate::rivals::{sort_best_first, standing_of};
use crate::staleness::state_of;
use rutter_gaps::{EntriesByPath, EntryView, FoundGap};

/// All entries, by the path where what they describe is now, or was last.
pub(super) fn entries_by_path(knowledge: &Knowledge) -> Result<EntriesByPath, Error> {
    let mut by_path = EntriesByPath::new();
    let Some(loaded) = knowledge.load_entries()? else { return Ok(by_path) };
    let mut rows: Vec<_> = loaded.rows.iter().collect();
    sort_best_first(knowledge, &mut rows);
    let mut described = HashSet::new();
    for row in rows {
        let (entry, place) = (&row.stored.entry, &state_of(knowledge, row).place);
        let standing = standing_of(knowledge, &loaded, row);
        by_path.entry(place.path.clone()).or_default().push(EntryView {
            id: entry.id.clone(),
            symbol: place.symbol.clone(),
            line: place.start_line,
            status: standing.status,
            reason: standing.reason,
            confidence: entry.confidence,
            is_best: described.insert((&place.path, &place.symbol)),
        });
    }
    Ok(by_path)
}

/// Gives each gap the state that was recorded for it. What was resolved and is found again is open.
pub(super) fn apply_records(knowledge: &Knowledge, gaps: &mut [FoundGap<'_>]) -> Result<(), Error> {
    let read = knowledge.read_notebook(|notebook| {
        let attempts = notebook.attempts(None)?;
        Ok((notebook.gap_records()?, attempts))
    })?;
    let Some((records, attempts)) = read else { return Ok(()) };
    let states: HashMap<&str, GapState> =
        records.iter().map(|record| (record.id.as_str(), record.state)).collect();
    let mut n_attempts: HashMap<&str, u32> = HashMap::new();
    for attempt in attempts.iter().filter(|attempt| attempt.end.is_some()) {
        *n_attempts.entry(&attempt.gap).or_default() += 1;
    }
    for FoundGap { gap, .. } in gaps {
        gap.state = match states.get(gap.id.as_str()) {
            Some(state @ (GapState::RequiresHumanInput | GapState::Dismissed)) => *state,
            Some(GapState::Open | GapState::Resolved) | None => GapState::Open,
        };
        gap.attempts = n_attempts.get(gap.id.as_str()).copied().unwrap_or(0);
    }
    Ok(())
}
