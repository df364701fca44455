//! Gaps: missing or wrong documentation of a codebase, and the attempts to close them.
//!
//! A gap is computed from the index and the notebook on demand, so it cannot go stale. Only its [`GapState`] and
//! every [`Attempt`] to close it are stored.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::names::names;

/// A missing or wrong part of the documentation that a rule found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    /// Equal in every run: derived from rule, path and subject, not from lines.
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

/// The severity of a gap, by its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Low,
    Medium,
    High,
}

names! {
    Severity {
        Low => "low",
        Medium => "medium",
        High => "high",
    }
}

impl Severity {
    pub fn parse(name: &str) -> Option<Severity> {
        Severity::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

/// The state of a gap after the attempts and decisions about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapState {
    Open,
    /// An attempt or an answer closed it. It is open again as soon as its rule finds it again.
    Resolved,
    /// Every strategy was tried, or none applies.
    RequiresHumanInput,
    /// A person decided that it is not a gap.
    Dismissed,
}

names! {
    GapState {
        Open => "open",
        Resolved => "resolved",
        RequiresHumanInput => "requires_human_input",
        Dismissed => "dismissed",
    }
}

impl GapState {
    pub fn parse(name: &str) -> Option<GapState> {
        GapState::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// The share of documented subjects among those that should be, in percent.
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
    /// A section of a document that certainly describes the symbol becomes an entry.
    LinkedDocument,
    SemanticSearch,
    TargetedCode,
    TargetedDocument,
}

names! {
    /// In the order in which they are tried until results are recorded.
    Strategy {
        DocComment => "doc_comment",
        LinkedDocument => "linked_document",
        SemanticSearch => "semantic_search",
        TargetedCode => "targeted_code",
        TargetedDocument => "targeted_document",
    }
}

impl Strategy {
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

/// One attempt to close a gap. It is stored before it begins, and again when it has ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// Id of the gap.
    pub gap: String,
    /// From 1, consecutive.
    pub number: u32,
    pub rule: String,
    pub strategy: Strategy,
    /// The reason for this strategy.
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

/// The end of an attempt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttemptEnd {
    pub at: Timestamp,
    pub outcome: AttemptOutcome,
    /// The observation, on one line.
    pub observation: String,
    /// The confidence of the entry's author, between 0 and 1.
    pub confidence: Option<f32>,
    /// Id of the entry that was recorded.
    pub entry: Option<String>,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// In US dollars; `None` if a price is not known.
    pub cost: Option<f64>,
}

/// The outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptOutcome {
    /// The gap is closed.
    Resolved,
    /// No text or code was found that could close it.
    NothingFound,
    /// An entry was recorded, but checks found something against it, or it does not close the gap.
    NotSupported,
    /// The confidence of the author is below the threshold.
    LowConfidence,
    /// The model answered nothing usable, or could not be reached.
    Failed,
}

names! {
    AttemptOutcome {
        Resolved => "resolved",
        NothingFound => "nothing_found",
        NotSupported => "not_supported",
        LowConfidence => "low_confidence",
        Failed => "failed",
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

names! {
    Phase {
        InitialScanning => "INITIAL_SCANNING",
        GapAnalysis => "GAP_ANALYSIS",
        GapResolutionSemantic => "GAP_RESOLUTION_SEMANTIC",
        GapResolutionTargetedCode => "GAP_RESOLUTION_TARGETED_CODE",
        GapResolutionTargetedDoc => "GAP_RESOLUTION_TARGETED_DOC",
        Finalizing => "FINALIZING",
        Terminated => "TERMINATED",
    }
}
