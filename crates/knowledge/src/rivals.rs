//! Several entries of one symbol: which is shown first, and which makes way.
//!
//! A new entry replaces the best one of its symbol only if it is at least as well supported; otherwise
//! both are kept: another text need not be a contradiction, so neither lowers the other. Start at [`place`].

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use rutter_domain::{Entry, EntryStatus, SymbolKind, Timestamp, Verdict};
use rutter_store::StoredEntry;

use crate::cache::{LoadedEntries, LoadedEntry};
use crate::knowledge::Knowledge;
use crate::record::check::Refusal;
use crate::staleness::state_of;
use crate::state::SymbolLocation;
use crate::status::standing;

/// At most this many entries of a symbol are kept.
const MOST_ENTRIES: usize = 4;

/// An entry with its status apart from its rivals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rival<'a> {
    pub(crate) stored: &'a StoredEntry,
    pub(crate) status: EntryStatus,
}

/// Where a new entry goes.
#[derive(Debug, PartialEq)]
pub(crate) struct Placement<'a> {
    /// The entry that it replaces; `None` if it is added.
    pub(crate) known: Option<&'a StoredEntry>,
    /// The better supported entry that stays.
    pub(crate) rival_of: Option<&'a StoredEntry>,
    /// Other entries of its author that it makes superfluous.
    pub(crate) retired: Vec<&'a StoredEntry>,
}

/// Decides what becomes of a new entry of a symbol that may have others.
pub(crate) fn place<'a>(new: Rival<'_>, existing: &[Rival<'a>]) -> Result<Placement<'a>, Refusal> {
    let Some(best) = existing.iter().max_by_key(|rival| rival.order()) else {
        return Ok(Placement { known: None, rival_of: None, retired: Vec::new() });
    };
    let is_own = |rival: &&Rival<'a>| {
        rival.stored.entry.id != best.stored.entry.id && new.is_by_author_of(rival)
    };
    if new.rank() >= best.rank() {
        let retired = existing.iter().filter(is_own).map(|rival| rival.stored).collect();
        return Ok(Placement { known: Some(best.stored), rival_of: None, retired });
    }
    let says_the_same = |rival: &&Rival<'a>| rival.rank() >= new.rank() && !new.differs(rival);
    if let Some(same) = existing.iter().find(says_the_same) {
        let Entry { id, .. } = &same.stored.entry;
        return Err(Refusal(format!(
            "`{}` has an entry with this text already ({id}, {}), and this one is not \
             better supported{}",
            same.stored.entry.title(),
            same.status,
            new.fault()
        )));
    }
    let worst = existing.iter().min_by_key(|rival| rival.order()).unwrap_or(best);
    let known = match existing.iter().find(is_own) {
        Some(own) => Some(own.stored),
        None if existing.len() < MOST_ENTRIES => None,
        None if new.rank() >= worst.rank() => Some(worst.stored),
        None => {
            return Err(Refusal(format!(
                "`{}` has {} entries already, all better supported than this one{}; correct that \
                 and record it again",
                best.stored.entry.title(),
                existing.len(),
                new.fault()
            )));
        }
    };
    Ok(Placement { known, rival_of: Some(best.stored), retired: Vec::new() })
}

impl Rival<'_> {
    /// Degree of support; higher is better.
    pub(crate) fn rank(&self) -> u8 {
        match self.status {
            EntryStatus::Confirmed => 4,
            EntryStatus::Recorded if self.is_unread() => 2,
            EntryStatus::Recorded => 3,
            EntryStatus::Doubtful | EntryStatus::Disputed | EntryStatus::Stale => 1,
            EntryStatus::Rejected => 0,
        }
    }

    /// Sorts the best supported last, among equals the newest.
    fn order(&self) -> (u8, Timestamp, Reverse<&str>) {
        (self.rank(), self.stored.entry.created_at, Reverse(&self.stored.entry.id))
    }

    fn is_by_author_of(&self, other: &Rival<'_>) -> bool {
        self.stored.entry.author == other.stored.entry.author
    }

    pub(crate) fn differs(&self, other: &Rival<'_>) -> bool {
        folded_text(&self.stored.entry) != folded_text(&other.stored.entry)
    }

    fn fault(&self) -> String {
        let reason = standing(self.stored, None).reason;
        reason.map_or_else(String::new, |reason| format!(": {reason}"))
    }

    /// Whether its author was not shown the code.
    fn is_unread(&self) -> bool {
        matches!(&self.stored.entry.verdict, Verdict::Recorded { unread: Some(_) })
    }
}

/// The text of an entry for comparison, with case and white space folded.
fn folded_text(entry: &Entry) -> String {
    let text = entry.prose().collect::<Vec<_>>().join(" ");
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Of two nearly equal texts, this share of their different words is common to both.
const NEARLY_EQUAL: f64 = 0.9;

/// Whether two texts differ at most in case, white space, punctuation or a small edit.
pub(crate) fn is_nearly_equal(left: &str, right: &str) -> bool {
    let words = |text: &str| -> HashSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    let (left, right) = (words(left), words(right));
    let n_common = left.intersection(&right).count();
    (2 * n_common) as f64 >= NEARLY_EQUAL * (left.len() + right.len()) as f64
}

/// The text of an entry.
pub(crate) fn said(summary: &str, details: Option<&str>) -> String {
    format!("{summary} {}", details.unwrap_or(""))
}

/// The other entries of a row's symbol, the best supported first.
pub(crate) fn rivals_of<'a>(
    knowledge: &Knowledge,
    loaded: &'a LoadedEntries,
    row: &'a LoadedEntry,
) -> Vec<&'a Arc<LoadedEntry>> {
    let state = state_of(knowledge, row);
    let SymbolLocation { path, symbol, kind, .. } = &state.place;
    let place = EntryPlace::new(path, symbol, *kind);
    let mut rivals = rows_of(knowledge, loaded, &place, &row.stored.anchor.name);
    rivals.retain(|other| other.stored.entry.id != row.stored.entry.id);
    sort_best_first(knowledge, &mut rivals);
    rivals
}

/// The entries of a symbol, wherever it was when they were written. `name` is its bare name.
pub(crate) fn rows_of<'a>(
    knowledge: &Knowledge,
    loaded: &'a LoadedEntries,
    place: &EntryPlace<'a>,
    name: &str,
) -> Vec<&'a Arc<LoadedEntry>> {
    let is_here = |row: &&Arc<LoadedEntry>| place.is_at(&state_of(knowledge, row).place);
    loaded.related(place.path, name).filter(is_here).collect()
}

/// The place that entries of one symbol share. The kind is part of it: a type and a function may have one name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EntryPlace<'a> {
    path: &'a str,
    symbol: &'a str,
    kind: SymbolKind,
}

impl<'a> EntryPlace<'a> {
    pub(crate) fn new(path: &'a str, symbol: &'a str, kind: SymbolKind) -> EntryPlace<'a> {
        EntryPlace { path, symbol, kind }
    }

    pub(crate) fn is_at(&self, place: &SymbolLocation) -> bool {
        place.path == self.path && place.symbol == self.symbol && is_alike(place.kind, self.kind)
    }
}

/// Whether both can be called, or both are types, or neither. A newer grammar may call a function a
/// method.
fn is_alike(left: SymbolKind, right: SymbolKind) -> bool {
    left.is_callable() == right.is_callable() && left.is_type() == right.is_type()
}

/// Sorts the best supported entry first.
pub(crate) fn sort_best_first(knowledge: &Knowledge, rows: &mut [&Arc<LoadedEntry>]) {
    rows.sort_by(|left, right| {
        rival_at(knowledge, right).order().cmp(&rival_at(knowledge, left).order())
    });
}

pub(crate) fn rival_at<'a>(knowledge: &Knowledge, row: &'a LoadedEntry) -> Rival<'a> {
    Rival { stored: &row.stored, status: state_of(knowledge, row).own.status }
}

#[cfg(test)]
mod tests;
