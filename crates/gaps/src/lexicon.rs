//! Words that rules go by, one table for each concern.
//!
//! A row has words between commas, the language of the code that they are about, and the case that needs
//! them. A word without a case is deleted. Matching is left to the [`Words`] of a table.

pub mod comments;
pub mod documents;
pub mod paths;
pub mod programs;
pub mod symbols;

/// Words between commas, their language, and the case that needs them.
type Row = (&'static str, &'static str, &'static str);

/// The words of one concern.
pub struct Words(&'static [Row]);

impl Words {
    pub fn iter(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.0.iter().flat_map(|(words, _, _)| words.split(',').map(str::trim))
    }

    pub fn has(&self, word: &str) -> bool {
        self.iter().any(|one| one == word)
    }

    pub fn has_in_any_case(&self, word: &str) -> bool {
        self.iter().any(|one| one.eq_ignore_ascii_case(word))
    }

    /// The text behind the first word that it begins with.
    pub fn behind<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.iter().find_map(|one| text.strip_prefix(one))
    }

    pub fn begin(&self, text: &str) -> bool {
        self.behind(text).is_some()
    }

    pub fn end(&self, text: &str) -> bool {
        self.iter().any(|one| text.ends_with(one))
    }

    pub fn occur_in(&self, text: &str) -> bool {
        self.iter().any(|one| text.contains(one))
    }
}
