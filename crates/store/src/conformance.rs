//! What every store must do, as checks that run against any implementation.
//!
//! A check opens an empty store as often as it likes and returns a [`Violation`] if the store does not
//! behave. [`check`] runs all of them, [`check_runs`] those of a [`RunStore`](crate::RunStore). `tests`
//! breaks a store in many ways and proves that each is found.

mod changes;
mod entries;
mod leases;
mod runs;
mod sessions;
mod state;

use std::fmt::Debug;

use rutter_domain::{ContentHash, Entry, Evidence, SymbolKind, Timestamp, Verdict};

use crate::{Anchor, EntryVector, Error, Store, StoredEntry};

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
    let all = [entries::CHECKS, changes::CHECKS, sessions::CHECKS, state::CHECKS, leases::CHECKS];
    for (check, run) in all.into_iter().flatten() {
        run(&create()).map_err(|detail| Violation { check, detail })?;
    }
    Ok(())
}

/// An entry with a value in every field.
pub fn sample_entry(path: &str, symbol: &str, summary: &str) -> StoredEntry {
    let evidence = Evidence { path: path.to_owned(), start_line: 1, end_line: 3 };
    StoredEntry {
        entry: Entry {
            id: String::new(),
            symbol: symbol.to_owned(),
            path: path.to_owned(),
            summary: summary.to_owned(),
            details: Some("it says so".to_owned()),
            tags: vec!["net".to_owned()],
            evidence: vec![evidence],
            confidence: Some(0.5),
            author: "tester".to_owned(),
            run: Some("run-1".to_owned()),
            created_at: Timestamp(1000),
            verdict: Verdict::Verified,
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
        },
        vector: Some(EntryVector { embedder: "a:b".to_owned(), values: vec![1, -2, 127] }),
        notes: Vec::new(),
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
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}: found {found:?}, expected {expected:?}")),
    }
}

fn ensure(what: &str, holds: bool) -> Result<(), String> {
    match holds {
        true => Ok(()),
        false => Err(format!("it does not hold that {what}")),
    }
}

#[cfg(test)]
mod tests;
