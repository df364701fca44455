//! The options of a run: which gaps, and within which limits.

use serde::{Deserialize, Serialize};

/// Which gaps to resolve, and within which limits. It is stored with the run, which can be resumed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResolveOptions {
    /// Only in this folder or file; the whole repository if `None`.
    pub under: Option<String>,
    /// Only of these rules; all if empty.
    pub rules: Vec<String>,
    /// Gaps that are worked on at the same time.
    pub jobs: usize,
    /// Attempts at one gap, those without a model included.
    pub max_attempts: u32,
    /// The least confidence of an author at which an entry closes its gap, between 0 and 1.
    pub confidence: f32,
    /// Gaps of this run; all if `None`.
    pub limit: Option<usize>,
    /// Tokens in and out, over all gaps.
    pub max_tokens: Option<u64>,
    /// US dollars, over all gaps.
    pub max_cost: Option<f64>,
    /// Requests of one attempt.
    pub max_turns: u32,
    /// The longest reply.
    pub limit_output_tokens: u32,
    /// The model's context window.
    pub context_tokens: u64,
}

impl Default for ResolveOptions {
    fn default() -> ResolveOptions {
        ResolveOptions {
            under: None,
            rules: Vec::new(),
            jobs: 1,
            max_attempts: 5,
            confidence: 0.5,
            limit: None,
            max_tokens: None,
            max_cost: None,
            max_turns: 4,
            limit_output_tokens: 1_024,
            context_tokens: 60_000,
        }
    }
}
