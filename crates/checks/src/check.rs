//! A check: a question asked of every claim, with an example that it finds and one that it passes.

use crate::context::SubjectContext;
use crate::statement::Statement;
use crate::{Problem, Subject};

/// A check, and how it is run.
pub(crate) struct Check {
    pub(crate) info: CheckInfo,
    pub(crate) run: Run,
}

/// The part of an entry that a check is run on.
pub(crate) enum Run {
    /// One claim after the other.
    Claim(fn(&Statement, &SubjectContext<'_>) -> Vec<Problem>),
    /// The entry as a whole.
    Entry(fn(&SubjectContext<'_>) -> Vec<Problem>),
    /// A fact of a kind, stated beside the prose.
    Fact(fn(&SubjectContext<'_>, &str, &str) -> Vec<Problem>),
}

/// The description of a check.
#[derive(Debug)]
pub struct CheckInfo {
    /// Such as `calls`; findings carry it.
    pub id: &'static str,
    /// What must hold, in one sentence.
    pub about: &'static str,
    /// The entries that it is asked about.
    pub scope: &'static [SubjectScope],
    /// The files that both examples are held against, each headed by its path.
    pub code: &'static str,
    /// The file that the examples describe; `.` for the repository.
    pub path: &'static str,
    /// The symbol that they describe; empty for the whole of `path`.
    pub symbol: &'static str,
    /// Is found by this check.
    pub wrong: Example,
    /// No check finds anything against it.
    pub right: Example,
}

/// A statement that a check finds, or passes.
#[derive(Debug, Clone, Copy)]
pub enum Example {
    /// A claim whose evidence is the symbol itself.
    Claim(&'static str),
    /// A claim with the lines that it cites: path, first and last line.
    Cited(&'static str, &'static str, u32, u32),
    /// A stated fact, by its kind.
    Fact(&'static str, &'static str),
}

/// The extent of the code that an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectScope {
    Symbol,
    File,
    /// A folder, the repository or a topic: its code is what it cites.
    Wide,
}

impl SubjectScope {
    pub const ALL: [SubjectScope; 3] =
        [SubjectScope::Symbol, SubjectScope::File, SubjectScope::Wide];

    pub fn name(self) -> &'static str {
        match self {
            SubjectScope::Symbol => "symbol",
            SubjectScope::File => "file",
            SubjectScope::Wide => "wide",
        }
    }

    pub(crate) fn of(subject: &Subject) -> SubjectScope {
        match (subject.is_wide(), subject.is_file()) {
            (true, _) => SubjectScope::Wide,
            (false, true) => SubjectScope::File,
            (false, false) => SubjectScope::Symbol,
        }
    }
}
