//! A report about gaps: which were closed, which are left, and at what cost.
//!
//! A report is computed from the gaps as they are and from what the store keeps about them. Completeness
//! before a run is completeness now with the gaps that the run closed counted as open.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use rutter_domain::nearest;
use rutter_domain::{
    Attempt, Completeness, Freshness, Gap, GapState, ListedEntry, Measurement, Timestamp,
    Vocabulary, Worded,
};
use rutter_store::GapRecord;
use serde::Serialize;

use crate::Error;
use crate::gaps::find_all;
use crate::knowledge::Knowledge;
use crate::list::{EntriesFilter, list_entries};
use crate::matching_ids::matching_ids;
use rutter_gaps::{FileShare, GapSettings, GapsRequest, completeness_of};

/// At most this many gaps of each kind are in a report; the most important ones.
const MOST_GAPS: usize = 500;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GapReport {
    /// The run that it is about; `None` for everything so far.
    pub run: Option<String>,
    pub at: Timestamp,
    /// Before the run, or at the measurement of another commit before this one.
    pub before: Option<Completeness>,
    pub after: Completeness,
    pub resolved: Vec<ResolvedGap>,
    /// Open gaps: those with attempts first, then by priority.
    pub unresolved: Vec<UnresolvedGap>,
    /// Gaps that wait for a person.
    pub questions: Vec<UnresolvedGap>,
    pub dismissed: Vec<DismissedGap>,
    /// Gaps that are not listed.
    pub omitted: usize,
    pub effort: GapEffort,
    /// The oldest first.
    pub trend: Vec<Measurement>,
    /// For each file, how much was checked and how much of that is missing.
    pub files: Vec<FileShare>,
    pub index: Freshness,
}

impl Worded for GapReport {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
    }
}

/// A gap that was closed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResolvedGap {
    pub id: String,
    pub rule: String,
    pub path: String,
    pub symbol: Option<String>,
    /// The person, model or program that closed it.
    pub by: String,
    pub at: Timestamp,
    /// The entry that closed it, with its current status.
    pub entry: Option<ListedEntry>,
    pub attempts: Vec<Attempt>,
}

/// A gap that is open.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnresolvedGap {
    pub gap: Gap,
    /// The question to a person.
    pub note: Option<String>,
    pub attempts: Vec<Attempt>,
}

/// A gap that a person has dismissed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DismissedGap {
    pub gap: Gap,
    pub why: Option<String>,
    pub by: String,
}

/// Attempts, tokens, cost and time that closing gaps took.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct GapEffort {
    pub attempts: usize,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// In US dollars; `None` if a price is not known.
    pub cost: Option<f64>,
    /// From the first attempt to the last, without the time between runs.
    pub elapsed_ms: u64,
}

pub(crate) fn gap_report(
    knowledge: &Knowledge,
    run: Option<&str>,
    settings: &GapSettings,
) -> Result<GapReport, Error> {
    let stored = knowledge.read_notebook(|notebook| {
        Ok((notebook.gap_records()?, notebook.attempts(None)?, notebook.measurements()?))
    })?;
    let (mut records, mut attempts, trend) = stored.unwrap_or_default();
    let run = run.map(|run| run_id(run, &records, &attempts)).transpose()?;
    if let Some(run) = &run {
        records.retain(|record| {
            record.state != GapState::Resolved || record.run.as_ref() == Some(run)
        });
        attempts.retain(|attempt| attempt.run.as_ref() == Some(run));
    }
    let states = vec![GapState::Open, GapState::RequiresHumanInput, GapState::Dismissed];
    let request = GapsRequest { states, settings: settings.clone(), ..GapsRequest::default() };
    let (answer, evaluated) = find_all(knowledge, &request)?;
    let is_found: BTreeSet<&str> = answer.gaps.iter().map(|gap| gap.id.as_str()).collect();
    let mut by_gap: BTreeMap<&str, Vec<Attempt>> = BTreeMap::new();
    for attempt in &attempts {
        by_gap.entry(&attempt.gap).or_default().push(attempt.clone());
    }
    let attempts_of = |id: &str| by_gap.get(id).cloned().unwrap_or_default();
    let is_closed = |record: &&GapRecord| {
        record.state == GapState::Resolved && !is_found.contains(record.id.as_str())
    };
    let closed: Vec<&GapRecord> = records.iter().filter(is_closed).collect();
    let mut entries = entries_by_id(knowledge, &closed)?;
    let before = match &run {
        Some(_) => Some(completeness_with(&evaluated, &closed, settings)),
        None => previous(&trend).or_else(|| {
            (!closed.is_empty()).then(|| completeness_with(&evaluated, &closed, settings))
        }),
    };
    let mut resolved: Vec<ResolvedGap> = closed
        .iter()
        .map(|record| ResolvedGap {
            id: record.id.clone(),
            rule: record.rule.clone(),
            path: record.path.clone(),
            symbol: record.symbol.clone(),
            by: record.by.clone(),
            at: record.at,
            entry: record.entry.as_ref().and_then(|id| entries.remove(id)),
            attempts: attempts_of(&record.id),
        })
        .collect();
    resolved.sort_by(|left, right| (&left.path, &left.symbol).cmp(&(&right.path, &right.symbol)));
    let record_of = |id: &str| records.iter().find(|record| record.id == id);
    let (mut unresolved, mut questions, mut dismissed) = (Vec::new(), Vec::new(), Vec::new());
    for gap in answer.gaps {
        let record = record_of(&gap.id);
        let note = record.and_then(|record| record.note.clone());
        let attempts = attempts_of(&gap.id);
        match gap.state {
            GapState::Dismissed => {
                let by = record.map_or_else(String::new, |record| record.by.clone());
                dismissed.push(DismissedGap { gap, why: note, by });
            }
            GapState::RequiresHumanInput => questions.push(UnresolvedGap { gap, note, attempts }),
            GapState::Open | GapState::Resolved => {
                unresolved.push(UnresolvedGap { gap, note: None, attempts });
            }
        }
    }
    unresolved.sort_by_key(|one| one.attempts.is_empty());
    let n_all = resolved.len() + unresolved.len() + questions.len() + dismissed.len();
    resolved.truncate(MOST_GAPS);
    unresolved.truncate(MOST_GAPS);
    questions.truncate(MOST_GAPS);
    dismissed.truncate(MOST_GAPS);
    let n_listed = resolved.len() + unresolved.len() + questions.len() + dismissed.len();
    Ok(GapReport {
        run,
        at: Timestamp::of(SystemTime::now()),
        before,
        after: answer.completeness,
        resolved,
        unresolved,
        questions,
        dismissed,
        omitted: n_all - n_listed,
        effort: effort_of(&attempts),
        trend,
        files: evaluated,
        index: answer.index,
    })
}

/// The run with this id, or the only one whose id begins so, among those that worked on gaps.
fn run_id(wanted: &str, records: &[GapRecord], attempts: &[Attempt]) -> Result<String, Error> {
    let of_records = records.iter().filter_map(|record| record.run.as_ref());
    let of_attempts = attempts.iter().filter_map(|attempt| attempt.run.as_ref());
    let runs: BTreeSet<&String> = of_records.chain(of_attempts).collect();
    let runs = || runs.iter().map(|run| run.as_str());
    match matching_ids(runs(), |run| run, wanted).as_slice() {
        [only] => Ok((*only).to_owned()),
        _ => {
            let near = nearest(wanted, runs(), 3);
            Err(Error::NoResolvingRun { wanted: wanted.to_owned(), near })
        }
    }
}

/// The measurement before the newest one, which may be of the commit that is checked out.
fn previous(trend: &[Measurement]) -> Option<Completeness> {
    let before = trend.len().checked_sub(2)?;
    Some(trend[before].completeness.clone())
}

/// Completeness if these gaps were open.
fn completeness_with(
    files: &[FileShare],
    closed: &[&GapRecord],
    settings: &GapSettings,
) -> Completeness {
    let mut files = files.to_vec();
    for record in closed {
        if let Some(share) = files.iter_mut().find(|share| share.path == record.path) {
            share.missing += settings.weight_of(&record.rule);
        }
    }
    completeness_of(&files)
}

fn entries_by_id(
    knowledge: &Knowledge,
    closed: &[&GapRecord],
) -> Result<BTreeMap<String, ListedEntry>, Error> {
    if closed.iter().all(|record| record.entry.is_none()) {
        return Ok(BTreeMap::new());
    }
    let listed = list_entries(knowledge, &EntriesFilter::default())?.entries;
    Ok(listed.into_iter().map(|entry| (entry.id.clone(), entry)).collect())
}

fn effort_of(attempts: &[Attempt]) -> GapEffort {
    let mut effort =
        GapEffort { attempts: attempts.len(), cost: Some(0.0), ..GapEffort::default() };
    let mut spans: BTreeMap<&Option<String>, (u64, u64)> = BTreeMap::new();
    for attempt in attempts {
        let Some(end) = &attempt.end else { continue };
        effort.input_tokens += end.input_tokens;
        effort.output_tokens += end.output_tokens;
        let is_free = end.input_tokens + end.output_tokens == 0;
        let cost = end.cost.or(is_free.then_some(0.0));
        effort.cost = effort.cost.zip(cost).map(|(sum, cost)| sum + cost);
        let span = spans.entry(&attempt.run).or_insert((attempt.began_at.0, end.at.0));
        *span = (span.0.min(attempt.began_at.0), span.1.max(end.at.0));
    }
    effort.elapsed_ms = spans.values().map(|(from, to)| to.saturating_sub(*from)).sum();
    effort
}
