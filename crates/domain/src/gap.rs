//! Gaps: what is missing or wrong in the documentation of a codebase, and what was done about it.
//!
//! A gap is computed from the index and the notebook each time somebody asks, so it cannot go stale.
//! Only what was done about it is kept: its [`GapState`], and every [`Attempt`] to close it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// Something that a rule found missing or wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    /// The same in every run: derived from rule, path and subject, not from lines.
    pub id: String,
    /// Name of the rule, such as `missing-description`.
    pub rule: String,
    pub severity: Severity,
    /// Between 0 and 1: severity × centrality × visibility.
    pub priority: f64,
    /// Qualified name of the symbol or heading; `None` for a whole file.
    pub symbol: Option<String>,
    pub path: String,
    /// Line, from 1.
    pub line: u32,
    pub message: String,
    /// The nearest name or path that exists, for one that does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    pub state: GapState,
    /// Finished attempts to close it.
    pub attempts: u32,
}

/// How much a gap matters, by its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Low,
    Medium,
    High,
}

impl Severity {
    pub const ALL: [Severity; 3] = [Severity::Low, Severity::Medium, Severity::High];

    /// Its name in output, settings and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Low => "low",
            Severity::Medium => "medium",
            Severity::High => "high",
        }
    }

    pub fn parse(name: &str) -> Option<Severity> {
        Severity::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What was done about a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapState {
    Open,
    /// An attempt or an answer closed it. It is open again as soon as its rule finds it again.
    Resolved,
    /// Every strategy was tried, or none applies.
    RequiresHumanInput,
    /// A person decided that it is none.
    Dismissed,
}

impl GapState {
    pub const ALL: [GapState; 4] =
        [GapState::Open, GapState::Resolved, GapState::RequiresHumanInput, GapState::Dismissed];

    /// Its name in output and JSON.
    pub fn name(self) -> &'static str {
        match self {
            GapState::Open => "open",
            GapState::Resolved => "resolved",
            GapState::RequiresHumanInput => "requires_human_input",
            GapState::Dismissed => "dismissed",
        }
    }

    pub fn parse(name: &str) -> Option<GapState> {
        GapState::ALL.into_iter().find(|state| state.name() == name)
    }
}

impl fmt::Display for GapState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How much of what should be documented is, in percent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Completeness {
    pub overall: f64,
    /// Each folder with everything below it; `.` is the root.
    pub by_folder: BTreeMap<String, f64>,
}

impl Completeness {
    /// Whether there was anything to check; otherwise `overall` is 100 and says nothing.
    pub fn is_measured(&self) -> bool {
        !self.by_folder.is_empty()
    }
}

/// Completeness at one commit: a point of the trend.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Measurement {
    /// Full hash; `None` outside of git.
    pub commit: Option<String>,
    pub at: Timestamp,
    pub completeness: Completeness,
    /// Open gaps of each rule.
    pub open_by_rule: BTreeMap<String, u64>,
}

/// A way to close a gap. The first two need no model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The symbol's own doc comment becomes an entry.
    DocComment,
    /// A section of a document that surely describes the symbol becomes an entry.
    LinkedDocument,
    SemanticSearch,
    TargetedCode,
    TargetedDocument,
}

impl Strategy {
    /// In the order in which they are tried before anything was learned.
    pub const ALL: [Strategy; 5] = [
        Strategy::DocComment,
        Strategy::LinkedDocument,
        Strategy::SemanticSearch,
        Strategy::TargetedCode,
        Strategy::TargetedDocument,
    ];

    /// Its name in output and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::DocComment => "doc_comment",
            Strategy::LinkedDocument => "linked_document",
            Strategy::SemanticSearch => "semantic_search",
            Strategy::TargetedCode => "targeted_code",
            Strategy::TargetedDocument => "targeted_document",
        }
    }

    pub fn parse(name: &str) -> Option<Strategy> {
        Strategy::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    pub fn needs_model(self) -> bool {
        match self {
            Strategy::DocComment | Strategy::LinkedDocument => false,
            Strategy::SemanticSearch | Strategy::TargetedCode | Strategy::TargetedDocument => true,
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One attempt to close a gap. It is stored before it begins, and again when it has ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// Id of the gap.
    pub gap: String,
    /// From 1, without holes.
    pub number: u32,
    pub rule: String,
    pub strategy: Strategy,
    /// Why this strategy was chosen.
    pub thought: String,
    pub run: Option<String>,
    pub began_at: Timestamp,
    /// `None` while it lasts, and after a crash.
    pub end: Option<AttemptEnd>,
}

impl Attempt {
    /// Whether it closed the gap.
    pub fn is_resolved(&self) -> bool {
        self.end.as_ref().is_some_and(|end| end.outcome == AttemptOutcome::Resolved)
    }
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttemptEnd {
    pub at: Timestamp,
    pub outcome: AttemptOutcome,
    /// What was observed, in a line.
    pub observation: String,
    /// How sure the author of the entry is, between 0 and 1.
    pub confidence: Option<f32>,
    /// Id of the entry that was recorded.
    pub entry: Option<String>,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// In US dollars; `None` if a price is not known.
    pub cost: Option<f64>,
}

/// What an attempt brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptOutcome {
    /// The gap is closed.
    Resolved,
    /// There was nothing to go by.
    NothingFound,
    /// An entry was recorded, but checks found something against it, or it does not close the gap.
    NotSupported,
    /// The author is less sure than the threshold asks for.
    LowConfidence,
    /// The model answered nothing usable, or could not be reached.
    Failed,
}

impl AttemptOutcome {
    /// Its name in output and JSON.
    pub fn name(self) -> &'static str {
        match self {
            AttemptOutcome::Resolved => "resolved",
            AttemptOutcome::NothingFound => "nothing_found",
            AttemptOutcome::NotSupported => "not_supported",
            AttemptOutcome::LowConfidence => "low_confidence",
            AttemptOutcome::Failed => "failed",
        }
    }
}

impl fmt::Display for AttemptOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The step of a resolving run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Phase {
    InitialScanning,
    GapAnalysis,
    GapResolutionSemantic,
    GapResolutionTargetedCode,
    GapResolutionTargetedDoc,
    Finalizing,
    Terminated,
}

impl Phase {
    /// Its name in output and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Phase::InitialScanning => "INITIAL_SCANNING",
            Phase::GapAnalysis => "GAP_ANALYSIS",
            Phase::GapResolutionSemantic => "GAP_RESOLUTION_SEMANTIC",
            Phase::GapResolutionTargetedCode => "GAP_RESOLUTION_TARGETED_CODE",
            Phase::GapResolutionTargetedDoc => "GAP_RESOLUTION_TARGETED_DOC",
            Phase::Finalizing => "FINALIZING",
            Phase::Terminated => "TERMINATED",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
