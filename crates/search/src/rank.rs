//! Orders the candidates: all that is known of a good hit, in one place.
//!
//! Each chunk comes with two measures, its words (BM25F) and its meaning (likeness of vectors),
//! either as a part of the best that any candidate has. The steps, in the order in which [`rank`]
//! takes them, and why each is there:
//! 1. Words and meaning are added up. Words find names, meaning finds what is called otherwise; how
//!    much each counts depends on what the query is: a name, code, an error message or a question.
//! 2. A file whose name has the words of the query is likely about them: its chunks gain, those
//!    in a folder of such a name gain a little.
//! 3. Tests, examples, old code, declarations and prose lose: they speak of what is sought but
//!    are seldom it. Not so when the query asks for them.
//! 4. A chunk that defines a symbol which the query names stands before those that use it.
//! 5. The other good chunks of a file lift its best: one match may be chance, five are not.
//! 6. Each further chunk of a file is damped, so that one file does not fill the answer; a copy of
//!    a better hit, too.
//!
//! Every sign is a number in [`Weights`]; `cargo xtask fit` finds them. Equal scores are ordered by
//! path and place, never by the order in which the index has them.

use std::cmp::Ordering;
use std::collections::HashMap;

use rutter_domain::FileId;

use crate::candidates::Candidate;
use crate::query::{Aim, By, CERTAIN, Plan};
use crate::reader::Files;
use crate::shares::Shares;
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
    by: By,
    best_score: f32,
    best_similarity: f32,
}

impl Contest {
    pub(crate) fn new(plan: Plan, candidates: Vec<Candidate>, by: By) -> Contest {
        let best = |measure: fn(&Candidate) -> f32| candidates.iter().map(measure).fold(0.0, f32::max);
        Contest {
            best_score: best(|candidate| candidate.score),
            best_similarity: best(|candidate| candidate.similarity),
            plan,
            candidates,
            by,
        }
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
    let plan = &contest.plan;
    let mut views: HashMap<FileId, FileView> = HashMap::new();
    let mut contenders: Vec<Contender> = Vec::with_capacity(contest.candidates.len());
    for &candidate in &contest.candidates {
        let view = views
            .entry(candidate.file)
            .or_insert_with(|| FileView::of(candidate.file, plan, files, weights));
        let (words, meaning) = contest.measures(&candidate, weights);
        let shares = Shares { words, meaning, ..Shares::default() };
        let mut contender = Contender { candidate, score: words + meaning, shares };
        contender.book(contender.score * view.gain, |shares| &mut shares.path);
        contender.book(contender.score * view.penalty, |shares| &mut shares.kind_of_file);
        contenders.push(contender);
    }
    add_definitions(&mut contenders, plan, &views, weights);
    sort(&mut contenders, files);
    weigh_files(&mut contenders, files, weights);
    sort(&mut contenders, files);
    contenders.truncate(limit);
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
            Aim::Symbol if certainty == CERTAIN => 1.0 + definition.fit,
            Aim::Symbol | Aim::Path | Aim::Text | Aim::Error | Aim::Code => {
                weights.definition * definition.fit * certainty
            }
        };
        let gain = part * most * views[&contender.candidate.file].penalty;
        contender.book(contender.score + gain, |shares| &mut shares.definition);
    }
}

/// Lifts the best chunk of each file by its others, and damps those. Takes them best first.
fn weigh_files(contenders: &mut [Contender], files: &dyn Files, weights: &Weights) {
    let mut seen: HashMap<FileId, (usize, i32)> = HashMap::new();
    let mut originals: HashMap<(&str, u32, u32), FileId> = HashMap::new();
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
        // Files of one name whose chunks score the same in the same place are the same.
        let path = files.path(candidate.file).unwrap_or("");
        let name = path.rsplit('/').next().unwrap_or(path);
        let key = (name, candidate.chunk, candidate.score.to_bits());
        if *originals.entry(key).or_insert(candidate.file) != candidate.file {
            let copied = contenders[index].score * weights.copy;
            contenders[index].book(copied, |shares| &mut shares.copy);
        }
    }
}
