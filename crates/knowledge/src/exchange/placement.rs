//! Decides where an imported entry goes whose symbol already has entries.
//!
//! The rules are those of recording: it replaces an entry that is not better supported, and otherwise is
//! kept beside it. An older entry that is not better replaces nothing, and a person's rejection is taken over.

use rutter_domain::Verdict;
use rutter_store::{ImportOutcome, StoredEntry};

use crate::cache::LoadedEntries;
use crate::knowledge::Knowledge;
use crate::rivals::{EntryPlace, Rival, rival_at, rows_of};
use crate::status::standing;

/// Decision about an imported entry.
pub(super) enum Placed {
    /// Store it, under the id that it has now.
    Take(Box<StoredEntry>),
    Leave(ImportOutcome),
}

pub(super) fn place_import(
    knowledge: &Knowledge,
    loaded: Option<&LoadedEntries>,
    mut new: StoredEntry,
) -> Placed {
    let Some(loaded) = loaded.filter(|_| !matches!(new.entry.verdict, Verdict::Rejected { .. }))
    else {
        return Placed::Take(Box::new(new));
    };
    let rank = Rival { stored: &new, status: standing(&new, None, None).status }.rank();
    let (entry, anchor) = (&new.entry, &new.anchor);
    let same_id = loaded.rows.iter().find(|row| row.stored.entry.id == entry.id);
    if let Some(row) = same_id {
        let known = rival_at(knowledge, row);
        if is_same(known.stored, &new) {
            return Placed::Leave(ImportOutcome::Same);
        }
        if known.rank() > rank && new.changed_at() >= known.stored.changed_at() {
            // The better supported one keeps the id; the store finds another.
            new.entry.id.clear();
        }
        return Placed::Take(Box::new(new));
    }
    let place = EntryPlace::new(&entry.path, &entry.symbol, anchor.kind);
    let rows = rows_of(knowledge, loaded, &place, &anchor.name);
    let rivals = rows.into_iter().map(|row| rival_at(knowledge, row));
    let Some(best) = rivals.max_by_key(|rival| (rival.rank(), rival.stored.changed_at())) else {
        return Placed::Take(Box::new(new));
    };
    let is_newer = new.changed_at() >= best.stored.changed_at();
    let has_same_text =
        best.stored.entry.summary == entry.summary && best.stored.entry.details == entry.details;
    match (rank >= best.rank(), is_newer) {
        (true, false) if rank == best.rank() => Placed::Leave(ImportOutcome::Older),
        (false, _) if has_same_text => Placed::Leave(ImportOutcome::Same),
        (true, true) => {
            new.entry.id = best.stored.entry.id.clone();
            Placed::Take(Box::new(new))
        }
        (true | false, _) => Placed::Take(Box::new(new)),
    }
}

/// Whether two entries have the same text and reviews. Findings of the checks may differ.
fn is_same(left: &StoredEntry, right: &StoredEntry) -> bool {
    let text = |stored: &StoredEntry| {
        let entry = &stored.entry;
        let said = (entry.summary.clone(), entry.details.clone(), entry.tags.clone());
        (said, entry.facts.clone(), entry.author.clone(), entry.created_at, stored.notes.len())
    };
    text(left) == text(right) && left.reviews == right.reviews
}
