//! Completeness: the weighted share of everything checked that is in order.

use std::collections::BTreeMap;

use rutter_domain::{Completeness, GapState};
use rutter_graph::path_text::{ancestors_of, parent_of};
use serde::Serialize;

use crate::catalog::RULES;
use crate::evaluate::GapEvaluation;
use crate::identify::FoundGap;
use crate::settings::GapSettings;

/// Number of things checked in one file and number of gaps in it, both weighted by rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileShare {
    pub path: String,
    pub checked: f64,
    pub missing: f64,
}

/// The share of each file, by path. A dismissed gap counts as in order.
pub(super) fn file_shares(
    evaluation: &GapEvaluation,
    gaps: &[FoundGap<'_>],
    settings: &GapSettings,
) -> Vec<FileShare> {
    let mut missing: BTreeMap<&str, f64> = BTreeMap::new();
    let weights: BTreeMap<&str, f64> =
        (RULES.iter()).map(|rule| (rule.info().name, settings.weight(rule.info()))).collect();
    let counted = gaps.iter().map(|found| &found.gap);
    for gap in counted.filter(|gap| gap.state != GapState::Dismissed) {
        let weight = weights.get(gap.rule.as_str()).copied().unwrap_or(0.0);
        *missing.entry(&gap.path).or_default() += weight;
    }
    let shares = evaluation.files.iter().map(|(path, file)| {
        let checked = file.findings.iter().map(|(rule, findings)| {
            settings.weight(RULES[*rule].info()) * f64::from(findings.n_checked)
        });
        let missing = missing.get(path.as_str()).copied().unwrap_or(0.0);
        FileShare { path: path.clone(), checked: checked.sum(), missing }
    });
    shares.collect()
}

/// The weighted share of what was checked that is in order, in percent, overall and for each folder
/// with everything below it. Where nothing was checked, it is 100.
pub fn completeness_of(files: &[FileShare]) -> Completeness {
    let mut shares: BTreeMap<&str, Share> = BTreeMap::from([("", Share::default())]);
    for file in files {
        for folder in ancestors_of(parent_of(&file.path)).chain([""]) {
            let share = shares.entry(folder).or_default();
            share.checked += file.checked;
            share.missing += file.missing;
        }
    }
    let overall = shares.get("").map_or(100.0, Share::percent);
    let by_folder =
        shares.into_iter().filter(|(_, share)| share.checked > 0.0).map(|(folder, share)| {
            let folder = if folder.is_empty() { "." } else { folder };
            (folder.to_owned(), share.percent())
        });
    Completeness { overall, by_folder: by_folder.collect() }
}

#[derive(Default)]
struct Share {
    checked: f64,
    missing: f64,
}

impl Share {
    /// Rounded down to a tenth, so that only what is complete is 100.
    fn percent(&self) -> f64 {
        if self.checked <= 0.0 {
            return 100.0;
        }
        let share = (1.0 - self.missing / self.checked).clamp(0.0, 1.0);
        // The small addend keeps a share such as 0.7 from becoming 69.9.
        (share * 1000.0 + 1e-6).floor() / 10.0
    }
}
