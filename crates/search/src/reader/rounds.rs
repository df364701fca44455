//! Finds hits in rounds, so that they come in one order however many are wanted.
//!
//! How a candidate ranks depends on those it is ranked among. Were there as many candidates as the
//! request has room for, each page would have an order of its own, and hits would come twice or
//! never. So the sizes are fixed: the first round ranks the best few by each sign, and when it has
//! not enough for the request, the next ranks more and gives what is new after all that came
//! before. The first page costs one round, whatever follows. Start at [`Reader::rounds`].

use std::collections::HashSet;
use std::sync::PoisonError;

use rutter_domain::FileId;

use super::{Files, Reader};
use crate::candidates::{Candidate, Filter, Pool, Reach, Signs, find};
use crate::query::{By, MAX_TERMS, Plan, Query};
use crate::rank::{Contest, Earlier, Ranked, rank_further};
use crate::schema::TextField;
use crate::score::Scratch;

/// So many candidates by each sign are ranked in the first round.
const FIRST_ROUND: usize = 64;
/// And so many in those that follow; what is beyond the last is no hit.
const ROUNDS: [usize; 5] = [FIRST_ROUND, 256, 1_024, 4_096, 16_384];

impl Reader {
    /// The hits of a search by the rounds in which they are found, each whole: as many rounds as it
    /// takes to reach the limit.
    pub fn search_rounds(&self, query: &Query<'_>, files: &dyn Files) -> Vec<Vec<Ranked>> {
        self.rounds(query, files, usize::MAX)
    }

    /// Rounds until there are enough hits for the limit, and of those hits at most `n_most`.
    pub(super) fn rounds(
        &self,
        query: &Query<'_>,
        files: &dyn Files,
        n_most: usize,
    ) -> Vec<Vec<Ranked>> {
        let mut earlier = Earlier::default();
        let mut rounds = Vec::new();
        let mut n_hits = 0;
        for n_best in ROUNDS {
            let contest = self.contest_among(n_best, query, files);
            let n_left = n_most - n_hits;
            let hits = rank_further(&contest, files, n_left, &self.weights, &mut earlier);
            n_hits += hits.len();
            rounds.push(hits);
            if n_hits >= query.limit || contest.reach() == Reach::All {
                break;
            }
        }
        rounds
    }

    /// What may become a hit of the first round, with all that ranking needs.
    pub fn contest(&self, query: &Query<'_>, files: &dyn Files) -> Contest {
        self.contest_among(FIRST_ROUND, query, files)
    }

    fn contest_among(&self, n_best: usize, query: &Query<'_>, files: &dyn Files) -> Contest {
        self.guard(|| {
            let mut plan = Plan::of(query.text);
            self.shorten(&mut plan)?;
            let filter = Filter { kinds: query.kinds, accepts: query.accepts };
            let signs = Signs {
                fields: &self.weights.fields,
                has_words: query.by != By::Vector,
                vector: query.vector.filter(|_| query.by != By::Words),
                n_best,
            };
            let pool = self.pool(&plan, &filter, files, signs)?;
            Ok(Contest::new(plan, pool, query.by))
        })
    }

    /// The chunks whose vectors are most like `vector`, best first, and how much they are. Those
    /// of a smaller limit are the first of those of a larger one.
    pub fn nearest(
        &self,
        vector: &[i8],
        limit: usize,
        accepts: &dyn Fn(FileId) -> bool,
        files: &dyn Files,
    ) -> Vec<(FileId, u32, f32)> {
        self.guard(|| {
            let filter = Filter { kinds: &[], accepts: Some(accepts) };
            let place = |one: &Candidate| (one.file, one.chunk);
            let mut given = HashSet::new();
            let mut nearest = Vec::new();
            for n_best in ROUNDS {
                let signs = Signs {
                    fields: &self.weights.fields,
                    has_words: false,
                    vector: Some(vector),
                    n_best,
                };
                let pool = self.pool(&Plan::default(), &filter, files, signs)?;
                let Pool { mut candidates, reach } = pool;
                candidates.retain(|one| given.insert(place(one)));
                candidates.sort_by(|left, right| {
                    let place = |one: &Candidate| (files.path(one.file), one.chunk);
                    let by_likeness = right.similarity.total_cmp(&left.similarity);
                    by_likeness.then_with(|| place(left).cmp(&place(right)))
                });
                nearest.extend(candidates.iter().map(|one| (one.file, one.chunk, one.similarity)));
                if nearest.len() >= limit || reach == Reach::All {
                    break;
                }
            }
            nearest.truncate(limit);
            Ok(nearest)
        })
    }

    fn pool(
        &self,
        plan: &Plan,
        filter: &Filter<'_>,
        files: &dyn Files,
        signs: Signs<'_>,
    ) -> tantivy::Result<Pool> {
        let mut scratch = self.take_scratch();
        let pool = find(&self.segments, plan, filter, files, signs, &mut scratch)?;
        // Only a clean one is given back: what fails on the way leaves scores behind.
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
        Ok(pool)
    }

    fn take_scratch(&self) -> Scratch {
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Keeps the rarest terms of an overlong query.
    fn shorten(&self, plan: &mut Plan) -> tantivy::Result<()> {
        if plan.terms.len() <= MAX_TERMS {
            return Ok(());
        }
        let mut counts = Vec::with_capacity(plan.terms.len());
        for term in &plan.terms {
            let mut n_chunks = 0;
            for segment in &self.segments {
                n_chunks += segment.find(TextField::Body, &term.text)?.map_or(0, |l| l.doc_freq);
            }
            counts.push(n_chunks);
        }
        let mut order: Vec<usize> = (0..plan.terms.len()).filter(|&i| counts[i] > 0).collect();
        order.sort_by_key(|&index| (counts[index], index));
        order.truncate(MAX_TERMS);
        order.sort_unstable();
        plan.terms = order.into_iter().map(|index| plan.terms[index].clone()).collect();
        Ok(())
    }
}
