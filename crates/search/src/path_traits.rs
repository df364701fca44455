//! The traits of a file's path that do not depend on the query.
//!
//! Splitting a path into words takes longer than comparing them with a query, and the same files come up again and
//! again. So [`PathTraits`] can be cached from one query to the next; `query/path_prior.rs` uses them.

use rutter_domain::is_auxiliary_path;
use rutter_domain::words::tokenize;

use crate::lexicon::{BESIDE_SOURCES, RARE_PLATFORMS, SHARED_STEMS, has_word, words};

/// The traits of a path that do not depend on the query.
#[derive(Debug)]
pub struct PathTraits {
    /// The name of the file without its extension, or that of its directory if many files have that name. Letters and
    /// digits in lower case.
    pub(crate) folded_stem: String,
    pub(crate) stem_words: Vec<String>,
    pub(crate) directory_words: Vec<String>,
    pub(crate) is_auxiliary: bool,
    pub(crate) is_beside_sources: bool,
    pub(crate) is_for_rare_platform: bool,
}

impl PathTraits {
    pub fn of(path: &str) -> PathTraits {
        let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or(name);
        let directory = directories.rsplit('/').next().unwrap_or("");
        let stem = if has_word(SHARED_STEMS, stem) { directory } else { stem };
        PathTraits {
            folded_stem: folded(stem),
            stem_words: tokenize(stem),
            directory_words: tokenize(directory),
            is_auxiliary: is_auxiliary_path(path, name),
            is_beside_sources: is_beside_sources(path),
            is_for_rare_platform: is_for_rare_platform(path, name),
        }
    }
}

/// The letters and digits of a name, in lower case.
pub(crate) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a file is for a rare platform only, by its directory or its name.
fn is_for_rare_platform(path: &str, name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let first = stem.split(['-', '_']).next().unwrap_or(stem);
    let last = stem.rsplit(['-', '_']).next().unwrap_or(stem);
    let is_rare =
        |word: &str| words(RARE_PLATFORMS).any(|platform| word.eq_ignore_ascii_case(platform));
    path.split('/').rev().skip(1).any(is_rare) || is_rare(first) || is_rare(last)
}

/// Whether a file is beside the sources of the project: others wrote it, or documents need it.
fn is_beside_sources(path: &str) -> bool {
    let mut directories = path.split('/').rev().skip(1);
    directories
        .any(|directory| words(BESIDE_SOURCES).any(|name| directory.eq_ignore_ascii_case(name)))
}
