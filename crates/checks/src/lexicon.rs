//! Word lists of the checks, one file for each concern.
//!
//! A list is a [`Table`]: a line for each row, with its words and, after ` -- `, the case that needs them. A
//! row about one language begins with its name and `=>`. A word without a case is not added.

use std::sync::OnceLock;

pub(crate) mod calls;
pub(crate) mod definitions;
pub(crate) mod errors;
pub(crate) mod hostile;
pub(crate) mod kinds;
pub(crate) mod literals;
pub(crate) mod numbers;
pub(crate) mod parameters;
pub(crate) mod standard_names;
pub(crate) mod units;
pub(crate) mod users;
pub(crate) mod vague;
pub(crate) mod writes;

/// Rows such as `rust => panic! | bail! -- the case that needs it`.
pub(crate) struct Table {
    text: &'static str,
    /// What is between two words of a row.
    separator: &'static str,
    words: OnceLock<Vec<&'static str>>,
}

impl Table {
    pub(crate) const fn new(text: &'static str) -> Table {
        Table { text, separator: " | ", words: OnceLock::new() }
    }

    /// A table of single words with blanks between them.
    pub(crate) const fn of_words(text: &'static str) -> Table {
        Table { text, separator: " ", words: OnceLock::new() }
    }

    /// The words or phrases of all rows.
    pub(crate) fn words(&self) -> &[&'static str] {
        self.words.get_or_init(|| self.rows().flat_map(|row| row.words()).collect())
    }

    /// The words of the rows with a label.
    pub(crate) fn words_of(&self, label: &str) -> impl Iterator<Item = &'static str> {
        self.rows().filter(move |row| row.label == label).flat_map(|row| row.words())
    }

    /// Whether it has a word, given in lower case.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words().contains(&word)
    }

    /// Whether a text contains one of its words, anywhere.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.words().iter().any(|word| text.contains(word))
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Row> {
        let lines = self.text.lines().filter(|line| !line.is_empty());
        lines.map(|line| Row::read(line, self.separator))
    }
}

/// One line of a table.
pub(crate) struct Row {
    /// What is before `=>`: a language or a heading. Empty if there is none.
    pub(crate) label: &'static str,
    text: &'static str,
    separator: &'static str,
    /// Read by tests alone: a word without a case is not added.
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) case: &'static str,
}

impl Row {
    fn read(line: &'static str, separator: &'static str) -> Row {
        let (left, case) = line.rsplit_once(" -- ").unwrap_or((line, ""));
        let (label, text) = left.split_once(" => ").unwrap_or(("", left));
        Row { label, text, separator, case }
    }

    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.text.split(self.separator)
    }
}
