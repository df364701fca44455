//! Orders the candidates: all that is known of a good hit, in one place.
//!
//! Each chunk comes with two measures, its words (BM25F) and its meaning (likeness of vectors),
//! either as a part of the best that any candidate has. The steps, in the order in which [`rank`]
//! takes them, and why each is there:
//! 1. Words and meaning are added up. Words find names, meaning finds what is called otherwise; how
//!    much each counts depends on what the query is: a name, code, an error message or a question.
//! 2. A file whose name has the words of the query is likely about them: its chunks gain, those
//!    in a folder of such a name gain a little.
//! 3. Tests, examples, old code, code for other systems, declarations and prose lose: they speak
//!    of what is sought but are seldom it. Not so when the query asks for them. Copies of a file
//!    lose, too.
//! 4. A chunk that defines a symbol which the query names stands before those that use it.
//! 5. The other good chunks of a file lift its best: one match may be chance, five are not.
//! 6. Each further chunk of a file is damped, so that one file does not fill the answer.
//!
//! How good a candidate is depends on the others, so the pool is never made to fit what is asked
//! for: it grows in rounds of fixed sizes (see `reader::rounds`), and what a later round finds stands after
//! all that earlier ones gave. So hits come in one order, whatever page of them is wanted.
//!
//! Every sign is a number in [`Weights`]; `cargo xtask fit` finds them. Equal scores are ordered by
//! path and place, never by the order in which the index has them.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use rutter_domain::{ContentHash, FileId};

use crate::candidates::{Candidate, Definition, Pool, Reach};
use crate::query::{Aim, By, CERTAIN, Plan};
use crate::reader::Files;
use crate::shares::Shares;
use crate::versions::Versions;
use crate::view::FileView;
use crate::weights::Weights;

/// A hit.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    pub file: FileId,
    /// The number of the chunk in its file.
    pub chunk: u32,
    /// From 0 to 1, the best first.
    pub score: f32,
    /// What its score is made of.
    pub shares: Shares,
}

/// A query and what may answer it.
#[derive(Debug, Default)]
pub struct Contest {
    plan: Plan,
    candidates: Vec<Candidate>,
    reach: Reach,
    by: By,
    best_score: f32,
    best_similarity: f32,
}

/// What earlier rounds gave.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    chunks: HashSet<(FileId, u32)>,
    least_score: Option<f32>,
}

impl Contest {
    pub(crate) fn new(plan: Plan, pool: Pool, by: By) -> Contest {
        let Pool { candidates, reach } = pool;
        let best =
            |measure: fn(&Candidate) -> f32| candidates.iter().map(measure).fold(0.0, f32::max);
        Contest {
            best_score: best(|candidate| candidate.score),
            best_similarity: best(|candidate| candidate.similarity),
            plan,
            candidates,
            reach,
            by,
        }
    }

    /// Whether more candidates would be found if more were sought.
    pub(crate) fn reach(&self) -> Reach {
        self.reach
    }

    /// The part of a candidate's score that comes from its words, and that from its meaning.
    fn measures(&self, candidate: &Candidate, weights: &Weights) -> (f32, f32) {
        let words = if self.best_score > 0.0 { candidate.score / self.best_score } else { 0.0 };
        let floor = weights.floor * self.best_similarity;
        let meaning = if self.best_similarity > floor {
            ((candidate.similarity - floor) / (self.best_similarity - floor)).max(0.0)
        } else {
            0.0
        };
        let share = match self.by {
            By::Words => 0.0,
            By::Vector => 1.0,
            By::Both if self.best_similarity <= 0.0 => 0.0,
            By::Both => match self.plan.aim {
                Aim::Symbol | Aim::Path => weights.meaning_of_name,
                Aim::Text => weights.meaning_of_text,
                Aim::Error => weights.meaning_of_error,
                Aim::Code => weights.meaning_of_code,
            },
        };
        ((1.0 - share) * words, share * meaning)
    }
}

/// The score that is told as one half; what it is changes no order.
const MIDDLE_SCORE: f32 = 1.0;

/// A candidate on its way to a hit.
struct Contender {
    candidate: Candidate,
    score: f32,
    shares: Shares,
}

impl Contender {
    /// Sets the score anew and books the difference.
    fn book(&mut self, score: f32, account: fn(&mut Shares) -> &mut f32) {
        *account(&mut self.shares) += score - self.score;
        self.score = score;
    }
}

/// Orders the candidates and returns the first `limit`.
pub fn rank(contest: &Contest, files: &dyn Files, limit: usize, weights: &Weights) -> Vec<Ranked> {
    rank_further(contest, files, limit, weights, &mut Earlier::default())
}

/// Orders the candidates and returns the first `limit` that earlier rounds did not give; none of
/// them is better than what those gave.
pub(crate) fn rank_further(
    contest: &Contest,
    files: &dyn Files,
    limit: usize,
    weights: &Weights,
    earlier: &mut Earlier,
) -> Vec<Ranked> {
    let plan = &contest.plan;
    let mut views = views(contest, files, weights);
    let mut contenders: Vec<Contender> = Vec::with_capacity(contest.candidates.len());
    for &candidate in &contest.candidates {
        let view = &views[&candidate.file];
        let (words, meaning) = contest.measures(&candidate, weights);
        let shares = Shares { words, meaning, ..Shares::default() };
        let mut contender = Contender { candidate, score: words + meaning, shares };
        contender.book(contender.score * view.gain, |shares| &mut shares.path);
        contender.book(contender.score * view.penalty, |shares| &mut shares.kind_of_file);
        contender.book(contender.score * view.copy, |shares| &mut shares.copy);
        contenders.push(contender);
    }
    add_definitions(&mut contenders, plan, &views, weights);
    sort(&mut contenders, files);
    weigh_files(&mut contenders, weights);
    sort(&mut contenders, files);
    earlier.pass(&mut contenders, limit);
    contenders
        .into_iter()
        .map(|contender| Ranked {
            file: contender.candidate.file,
            chunk: contender.candidate.chunk,
            score: contender.score / (contender.score + MIDDLE_SCORE),
            shares: contender.shares.named(
                contender.candidate.definition.map(|found| plan.sought[found.sought].name.clone()),
                views.remove(&contender.candidate.file).map(|view| view.matched),
            ),
        })
        .collect()
}

impl Earlier {
    /// Leaves the first `limit` that were not given before, and remembers that they are now.
    fn pass(&mut self, contenders: &mut Vec<Contender>, limit: usize) {
        let place = |one: &Contender| (one.candidate.file, one.candidate.chunk);
        contenders.retain(|one| !self.chunks.contains(&place(one)));
        contenders.truncate(limit);
        if let Some(least) = self.least_score {
            for contender in contenders.iter_mut() {
                contender.book(contender.score.min(least), |shares| &mut shares.round);
            }
        }
        self.chunks.extend(contenders.iter().map(place));
        self.least_score = contenders.last().map(|one| one.score).or(self.least_score);
    }
}

/// The better first; equal ones from the upper folders first, then by path and place.
fn sort(contenders: &mut [Contender], files: &dyn Files) {
    let place = |contender: &Contender| {
        let path = files.path(contender.candidate.file).unwrap_or("");
        (path.bytes().filter(|&byte| byte == b'/').count(), path, contender.candidate.chunk)
    };
    contenders.sort_by(|left, right| match right.score.total_cmp(&left.score) {
        Ordering::Equal => place(left).cmp(&place(right)),
        unequal @ (Ordering::Less | Ordering::Greater) => unequal,
    });
}

/// Puts what defines a symbol sought before what uses it: surely so when the query is nothing but
/// its name, and as far as the fit and the certainty go otherwise.
fn add_definitions(
    contenders: &mut [Contender],
    plan: &Plan,
    views: &HashMap<FileId, FileView>,
    weights: &Weights,
) {
    let best = contenders.iter().map(|contender| contender.score).fold(0.0, f32::max);
    // As much as the chunks of one file can come to by lifting one another.
    let most = best * (1.0 + weights.lift / (1.0 - weights.damping.min(0.9)));
    for contender in contenders {
        let Some(definition) = contender.candidate.definition else { continue };
        let certainty = plan.sought[definition.sought].certainty;
        let part = match plan.aim {
            Aim::Symbol if certainty == CERTAIN || is_type(plan, definition) => {
                1.0 + definition.fit
            }
            Aim::Symbol | Aim::Path | Aim::Text | Aim::Error | Aim::Code => {
                weights.definition * definition.fit * certainty
            }
        };
        let gain = part * most * views[&contender.candidate.file].penalty;
        contender.book(contender.score + gain, |shares| &mut shares.definition);
    }
}

/// Whether a definition is exactly what a capitalised query names: then it is no common word.
fn is_type(plan: &Plan, definition: Definition) -> bool {
    let is_upper = plan.sought[definition.sought].name.starts_with(char::is_uppercase);
    definition.fit >= 1.0 && is_upper
}

/// Lifts the best chunk of each file by its others, and damps those. Takes them best first.
fn weigh_files(contenders: &mut [Contender], weights: &Weights) {
    let mut seen: HashMap<FileId, (usize, i32)> = HashMap::new();
    for index in 0..contenders.len() {
        let Contender { candidate, score, .. } = contenders[index];
        let (first, n_before) = *seen
            .entry(candidate.file)
            .and_modify(|(_, n_before)| *n_before += 1)
            .or_insert((index, 0));
        if n_before > 0 {
            let lifted =
                contenders[first].score + weights.lift * score * weights.damping.powi(n_before - 1);
            contenders[first].book(lifted, |shares| &mut shares.file);
            let damped = contenders[index].score * weights.damping.powi(n_before);
            contenders[index].book(damped, |shares| &mut shares.file);
        }
    }
}

/// What the paths of all candidates say, and which files are copies of others.
fn views(contest: &Contest, files: &dyn Files, weights: &Weights) -> HashMap<FileId, FileView> {
    let mut ids: Vec<FileId> = contest.candidates.iter().map(|candidate| candidate.file).collect();
    ids.sort_unstable();
    ids.dedup();
    let versions = Versions::of(ids.iter().filter_map(|&file| files.path(file)));
    let mut views: HashMap<FileId, FileView> = ids
        .iter()
        .map(|&file| (file, FileView::of(file, &contest.plan, &versions, files, weights)))
        .collect();
    // The original is where there are fewest folders above it.
    ids.sort_by_cached_key(|&file| {
        let path = files.path(file).unwrap_or("");
        (path.bytes().filter(|&byte| byte == b'/').count(), path)
    });
    let mut originals: HashSet<ContentHash> = HashSet::new();
    for file in ids {
        let is_copy = files.content(file).is_some_and(|content| !originals.insert(content));
        if let Some(view) = views.get_mut(&file).filter(|_| is_copy) {
            view.copy = weights.copy;
        }
    }
    views
}
