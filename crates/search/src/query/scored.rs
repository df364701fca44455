//! A candidate with its score so far and the contribution of each step.

use rutter_domain::FileId;

use super::breakdown::ScoreBreakdown;
use super::candidates::Candidate;
use super::own::OwnScore;

/// A candidate that is being ranked.
pub struct ScoredCandidate {
    pub candidate: Candidate,
    pub score: f32,
    pub own: OwnScore,
    /// Orders the chunks of all files by how much they stand out.
    pub prominence: f32,
    pub breakdown: ScoreBreakdown,
}

impl ScoredCandidate {
    /// A candidate whose score is still 0.
    pub fn new(candidate: Candidate, own: OwnScore) -> ScoredCandidate {
        let breakdown = ScoreBreakdown::default();
        ScoredCandidate { candidate, score: 0.0, own, prominence: 0.0, breakdown }
    }

    /// Replaces the score and adds the difference to a part of the breakdown.
    pub fn set_score(&mut self, score: f32, part: fn(&mut ScoreBreakdown) -> &mut f32) {
        *part(&mut self.breakdown) += score - self.score;
        self.score = score;
    }

    /// Multiplies the score, and adds the difference to a part of the breakdown.
    pub fn scale(&mut self, factor: f32, part: fn(&mut ScoreBreakdown) -> &mut f32) {
        self.set_score(self.score * factor, part);
    }

    pub fn key(&self) -> (FileId, u32) {
        (self.candidate.file, self.candidate.chunk)
    }
}
