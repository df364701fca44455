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
//! 4. A chunk that defines a symbol which the query names comes before those that use it. So do the chunks of
//!    a file that is called like a symbol in a sentence: it is the module or the class of that name.
//! 5. The chunks of a file add up to the evidence for it, the best one counting most: one match may be
//!    chance, five are not. The chunk that answers best by itself ([`super::own`]) represents the file and
//!    gets that score.
//! 6. Each further chunk of a file is damped, so that one file does not fill the answer. Those that
//!    stand out among all chunks are marked: grouped by file, they are its further excerpts.
//!
//! If the query describes a change, [`super::change`] takes the place of steps 1 to 4.
//!
//! The score of a candidate depends on the others, so the number of candidates must not depend on how
//! many hits are requested: it grows in rounds of fixed sizes (see [`super::rounds`]), and the hits of a
//! later round come after all earlier ones. So the order is the same whichever page is requested.
//!
//! Every signal has a number in [`Weights`]; `cargo xtask fit` finds them. Equal scores are ordered by
//! path and chunk, never by their order in the index.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use rutter_domain::{ContentHash, Family, FileId, SearchMode};

use super::Counted;
use super::breakdown::ScoreBreakdown;
use super::candidates::{Candidate, Coverage, Definition, Pool};
use super::change::{ChangeSignals, score_change};
use super::intent::QueryIntent;
use super::own::{OwnScore, OwnSignals};
use super::path_prior::PathPrior;
use super::plan::{CERTAIN, QueryPlan};
use super::scored::ScoredCandidate;
use super::versions::Versions;
use super::weights::Weights;
use crate::files::Files;
use crate::lexicon::{HEADERS, IMPLEMENTATIONS, has_word};

/// A chunk with its final score.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    pub file: FileId,
    /// The number of the chunk in its file.
    pub chunk: u32,
    /// From 0 to 1.
    pub score: f32,
    /// Its score by itself, apart from its file. Orders the excerpts of a file.
    pub own: f32,
    /// Whether it is among the best of all chunks by itself, so that it is worth showing beside a
    /// better one of its file.
    pub stands_out: bool,
    pub breakdown: ScoreBreakdown,
}

/// The similarity that some chunk must have to a query of which no word occurs anywhere.
// Something is always the most similar to nonsense, at up to 0.5.
const LEAST_SIMILARITY: f32 = 0.55;
/// Messages of commits that fit a query at least this well are evidence by themselves.
// A question was doubted although messages of commits contain it.
const FITTING_HISTORY: f32 = 0.5;

/// A query and its candidates, ready to be ranked under any [`Weights`].
#[derive(Debug, Default)]
pub struct CandidateSet {
    plan: QueryPlan,
    candidates: Vec<Candidate>,
    coverage: Coverage,
    mode: SearchMode,
    /// Whether no candidate has much of the query, as [`super::nonsense`] judges.
    pub(crate) is_doubtful: bool,
    best_score: f32,
    best_similarity: f32,
}

/// The hits of the rounds so far.
#[derive(Debug, Default)]
pub(crate) struct PreviousRounds {
    chunks: HashSet<(FileId, u32)>,
    files: HashSet<FileId>,
    lowest_score: Option<f32>,
}

impl CandidateSet {
    pub(crate) fn new(plan: QueryPlan, pool: Pool, mode: SearchMode) -> CandidateSet {
        let Pool { candidates, coverage } = pool;
        let best =
            |measure: fn(&Candidate) -> f32| candidates.iter().map(measure).fold(0.0, f32::max);
        let best_score = best(|candidate| candidate.score);
        let best_similarity = best(|candidate| candidate.similarity);
        let is_doubtful = false;
        CandidateSet { best_score, best_similarity, plan, candidates, coverage, mode, is_doubtful }
    }

    /// Whether the query has nothing to do with this index: chunks have too little of it, none of its words is in a
    /// path, and no messages of commits have most of it.
    fn is_unrelated(&self, priors: &HashMap<FileId, PathPrior>, files: &dyn Files) -> bool {
        let is_unknown = self.best_score == 0.0 && self.best_similarity < LEAST_SIMILARITY;
        !self.plan.terms.is_empty()
            && (is_unknown || self.is_doubtful)
            && priors.values().all(|prior| prior.matched.is_empty())
            && priors.keys().all(|&file| files.history(file) < FITTING_HISTORY)
    }

    pub(crate) fn coverage(&self) -> Coverage {
        self.coverage
    }

    /// A candidate's words and meaning, each as a fraction of the best candidate's.
    fn fractions(&self, candidate: &Candidate, weights: &Weights) -> (f32, f32) {
        let words = if self.best_score > 0.0 { candidate.score / self.best_score } else { 0.0 };
        let floor = weights.similarity_floor * self.best_similarity;
        let meaning = if self.best_similarity > floor {
            ((candidate.similarity - floor) / (self.best_similarity - floor)).max(0.0)
        } else {
            0.0
        };
        match self.mode {
            SearchMode::Lexical => (words, 0.0),
            SearchMode::Semantic => (0.0, meaning),
            SearchMode::Hybrid => (words, meaning),
        }
    }

    /// The share of meaning in the score.
    fn vector_share(&self, weights: &Weights) -> f32 {
        match self.mode {
            SearchMode::Lexical => 0.0,
            SearchMode::Semantic => 1.0,
            SearchMode::Hybrid if self.best_similarity <= 0.0 => 0.0,
            SearchMode::Hybrid => match self.plan.intent {
                QueryIntent::Symbol | QueryIntent::Path => weights.vector_share_name,
                QueryIntent::Text => weights.vector_share_text,
                QueryIntent::Error => weights.vector_share_error,
                QueryIntent::Code => weights.vector_share_code,
            },
        }
    }
}

/// The raw score that is reported as one half.
// Scores are mapped to 0..1 for display only; the value does not affect the order.
const MIDDLE_SCORE: f32 = 1.0;

/// Orders the candidates and returns the first `limit`.
pub fn rank(
    candidates: &CandidateSet,
    files: &dyn Files,
    limit: usize,
    weights: &Weights,
) -> Vec<Ranked> {
    let mut first_round = PreviousRounds::default();
    rank_further(candidates, files, limit, weights, Counted::Chunks, &mut first_round)
}

/// Orders the candidates and returns the first `limit` that previous rounds have not returned. None
/// scores higher than the last of those.
pub(crate) fn rank_further(
    candidates: &CandidateSet,
    files: &dyn Files,
    limit: usize,
    weights: &Weights,
    counted: Counted,
    previous: &mut PreviousRounds,
) -> Vec<Ranked> {
    let plan = &candidates.plan;
    let mut priors = path_priors(candidates, files, weights);
    if candidates.is_unrelated(&priors, files) {
        return Vec::new();
    }
    let mut scored = score_all(candidates, files, &priors, weights);
    if !plan.describes_change {
        add_definitions(&mut scored, plan, &priors, weights);
        for one in &mut scored {
            let named_after = priors[&one.candidate.file].named_after;
            one.scale(named_after, |breakdown| &mut breakdown.path);
        }
    }
    // `add_up_files` expects best first, and changes the scores.
    sort(&mut scored, files);
    add_up_files(&mut scored, plan, weights);
    sort(&mut scored, files);
    // Whether a chunk stands out must not depend on how many rounds a request takes.
    let is_first_round = previous.chunks.is_empty();
    let least_outstanding = if is_first_round { nth_prominence(&scored, plan) } else { None };
    previous.keep_new(&mut scored, limit, counted);
    scored
        .into_iter()
        .map(|one| Ranked {
            file: one.candidate.file,
            chunk: one.candidate.chunk,
            score: one.score / (one.score + MIDDLE_SCORE),
            own: one.own.total(),
            stands_out: least_outstanding.is_some_and(|least| one.prominence >= least),
            breakdown: one.breakdown.named(
                one.candidate.definition.map(|found| plan.symbols[found.symbol].name.clone()),
                priors.remove(&one.candidate.file).map(|prior| prior.matched),
                one.own,
            ),
        })
        .collect()
}

/// The score of every candidate by itself and by its path, before those of a file are added up.
fn score_all(
    candidates: &CandidateSet,
    files: &dyn Files,
    priors: &HashMap<FileId, PathPrior>,
    weights: &Weights,
) -> Vec<ScoredCandidate> {
    let plan = &candidates.plan;
    let share = candidates.vector_share(weights);
    let score = |&candidate: &Candidate| {
        let prior = &priors[&candidate.file];
        let family = files.language(candidate.file).family();
        let history = files.history(candidate.file);
        let (words, meaning) = candidates.fractions(&candidate, weights);
        let signals = OwnSignals {
            words,
            meaning,
            definition: candidate.definition.map_or(0.0, |found| definition_part(plan, found)),
            shape: candidate.shape,
            is_code: family == Family::Code,
        };
        let mut one = ScoredCandidate::new(candidate, OwnScore::of(signals, &weights.own));
        if plan.describes_change {
            let signals = ChangeSignals { words, meaning, history, family };
            score_change(&mut one, signals, prior, &weights.change);
        } else {
            one.set_score((1.0 - share) * words, |breakdown| &mut breakdown.words);
            one.set_score(one.score + share * meaning, |breakdown| &mut breakdown.meaning);
            one.scale(prior.gain, |breakdown| &mut breakdown.path);
            one.scale(prior.penalty, |breakdown| &mut breakdown.file_kind);
            one.scale(prior.copy, |breakdown| &mut breakdown.copy);
            one.scale(1.0 + weights.history * history, |breakdown| &mut breakdown.history);
        }
        one
    };
    candidates.candidates.iter().map(score).collect()
}

/// Chunks that stand out by themselves.
// Fixed, so that a file has the same excerpts whichever page is requested.
const N_OUTSTANDING: usize = 10;
/// Chunks that stand out if the query describes a change.
// Then the order of files is less sure, and a further excerpt takes the place of another file.
const N_OUTSTANDING_CHANGE: usize = 8;

/// The weight of the evidence for its file, as a logarithm, in the prominence of a chunk.
const FILE_PROMINENCE: f32 = 0.2;

/// The prominence of the last chunk that stands out.
fn nth_prominence(scored: &[ScoredCandidate], plan: &QueryPlan) -> Option<f32> {
    let mut all: Vec<f32> = scored.iter().map(|one| one.prominence).collect();
    let n_most = if plan.describes_change { N_OUTSTANDING_CHANGE } else { N_OUTSTANDING };
    // Among few candidates, not every one stands out.
    let n_outstanding = n_most.min(all.len() / 4 + 1);
    let last = all.len().min(n_outstanding).checked_sub(1)?;
    Some(*all.select_nth_unstable_by(last, |left, right| right.total_cmp(left)).1)
}

impl PreviousRounds {
    /// The number of files that have a hit.
    pub(crate) fn n_files(&self) -> usize {
        self.files.len()
    }

    /// Keeps the first `limit` that were not returned before, caps their scores, and remembers them.
    /// If files are counted, only those of files that were not returned before are new.
    // The excerpts of a file are chosen in the first round that finds it.
    fn keep_new(&mut self, scored: &mut Vec<ScoredCandidate>, limit: usize, counted: Counted) {
        scored.retain(|one| match counted {
            Counted::Chunks => !self.chunks.contains(&one.key()),
            Counted::Files => !self.files.contains(&one.candidate.file),
        });
        scored.truncate(limit);
        if let Some(lowest) = self.lowest_score {
            for one in scored.iter_mut() {
                one.set_score(one.score.min(lowest), |breakdown| &mut breakdown.round);
            }
        }
        self.chunks.extend(scored.iter().map(ScoredCandidate::key));
        self.files.extend(scored.iter().map(|one| one.candidate.file));
        self.lowest_score = scored.last().map(|one| one.score).or(self.lowest_score);
    }
}

/// Best first; equal scores by depth of the path, then by path and chunk.
fn sort(scored: &mut [ScoredCandidate], files: &dyn Files) {
    let position = |one: &ScoredCandidate| {
        let path = files.path(one.candidate.file).unwrap_or("");
        // Never by file number: an index that was updated has other numbers than a new one.
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
    // The sum of sixteen chunks as good as the best, by `EVIDENCE_NORM`. A definition that gains this much stays ahead
    // of nearly every file without one.
    let most = best * 2.0;
    for one in scored {
        let Some(definition) = one.candidate.definition else { continue };
        let part = if is_meant_alone(plan, definition) {
            definition_part(plan, definition)
        } else {
            weights.definition * definition_part(plan, definition)
        };
        // Lowered like the score, so that a definition in a test stays behind one in the sources.
        let gain = part * most * priors[&one.candidate.file].penalty;
        one.set_score(one.score + gain, |breakdown| &mut breakdown.definition);
    }
}

/// The weight of a definition: from 0 to 1 by fit and certainty, and from 1 to 2 if the query is nothing but its name.
fn definition_part(plan: &QueryPlan, definition: Definition) -> f32 {
    if is_meant_alone(plan, definition) {
        1.0 + definition.fit
    } else {
        definition.fit * plan.symbols[definition.symbol].certainty
    }
}

/// Whether the query is nothing but the name of a definition.
fn is_meant_alone(plan: &QueryPlan, definition: Definition) -> bool {
    let is_certain = plan.symbols[definition.symbol].certainty == CERTAIN;
    plan.intent == QueryIntent::Symbol && (is_certain || is_type(plan, definition))
}

/// Whether the query is capitalised and names the definition exactly.
// Then it is a type, not a common word.
fn is_type(plan: &QueryPlan, definition: Definition) -> bool {
    let is_upper = plan.symbols[definition.symbol].name.starts_with(char::is_uppercase);
    definition.fit >= 1.0 && is_upper
}

/// Adds up the evidence for each file, gives it to the chunk that answers best by itself, and damps the
/// file's other chunks. Expects best first.
fn add_up_files(scored: &mut [ScoredCandidate], plan: &QueryPlan, weights: &Weights) {
    let mut by_file: HashMap<FileId, Vec<usize>> = HashMap::new();
    for (index, one) in scored.iter().enumerate() {
        by_file.entry(one.candidate.file).or_default().push(index);
    }
    for mut chunks in by_file.into_values() {
        let evidence = evidence_of(chunks.iter().map(|&index| scored[index].score));
        // Stable, so that of equal ones the better placed stays first.
        chunks.sort_by(|&left, &right| {
            scored[right].own.total().total_cmp(&scored[left].own.total())
        });
        if !plan.describes_change {
            let by_file = FILE_PROMINENCE * evidence.max(f32::MIN_POSITIVE).ln();
            for &index in &chunks {
                scored[index].prominence = scored[index].own.total() + by_file;
            }
        }
        scored[chunks[0]].set_score(evidence, |breakdown| &mut breakdown.siblings);
        for (&index, n_before) in chunks[1..].iter().zip(1..) {
            let damped = weights.damping.powi(n_before);
            scored[index].scale(damped, |breakdown| &mut breakdown.siblings);
        }
    }
}

/// The exponent of the norm by which chunks of a file add up.
// A sum would put the longest file first, and the best chunk alone is often there by chance. The fourth power gained
// 0.005 on 592 questions (docs/measurements/search.md, "Weights").
const EVIDENCE_NORM: i32 = 4;

fn evidence_of(scores: impl Iterator<Item = f32>) -> f32 {
    let sum: f32 = scores.map(|score| score.powi(EVIDENCE_NORM)).sum();
    sum.powf((EVIDENCE_NORM as f32).recip())
}

/// The path priors of all candidates' files, with copies and declarations marked.
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
    lower_declarations(&mut priors, files, weights);
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

/// Lowers header files beside the file that implements what they declare.
fn lower_declarations(
    priors: &mut HashMap<FileId, PathPrior>,
    files: &dyn Files,
    weights: &Weights,
) {
    let name_of = |file: FileId| {
        let path = files.path(file).unwrap_or("");
        path.rsplit('/').next().unwrap_or(path).rsplit_once('.')
    };
    let implemented: HashSet<&str> = priors
        .keys()
        .filter_map(|&file| name_of(file))
        .filter(|(_, extension)| has_word(IMPLEMENTATIONS, extension))
        .map(|(stem, _)| stem)
        .collect();
    for (&file, prior) in priors {
        let is_declared = |(stem, extension): (&str, &str)| {
            has_word(HEADERS, extension) && implemented.contains(stem)
        };
        if name_of(file).is_some_and(is_declared) {
            prior.penalty *= weights.declaration_file;
        }
    }
}
