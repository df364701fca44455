//! Finds the ranking weights that answer best.
//!
//! Coordinate ascent: one weight after another is moved up and down by a factor, and keeps the value that
//! answers questions better; when nothing helps any more, the factor becomes smaller. Cross-validation
//! estimates the gain: weights are fitted on some packages and measured on the others. Start at [`fit`].

use rayon::prelude::*;
use rutter_domain::SearchMode;
use rutter_engine::{Evaluation, SearchRequest, Snapshot, prepare_evaluation, rank_with_weights};
use rutter_search::Weights;

use crate::judge::judge;
use crate::suite::Suite;

/// Hits that are judged. Ten count; those after them show whether a change goes in the right direction.
const DEPTH: usize = 30;
/// The number of groups for cross-validation.
const N_FOLDS: usize = 7;
/// Smaller gains are taken as noise.
const LEAST_GAIN: f64 = 0.000_2;
/// Factors that a weight is multiplied and divided by, one after another.
const STEPS: [f32; 3] = [1.5, 1.25, 1.1];

#[derive(Debug, Clone)]
pub struct Fitted {
    pub weights: Weights,
    /// The quality with the initial weights.
    pub before: f64,
    /// The quality on the packages used for fitting, which overestimates.
    pub after: f64,
    /// The quality on packages not used for fitting.
    pub held_out: f64,
}

/// The questions of one package, with their candidates.
struct Prepared<'a> {
    snapshot: &'a Snapshot,
    questions: Vec<(Evaluation, &'a [String])>,
}

/// Fits weights to a suite, starting from `start`.
pub fn fit(suite: &Suite, snapshots: &[Snapshot], start: &Weights) -> anyhow::Result<Fitted> {
    let packages: Vec<Prepared<'_>> = suite
        .packages
        .iter()
        .zip(snapshots)
        .map(|(package, snapshot)| {
            let questions = package.questions.iter().map(|question| {
                let request = SearchRequest {
                    query: question.text.clone(),
                    limit: DEPTH,
                    mode: SearchMode::Hybrid,
                    ..SearchRequest::default()
                };
                Ok((prepare_evaluation(snapshot, &request)?, question.targets.as_slice()))
            });
            Ok(Prepared { snapshot, questions: questions.collect::<anyhow::Result<_>>()? })
        })
        .collect::<anyhow::Result<_>>()?;
    let all: Vec<&Prepared<'_>> = packages.iter().collect();
    let mut held_out = Vec::new();
    for fold in 0..N_FOLDS.min(all.len()) {
        let is_out = |index: usize| index % N_FOLDS == fold;
        let part = |out: bool| -> Vec<&Prepared<'_>> {
            let chosen = (0..all.len()).filter(|&index| is_out(index) == out);
            chosen.map(|index| all[index]).collect()
        };
        let weights = climb(&part(false), start);
        let others = part(true);
        held_out
            .extend(others.iter().map(|package| quality(&[package], &weights, Judging::FirstTen)));
    }
    let weights = climb(&all, start);
    Ok(Fitted {
        before: quality(&all, start, Judging::FirstTen),
        after: quality(&all, &weights, Judging::FirstTen),
        held_out: held_out.iter().sum::<f64>() / held_out.len().max(1) as f64,
        weights,
    })
}

/// Moves weights as long as it helps.
fn climb(packages: &[&Prepared<'_>], start: &Weights) -> Weights {
    let mut best = start.clone();
    let mut best_quality = quality(packages, &best, Judging::WithLaterHits);
    for step in STEPS {
        loop {
            let before = best_quality;
            let n_weights = best.tunable().len();
            for index in 0..n_weights {
                for factor in [step, 1.0 / step] {
                    let mut moved = best.clone();
                    let weight = &mut moved.tunable()[index];
                    *weight.value *= factor;
                    let is_allowed = *weight.value <= weight.max;
                    let moved_quality = quality(packages, &moved, Judging::WithLaterHits);
                    if moved_quality > best_quality + LEAST_GAIN && is_allowed {
                        (best, best_quality) = (moved, moved_quality);
                        break;
                    }
                }
            }
            if best_quality <= before + LEAST_GAIN {
                break;
            }
        }
    }
    best
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Judging {
    /// By the first ten hits, as they are reported.
    FirstTen,
    /// Later hits count a little, so that small improvements show.
    WithLaterHits,
}

/// The mean over packages.
fn quality(packages: &[&Prepared<'_>], weights: &Weights, judging: Judging) -> f64 {
    let of_packages: Vec<f64> = packages
        .par_iter()
        .map(|package| {
            let of_questions = package.questions.iter().map(|(evaluation, targets)| {
                let hits = rank_with_weights(package.snapshot, evaluation, weights, DEPTH);
                let judged = judge(hits.iter().map(|hit| hit.path), targets);
                if judging == Judging::FirstTen {
                    return judged.ndcg;
                }
                let first = hits.iter().position(|hit| targets.iter().any(|t| t == hit.path));
                let far = first.map_or(0.0, |place| 1.0 / (place as f64 + 2.0).log2());
                judged.ndcg + 0.1 * far + 0.1 * judged.reciprocal
            });
            of_questions.sum::<f64>() / package.questions.len().max(1) as f64
        })
        .collect();
    of_packages.iter().sum::<f64>() / of_packages.len().max(1) as f64
}
