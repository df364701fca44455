//! Narrows down which files may import a file, by the words an import of it must contain.

use crate::base::Base;
use crate::base::paths::{name_of, parent_of};

/// Names of files that are imported by the name of their folder, without extension.
const NAMED_BY_FOLDER: [&str; 6] = ["index", "mod", "lib", "main", "__init__", "init"];
/// Names of folders that are left out of the name of a module.
const NAMELESS_FOLDERS: [&str; 3] = ["src", "lib", "source"];

/// The files that contain a word which an import of this file would contain, in order. An import by
/// `..` alone has no such word and is missed.
pub fn likely_importers(base: &Base<'_>, file: u32) -> Vec<u32> {
    let path = base.paths.path(file);
    let name = name_of(path);
    let stem = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(name);
    let mut words = Vec::new();
    words.extend(longest_word(stem));
    let mut folder = parent_of(path);
    if !NAMED_BY_FOLDER.contains(&stem) {
        // A package is imported by its folder, whatever its files are called.
        words.extend(longest_word(name_of(folder)));
    }
    while NAMED_BY_FOLDER.contains(&stem) && !folder.is_empty() {
        words.extend(longest_word(name_of(folder)));
        if !NAMELESS_FOLDERS.contains(&name_of(folder)) {
            break;
        }
        folder = parent_of(folder);
    }
    let mut importers: Vec<u32> =
        words.into_iter().flat_map(|word| base.files_with_word(word)).collect();
    importers.sort_unstable();
    importers.dedup();
    importers
}

/// The longest run of letters, digits and underscores, which the index of words contains.
pub fn longest_word(name: &str) -> Option<&str> {
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).max_by_key(|word| word.len())
}
