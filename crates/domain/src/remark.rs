//! A statement inside an answer, with what to do about it.
//!
//! The layer that makes an answer states a fact and adds a [`Hint`]. Before the answer leaves the
//! toolbox, the caller's [`Vocabulary`] turns the hint into words ([`Worded::word`]).

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Hint, Vocabulary};

/// A fact, and what the reader can do about it. It is serialised as its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    text: String,
    hint: Option<Hint>,
}

impl Remark {
    pub fn new(text: impl Into<String>) -> Remark {
        Remark { text: text.into(), hint: None }
    }

    pub fn with_hint(text: impl Into<String>, hint: Hint) -> Remark {
        Remark { text: text.into(), hint: Some(hint) }
    }

    /// The text; without the hint, as long as [`Worded::word`] was not called.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Remark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// An answer that may hold remarks.
pub trait Worded {
    /// Turns the hints of all remarks into words of this vocabulary. Calling it again changes nothing.
    fn word(&mut self, vocabulary: &dyn Vocabulary);
}

impl Worded for Remark {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        if let Some(hint) = self.hint.take() {
            let hint = vocabulary.render(&hint);
            if !self.text.is_empty() {
                self.text.push_str("; ");
            }
            self.text.push_str(&hint);
        }
    }
}

impl<T: Worded> Worded for Option<T> {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        if let Some(worded) = self {
            worded.word(vocabulary);
        }
    }
}

impl<T: Worded> Worded for Vec<T> {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.iter_mut().for_each(|worded| worded.word(vocabulary));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Words;

    impl Vocabulary for Words {
        fn render(&self, _: &Hint) -> String {
            "update the index".to_owned()
        }
    }

    #[test]
    fn a_hint_is_worded_once() {
        let mut remark = Remark::with_hint("2 files changed", Hint::UpdateIndex);
        assert_eq!(serde_json::to_value(&remark).unwrap(), "2 files changed");
        remark.word(&Words);
        remark.word(&Words);
        assert_eq!(remark.to_string(), "2 files changed; update the index");
        assert_eq!(serde_json::to_value(&remark).unwrap(), remark.as_str());
    }

    #[test]
    fn a_remark_may_be_a_hint_alone() {
        let mut remark = Remark::with_hint("", Hint::UpdateIndex);
        remark.word(&Words);
        assert_eq!(remark.as_str(), "update the index");
    }
}
