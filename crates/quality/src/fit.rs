//! Finds the weights of ranking that answer best.
//!
//! One weight after another is moved a step up and down, and stays where more questions are
//! answered better; when nothing helps any more the steps are halved. Cross-validation
//! says what this is worth: weights fitted on some packages, measured on the others.

use rayon::prelude::*;
use rutter_domain::SearchMode;
use rutter_engine::{Evaluation, SearchRequest, Snapshot, prepare_evaluation, rank_with_weights};
use rutter_search::Weights;

use crate::judge::judge;
use crate::suite::Suite;

/// Hits that are judged; ten count, those after are a faint sign of where to go.
const DEPTH: usize = 30;
/// Number of groups for cross-validation.
const N_FOLDS: usize = 7;
/// Gains below this are chance.
const LEAST_GAIN: f64 = 0.000_2;
/// What a weight is multiplied and divided by, in ever smaller steps.
const STEPS: [f32; 3] = [1.5, 1.25, 1.1];

/// What was found.
#[derive(Debug, Clone)]
pub struct Fitted {
    pub weights: Weights,
    /// The quality before, with the weights it began with.
    pub before: f64,
    /// The quality on the packages it was fitted on, which flatters.
    pub after: f64,
    /// The quality on packages that were held out.
    pub held_out: f64,
}

/// The questions of one package, their candidates picked.
struct Prepared<'a> {
    snapshot: &'a Snapshot,
    questions: Vec<(Evaluation, &'a [String])>,
}

/// Fits weights to a suite, beginning with `start`.
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
        held_out.extend(others.iter().map(|package| quality(&[package], &weights, false)));
    }
    let weights = climb(&all, start);
    Ok(Fitted {
        before: quality(&all, start, false),
        after: quality(&all, &weights, false),
        held_out: held_out.iter().sum::<f64>() / held_out.len().max(1) as f64,
        weights,
    })
}

/// Moves weights as long as it helps.
fn climb(packages: &[&Prepared<'_>], start: &Weights) -> Weights {
    let mut best = start.clone();
    let mut best_quality = quality(packages, &best, true);
    for step in STEPS {
        loop {
            let before = best_quality;
            let n_weights = best.tunable().len();
            for index in 0..n_weights {
                for factor in [step, 1.0 / step] {
                    let mut moved = best.clone();
                    let (_, value) = &mut moved.tunable()[index];
                    **value *= factor;
                    let is_share = **value <= 1.0;
                    let moved_quality = quality(packages, &moved, true);
                    if moved_quality > best_quality + LEAST_GAIN
                        && (is_share || !is_part(&mut moved, index))
                    {
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

/// Whether a weight says what part is left or counts: it may not be over 1.
fn is_part(weights: &mut Weights, index: usize) -> bool {
    let (name, _) = weights.tunable()[index];
    !matches!(name, "stem" | "folder" | "mention" | "definition" | "lift")
}

/// The mean over packages. With `faint`, hits after the tenth count a little, so that there is a
/// slope to climb.
fn quality(packages: &[&Prepared<'_>], weights: &Weights, faint: bool) -> f64 {
    let of_packages: Vec<f64> = packages
        .par_iter()
        .map(|package| {
            let of_questions = package.questions.iter().map(|(trial, targets)| {
                let hits = rank_with_weights(package.snapshot, trial, weights, DEPTH);
                let judged = judge(hits.iter().map(|hit| hit.path), targets);
                if !faint {
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
