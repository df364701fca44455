//! Judges the relevance of a file to a query by its path, before its content is considered.
//!
//! Paths that contain words of the query gain. Tests, examples and benchmarks get a penalty, as do old
//! versions, code for rare platforms, prose and data, unless the query asks for them. What does not depend on
//! the query is in [`PathTraits`], which can be kept from one query to the next. Start at [`PathPrior::of`].

use rutter_domain::{Family, FileId, Language};

use super::intent::QueryIntent;
use super::plan::QueryPlan;
use super::versions::Versions;
use super::weights::Weights;
use crate::files::Files;
use crate::lexicon::{RARE_PLATFORMS, words};
use crate::path_traits::{PathTraits, folded};

/// Factors on the scores of a file's chunks that follow from its path.
pub struct PathPrior {
    /// For words of the query in the path; at least 1.
    pub gain: f32,
    /// The part of the query that is in the name of the file, from 0 to 1.
    pub in_stem: f32,
    /// The part of the query that is in the name of its directory, from 0 to 1.
    pub in_directory: f32,
    /// For a file that the query names; a part of `gain`.
    pub named: f32,
    /// For a file that is called like a symbol in the query; not a part of `gain`.
    pub named_after: f32,
    /// For the kind of file; at most 1.
    pub penalty: f32,
    /// Below 1 if the file is a copy of another.
    pub copy: f32,
    /// The words of the query that are in the path.
    pub matched: Vec<String>,
}

impl PathPrior {
    pub fn of(
        file: FileId,
        plan: &QueryPlan,
        versions: &Versions<'_>,
        files: &dyn Files,
        weights: &Weights,
    ) -> PathPrior {
        let path = files.path(file).unwrap_or("");
        let traits = files.path_traits(file);
        let PathTraits { stem_words, directory_words, .. } = &*traits;
        let (mut in_stem, mut in_directory, mut total) = (0.0, 0.0, 0.0);
        let mut matched = Vec::new();
        for term in &plan.terms {
            total += if term.is_compound { 0.0 } else { term.weight };
            let fit = if term.is_compound { exact_fit } else { fit };
            let (stem_fit, directory_fit) =
                (fit(&term.text, stem_words), fit(&term.text, directory_words));
            in_stem += term.weight * stem_fit;
            in_directory += term.weight * directory_fit;
            if stem_fit > 0.0 || directory_fit > 0.0 {
                matched.push(term.text.clone());
            }
        }
        let part = |sum: f32| if total > 0.0 { (sum / total).min(1.0) } else { 0.0 };
        // A query that is a path means that file, be it a test or a document.
        let penalty = if plan.intent == QueryIntent::Path {
            1.0
        } else {
            penalty(path, &traits, files.language(file), plan, versions, weights)
        };
        let (in_stem, in_directory) = (part(in_stem), part(in_directory));
        let named = named_path_gain(path, plan, weights);
        let named_after = named_after_gain(&traits, plan, weights);
        let gain = (1.0 + weights.stem * in_stem + weights.directory * in_directory) * named;
        PathPrior { gain, in_stem, in_directory, named, named_after, penalty, copy: 1.0, matched }
    }
}

/// The match of a word with a path's words, from 0 to 1. Prefixes match partly: `config` of `configuration`.
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

/// Like [`fit`] for compound terms, which match as a whole only.
// Their prefixes mean nothing: `thread` of `threadpool` is a term of its own.
fn exact_fit(word: &str, path_words: &[String]) -> f32 {
    if path_words.iter().any(|path_word| path_word == word) { 1.0 } else { 0.0 }
}

/// The factor for a file that the query names, by its path or the end of it.
fn named_path_gain(path: &str, plan: &QueryPlan, weights: &Weights) -> f32 {
    if plan.paths.is_empty() {
        return 1.0;
    }
    let path = path.to_lowercase();
    let is_named = |name: &String| is_end_of(name, &path) || is_end_of(&path, name);
    if !plan.paths.iter().any(is_named) {
        1.0
    } else if plan.intent == QueryIntent::Path {
        // The query is nothing but the path.
        10.0
    } else {
        1.0 + weights.named_path
    }
}

/// The factor for a file that is called like a symbol in a sentence, as a module or a class often is. A query
/// that is only a name asks for the definition, wherever it is.
fn named_after_gain(traits: &PathTraits, plan: &QueryPlan, weights: &Weights) -> f32 {
    let is_called =
        |name: &str| folded(name.rsplit('.').next().unwrap_or(name)) == traits.folded_stem;
    let is_named_after = plan.intent == QueryIntent::Text
        && plan.symbols.iter().any(|symbol| is_called(&symbol.name));
    if is_named_after { 1.0 + weights.named_after } else { 1.0 }
}

/// Whether a path ends with another, in whole components.
fn is_end_of(end: &str, path: &str) -> bool {
    path.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

fn penalty(
    path: &str,
    traits: &PathTraits,
    language: Language,
    plan: &QueryPlan,
    versions: &Versions<'_>,
    weights: &Weights,
) -> f32 {
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut factor = match language.family() {
        Family::Code => 1.0,
        Family::Document => weights.document,
        Family::Data => weights.data,
    };
    // Documents belong in `docs`, and `weights.document` lowers them already.
    let is_beside = language.family() != Family::Document && traits.is_beside_sources;
    if !plan.wants_auxiliary_paths && (is_beside || traits.is_auxiliary) {
        factor *= weights.auxiliary_path;
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
    if traits.is_for_rare_platform && !words(RARE_PLATFORMS).any(asks_for) {
        factor *= weights.rare_platform;
    }
    factor
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(stem: &str, query: &str, expect: f32) {
        let weights = Weights { named_after: 1.0, ..Weights::default() };
        let gain = named_after_gain(&PathTraits::of(stem), &QueryPlan::of(query), &weights);
        assert!((gain - expect).abs() < 1e-6, "{query}: {gain}");
    }

    #[test]
    fn a_file_called_like_a_symbol_in_a_sentence_gains() {
        check("manage_hook", "how does ManageHook send windows to a workspace", 2.0);
        check("ManageHook", "how does `manage_hook` send windows to a workspace", 2.0);
        check("encoding", "how is an Encoding produced without a value", 2.0);
    }

    #[test]
    fn a_plain_word_or_a_name_alone_gains_nothing() {
        check("encoding", "how is the encoding produced without a value", 1.0);
        check("hook", "how does ManageHook send windows to a workspace", 1.0);
        check("manage_hook", "ManageHook", 1.0);
    }
}
