//! What the path of a file says about a query.

use rutter_domain::{Family, FileId, Language};

use crate::query::{Aim, Plan};
use crate::reader::Files;
use crate::versions::Versions;
use crate::weights::Weights;
use crate::words::{Parts, Words};

/// What a file's path says about a query.
pub struct FileView {
    /// What scores are multiplied by for the words of the path.
    pub gain: f32,
    /// What they are multiplied by for the kind of file.
    pub penalty: f32,
    /// What they are multiplied by when it is a copy.
    pub copy: f32,
    /// The words of the query that are in the path.
    pub matched: Vec<String>,
}

impl FileView {
    pub fn of(
        file: FileId,
        plan: &Plan,
        versions: &Versions<'_>,
        files: &dyn Files,
        weights: &Weights,
    ) -> FileView {
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
            Aim::Symbol | Aim::Text | Aim::Error | Aim::Code => {
                penalty(path, files.language(file), plan, versions, weights)
            }
        };
        let gain = 1.0 + weights.stem * part(in_stem) + weights.folder * part(in_folder);
        FileView { gain: gain * path_gain(path, plan, weights), penalty, copy: 1.0, matched }
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

/// A file that the query names, as a whole or by the end of its path, is meant.
fn path_gain(path: &str, plan: &Plan, weights: &Weights) -> f32 {
    if plan.paths.is_empty() {
        return 1.0;
    }
    let path = path.to_lowercase();
    let is_named = |name: &String| is_end_of(name, &path) || is_end_of(&path, name);
    match (plan.paths.iter().any(is_named), plan.aim) {
        (true, Aim::Path) => 10.0,
        (true, Aim::Symbol | Aim::Text | Aim::Error | Aim::Code) => 1.0 + weights.mention,
        (false, _) => 1.0,
    }
}

/// Whether one path is the end of another: whole names of it.
fn is_end_of(end: &str, path: &str) -> bool {
    path.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

fn penalty(
    path: &str,
    language: Language,
    plan: &Plan,
    versions: &Versions<'_>,
    weights: &Weights,
) -> f32 {
    let name = path.rsplit('/').next().unwrap_or(path);
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
    let asks_for = |word: &str| plan.terms.iter().any(|term| term.text == word);
    if versions.outdated(path).is_some_and(|number| !asks_for(&format!("v{number}"))) {
        factor *= weights.old_version;
    }
    if is_for_other_system(path, name) && !OTHER_SYSTEMS.iter().any(|system| asks_for(system)) {
        factor *= weights.other_system;
    }
    factor
}

/// Systems that few work on: code for them repeats what there is for the usual ones.
const OTHER_SYSTEMS: [&str; 12] = [
    "win", "win32", "windows", "window", "cygwin", "os390", "aix", "sunos", "solaris", "haiku",
    "qnx", "ibmi",
];

/// Whether a file is for such a system only, by its folder or its name.
fn is_for_other_system(path: &str, name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let first = stem.split(['-', '_']).next().unwrap_or(stem);
    let last = stem.rsplit(['-', '_']).next().unwrap_or(stem);
    let is_system =
        |word: &str| OTHER_SYSTEMS.iter().any(|system| word.eq_ignore_ascii_case(system));
    path.split('/').rev().skip(1).any(is_system) || is_system(first) || is_system(last)
}

/// Tests, examples, old and foreign code: beside what a query is usually after.
pub fn is_side_path(path: &str, name: &str) -> bool {
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
        || matches!(stem, "test" | "tests" | "spec" | "conftest")
        || stem.starts_with("test_")
        || ["_test", "_tests", "_spec", "Test", "Tests", "Spec"]
            .iter()
            .any(|end| stem.ends_with(end))
        || [".test.", ".spec."].iter().any(|middle| name.contains(middle))
}
