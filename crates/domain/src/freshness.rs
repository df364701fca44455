//! How far an answer can be trusted: the state of the index it came from.

use serde::Serialize;

use crate::{Hint, Remark, Vocabulary, Worded};

/// The state of the index, reported with every answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Freshness {
    pub state: State,
    /// How many files are indexed.
    pub files: usize,
    /// How many files on disk differ from the index.
    pub changed: usize,
    /// Why it is not current.
    pub reason: Option<Remark>,
}

impl Freshness {
    /// The state of a repository that was never indexed.
    pub fn absent() -> Freshness {
        let reason = Remark::with_hint("nothing has been indexed yet", Hint::UpdateIndex);
        Freshness { state: State::Absent, files: 0, changed: 0, reason: Some(reason) }
    }
}

impl Worded for Freshness {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.reason.word(vocabulary);
    }
}

/// How the index relates to the working tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Every file is indexed in its current version.
    Current,
    /// Some files have changed since.
    Behind,
    /// An indexing run did not finish.
    Partial,
    /// There is no index.
    Absent,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Current => "current",
            State::Behind => "behind",
            State::Partial => "partial",
            State::Absent => "absent",
        }
    }
}
