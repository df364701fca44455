//! Measures the quality of a search mode on a suite.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;
use rutter_domain::SearchMode;
use rutter_engine::{Engine, Extent, HitOrder, Refresh, SearchRequest, Snapshot, search};
use rutter_workspace::RepoLayout;

use crate::judge::{Judged, judge};
use crate::suite::{Package, Suite};

/// Hits that are read before giving up.
const READ_HITS: usize = 50;
/// Excerpts of each file, as an answer has them.
const MAX_EXCERPTS: usize = 3;
/// The cost of a question whose answer is not among them.
const NEVER_TOKENS: f64 = 32_000.0;

/// The quality of one search mode.
#[derive(Debug, Clone, Default)]
pub struct Measured {
    /// The mean over packages of the mean over their questions.
    pub all: Summary,
    pub by_category: BTreeMap<String, Summary>,
    pub by_language: BTreeMap<String, Summary>,
}

/// Means over questions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Summary {
    pub n_questions: usize,
    pub judged: Judged,
    /// Measures of the hits grouped by file, each file counted once.
    pub by_file: Judged,
    /// Tokens read up to and including the first correct hit, grouped by file.
    pub tokens: f64,
}

/// Builds an index of a package, with its data in `work`, and opens it.
pub fn open(package: &Package, work: &Path) -> anyhow::Result<Snapshot> {
    let place = RepoLayout::exactly(&package.root, Some(&work.join(&package.name)))?;
    let engine = Engine::new(place);
    engine.index(Extent::Everything, &|_| {}, &false.into())?;
    Ok(engine.snapshot(Refresh::Never, &|_| {}, &false.into())?)
}

/// Measures one search mode on a suite.
pub fn measure(
    suite: &Suite,
    snapshots: &[Snapshot],
    mode: SearchMode,
) -> anyhow::Result<Measured> {
    let rows: Vec<(&Package, &str, Summary)> = suite
        .packages
        .par_iter()
        .zip(snapshots)
        .map(|(package, snapshot)| measure_package(package, snapshot, mode))
        .collect::<anyhow::Result<Vec<_>>>()?
        .concat();
    let of = |is_meant: &dyn Fn(&Package, &str) -> bool| {
        let mut means = Vec::new();
        for package in &suite.packages {
            let own = rows.iter().filter(|(of, category, _)| {
                std::ptr::eq(*of, package) && is_meant(package, category)
            });
            let own: Vec<Summary> = own.map(|(_, _, summary)| *summary).collect();
            if !own.is_empty() {
                means.push(mean(&own));
            }
        }
        mean(&means)
    };
    let mut measured = Measured { all: of(&|_, _| true), ..Measured::default() };
    for (package, category, _) in &rows {
        let category = (*category).to_owned();
        let by_category = of(&|_, other| other == category);
        measured.by_category.entry(category).or_insert(by_category);
        let by_language = of(&|other, _| other.language == package.language);
        measured.by_language.entry(package.language.clone()).or_insert(by_language);
    }
    Ok(measured)
}

fn measure_package<'a>(
    package: &'a Package,
    snapshot: &Snapshot,
    mode: SearchMode,
) -> anyhow::Result<Vec<(&'a Package, &'a str, Summary)>> {
    let mut rows = Vec::new();
    for question in &package.questions {
        let request = SearchRequest {
            query: question.text.clone(),
            limit: READ_HITS,
            mode,
            ..SearchRequest::default()
        };
        let hits = search(snapshot, &request)?.hits;
        let judged = judge(hits.iter().map(|hit| hit.path.as_str()), &question.targets);
        let order = HitOrder::ByFile { max_excerpts: MAX_EXCERPTS };
        let hits = search(snapshot, &SearchRequest { order, ..request })?.hits;
        let mut tokens = NEVER_TOKENS;
        let mut read = 0;
        for hit in &hits {
            read += hit.tokens;
            if question.targets.contains(&hit.path) {
                tokens = read as f64;
                break;
            }
        }
        let mut files: Vec<&str> = hits.iter().map(|hit| hit.path.as_str()).collect();
        files.dedup();
        let by_file = judge(files.into_iter(), &question.targets);
        let summary = Summary { n_questions: 1, judged, by_file, tokens };
        rows.push((package, question.category.as_str(), summary));
    }
    Ok(rows)
}

fn mean(summaries: &[Summary]) -> Summary {
    let n = summaries.len().max(1) as f64;
    let of = |value: &dyn Fn(&Summary) -> f64| summaries.iter().map(value).sum::<f64>() / n;
    let judged = |part: fn(&Summary) -> Judged| Judged {
        ndcg: of(&|summary| part(summary).ndcg),
        reciprocal: of(&|summary| part(summary).reciprocal),
        recall: of(&|summary| part(summary).recall),
    };
    Summary {
        n_questions: summaries.iter().map(|summary| summary.n_questions).sum(),
        judged: judged(|summary| summary.judged),
        by_file: judged(|summary| summary.by_file),
        tokens: of(&|summary| summary.tokens),
    }
}
