//! Built-in names: they belong to a language or its standard library and lead to no definition here.
//!
//! A bare use of a built-in name means the built-in unless the file defines or imports another,
//! even if the repository defines that name exactly once. A method of the language's own types may
//! always be meant if the type of a value is not known.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use rutter_domain::Language;
use rutter_syntax::profile;

use crate::base::hash::hash_name;
use crate::base::paths::PrehashedHasher;

/// Whether every file of a language has this name without an import.
pub fn is_builtin(language: Language, name: &str) -> bool {
    words_of(language).is_some_and(|words| words.names.contains(&hash_name(name)))
}

/// Whether types of the language or its standard library commonly have a method of this name.
pub fn is_common_method(language: Language, name: &str) -> bool {
    words_of(language).is_some_and(|words| words.methods.contains(&hash_name(name)))
}

/// Hashes of the names of a language's library.
struct Words {
    names: HashSet<u64, BuildHasherDefault<PrehashedHasher>>,
    methods: HashSet<u64, BuildHasherDefault<PrehashedHasher>>,
}

fn words_of(language: Language) -> Option<&'static Words> {
    // In the order of the languages, as they are asked for at every use of a name.
    static WORDS: LazyLock<Vec<Words>> = LazyLock::new(|| {
        let hashed = |list: &str| list.split_whitespace().map(hash_name).collect();
        let libraries = Language::all().map(|language| &profile(language).library);
        libraries
            .map(|library| Words { names: hashed(library.names), methods: hashed(library.methods) })
            .collect()
    });
    WORDS.get(language as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_built_in_to_its_own_language_alone() {
        assert!(is_builtin(Language::Python, "len"));
        assert!(!is_builtin(Language::Rust, "len"));
        assert!(is_common_method(Language::Rust, "len"));
        assert!(!is_common_method(Language::Rust, ""));
        assert!(Language::all().zip(0..).all(|(language, place)| language as usize == place));
    }
}
