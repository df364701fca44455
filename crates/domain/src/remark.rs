//! A statement inside an answer, with a hint what to do about it.
//!
//! The layer that makes an answer states a fact and adds a [`Hint`]. Before the answer leaves the
//! toolbox, the caller's [`Vocabulary`] turns the hint into words ([`Worded::word`]).

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Hint, Vocabulary};

/// Facts, each with a hint to the reader. It is serialised as its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Hint(Hint),
}

impl Remark {
    pub fn new(text: impl Into<String>) -> Remark {
        Remark { parts: vec![Part::Text(text.into())] }
    }

    pub fn with_hint(text: impl Into<String>, hint: Hint) -> Remark {
        Remark { parts: vec![Part::Text(text.into()), Part::Hint(hint)] }
    }

    /// A hint without a fact.
    pub fn hint_alone(hint: Hint) -> Remark {
        Remark { parts: vec![Part::Hint(hint)] }
    }

    /// Adds words before its first fact.
    pub fn with_prefix(mut self, prefix: &str) -> Remark {
        match self.parts.first_mut() {
            Some(Part::Text(text)) => text.insert_str(0, prefix),
            Some(Part::Hint(_)) | None => self.parts.insert(0, Part::Text(prefix.to_owned())),
        }
        self
    }

    /// Both remarks, one after the other.
    pub fn join(mut self, other: Remark) -> Remark {
        self.parts.extend(other.parts);
        self
    }

    /// Both remarks if there are two.
    pub fn join_options(left: Option<Remark>, right: Option<Remark>) -> Option<Remark> {
        match (left, right) {
            (Some(left), Some(right)) => Some(left.join(right)),
            (left, right) => left.or(right),
        }
    }
}

/// The text; without hints, as long as [`Worded::word`] was not called.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text),
            Part::Hint(_) => None,
        });
        for (at, text) in texts.enumerate() {
            if at > 0 {
                f.write_str("; ")?;
            }
            f.write_str(text)?;
        }
        Ok(())
    }
}

impl Serialize for Remark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An answer that may contain remarks.
pub trait Worded {
    /// Renders the hints of all remarks in the words of this vocabulary. Calling it again changes nothing.
    fn word(&mut self, vocabulary: &dyn Vocabulary);
}

impl Worded for Remark {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        for part in &mut self.parts {
            if let Part::Hint(hint) = part {
                *part = Part::Text(vocabulary.render(hint));
            }
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
        assert_eq!(serde_json::to_value(&remark).unwrap(), remark.to_string());
    }

    #[test]
    fn joined_remarks_keep_their_hints() {
        let first = Remark::with_hint("no vectors", Hint::RebuildVectors);
        let both = Remark::join_options(Some(first), Some(Remark::new("nothing fits")));
        let mut remark = both.unwrap().with_prefix("by words only: ");
        remark.word(&Words);
        assert_eq!(remark.to_string(), "by words only: no vectors; update the index; nothing fits");
        assert_eq!(Remark::join_options(None, None), None);
    }
}
