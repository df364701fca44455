//! Finds hits in rounds, so that their order does not depend on how many are requested.
//!
//! The rank of a candidate depends on the other candidates. If their number followed the request, each
//! page would have its own order, and hits would appear twice or never. So the sizes are fixed: the
//! first round ranks the best few by each signal; if that is not enough for the request, the next round
//! ranks more candidates and appends what is new. The first page costs one round. Start at
//! [`Reader::search`].

use std::collections::HashSet;
use std::sync::PoisonError;

use rutter_domain::{FileId, SearchMode};

use super::Reader;
use crate::files::Files;
use crate::query::candidates::{Candidate, Coverage, Filter, Pool, Signals, find};
use crate::query::nonsense::{is_doubtful, is_gibberish, is_nonsense, n_chunks_with};
use crate::query::plan::{MAX_TERMS, QueryPlan, QueryTerm};
use crate::query::rank::{PreviousRounds, rank_further};
use crate::query::score::Scratch;
use crate::query::{CandidateSet, Counted, FieldWeights, Query, Ranked, Weights};

/// Candidates by each signal in the first round.
const FIRST_ROUND: usize = 64;
/// Candidates by each signal, round by round. Chunks beyond the last round are never hits.
// A round ranks the candidates of earlier ones again; growing by a factor bounds that work.
const ROUNDS: [usize; 5] = [FIRST_ROUND, 256, 1_024, 4_096, 16_384];

impl Reader {
    /// The best hits, best first. A smaller limit gives a prefix of what a larger one gives.
    pub fn search(&self, query: &Query<'_>, files: &dyn Files) -> Vec<Ranked> {
        self.rounds(query, files, query.limit).into_iter().flatten().collect()
    }

    /// All hits of each round, until the limit is reached.
    pub fn search_rounds(&self, query: &Query<'_>, files: &dyn Files) -> Vec<Vec<Ranked>> {
        self.rounds(query, files, usize::MAX)
    }

    /// Runs rounds until there are enough hits for the limit. Returns at most `max_hits` of them.
    fn rounds(&self, query: &Query<'_>, files: &dyn Files, max_hits: usize) -> Vec<Vec<Ranked>> {
        let weights = Weights::default();
        let mut previous = PreviousRounds::default();
        let mut rounds = Vec::new();
        let mut n_hits = 0;
        for n_best in ROUNDS {
            let candidates = self.pick_candidates(n_best, query, files);
            let max_new = match query.counted {
                Counted::Chunks => max_hits - n_hits,
                Counted::Files => usize::MAX,
            };
            let hits =
                rank_further(&candidates, files, max_new, &weights, query.counted, &mut previous);
            n_hits = match query.counted {
                Counted::Chunks => n_hits + hits.len(),
                Counted::Files => previous.n_files(),
            };
            rounds.push(hits);
            // If the first round has none, later ones have none either: the query is nonsense here.
            if n_hits == 0 || n_hits >= query.limit || candidates.coverage() == Coverage::Complete {
                break;
            }
        }
        rounds
    }

    /// The candidates of the first round, to be ranked under different weights.
    pub fn candidates(&self, query: &Query<'_>, files: &dyn Files) -> CandidateSet {
        self.pick_candidates(FIRST_ROUND, query, files)
    }

    fn pick_candidates(&self, n_best: usize, query: &Query<'_>, files: &dyn Files) -> CandidateSet {
        self.guard(|| {
            let mut plan = QueryPlan::of(query.text);
            if plan.terms.len() > MAX_TERMS {
                plan.keep_rarest(&self.count_chunks(&plan.terms)?);
            }
            let filter = Filter { kinds: query.kinds, accepts: query.accepts };
            let signals = Signals {
                fields: &FieldWeights::default(),
                has_words: query.mode != SearchMode::Semantic,
                vector: query.vector.filter(|_| query.mode != SearchMode::Lexical),
                n_best,
            };
            let mut pool = self.pool(&plan, &filter, files, signals)?;
            // Without vectors, one word of many is all there is to find chunks by.
            let can_doubt = signals.vector.is_some();
            if can_doubt && is_nonsense(&self.segments, &plan, &pool)? {
                pool = Pool::default();
            }
            let is_doubtful = can_doubt
                && (is_doubtful(&self.segments, &plan, &pool)?
                    || is_gibberish(&self.segments, query.text, &plan, &pool)?);
            let mut candidates = CandidateSet::new(plan, pool, query.mode);
            candidates.is_doubtful = is_doubtful;
            Ok(candidates)
        })
    }

    /// The chunks whose vectors are most similar to `vector`, best first, with their similarities. A
    /// smaller limit gives a prefix of what a larger one gives.
    pub fn nearest(
        &self,
        vector: &[i8],
        limit: usize,
        accepts: &(dyn Fn(FileId) -> bool + Sync),
        files: &dyn Files,
    ) -> Vec<(FileId, u32, f32)> {
        self.guard(|| {
            let filter = Filter { kinds: &[], accepts: Some(accepts) };
            let mut seen = HashSet::new();
            let mut nearest = Vec::new();
            for n_best in ROUNDS {
                let signals = Signals {
                    fields: &FieldWeights::default(),
                    has_words: false,
                    vector: Some(vector),
                    n_best,
                };
                let pool = self.pool(&QueryPlan::default(), &filter, files, signals)?;
                let Pool { mut candidates, coverage } = pool;
                candidates.retain(|one| seen.insert((one.file, one.chunk)));
                // Ties by path, so that the order does not depend on how the index was built up.
                candidates.sort_by(|left, right| {
                    let position = |one: &Candidate| (files.path(one.file), one.chunk);
                    let by_similarity = right.similarity.total_cmp(&left.similarity);
                    by_similarity.then_with(|| position(left).cmp(&position(right)))
                });
                nearest.extend(candidates.iter().map(|one| (one.file, one.chunk, one.similarity)));
                if nearest.len() >= limit || coverage == Coverage::Complete {
                    break;
                }
            }
            nearest.truncate(limit);
            Ok(nearest)
        })
    }

    fn pool(
        &self,
        plan: &QueryPlan,
        filter: &Filter<'_>,
        files: &dyn Files,
        signals: Signals<'_>,
    ) -> tantivy::Result<Pool> {
        let mut scratch = self.take_scratch();
        let pool = find(&self.segments, plan, filter, files, signals, &self.threads, &mut scratch)?;
        // A failed search leaves scores in its buffers, so only clean ones are given back.
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
        Ok(pool)
    }

    fn take_scratch(&self) -> Scratch {
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// The number of chunks that have each term.
    fn count_chunks(&self, terms: &[QueryTerm]) -> tantivy::Result<Vec<u64>> {
        let count = |term: &QueryTerm| n_chunks_with(&self.segments, term).map(u64::from);
        terms.iter().map(count).collect()
    }
}
