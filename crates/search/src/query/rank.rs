//! Orders the candidates, by words, meaning, path, definition and kind of file: all rules about what
//! makes a good hit, in one place.
//!
//! Each chunk comes with two scores, one for its words (BM25F) and one for its meaning (similarity of
//! vectors), either as a fraction of the best that any candidate has. The steps, in the order in which
//! [`rank`] takes them, and why each is there:
//! 1. Words and meaning are added up. Words find names; meaning finds code that uses other words. The
//!    share of each depends on the intent of the query: a name, code, an error message or a question.
//! 2. A file whose name contains words of the query is likely about them: its chunks gain. Those in a
//!    directory of such a name gain a little. So does a file whose commit messages have those words.
//! 3. Tests, examples, old code, code for rare platforms, declarations and prose lose: they mention
//!    what the query asks for but are seldom it. Not so if the query asks for them. Copies of a file
//!    lose, too.
//! 4. A chunk that defines a symbol which the query names comes before those that use it.
//! 5. The other good chunks of a file boost its best: one match may be chance, five are not.
//! 6. Each further chunk of a file is damped, so that one file does not fill the answer.
//!
//! The score of a candidate depends on the others, so the number of candidates must not depend on how
//! many hits are requested: it grows in rounds of fixed sizes (see [`super::rounds`]), and the hits of a
//! later round come after all earlier ones. So the order is the same whichever page is requested.
//!
//! Every signal has a number in [`Weights`]; `cargo xtask fit` finds them. Equal scores are ordered by
//! path and chunk, never by their order in the index.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use rutter_domain::{ContentHash, FileId, SearchMode};

use super::breakdown::ScoreBreakdown;
use super::candidates::{Candidate, Coverage, Definition, Pool};
use super::intent::QueryIntent;
use super::path_prior::PathPrior;
use super::plan::{CERTAIN, QueryPlan};
use super::versions::Versions;
use super::weights::Weights;
use crate::files::Files;

/// A chunk with its final score.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    pub file: FileId,
    /// The number of the chunk in its file.
    pub chunk: u32,
    /// From 0 to 1.
    pub score: f32,
    pub breakdown: ScoreBreakdown,
}

/// A query and its candidates, ready to be ranked under any [`Weights`].
#[derive(Debug, Default)]
pub struct CandidateSet {
    plan: QueryPlan,
    candidates: Vec<Candidate>,
    coverage: Coverage,
    mode: SearchMode,
    best_score: f32,
    best_similarity: f32,
}

/// The hits of the rounds so far.
#[derive(Debug, Default)]
pub(crate) struct PreviousRounds {
    chunks: HashSet<(FileId, u32)>,
    lowest_score: Option<f32>,
}

impl CandidateSet {
    pub(crate) fn new(plan: QueryPlan, pool: Pool, mode: SearchMode) -> CandidateSet {
        let Pool { candidates, coverage } = pool;
        let best =
            |measure: fn(&Candidate) -> f32| candidates.iter().map(measure).fold(0.0, f32::max);
        CandidateSet {
            best_score: best(|candidate| candidate.score),
            best_similarity: best(|candidate| candidate.similarity),
            plan,
            candidates,
            coverage,
            mode,
        }
    }

    pub(crate) fn coverage(&self) -> Coverage {
        self.coverage
    }

    /// The parts of a candidate's score that come from its words and from its meaning.
    fn base_scores(&self, candidate: &Candidate, weights: &Weights) -> (f32, f32) {
        let words = if self.best_score > 0.0 { candidate.score / self.best_score } else { 0.0 };
        let floor = weights.similarity_floor * self.best_similarity;
        let meaning = if self.best_similarity > floor {
            ((candidate.similarity - floor) / (self.best_similarity - floor)).max(0.0)
        } else {
            0.0
        };
        let share = match self.mode {
            SearchMode::Lexical => 0.0,
            SearchMode::Semantic => 1.0,
            SearchMode::Hybrid if self.best_similarity <= 0.0 => 0.0,
            SearchMode::Hybrid => match self.plan.intent {
                QueryIntent::Symbol | QueryIntent::Path => weights.vector_share_name,
                QueryIntent::Text => weights.vector_share_text,
                QueryIntent::Error => weights.vector_share_error,
                QueryIntent::Code => weights.vector_share_code,
            },
        };
        ((1.0 - share) * words, share * meaning)
    }
}

/// The raw score that is reported as one half. Scores are mapped to 0..1 for display only; the value
/// does not affect the order.
const MIDDLE_SCORE: f32 = 1.0;

/// A candidate with its score so far.
struct ScoredCandidate {
    candidate: Candidate,
    score: f32,
    breakdown: ScoreBreakdown,
}

impl ScoredCandidate {
    /// Replaces the score and adds the difference to a part of the breakdown.
    fn set_score(&mut self, score: f32, part: fn(&mut ScoreBreakdown) -> &mut f32) {
        *part(&mut self.breakdown) += score - self.score;
        self.score = score;
    }

    fn key(&self) -> (FileId, u32) {
        (self.candidate.file, self.candidate.chunk)
    }
}

/// Orders the candidates and returns the first `limit`.
pub fn rank(
    candidates: &CandidateSet,
    files: &dyn Files,
    limit: usize,
    weights: &Weights,
) -> Vec<Ranked> {
    rank_further(candidates, files, limit, weights, &mut PreviousRounds::default())
}

/// Orders the candidates and returns the first `limit` that previous rounds have not returned. None
/// scores higher than the last of those.
pub(crate) fn rank_further(
    candidates: &CandidateSet,
    files: &dyn Files,
    limit: usize,
    weights: &Weights,
    previous: &mut PreviousRounds,
) -> Vec<Ranked> {
    let plan = &candidates.plan;
    let mut priors = path_priors(candidates, files, weights);
    let mut scored: Vec<ScoredCandidate> = Vec::with_capacity(candidates.candidates.len());
    for &candidate in &candidates.candidates {
        let prior = &priors[&candidate.file];
        let (words, meaning) = candidates.base_scores(&candidate, weights);
        let breakdown = ScoreBreakdown { words, meaning, ..ScoreBreakdown::default() };
        let mut one = ScoredCandidate { candidate, score: words + meaning, breakdown };
        one.set_score(one.score * prior.gain, |breakdown| &mut breakdown.path);
        one.set_score(one.score * prior.penalty, |breakdown| &mut breakdown.file_kind);
        one.set_score(one.score * prior.copy, |breakdown| &mut breakdown.copy);
        let history = 1.0 + weights.history * files.history(candidate.file);
        one.set_score(one.score * history, |breakdown| &mut breakdown.history);
        scored.push(one);
    }
    add_definitions(&mut scored, plan, &priors, weights);
    sort(&mut scored, files);
    boost_and_damp_siblings(&mut scored, weights);
    sort(&mut scored, files);
    previous.keep_new(&mut scored, limit);
    scored
        .into_iter()
        .map(|one| Ranked {
            file: one.candidate.file,
            chunk: one.candidate.chunk,
            score: one.score / (one.score + MIDDLE_SCORE),
            breakdown: one.breakdown.named(
                one.candidate.definition.map(|found| plan.symbols[found.symbol].name.clone()),
                priors.remove(&one.candidate.file).map(|prior| prior.matched),
            ),
        })
        .collect()
}

impl PreviousRounds {
    /// Keeps the first `limit` that were not returned before, caps their scores, and remembers them.
    fn keep_new(&mut self, scored: &mut Vec<ScoredCandidate>, limit: usize) {
        scored.retain(|one| !self.chunks.contains(&one.key()));
        scored.truncate(limit);
        if let Some(lowest) = self.lowest_score {
            for one in scored.iter_mut() {
                one.set_score(one.score.min(lowest), |breakdown| &mut breakdown.round);
            }
        }
        self.chunks.extend(scored.iter().map(ScoredCandidate::key));
        self.lowest_score = scored.last().map(|one| one.score).or(self.lowest_score);
    }
}

/// Best first; equal scores by depth of the path, then by path and chunk.
fn sort(scored: &mut [ScoredCandidate], files: &dyn Files) {
    let position = |one: &ScoredCandidate| {
        let path = files.path(one.candidate.file).unwrap_or("");
        (depth(path), path, one.candidate.chunk)
    };
    scored.sort_by(|left, right| match right.score.total_cmp(&left.score) {
        Ordering::Equal => position(left).cmp(&position(right)),
        unequal @ (Ordering::Less | Ordering::Greater) => unequal,
    });
}

fn depth(path: &str) -> usize {
    path.bytes().filter(|&byte| byte == b'/').count()
}

/// Puts the definitions of named symbols before their uses: always if the query is nothing but the
/// name, and otherwise in proportion to fit and certainty.
fn add_definitions(
    scored: &mut [ScoredCandidate],
    plan: &QueryPlan,
    priors: &HashMap<FileId, PathPrior>,
    weights: &Weights,
) {
    let best = scored.iter().map(|one| one.score).fold(0.0, f32::max);
    // The most that the chunks of one file can reach by boosting one another: the sum of a geometric
    // series. A definition that gains this much stays ahead of them.
    let most = best * (1.0 + weights.sibling_boost / (1.0 - weights.damping.min(0.9)));
    for one in scored {
        let Some(definition) = one.candidate.definition else { continue };
        let certainty = plan.symbols[definition.symbol].certainty;
        let part = match plan.intent {
            QueryIntent::Symbol if certainty == CERTAIN || is_type(plan, definition) => {
                1.0 + definition.fit
            }
            QueryIntent::Symbol
            | QueryIntent::Path
            | QueryIntent::Text
            | QueryIntent::Error
            | QueryIntent::Code => weights.definition * definition.fit * certainty,
        };
        let gain = part * most * priors[&one.candidate.file].penalty;
        one.set_score(one.score + gain, |breakdown| &mut breakdown.definition);
    }
}

/// Whether the query is capitalised and names the definition exactly: then it is a type, not a common
/// word.
fn is_type(plan: &QueryPlan, definition: Definition) -> bool {
    let is_upper = plan.symbols[definition.symbol].name.starts_with(char::is_uppercase);
    definition.fit >= 1.0 && is_upper
}

/// Boosts the best chunk of each file by its others, and damps the others. Expects best first.
fn boost_and_damp_siblings(scored: &mut [ScoredCandidate], weights: &Weights) {
    let mut seen: HashMap<FileId, (usize, i32)> = HashMap::new();
    for index in 0..scored.len() {
        let ScoredCandidate { candidate, score, .. } = scored[index];
        let (first, n_before) = *seen
            .entry(candidate.file)
            .and_modify(|(_, n_before)| *n_before += 1)
            .or_insert((index, 0));
        if n_before > 0 {
            let boost = weights.sibling_boost * score * weights.damping.powi(n_before - 1);
            let boosted = scored[first].score + boost;
            scored[first].set_score(boosted, |breakdown| &mut breakdown.siblings);
            let damped = scored[index].score * weights.damping.powi(n_before);
            scored[index].set_score(damped, |breakdown| &mut breakdown.siblings);
        }
    }
}

/// The path priors of all candidates' files, copies of other files marked.
fn path_priors(
    candidates: &CandidateSet,
    files: &dyn Files,
    weights: &Weights,
) -> HashMap<FileId, PathPrior> {
    let mut ids: Vec<FileId> =
        candidates.candidates.iter().map(|candidate| candidate.file).collect();
    ids.sort_unstable();
    ids.dedup();
    let versions = Versions::of(ids.iter().filter_map(|&file| files.path(file)));
    let mut priors: HashMap<FileId, PathPrior> = ids
        .iter()
        .map(|&file| (file, PathPrior::of(file, &candidates.plan, &versions, files, weights)))
        .collect();
    // Of several copies, the one with the fewest directories above it counts as the original.
    ids.sort_by_cached_key(|&file| {
        let path = files.path(file).unwrap_or("");
        (depth(path), path)
    });
    let mut originals: HashSet<ContentHash> = HashSet::new();
    for file in ids {
        let is_copy = files.content(file).is_some_and(|content| !originals.insert(content));
        if let Some(prior) = priors.get_mut(&file).filter(|_| is_copy) {
            prior.copy = weights.copy;
        }
    }
    priors
}
