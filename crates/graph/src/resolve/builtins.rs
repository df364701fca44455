//! Built-in names: they belong to a language or its standard library and lead to no definition here.
//!
//! A bare use of a built-in name means the built-in unless the file defines or imports another,
//! even if the repository defines that name exactly once. A method of the language's own types may
//! always be meant if the type of a value is not known.

use std::sync::LazyLock;

use rutter_domain::Language;
use rutter_syntax::profile;

use crate::base::hash::{HashSetOf, hash_name, hash_words};

/// Whether every file of a language has this name without an import.
pub fn is_builtin(language: Language, name: &str) -> bool {
    words_of(language).is_some_and(|words| words.names.contains(&hash_name(name)))
}

/// Whether types of the language or its standard library often have a method of this name.
pub fn is_common_method(language: Language, name: &str) -> bool {
    words_of(language).is_some_and(|words| words.methods.contains(&hash_name(name)))
}

/// Hashes of the names of a language's library.
struct Words {
    names: HashSetOf<u64>,
    methods: HashSetOf<u64>,
}

fn words_of(language: Language) -> Option<&'static Words> {
    // In the order of the languages, as they are asked for at every use of a name.
    static WORDS: LazyLock<Vec<Words>> = LazyLock::new(|| {
        let libraries = Language::all().map(|language| &profile(language).library);
        let hashed = libraries.map(|library| Words {
            names: hash_words(library.names),
            methods: hash_words(library.methods),
        });
        hashed.collect()
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
