//! Orders the candidates: all that is known of a good hit beside the words in it.
//!
//! Start at [`rank`]; the numbers are in [`Weights`].

use std::cmp::Ordering;
use std::collections::HashMap;

use rutter_domain::{Family, FileId, Language};

use crate::query::{Aim, Plan};
use crate::reader::Files;
use crate::schema::TextField;
use crate::score::{Candidate, Found};
use crate::words::{Parts, Words};

/// A hit.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    pub file: FileId,
    /// The number of the chunk in its file.
    pub chunk: u32,
    /// From 0 to 1, the best first.
    pub score: f32,
    /// Why it stands where it stands, in words.
    pub reasons: Vec<String>,
}

/// How much each sign counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// How soon further occurrences of a word stop to count.
    pub k1: f32,
    pub path: FieldWeights,
    pub names: FieldWeights,
    pub signature: FieldWeights,
    pub docs: FieldWeights,
    pub body: FieldWeights,
    /// What all words of the query in the name of the file add, as a part of the score.
    pub stem: f32,
    /// The same for the folder that the file is in.
    pub folder: f32,
    /// What the definition of a symbol sought adds, as a part of the best score.
    pub definition: f32,
    /// What is left of the score of a chunk that has few of the words: power of the coverage.
    pub coverage: f32,
    /// What the other chunks of a file add to its best.
    pub lift: f32,
    /// What is left of the score of each further chunk of a file.
    pub damping: f32,
    pub side_path: f32,
    pub package_file: f32,
    pub declaration_file: f32,
    pub document: f32,
    pub data: f32,
}

/// How a field takes part in BM25F.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldWeights {
    /// What one occurrence counts, compared to one in the body.
    pub weight: f32,
    /// From 0 to 1: how much longer fields are held to account.
    pub b: f32,
    /// The length at which an occurrence counts as one, in words.
    pub typical_length: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            k1: 1.2,
            path: FieldWeights { weight: 2.0, b: 0.3, typical_length: 6.0 },
            names: FieldWeights { weight: 3.0, b: 0.3, typical_length: 8.0 },
            signature: FieldWeights { weight: 1.0, b: 0.3, typical_length: 20.0 },
            docs: FieldWeights { weight: 1.0, b: 0.5, typical_length: 30.0 },
            body: FieldWeights { weight: 1.0, b: 0.75, typical_length: 200.0 },
            stem: 1.0,
            folder: 0.5,
            definition: 2.0,
            coverage: 0.5,
            lift: 0.2,
            damping: 0.5,
            side_path: 0.3,
            package_file: 0.5,
            declaration_file: 0.7,
            document: 0.8,
            data: 0.6,
        }
    }
}

impl Weights {
    pub(crate) fn field(&self, text: TextField) -> FieldWeights {
        match text {
            TextField::Path => self.path,
            TextField::Names => self.names,
            TextField::Signature => self.signature,
            TextField::Docs => self.docs,
            TextField::Body => self.body,
        }
    }
}

/// A candidate on its way to a hit.
struct Standing {
    candidate: Candidate,
    score: f32,
}

/// Orders the candidates and returns the first `limit`.
pub(crate) fn rank(
    plan: &Plan,
    found: Found,
    files: &dyn Files,
    limit: usize,
    weights: &Weights,
) -> Vec<Ranked> {
    let mut views: HashMap<FileId, FileView> = HashMap::new();
    let best = found.candidates.iter().map(|candidate| candidate.score).fold(0.0, f32::max);
    let total: f32 = plan.terms.iter().zip(&found.idf).map(|(term, idf)| term.weight * idf).sum();
    let mut standings: Vec<Standing> = found
        .candidates
        .iter()
        .map(|&candidate| {
            let view = views
                .entry(candidate.file)
                .or_insert_with(|| FileView::of(candidate.file, plan, &found.idf, files, weights));
            let covered: f32 = plan
                .terms
                .iter()
                .zip(&found.idf)
                .take(32)
                .enumerate()
                .filter(|(place, _)| candidate.terms >> place & 1 == 1)
                .map(|(_, (term, idf))| term.weight * idf)
                .sum();
            let coverage = if total > 0.0 { (covered / total).clamp(0.0, 1.0) } else { 1.0 };
            let mut score = candidate.score * coverage.powf(weights.coverage);
            score *= 1.0 + weights.stem * view.stem + weights.folder * view.folder;
            if let Some(definition) = candidate.definition {
                let certainty = plan.sought[definition.sought].certainty;
                score += weights.definition * best * definition.fit * certainty;
            }
            Standing { candidate, score: score * view.factor }
        })
        .collect();
    let by_standing = |left: &Standing, right: &Standing| -> Ordering {
        right
            .score
            .total_cmp(&left.score)
            .then_with(|| files.path(left.candidate.file).cmp(&files.path(right.candidate.file)))
            .then(left.candidate.chunk.cmp(&right.candidate.chunk))
    };
    standings.sort_by(by_standing);
    let mut seen: HashMap<FileId, (usize, i32)> = HashMap::new();
    for index in 0..standings.len() {
        let file = standings[index].candidate.file;
        let score = standings[index].score;
        let (first, n_before) =
            *seen.entry(file).and_modify(|entry| entry.1 += 1).or_insert((index, 0));
        if n_before > 0 {
            standings[first].score += weights.lift * score * weights.damping.powi(n_before - 1);
            standings[index].score *= weights.damping.powi(n_before);
        }
    }
    standings.sort_by(by_standing);
    standings.truncate(limit);
    standings
        .into_iter()
        .map(|standing| Ranked {
            file: standing.candidate.file,
            chunk: standing.candidate.chunk,
            score: standing.score / (standing.score + 10.0),
            reasons: reasons(plan, &standing, &views),
        })
        .collect()
}

fn reasons(plan: &Plan, standing: &Standing, views: &HashMap<FileId, FileView>) -> Vec<String> {
    let mut reasons = Vec::new();
    if let Some(definition) = standing.candidate.definition {
        reasons.push(format!("defines {}", plan.sought[definition.sought].name));
    }
    if let Some(view) = views.get(&standing.candidate.file) {
        if !view.matched.is_empty() {
            reasons.push(format!("path: {}", view.matched.join(" ")));
        }
        if view.factor < 1.0 {
            reasons.push(format!("path x{:.1}", view.factor));
        }
    }
    reasons.push(format!("bm25 {:.1}", standing.candidate.score));
    reasons
}

/// What a file's path says about a query.
struct FileView {
    stem: f32,
    folder: f32,
    factor: f32,
    matched: Vec<String>,
}

impl FileView {
    fn of(
        file: FileId,
        plan: &Plan,
        idf: &[f32],
        files: &dyn Files,
        weights: &Weights,
    ) -> FileView {
        let path = files.path(file).unwrap_or("");
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.split('.').next().unwrap_or(name);
        let folder = folders.rsplit('/').next().unwrap_or("");
        let (stem_words, folder_words) = (words_of(stem), words_of(folder));
        let (mut in_stem, mut in_folder, mut total) = (0.0, 0.0, 0.0);
        let mut matched = Vec::new();
        for (term, _idf) in plan.terms.iter().zip(idf) {
            let weight = term.weight;
            total += weight;
            let stem_fit = fit(&term.text, &stem_words);
            let folder_fit = fit(&term.text, &folder_words);
            in_stem += weight * stem_fit;
            in_folder += weight * folder_fit;
            if stem_fit > 0.0 || folder_fit > 0.0 {
                matched.push(term.text.clone());
            }
        }
        let part = |sum: f32| if total > 0.0 { sum / total } else { 0.0 };
        FileView {
            stem: part(in_stem),
            folder: part(in_folder),
            factor: path_factor(path, name, files.language(file), plan, weights),
            matched,
        }
    }
}

/// How well a word fits one of a path's words.
fn fit(word: &str, path_words: &[String]) -> f32 {
    let mut best: f32 = 0.0;
    for path_word in path_words {
        if path_word == word {
            return 1.0;
        }
        let shorter = path_word.len().min(word.len());
        if shorter >= 4 && (path_word.starts_with(word) || word.starts_with(path_word.as_str())) {
            best = best.max(0.7);
        } else if shorter == 3 && word.starts_with(path_word.as_str()) {
            best = best.max(0.4);
        }
    }
    best
}

fn words_of(text: &str) -> Vec<String> {
    let mut parts = Parts::default();
    let mut words = Words::new(text, &mut parts);
    let mut word = String::new();
    let mut found = Vec::new();
    while words.next_into(&mut word).is_some() {
        found.push(word.clone());
    }
    found
}

fn path_factor(path: &str, name: &str, language: Language, plan: &Plan, weights: &Weights) -> f32 {
    let mut factor = 1.0;
    if plan.aim == Aim::Path {
        let lower = path.to_lowercase();
        return if plan
            .path
            .as_deref()
            .is_some_and(|sought| lower.ends_with(sought.trim_start_matches("./")))
        {
            4.0
        } else {
            1.0
        };
    }
    if !plan.wants_tests && is_side_path(path, name) {
        factor *= weights.side_path;
    }
    if name == "__init__.py" {
        factor *= weights.package_file;
    }
    if name.ends_with(".d.ts") {
        factor *= weights.declaration_file;
    }
    match language.family() {
        Family::Code => {}
        Family::Document => factor *= weights.document,
        Family::Data => factor *= weights.data,
    }
    factor
}

/// Tests, examples and old code: beside what a query is usually after.
fn is_side_path(path: &str, name: &str) -> bool {
    let folders = path.split('/').rev().skip(1);
    let is_side_folder = |folder: &str| {
        matches!(
            folder.to_ascii_lowercase().as_str(),
            "test"
                | "tests"
                | "testing"
                | "__tests__"
                | "spec"
                | "specs"
                | "testdata"
                | "fixtures"
                | "example"
                | "examples"
                | "demo"
                | "demos"
                | "bench"
                | "benches"
                | "benchmark"
                | "benchmarks"
                | "compat"
                | "legacy"
                | "deprecated"
                | "vendor"
                | "third_party"
        )
    };
    let stem = name.split('.').next().unwrap_or(name);
    folders.into_iter().any(is_side_folder)
        || stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_tests")
        || stem.ends_with("_spec")
        || name.contains(".test.")
        || name.contains(".spec.")
        || (stem.ends_with("Test") || stem.ends_with("Tests"))
}
