//! One file of a package, with its facts.

use rutter_domain::{Facts, Family, Language};
use rutter_syntax::{language_of, read};

#[derive(Debug)]
pub struct File {
    /// From the root of the package.
    pub path: String,
    pub text: String,
    pub facts: Facts,
}

impl File {
    pub fn read(path: String, text: String) -> Option<File> {
        let language = language_of(&path, &text);
        let is_wanted = language.family() == Family::Code || language == Language::Markdown;
        is_wanted.then(|| {
            let facts = read(language, &text);
            File { path, text, facts }
        })
    }
}
