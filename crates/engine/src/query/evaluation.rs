//! Ranks one query's candidates under different weights, for measuring and fitting.

use rutter_search::{CandidateSet, Weights, rank};

use crate::query::file_history::FilesWithHistory;
use crate::query::search::{direction, with_query};
use crate::query::snapshot::Snapshot;
use crate::{Error, SearchRequest};

/// A query with its candidates, gathered once.
#[derive(Debug)]
pub struct Evaluation {
    candidates: CandidateSet,
    query: String,
}

/// A hit by its position alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluatedHit<'a> {
    pub path: &'a str,
    /// The number of the chunk in its file.
    pub chunk: u32,
}

/// Picks the candidates of a query.
pub fn prepare_evaluation(
    snapshot: &Snapshot,
    request: &SearchRequest,
) -> Result<Evaluation, Error> {
    let (vector, mode, _) = direction(snapshot, request);
    let candidates =
        with_query(snapshot, request, request.limit, vector.as_deref(), mode, |query| {
            snapshot.reader.candidates(query, snapshot)
        })?;
    Ok(Evaluation { candidates, query: request.query.clone() })
}

/// The best hits under these weights.
pub fn rank_with_weights<'a>(
    snapshot: &'a Snapshot,
    evaluation: &Evaluation,
    weights: &Weights,
    limit: usize,
) -> Vec<EvaluatedHit<'a>> {
    let files = FilesWithHistory::of(snapshot, &evaluation.query);
    let hits = rank(&evaluation.candidates, &files, limit, weights);
    hits.iter()
        .filter_map(|hit| {
            Some(EvaluatedHit { path: &snapshot.file(hit.file)?.0.path, chunk: hit.chunk })
        })
        .collect()
}
