//! Several entries of one symbol: which is shown first, which makes way, and which dispute each other.
//!
//! A new entry replaces the best one of its symbol only if it is at least as well supported; otherwise
//! both are kept. Disputes are computed when entries are read, never stored. Start at [`place`] for
//! writing, at [`standing_of`] for reading.

use std::cmp::Reverse;
use std::sync::Arc;

use rutter_domain::{Entry, EntryStatus, Finding, SymbolKind, Timestamp, Verdict};
use rutter_store::StoredEntry;

use crate::cache::{LoadedEntries, LoadedEntry};
use crate::knowledge::Knowledge;
use crate::record::check::Refusal;
use crate::record::unread::NOT_READ;
use crate::staleness::state_of;
use crate::state::SymbolLocation;
use crate::status::{Standing, standing};

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
            EntryStatus::Checked => 3,
            EntryStatus::Unverified => 2,
            EntryStatus::Disputed | EntryStatus::Stale => 1,
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
        let reason = standing(self.stored, None, None).reason;
        reason.map_or_else(String::new, |reason| format!(": {reason}"))
    }

    /// Whether its author was not shown the code.
    fn is_unread(&self) -> bool {
        match &self.stored.entry.verdict {
            Verdict::Unverified { reason } => reason.contains(NOT_READ),
            Verdict::Checked | Verdict::Pending | Verdict::Rejected { .. } => false,
        }
    }

    /// Whether the checks found enough support that it may dispute another entry.
    fn is_credible(&self) -> bool {
        let claims = &self.stored.entry.claims;
        let count = |finding| claims.iter().filter(|claim| claim.finding == finding).count();
        let n_supported = count(Finding::Supported);
        match self.status {
            EntryStatus::Confirmed | EntryStatus::Checked => true,
            EntryStatus::Unverified => {
                !self.is_unread()
                    && count(Finding::Contradicted) == 0
                    && n_supported > 0
                    && 2 * n_supported >= claims.len()
            }
            EntryStatus::Disputed | EntryStatus::Stale | EntryStatus::Rejected => false,
        }
    }
}

/// Whether two entries of one symbol dispute each other.
pub(crate) fn is_dispute(left: Rival<'_>, right: Rival<'_>) -> bool {
    let (weaker, stronger) =
        if left.rank() <= right.rank() { (left, right) } else { (right, left) };
    // Of two equals, one that is credible is enough.
    let is_credible = if weaker.rank() == stronger.rank() {
        weaker.is_credible() || stronger.is_credible()
    } else {
        weaker.is_credible()
    };
    is_credible && !left.is_by_author_of(&right) && left.differs(&right)
}

/// The text of an entry for comparison, with case and white space folded.
fn folded_text(entry: &Entry) -> String {
    let text = format!("{} {}", entry.summary, entry.details.as_deref().unwrap_or(""));
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The status of an entry, its rivals included.
pub(crate) fn standing_of(
    knowledge: &Knowledge,
    loaded: &LoadedEntries,
    row: &LoadedEntry,
) -> Standing {
    let state = state_of(knowledge, row);
    let own = rival_at(knowledge, row);
    let rivals = rivals_of(knowledge, loaded, row);
    let disputing = rivals.iter().find(|other| is_dispute(own, rival_at(knowledge, other)));
    let rival = disputing.map(|other| &other.stored.entry);
    standing(&row.stored, state.fault.as_deref(), rival)
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

/// Sorts the best supported entry first, apart from disputes.
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
