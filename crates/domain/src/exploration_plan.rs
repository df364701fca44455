//! The symbols and files that an exploration should record, and its progress.
//!
//! A plan is made once, before the first request, because ranking the symbols of a large repository
//! takes seconds. [`ExplorationPlan::progress`] then compares it with the notebook after every turn.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use crate::KnownEntry;

/// The central symbols and the source files of a repository, or of the part that is explored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct ExplorationPlan {
    /// The most central first.
    pub central: Vec<PlannedSymbol>,
    /// Source files, those of central symbols first, without tests, examples and foreign code.
    pub files: Vec<String>,
}

/// A symbol that should have an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlannedSymbol {
    /// The qualified name; empty for a file.
    pub symbol: String,
    pub path: String,
}

impl fmt::Display for PlannedSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.symbol.is_empty() {
            f.write_str(&self.path)
        } else {
            write!(f, "`{}` in {}", self.symbol, self.path)
        }
    }
}

/// A symbol whose every line was shown in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenSymbol {
    pub symbol: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
}

/// The recorded part of a plan. Only entries that are checked or confirmed count.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct PlanProgress {
    /// Central symbols with an entry of their own, and central files with any.
    pub central: CoveredShare,
    /// Source files with an entry, of their own or of a symbol in them.
    pub files: CoveredShare,
    /// Central symbols without an entry, the most central first.
    pub missing_central: Vec<PlannedSymbol>,
    /// Source files without an entry.
    pub missing_files: Vec<String>,
}

/// A number of symbols or files, and how many of them have an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct CoveredShare {
    pub covered: usize,
    pub all: usize,
}

impl fmt::Display for CoveredShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.covered, self.all)
    }
}

impl ExplorationPlan {
    /// Compares the plan with the known entries.
    pub fn progress(&self, known: &[KnownEntry]) -> PlanProgress {
        let good = || known.iter().filter(|known| known.status.is_good());
        let symbols: BTreeSet<(&str, &str)> =
            good().map(|known| (known.path.as_str(), known.symbol.as_str())).collect();
        let files: BTreeSet<&str> = good().map(|known| known.path.as_str()).collect();
        let mut progress = PlanProgress::default();
        for planned in &self.central {
            let PlannedSymbol { symbol, path } = planned;
            // A file is central for what is in it.
            let is_covered = if symbol.is_empty() {
                files.contains(path.as_str())
            } else {
                symbols.contains(&(path.as_str(), symbol.as_str()))
            };
            if !progress.central.add(is_covered) {
                progress.missing_central.push(planned.clone());
            }
        }
        for path in &self.files {
            if !progress.files.add(files.contains(path.as_str())) {
                progress.missing_files.push(path.clone());
            }
        }
        progress
    }
}

impl PlanProgress {
    /// The symbols and files without an entry as text, central ones first, at most `most`. `None` if all have one.
    pub fn missing(&self, most: usize) -> Option<String> {
        let in_central = |path: &str| self.missing_central.iter().any(|one| one.path == path);
        let others = self.missing_files.iter().filter(|path| !in_central(path)).cloned();
        let all: Vec<String> =
            self.missing_central.iter().map(PlannedSymbol::to_string).chain(others).collect();
        let shown: Vec<&str> = all.iter().take(most).map(String::as_str).collect();
        match all.len().saturating_sub(shown.len()) {
            _ if shown.is_empty() => None,
            0 => Some(shown.join(", ")),
            n_more => Some(format!("{} and {n_more} more", shown.join(", "))),
        }
    }
}

impl CoveredShare {
    /// Counts one; returns whether it is covered.
    fn add(&mut self, is_covered: bool) -> bool {
        self.all += 1;
        self.covered += usize::from(is_covered);
        is_covered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EntryStatus;

    fn known(symbol: &str, path: &str, status: EntryStatus) -> KnownEntry {
        KnownEntry {
            symbol: symbol.to_owned(),
            path: path.to_owned(),
            summary: String::new(),
            status,
            note: None,
        }
    }

    fn plan() -> ExplorationPlan {
        let planned = |symbol: &str, path: &str| PlannedSymbol {
            symbol: symbol.to_owned(),
            path: path.to_owned(),
        };
        ExplorationPlan {
            central: vec![planned("Store", "store.rs"), planned("Bank", "bank.rs")],
            files: ["store.rs", "bank.rs", "shop.rs"].map(str::to_owned).to_vec(),
        }
    }

    #[test]
    fn only_what_holds_counts_as_recorded() {
        let known = [
            known("Store", "store.rs", EntryStatus::Stale),
            known("Bank", "bank.rs", EntryStatus::Checked),
        ];
        let progress = plan().progress(&known);
        assert_eq!((progress.central.to_string(), progress.files.covered), ("1 of 2".into(), 1));
        assert_eq!(progress.missing(5).unwrap(), "`Store` in store.rs, shop.rs");
        assert_eq!(progress.missing(1).unwrap(), "`Store` in store.rs and 1 more");
    }

    #[test]
    fn an_entry_of_a_member_covers_the_file_and_not_the_symbol() {
        let progress = plan().progress(&[known("Store::open", "store.rs", EntryStatus::Checked)]);
        assert_eq!((progress.central.covered, progress.files.covered), (0, 1));
        let all = [("Store", "store.rs"), ("Bank", "bank.rs"), ("", "shop.rs")];
        let all = all.map(|(symbol, path)| known(symbol, path, EntryStatus::Confirmed));
        assert_eq!(plan().progress(&all).missing(5), None);
    }
}
