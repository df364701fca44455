//! One query answered under any weights, for measuring and fitting.

use rutter_search::{CandidateSet, Weights, rank};

use crate::snapshot::Snapshot;
use crate::{Error, SearchRequest};

/// A query with its candidates, picked once.
#[derive(Debug)]
pub struct Trial {
    candidates: CandidateSet,
}

/// A hit by its place alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialHit<'a> {
    pub path: &'a str,
    /// The number of the chunk in its file.
    pub chunk: u32,
}

impl Snapshot {
    /// Picks the candidates of a query.
    pub fn trial(&self, request: &SearchRequest) -> Result<Trial, Error> {
        let (vector, mode, _) = self.direction(request);
        let candidates =
            self.with_query(request, request.limit, vector.as_deref(), mode, |query| {
                self.reader.candidates(query, self)
            })?;
        Ok(Trial { candidates })
    }

    /// The best hits of a trial under these weights.
    pub fn try_weights(&self, trial: &Trial, weights: &Weights, limit: usize) -> Vec<TrialHit<'_>> {
        let hits = rank(&trial.candidates, self, limit, weights);
        hits.iter()
            .filter_map(|hit| {
                Some(TrialHit { path: &self.file(hit.file)?.0.path, chunk: hit.chunk })
            })
            .collect()
    }

    /// What reading a hit costs, in tokens.
    pub fn tokens_of(&self, hit: &TrialHit<'_>) -> usize {
        let Some(file) = self.file_at(hit.path) else { return 0 };
        let facts = self.facts_of(file.id);
        let chunk = facts.as_ref().and_then(|facts| facts.chunks.get(hit.chunk as usize));
        chunk.map_or(0, |chunk| (chunk.span.end_byte - chunk.span.start_byte).div_ceil(4) as usize)
    }
}
