//! Scores chunks for a query that describes a change, such as a task, a bug report or a commit message.
//!
//! "Do not close idle connections too early" asks for the code to be changed. A short question asks for the
//! place that is about a subject: there the name of the file and all its chunks together tell most. The code
//! to be changed is found by the chunk that answers best by itself and by the messages of earlier changes,
//! and it is source code, seldom a test and hardly ever a document. So such a query has weights of its own.
//! Every term multiplies the score. Which queries are such ones is decided by [`super::change_words`]. Start at
//! [`score_change`].

use rutter_domain::Family;

use super::path_prior::PathPrior;
use super::scored::ScoredCandidate;
use super::weights::ChangeWeights;

/// The logarithm of a good score. Scores are divided by it, which does not affect their order.
// The score is a product of exponentials: without it nearly all would be reported as almost 1 (`MIDDLE_SCORE`).
const GOOD: f32 = 3.5;

/// The signals of a candidate apart from its score by itself.
#[derive(Debug, Clone, Copy)]
pub struct ChangeSignals {
    /// As a fraction of the best candidate's.
    pub words: f32,
    /// As a fraction of the best candidate's.
    pub meaning: f32,
    /// The score of the messages of commits that changed its file, from 0 to 1.
    pub history: f32,
    pub family: Family,
}

/// Scores a candidate by the terms of [`ChangeWeights`], and sets its prominence.
pub fn score_change(
    one: &mut ScoredCandidate,
    signals: ChangeSignals,
    prior: &PathPrior,
    weights: &ChangeWeights,
) {
    let ChangeSignals { words, meaning, history, family } = signals;
    let by_itself = (weights.own * one.own.total() - GOOD).exp();
    one.set_score(by_itself, |breakdown| &mut breakdown.own_part);
    one.scale((weights.words * words).exp(), |breakdown| &mut breakdown.words);
    one.scale((weights.meaning * meaning).exp(), |breakdown| &mut breakdown.meaning);
    let path = weights.stem * prior.in_stem + weights.directory * prior.in_directory;
    one.scale(path.exp() * prior.named * prior.named_after, |breakdown| &mut breakdown.path);
    let not_code = match family {
        Family::Code => 1.0,
        Family::Document | Family::Data => weights.not_code.exp(),
    };
    let file_kind = prior.penalty.powf(weights.file_kind) * not_code;
    one.scale(file_kind, |breakdown| &mut breakdown.file_kind);
    one.scale(prior.copy, |breakdown| &mut breakdown.copy);
    one.scale((weights.history * history).exp(), |breakdown| &mut breakdown.history);
    // The score has the terms of the file already (path, kind, history), so `add_up_files` adds none.
    one.prominence = one.score.max(f32::MIN_POSITIVE).ln();
}
