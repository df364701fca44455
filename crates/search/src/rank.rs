//! Orders the candidates: all that is known of a good hit beside how often it has the words.
//!
//! The steps, in the order in which [`rank`] takes them, and why each is there:
//! 1. A file whose name has the words of the query is likely about them: its chunks gain, those
//!    in a folder of such a name gain a little.
//! 2. Tests, examples, old code, declarations and prose lose: they speak of what is sought but
//!    are seldom it. Not so when the query asks for them.
//! 3. A chunk that defines a symbol which the query names stands before those that use it.
//! 4. The other good chunks of a file lift its best: one match may be chance, five are not.
//! 5. Each further chunk of a file is damped, so that one file does not fill the answer; a copy of
//!    a better hit, too.
//!
//! Every sign is a number in [`Weights`], so that tuning is changing numbers. Equal scores are
//! ordered by path and place, never by the order in which the index has them.

use std::cmp::Ordering;
use std::collections::HashMap;

use rutter_domain::{Family, FileId, Language};

use crate::query::{Aim, CERTAIN, Plan};
use crate::reader::Files;
use crate::score::{Candidate, FieldWeights, Found};
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

/// How much each sign counts. The defaults were found on questions with known answers; around
/// them the quality of the answers changes little.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// How the words of the fields are scored, before anything here.
    pub fields: FieldWeights,
    /// What all words of the query in the name of the file add, as a part of the score. The
    /// strongest sign of all.
    pub stem: f32,
    /// The same for the folder that the file is in.
    pub folder: f32,
    /// What the definition of a symbol adds that is surely meant, as a part of the best score
    /// that is reached without.
    pub definition: f32,
    /// What a file's second chunk adds to the first, as a part of its own score; those after add
    /// less and less.
    pub lift: f32,
    /// What is left of the score of each further chunk of a file, time and again.
    pub damping: f32,
    /// What is left of the score of a chunk that is a copy of a better one in another file.
    pub copy: f32,
    /// What is left of the score of tests, examples, benchmarks, old and foreign code.
    pub side_path: f32,
    /// What is left of the score of an `__init__.py`: it names what others define.
    pub package_file: f32,
    /// What is left of the score of a `.d.ts`: it repeats what others define.
    pub declaration_file: f32,
    /// What is left of the score of prose.
    pub document: f32,
    /// What is left of the score of data: tables, settings, markup.
    pub data: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            fields: FieldWeights::default(),
            stem: 2.5,
            folder: 0.75,
            definition: 0.8,
            lift: 0.4,
            damping: 0.6,
            copy: 0.5,
            side_path: 0.3,
            package_file: 0.5,
            declaration_file: 0.7,
            document: 0.5,
            data: 0.6,
        }
    }
}

/// The score that is told as one half; what it is changes no order.
const MIDDLE_SCORE: f32 = 10.0;

/// A candidate on its way to a hit.
struct Contender {
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
    let mut contenders: Vec<Contender> = Vec::with_capacity(found.candidates.len());
    for candidate in found.candidates {
        let view = views
            .entry(candidate.file)
            .or_insert_with(|| FileView::of(candidate.file, plan, files, weights));
        contenders.push(Contender { candidate, score: candidate.score * view.factor });
    }
    add_definitions(&mut contenders, plan, &views, weights);
    sort(&mut contenders, files);
    weigh_files(&mut contenders, files, weights);
    sort(&mut contenders, files);
    contenders.truncate(limit);
    contenders
        .iter()
        .map(|contender| Ranked {
            file: contender.candidate.file,
            chunk: contender.candidate.chunk,
            score: contender.score / (contender.score + MIDDLE_SCORE),
            reasons: reasons(plan, contender, &views),
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
            Aim::Symbol | Aim::Path | Aim::Text => weights.definition * definition.fit * certainty,
        };
        contender.score += part * most * views[&contender.candidate.file].penalty;
    }
}

/// Lifts the best chunk of each file by its others, and damps those. Takes them best first.
fn weigh_files(contenders: &mut [Contender], files: &dyn Files, weights: &Weights) {
    let mut seen: HashMap<FileId, (usize, i32)> = HashMap::new();
    let mut originals: HashMap<(&str, u32, u32), FileId> = HashMap::new();
    for index in 0..contenders.len() {
        let Contender { candidate, score } = contenders[index];
        let (first, n_before) = *seen
            .entry(candidate.file)
            .and_modify(|(_, n_before)| *n_before += 1)
            .or_insert((index, 0));
        if n_before > 0 {
            contenders[first].score += weights.lift * score * weights.damping.powi(n_before - 1);
            contenders[index].score *= weights.damping.powi(n_before);
        }
        // Files of one name whose chunks score the same in the same place are the same.
        let path = files.path(candidate.file).unwrap_or("");
        let name = path.rsplit('/').next().unwrap_or(path);
        let key = (name, candidate.chunk, candidate.score.to_bits());
        if *originals.entry(key).or_insert(candidate.file) != candidate.file {
            contenders[index].score *= weights.copy;
        }
    }
}

fn reasons(plan: &Plan, contender: &Contender, views: &HashMap<FileId, FileView>) -> Vec<String> {
    let mut reasons = Vec::new();
    if let Some(definition) = contender.candidate.definition {
        reasons.push(format!("defines {}", plan.sought[definition.sought].name));
    }
    if let Some(view) = views.get(&contender.candidate.file) {
        if !view.matched.is_empty() {
            reasons.push(format!("path: {}", view.matched.join(" ")));
        }
        if view.penalty < 1.0 {
            reasons.push(format!("kind of file: x{:.2}", view.penalty));
        }
    }
    reasons.push(format!("bm25 {:.1}", contender.candidate.score));
    reasons
}

/// What a file's path says about a query.
struct FileView {
    /// What scores are multiplied by.
    factor: f32,
    /// The part of it that comes from the kind of file.
    penalty: f32,
    /// The words of the query that are in the path.
    matched: Vec<String>,
}

impl FileView {
    fn of(file: FileId, plan: &Plan, files: &dyn Files, weights: &Weights) -> FileView {
        let path = files.path(file).unwrap_or("");
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or(name);
        let folder = folders.rsplit('/').next().unwrap_or("");
        // A name that every folder has says nothing: the folder's own stands for it.
        let is_blank = matches!(stem, "mod" | "index" | "lib" | "main" | "__init__" | "init");
        let stem_words = words_of(if is_blank { folder } else { stem });
        let folder_words = words_of(folder);
        let (mut in_stem, mut in_folder, mut total) = (0.0, 0.0, 0.0);
        let mut matched = Vec::new();
        for term in &plan.terms {
            total += if term.is_joint { 0.0 } else { term.weight };
            let fit = if term.is_joint { exact_fit } else { fit };
            let (stem_fit, folder_fit) =
                (fit(&term.text, &stem_words), fit(&term.text, &folder_words));
            in_stem += term.weight * stem_fit;
            in_folder += term.weight * folder_fit;
            if stem_fit > 0.0 || folder_fit > 0.0 {
                matched.push(term.text.clone());
            }
        }
        let part = |sum: f32| if total > 0.0 { (sum / total).min(1.0) } else { 0.0 };
        let penalty = match plan.aim {
            Aim::Path => 1.0,
            Aim::Symbol | Aim::Text => penalty(path, name, files.language(file), plan, weights),
        };
        let gain = 1.0 + weights.stem * part(in_stem) + weights.folder * part(in_folder);
        FileView { factor: gain * penalty * path_gain(path, plan), penalty, matched }
    }
}

/// How well a word fits one of a path's words: `config` is short for `configuration`.
fn fit(word: &str, path_words: &[String]) -> f32 {
    let mut best: f32 = 0.0;
    for path_word in path_words {
        if path_word == word {
            return 1.0;
        }
        let n_common = path_word.len().min(word.len());
        if n_common >= 4 && (path_word.starts_with(word) || word.starts_with(path_word.as_str())) {
            best = best.max(0.6);
        } else if n_common == 3 && word.starts_with(path_word.as_str()) {
            best = best.max(0.3);
        }
    }
    best
}

/// The same for two words in one, which are no name when they are cut.
fn exact_fit(word: &str, path_words: &[String]) -> f32 {
    if path_words.iter().any(|path_word| path_word == word) { 1.0 } else { 0.0 }
}

fn words_of(text: &str) -> Vec<String> {
    let mut parts = Parts::default();
    Words::new(text, &mut parts).collect_all()
}

/// A query that is the end of the path is after this file and no other.
fn path_gain(path: &str, plan: &Plan) -> f32 {
    let is_sought = |sought: &str| {
        let path = path.to_lowercase();
        path.strip_suffix(sought).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    if plan.path.as_deref().is_some_and(is_sought) { 10.0 } else { 1.0 }
}

fn penalty(path: &str, name: &str, language: Language, plan: &Plan, weights: &Weights) -> f32 {
    let mut factor = match language.family() {
        Family::Code => 1.0,
        Family::Document => weights.document,
        Family::Data => weights.data,
    };
    if !plan.wants_side_paths && is_side_path(path, name) {
        factor *= weights.side_path;
    }
    if name == "__init__.py" {
        factor *= weights.package_file;
    } else if name.ends_with(".d.ts") {
        factor *= weights.declaration_file;
    }
    factor
}

/// Tests, examples, old and foreign code: beside what a query is usually after.
fn is_side_path(path: &str, name: &str) -> bool {
    const FOLDERS: [&str; 24] = [
        "test",
        "tests",
        "testing",
        "__tests__",
        "spec",
        "specs",
        "testdata",
        "fixture",
        "fixtures",
        "mock",
        "mocks",
        "example",
        "examples",
        "sample",
        "samples",
        "demo",
        "demos",
        "bench",
        "benches",
        "benchmark",
        "benchmarks",
        "compat",
        "legacy",
        "deprecated",
    ];
    let stem = name.split('.').next().unwrap_or(name);
    path.split('/')
        .rev()
        .skip(1)
        .any(|folder| FOLDERS.iter().any(|side| folder.eq_ignore_ascii_case(side)))
        || stem.starts_with("test_")
        || ["_test", "_tests", "_spec", "Test", "Tests", "Spec"]
            .iter()
            .any(|end| stem.ends_with(end))
        || [".test.", ".spec."].iter().any(|middle| name.contains(middle))
}
