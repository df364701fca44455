//! What every store must do, as checks that run against any implementation.
//!
//! A check opens an empty store as often as it likes and returns a [`Violation`] if the store does not
//! behave. [`check`] runs all of them, [`check_runs`] those of a [`RunStore`](crate::RunStore). `tests`
//! breaks a store in many ways and proves that each is found.

mod changes;
mod entries;
mod gaps;
mod history;
mod leases;
mod runs;
mod sessions;
mod state;

use std::fmt::Debug;

use rutter_domain::{
    Claim, ContentHash, Entry, Evidence, Finding, Review, ReviewedClaim, StatedFacts, SymbolKind,
    Timestamp, Verdict,
};

use crate::{Anchor, EntryVector, Error, Store, StoredEntry, Strength, Support, SupportKind};

pub use runs::check_runs;

/// Opens one more handle on the same store.
pub type Open = Box<dyn Fn() -> Result<Box<dyn Store>, Error> + Send + Sync>;

/// A check that a store did not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Name of the check: a sentence that should be true.
    pub check: &'static str,
    pub detail: String,
}

type Check = fn(&Open) -> Result<(), String>;

/// Runs all checks, each on a store of its own that `create` makes.
pub fn check(create: &dyn Fn() -> Open) -> Result<(), Violation> {
    let all = [
        entries::CHECKS,
        history::CHECKS,
        changes::CHECKS,
        sessions::CHECKS,
        state::CHECKS,
        leases::CHECKS,
        gaps::CHECKS,
    ];
    for (check, run) in all.into_iter().flatten() {
        run(&create()).map_err(|detail| Violation { check, detail })?;
    }
    Ok(())
}

/// An entry with a value in every field.
pub fn sample_entry(path: &str, symbol: &str, summary: &str) -> StoredEntry {
    let evidence = Evidence { path: path.to_owned(), start_line: 1, end_line: 3 };
    let support = Support {
        kind: SupportKind::Definition,
        path: "b.rs".to_owned(),
        symbol: "g".to_owned(),
        hash: u64::MAX - 2,
        content: ContentHash([8; 16]),
        strength: Strength::Soft,
    };
    StoredEntry {
        entry: Entry {
            id: String::new(),
            symbol: symbol.to_owned(),
            path: path.to_owned(),
            summary: summary.to_owned(),
            details: Some("it says so".to_owned()),
            tags: vec!["net".to_owned()],
            facts: StatedFacts { calls: vec!["g".to_owned()], ..StatedFacts::default() },
            evidence: vec![evidence.clone()],
            confidence: Some(0.5),
            author: "tester".to_owned(),
            run: Some("run-1".to_owned()),
            created_at: Timestamp(1000),
            verdict: Verdict::Checked,
            claims: vec![Claim {
                text: summary.to_owned(),
                finding: Finding::Supported,
                reason: None,
                evidence: vec![evidence],
                check: None,
            }],
        },
        anchor: Anchor {
            name: symbol.to_owned(),
            kind: SymbolKind::Function,
            subject: u64::MAX - 1,
            start_line: 1,
            end_line: 3,
            content: ContentHash([7; 16]),
            windows: vec![None],
            twins: Vec::new(),
            supports: vec![support],
        },
        vector: Some(EntryVector { embedder: "a:b".to_owned(), values: vec![1, -2, 127] }),
        notes: Vec::new(),
        checks: 7,
        reviews: vec![sample_review("reader", Finding::Supported)],
    }
}

/// A review of one claim.
pub fn sample_review(reader: &str, finding: Finding) -> Review {
    let (text, evidence, reason) = ("it works".to_owned(), None, Some("line 2".to_owned()));
    Review {
        reader: reader.to_owned(),
        run: None,
        at: Timestamp(1500),
        answers: vec![ReviewedClaim { text, finding, evidence, reason }],
    }
}

fn opened(open: &Open) -> Result<Box<dyn Store>, String> {
    open().map_err(failed)
}

/// An error where none is expected.
fn failed(error: Error) -> String {
    format!("unexpected error: {}", error.with_cause())
}

fn equal<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: found {found:?}, expected {expected:?}"))
    }
}

fn ensure(what: &str, holds: bool) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("it does not hold that {what}")) }
}

#[cfg(test)]
mod tests;
