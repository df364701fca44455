//! What a run is in every store: its id, and the summary of its events.

use std::sync::atomic::{AtomicU64, Ordering};

use rutter_domain::{Event, Moment, Timestamp, Totals};

use crate::{Error, RecordedRun, Run, RunState};

/// A unique id: the time, then a hash that differs between processes and calls.
pub(crate) fn new_id(now: Timestamp) -> String {
    static N_MADE: AtomicU64 = AtomicU64::new(0);
    let n_made = N_MADE.fetch_add(1, Ordering::Relaxed);
    let mut hasher = blake3::Hasher::new();
    for part in [now.0, u64::from(std::process::id()), n_made] {
        hasher.update(&part.to_le_bytes());
    }
    let hash = hasher.finalize().to_hex();
    let digits: String = now.to_string().chars().filter(char::is_ascii_digit).collect();
    format!("{}-{}-{}", &digits[..8], &digits[8..14], &hash[..4])
}

/// The id of the run that `asked` names: an id, or the start of only one. `ids` are sorted, the oldest
/// first.
pub(crate) fn find_id<'a>(ids: &'a [String], asked: &str) -> Result<&'a str, Error> {
    let start = asked.trim();
    if let Some(exact) = ids.iter().find(|known| *known == start) {
        return Ok(exact);
    }
    let mut matching = ids.iter().filter(|known| !start.is_empty() && known.starts_with(start));
    let id = asked.to_owned();
    match (matching.next(), matching.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(Error::NoRun { id, newest: ids.last().cloned() }),
        (Some(first), Some(second)) => {
            let matching = vec![first.clone(), second.clone()];
            Err(Error::AmbiguousRun { id, matching })
        }
    }
}

/// A run from its events; if they are not those of a run, the reason.
pub(crate) fn record(
    id: &str,
    moments: Vec<Moment>,
    problems: Vec<String>,
    is_running: bool,
) -> Result<RecordedRun, String> {
    let started = moments.iter().find_map(|moment| {
        let Event::Started { mission, model, mode, .. } = &moment.event else { return None };
        Some((moment.at, mission.clone(), model.clone(), mode.clone()))
    });
    let Some((started_at, mission, model, mode)) = started else {
        let reason = problems.into_iter().next();
        return Err(reason.unwrap_or_else(|| "it does not say how it started".to_owned()));
    };
    let (state, totals) = state_of(&moments, is_running);
    let run = Run { id: id.to_owned(), started_at, mission, model, mode, state, totals };
    Ok(RecordedRun { run, moments, problems })
}

fn state_of(moments: &[Moment], is_running: bool) -> (RunState, Totals) {
    let mut totals = Totals::default();
    for moment in moments {
        if let Event::Finished { ending, totals } = &moment.event {
            return (RunState::Finished { ending: ending.clone() }, totals.clone());
        }
        totals.count(&moment.event);
    }
    if let (Some(first), Some(last)) = (moments.first(), moments.last()) {
        totals.elapsed_ms = last.at.0.saturating_sub(first.at.0);
    }
    (if is_running { RunState::Running } else { RunState::Interrupted }, totals)
}
