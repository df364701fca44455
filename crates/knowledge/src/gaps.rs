//! Finds what is missing or wrong in the documentation of a repository.
//!
//! A [`Rule`] examines one file at a time and may ask about the whole repository. What it finds becomes
//! a [`Gap`] with an id that stays the same when lines move. Gaps are computed whenever somebody asks; the
//! notebook keeps only what was done about them. Start at [`find_gaps`]; a new rule goes into `rules`.

mod catalog;
mod completeness;
mod decide;
mod definition_index;
mod documents;
pub(crate) mod evaluate;
mod extract;
mod file_index;
mod findings;
mod identify;
mod kept;
mod keys;
mod measure;
mod name_hash;
mod nearest;
mod priority;
mod recorded;
mod report;
mod repository;
mod rule;
mod rules;
mod settings;
mod sources;
mod suppress;
mod view;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, PoisonError};

use rayon::prelude::*;
use rutter_domain::{Completeness, Freshness, Gap, GapState, Hint, Remark, Vocabulary, Worded};
use serde::Serialize;

use crate::Error;
use crate::knowledge::Knowledge;
use catalog::RULES;
use completeness::{completeness_of, file_shares};
use evaluate::{EntriesByPath, Evaluation};
use identify::{FoundGap, gaps_of, ids_of};
use nearest::NearestNames;
use recorded::{apply_records, entries_by_path};
use sources::Sources;

pub use completeness::FileShare;
pub use decide::{AnsweredGap, GapPreview, GapReply};
pub(crate) use decide::{answer_gap, assess_reply, preview, set_gap_state};
pub(crate) use documents::targets::{LinkTarget, file_name, folder_of, join};
pub(crate) use measure::{measure, measurements};
pub(crate) use report::gap_report;
pub use report::{DismissedGap, GapEffort, GapReport, ResolvedGap, UnresolvedGap};
pub use rule::RuleInfo;
pub(crate) use rules::broken_mention::{BrokenName, broken_mentions};
pub use settings::{GapSettings, RuleSettings, rule_names};
pub use sources::OldFile;

/// Which gaps are wanted.
#[derive(Debug, Clone, Default)]
pub struct GapsRequest {
    /// Only in this folder or file; the whole repository if `None`.
    pub under: Option<String>,
    /// Only of these rules; all if empty.
    pub rules: Vec<String>,
    /// Only in these states; open ones and those that need a person if empty.
    pub states: Vec<GapState>,
    /// At most this many; all if `None`.
    pub limit: Option<usize>,
    pub changes: Changes,
    pub settings: GapSettings,
}

/// Whether only the gaps of a change are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Changes {
    #[default]
    All,
    /// Only those in these files.
    InFiles(BTreeSet<String>),
    /// Only those, in any file, that were not there when these files were so.
    Brought(Vec<OldFile>),
}

/// Gaps, and how complete the documentation is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GapsAnswer {
    /// Of all that was checked, whichever gaps are listed.
    pub completeness: Completeness,
    /// The highest priority first.
    pub gaps: Vec<Gap>,
    /// How many more gaps were found than are listed.
    pub omitted: usize,
    /// How many gaps of each rule are open or wait for a person, whichever are listed.
    #[serde(skip)]
    pub open_by_rule: BTreeMap<String, u64>,
    /// What a reader should know about the answer as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    pub index: Freshness,
}

impl Worded for GapsAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
        self.remarks.word(vocabulary);
    }
}

/// All rules, in words.
pub fn rule_infos() -> impl Iterator<Item = &'static RuleInfo> {
    RULES.iter().map(|rule| rule.info())
}

/// Evaluates all rules, and selects what is wanted of what they found.
pub(crate) fn find_gaps(knowledge: &Knowledge, request: &GapsRequest) -> Result<GapsAnswer, Error> {
    Ok(find_all(knowledge, request)?.0)
}

/// The gaps that are wanted, and what was checked in each file.
fn find_all(
    knowledge: &Knowledge,
    request: &GapsRequest,
) -> Result<(GapsAnswer, Vec<FileShare>), Error> {
    let entries = entries_by_path(knowledge)?;
    let settings = &request.settings;
    let sources = Sources::of(&knowledge.snapshot);
    let current = evaluate_current(knowledge, &sources, settings, &entries);
    // How much depends on each name is counted meanwhile.
    let (evaluation, _) = rayon::join(|| current.confirmed(&sources), || current.repository.uses());
    let before = match &request.changes {
        Changes::Brought(old) => {
            let sources = Sources::with(&knowledge.snapshot, old);
            let before = Evaluation::of(&sources, &entries, settings, Some(&current));
            Some(before.confirmed(&sources))
        }
        Changes::All | Changes::InFiles(_) => None,
    };
    let known: HashSet<String> = before.iter().flat_map(ids_of).collect();
    let mut found = gaps_of(&evaluation, &request.settings);
    apply_records(knowledge, &mut found)?;
    let shares = file_shares(&evaluation, &found, &request.settings);
    let completeness = completeness_of(&shares);
    let open_by_rule = open_by_rule(&found);
    found.retain(|found| is_wanted(request, &found.gap) && !known.contains(&found.gap.id));
    found.sort_by(|left, right| {
        let by_priority = right.gap.priority.total_cmp(&left.gap.priority);
        by_priority.then_with(|| place(&left.gap).cmp(&place(&right.gap)))
    });
    let n_found = found.len();
    found.truncate(request.limit.unwrap_or(usize::MAX));
    let omitted = n_found - found.len();
    let names = NearestNames::new(&evaluation.repository);
    let gaps = found.into_par_iter().map(|FoundGap { mut gap, sought }| {
        gap.nearest = sought.and_then(|sought| names.nearest(sought));
        gap
    });
    let answer = GapsAnswer {
        completeness,
        gaps: gaps.collect(),
        omitted,
        open_by_rule,
        remarks: remarks(&evaluation),
        index: knowledge.snapshot.freshness.clone(),
    };
    Ok((answer, shares))
}

/// What the rules find in the files as they are.
fn evaluate_now(knowledge: &Knowledge, settings: &GapSettings) -> Result<Evaluation, Error> {
    let entries = entries_by_path(knowledge)?;
    let sources = Sources::of(&knowledge.snapshot);
    Ok(evaluate_current(knowledge, &sources, settings, &entries).confirmed(&sources))
}

/// Evaluates the files as they are, from what was kept the last time.
fn evaluate_current(
    knowledge: &Knowledge,
    sources: &Sources<'_>,
    settings: &GapSettings,
    entries: &EntriesByPath,
) -> Arc<Evaluation> {
    let key = kept::key(settings);
    let mut held = knowledge.evaluation.lock().unwrap_or_else(PoisonError::into_inner);
    let layout = knowledge.snapshot.layout();
    let previous = match held.take() {
        Some((held_key, evaluation)) if held_key == key => Some(evaluation),
        Some(_) | None => kept::load(layout, settings).map(Arc::new),
    };
    let evaluation = Evaluation::of(sources, entries, settings, previous.as_deref());
    kept::save(layout, settings, &evaluation);
    let evaluation = Arc::new(evaluation);
    *held = Some((key, Arc::clone(&evaluation)));
    evaluation
}

fn open_by_rule(found: &[FoundGap<'_>]) -> BTreeMap<String, u64> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for FoundGap { gap, .. } in found {
        match gap.state {
            GapState::Open | GapState::RequiresHumanInput => {
                *counts.entry(&gap.rule).or_default() += 1;
            }
            GapState::Resolved | GapState::Dismissed => {}
        }
    }
    counts.into_iter().map(|(rule, count)| (rule.to_owned(), count)).collect()
}

fn is_wanted(request: &GapsRequest, gap: &Gap) -> bool {
    let under = request.under.as_deref().unwrap_or("");
    let under = under.trim_start_matches("./").trim_end_matches('/');
    let is_under = match under {
        "" | "." => true,
        under => {
            let rest = gap.path.strip_prefix(under);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }
    };
    let is_rule = request.rules.is_empty() || request.rules.contains(&gap.rule);
    let is_state = match request.states.as_slice() {
        [] => matches!(gap.state, GapState::Open | GapState::RequiresHumanInput),
        states => states.contains(&gap.state),
    };
    let is_changed = match &request.changes {
        Changes::All | Changes::Brought(_) => true,
        Changes::InFiles(paths) => paths.contains(&gap.path),
    };
    is_under && is_rule && is_state && is_changed
}

fn place(gap: &Gap) -> (&str, u32, &str, &str) {
    (&gap.path, gap.line, &gap.rule, &gap.id)
}

/// What a reader should know about the answer as a whole.
fn remarks(evaluation: &Evaluation) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let n_checked = evaluation.files.values().flat_map(|file| &file.findings);
    if n_checked.map(|(_, findings)| findings.n_checked).sum::<u32>() == 0 {
        remarks
            .push(Remark::new("nothing was found to check: the completeness of 100 says nothing"));
    }
    let unknown = evaluation
        .files
        .iter()
        .flat_map(|(path, file)| file.unknown_rules.iter().map(move |unknown| (path, unknown)));
    for (path, unknown) in unknown.take(MOST_UNKNOWN_RULES) {
        let text = format!("{path}:{} silences `{}`, which is no rule", unknown.line, unknown.name);
        let names = rutter_engine::nearest(&unknown.name, rule_names(), 1);
        remarks.push(match names.is_empty() {
            true => Remark::new(text),
            false => Remark::with_hint(text, Hint::DidYouMean { names }),
        });
    }
    remarks
}

/// How many comments with unknown rules are reported.
const MOST_UNKNOWN_RULES: usize = 5;

#[cfg(test)]
mod tests;
