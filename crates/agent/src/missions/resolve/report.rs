//! The results of a run.

use rutter_domain::{Ending, Gap, GapState, Strategy, Totals};
use serde::Serialize;

/// A gap after a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SettledGap {
    pub id: String,
    pub rule: String,
    pub path: String,
    pub line: u32,
    pub symbol: Option<String>,
    pub state: GapState,
    /// Why the run is not done with it; `None` if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
    /// Finished attempts, of earlier runs too.
    pub attempts: u32,
    /// The strategy of the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
    /// Id of the entry that closed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The question to a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// Why a run is not done with a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Left {
    /// The run ended before.
    NotReached,
    /// Only a model could go on, and none is configured.
    NeedsModel,
    /// Another process works on it.
    Elsewhere,
}

impl SettledGap {
    pub(super) fn open(gap: &Gap, left: Left) -> SettledGap {
        SettledGap {
            id: gap.id.clone(),
            rule: gap.rule.clone(),
            path: gap.path.clone(),
            line: gap.line,
            symbol: gap.symbol.clone(),
            state: GapState::Open,
            left: Some(left),
            attempts: gap.attempts,
            strategy: None,
            entry: None,
            question: None,
        }
    }
}

/// Why a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum ResolveEnding {
    AllResolved,
    /// All others are resolved.
    OnlyHumanLeft,
    /// Nothing was resolved for a while.
    NoProgress,
    /// The gaps that are left need a model, and none is configured.
    NeedsModel,
    /// Another process works on the gaps that are left.
    Elsewhere,
    CapReached {
        cap: Ending,
    },
    Failed {
        reason: String,
    },
    Cancelled,
}

/// A run that has ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResolveRun {
    pub run: String,
    /// The run that this one continued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<String>,
    /// `None` if none is configured.
    pub model: Option<String>,
    pub ending: ResolveEnding,
    pub resolved: usize,
    pub requires_human_input: usize,
    pub dismissed: usize,
    pub open: usize,
    /// Gaps beyond the limit, which were not looked at.
    pub omitted: usize,
    /// Completeness in percent, before and after.
    pub before: f64,
    pub after: f64,
    pub totals: Totals,
    /// In the order in which they were worked on.
    pub gaps: Vec<SettledGap>,
}

impl ResolveRun {
    pub(super) fn count(&mut self) {
        for gap in &self.gaps {
            *match gap.state {
                GapState::Resolved => &mut self.resolved,
                GapState::RequiresHumanInput => &mut self.requires_human_input,
                GapState::Dismissed => &mut self.dismissed,
                GapState::Open => &mut self.open,
            } += 1;
        }
    }
}
