//! Completeness per commit: the points of the trend.

use std::time::SystemTime;

use rutter_domain::{Measurement, Timestamp};

use crate::Error;
use crate::knowledge::Knowledge;
use rutter_gaps::GapsAnswer;

/// Keeps how complete the whole repository is, in place of an earlier measurement of the same commit.
pub(crate) fn measure(
    knowledge: &Knowledge,
    commit: Option<String>,
    answer: &GapsAnswer,
) -> Result<Measurement, Error> {
    let at = Timestamp::of(SystemTime::now());
    let completeness = answer.completeness.clone();
    let open_by_rule = answer.open_by_rule.clone();
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
