//! Selects the gaps that a request wants, and adds completeness and remarks.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rayon::prelude::*;
use rutter_domain::{Completeness, Freshness, Gap, GapState, Hint, Remark, Vocabulary, Worded};
use serde::Serialize;

use crate::catalog::RULES;
use crate::completeness::{FileShare, completeness_of, file_shares};
use crate::evaluate::GapEvaluation;
use crate::identify::{FoundGap, gaps_of, ids_of};
use crate::nearest::NearestNames;
use crate::rule::RuleInfo;
use crate::settings::{GapSettings, rule_names};
use crate::sources::OldFile;

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

/// Restricts the gaps to those of a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Changes {
    #[default]
    All,
    /// Only those in these files.
    InFiles(BTreeSet<String>),
    /// Only those, in any file, that did not exist while these files were as given.
    Brought(Vec<OldFile>),
}

/// Gaps, and how complete the documentation is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GapsAnswer {
    /// Of all that was checked, whichever gaps are listed.
    pub completeness: Completeness,
    /// The highest priority first.
    pub gaps: Vec<Gap>,
    /// Number of gaps that were found and are not listed.
    pub omitted: usize,
    /// Number of gaps of each rule that are open or wait for a person, listed or not.
    #[serde(skip)]
    pub open_by_rule: BTreeMap<String, u64>,
    /// Remarks about the answer as a whole.
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

/// The gaps of an evaluation that are wanted, and what was checked in each file. `apply_records` says what was done
/// about each gap; what was found `before` is left out.
pub fn select<E>(
    request: &GapsRequest,
    evaluation: &GapEvaluation,
    before: Option<&GapEvaluation>,
    index: Freshness,
    apply_records: impl FnOnce(&mut [FoundGap<'_>]) -> Result<(), E>,
) -> Result<(GapsAnswer, Vec<FileShare>), E> {
    let known: HashSet<String> = before.into_iter().flat_map(ids_of).collect();
    let mut found = gaps_of(evaluation, &request.settings);
    apply_records(&mut found)?;
    let shares = file_shares(evaluation, &found, &request.settings);
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
    let gaps = gaps.collect();
    let remarks = remarks(evaluation);
    let answer = GapsAnswer { completeness, gaps, omitted, open_by_rule, remarks, index };
    Ok((answer, shares))
}

fn open_by_rule(found: &[FoundGap<'_>]) -> BTreeMap<String, u64> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for FoundGap { gap, .. } in found {
        match gap.state {
            GapState::Open | GapState::RequiresHumanInput => {
                *counts.entry(gap.rule.clone()).or_default() += 1;
            }
            GapState::Resolved | GapState::Dismissed => {}
        }
    }
    counts
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

/// Remarks about the answer as a whole.
fn remarks(evaluation: &GapEvaluation) -> Vec<Remark> {
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
        let text =
            format!("{path}:{} silences `{}`, which is not a rule", unknown.line, unknown.name);
        let names = rutter_domain::nearest(&unknown.name, rule_names(), 1);
        remarks.push(if names.is_empty() {
            Remark::new(text)
        } else {
            Remark::with_hint(text, Hint::DidYouMean { names })
        });
    }
    remarks
}

/// At most this many comments with unknown rules are reported.
const MOST_UNKNOWN_RULES: usize = 5;
