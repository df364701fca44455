//! Completeness per commit: the points of the trend.

use std::collections::BTreeMap;
use std::time::SystemTime;

use rutter_domain::{GapState, Measurement, Timestamp};

use crate::Error;
use crate::gaps::{GapSettings, GapsRequest, find_gaps};
use crate::knowledge::Knowledge;

/// Measures the whole repository and keeps the result, in place of an earlier one of the same commit.
pub(crate) fn measure(
    knowledge: &Knowledge,
    commit: Option<String>,
    settings: &GapSettings,
) -> Result<Measurement, Error> {
    let states = vec![GapState::Open, GapState::RequiresHumanInput];
    let request = GapsRequest { states, settings: settings.clone(), ..GapsRequest::default() };
    let answer = find_gaps(knowledge, &request)?;
    let mut open_by_rule: BTreeMap<String, u64> = BTreeMap::new();
    for gap in answer.gaps {
        *open_by_rule.entry(gap.rule).or_default() += 1;
    }
    let at = Timestamp::of(SystemTime::now());
    let completeness = answer.completeness;
    let measurement = Measurement { commit, at, completeness, open_by_rule };
    let is_known = |known: &Measurement| {
        known.commit == measurement.commit
            && known.completeness == measurement.completeness
            && known.open_by_rule == measurement.open_by_rule
    };
    // What is known already is not written again: most calls change nothing.
    match measurements(knowledge)?.into_iter().find(is_known) {
        Some(known) => Ok(known),
        None => {
            knowledge.write_notebook(|notebook| notebook.add_measurement(&measurement))?;
            Ok(measurement)
        }
    }
}

/// All measurements, the oldest first.
pub(crate) fn measurements(knowledge: &Knowledge) -> Result<Vec<Measurement>, Error> {
    Ok(knowledge.read_notebook(|notebook| notebook.measurements())?.unwrap_or_default())
}
