//! What the path of a file says by itself, whatever is asked for.
//!
//! To split a path into words takes longer than to compare them with a query, and the same files come up again and
//! again. So [`PathTraits`] can be kept from one query to the next; `query/path_prior.rs` makes use of them.

use rutter_domain::is_auxiliary_path;
use rutter_domain::words::tokenize;

/// What a path says by itself, whatever is asked for.
#[derive(Debug)]
pub struct PathTraits {
    /// The name of the file without its extension, or that of its directory if many files share it. Letters and
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
        // A name that many directories share says nothing; the name of the directory is used instead.
        let is_generic = matches!(stem, "mod" | "index" | "lib" | "main" | "__init__" | "init");
        let stem = if is_generic { directory } else { stem };
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

/// Platforms that few people mean: code for them mirrors the code for the usual ones.
pub(crate) const RARE_PLATFORMS: [&str; 12] = [
    "win", "win32", "windows", "window", "cygwin", "os390", "aix", "sunos", "solaris", "haiku",
    "qnx", "ibmi",
];

/// Whether a file is for such a platform only, by its directory or its name.
fn is_for_rare_platform(path: &str, name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let first = stem.split(['-', '_']).next().unwrap_or(stem);
    let last = stem.rsplit(['-', '_']).next().unwrap_or(stem);
    let is_rare =
        |word: &str| RARE_PLATFORMS.iter().any(|platform| word.eq_ignore_ascii_case(platform));
    path.split('/').rev().skip(1).any(is_rare) || is_rare(first) || is_rare(last)
}

/// Whether code is beside the sources of the project: what others wrote, or what its documents need.
fn is_beside_sources(path: &str) -> bool {
    // Not `doc`: it is also the name of packages.
    const DIRECTORIES: [&str; 5] = ["vendor", "third_party", "node_modules", "external", "docs"];
    let mut directories = path.split('/').rev().skip(1);
    directories.any(|directory| DIRECTORIES.iter().any(|name| directory.eq_ignore_ascii_case(name)))
}
