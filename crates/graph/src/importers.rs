//! Narrows down which files may import a file, by the words an import of it must contain.

use crate::base::Base;
use crate::base::paths::{ancestors_of, name_of, parent_of, stem_of};

/// Names of files that are imported by the name of their folder, without extension.
const NAMED_BY_FOLDER: [&str; 6] = ["index", "mod", "lib", "main", "__init__", "init"];

/// Whether a file stands for its folder or package.
pub fn is_main_file(path: &str) -> bool {
    NAMED_BY_FOLDER.contains(&stem_of(path))
}

/// Names of folders that are left out of the name of a module.
const NAMELESS_FOLDERS: [&str; 3] = ["src", "lib", "source"];

/// The files that contain a word which an import of this file would contain, in order. An import by
/// `..` alone has no such word and is missed.
pub fn likely_importers(base: &Base<'_>, file: u32) -> Vec<u32> {
    let path = base.paths.path(file);
    // A package is imported by its folder, whatever its files are called.
    let mut names = vec![stem_of(path), name_of(parent_of(path))];
    if is_main_file(path) {
        // `door/src/index.ts` is imported as `door`.
        let mut folders = ancestors_of(parent_of(path)).map(name_of).peekable();
        while folders.next_if(|folder| NAMELESS_FOLDERS.contains(folder)).is_some() {
            names.extend(folders.peek());
        }
    }
    let words = names.into_iter().filter_map(longest_word);
    let mut importers: Vec<u32> = words.flat_map(|word| base.files_with_word(word)).collect();
    importers.sort_unstable();
    importers.dedup();
    importers
}

/// The longest run of letters, digits and underscores, which the index of words contains.
pub fn longest_word(name: &str) -> Option<&str> {
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).max_by_key(|word| word.len())
}
