//! Finds what is missing or wrong in the documentation of a repository.
//!
//! A [`Rule`] examines one file at a time and may ask about the whole repository. What it finds becomes
//! a [`Gap`] with an id that stays the same when lines move. Gaps are computed whenever somebody asks; the
//! notebook keeps only what was done about them. Start at [`find_gaps`]; a new rule goes into `rules`.

#![allow(dead_code)]

mod catalog;
mod completeness;
mod decide;
mod documents;
mod evaluate;
mod extract;
mod findings;
mod identify;
mod measure;
mod recorded;
mod report;
mod repository;
mod rule;
mod rules;
mod settings;
mod stored_states;
mod view;

use rutter_domain::{Completeness, Freshness, Gap, GapState, Vocabulary, Worded};
use serde::Serialize;

use crate::Error;
use crate::knowledge::Knowledge;
use catalog::RULES;
use completeness::{completeness_of, file_shares};
use evaluate::Evaluation;
use identify::gaps_of;
use stored_states::apply_states;

pub use completeness::FileShare;
pub use decide::{AnsweredGap, GapPreview, GapReply};
pub(crate) use decide::{answer_gap, assess_reply, preview, set_gap_state};
pub(crate) use measure::{measure, measurements};
pub(crate) use report::gap_report;
pub use report::{DismissedGap, Effort, GapReport, ResolvedGap, UnresolvedGap};
pub use rule::RuleInfo;
pub use settings::{GapSettings, RuleSettings, rule_names};

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
    pub settings: GapSettings,
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
    pub index: Freshness,
}

impl Worded for GapsAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
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
    let evaluation = Evaluation::of(knowledge, &request.settings)?;
    let mut gaps = gaps_of(&evaluation, &request.settings);
    apply_states(knowledge, &mut gaps)?;
    let shares = file_shares(&evaluation, &gaps, &request.settings);
    let completeness = completeness_of(&shares);
    let under = request.under.as_deref().map(|under| under.trim_start_matches("./"));
    let under = under.map(|under| under.trim_end_matches('/'));
    gaps.retain(|gap| {
        let is_under = match under {
            None | Some("" | ".") => true,
            Some(under) => {
                let rest = gap.path.strip_prefix(under);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }
        };
        let is_rule = request.rules.is_empty() || request.rules.contains(&gap.rule);
        let is_state = match request.states.as_slice() {
            [] => matches!(gap.state, GapState::Open | GapState::RequiresHumanInput),
            states => states.contains(&gap.state),
        };
        is_under && is_rule && is_state
    });
    gaps.sort_by(|left, right| {
        let by_priority = right.priority.total_cmp(&left.priority);
        let place = |gap: &Gap| (gap.path.clone(), gap.line, gap.rule.clone(), gap.id.clone());
        by_priority.then_with(|| place(left).cmp(&place(right)))
    });
    let n_found = gaps.len();
    gaps.truncate(request.limit.unwrap_or(usize::MAX));
    let omitted = n_found - gaps.len();
    let index = knowledge.snapshot.freshness.clone();
    Ok((GapsAnswer { completeness, gaps, omitted, index }, shares))
}

#[cfg(test)]
mod tests;
