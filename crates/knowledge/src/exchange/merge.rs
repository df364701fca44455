//! Decides what becomes of imported entries beside those that are there: the rules are those for new ones.

use rutter_domain::{EntryStatus, Verdict};
use rutter_store::StoredEntry;

use crate::cache::LoadedEntries;
use crate::knowledge::Knowledge;
use crate::record::check::Refusal;
use crate::rivals::{Placement, Rival, place, rival_at, rows_of};
use crate::staleness::entry_state;

/// What becomes of an imported entry.
#[derive(Debug)]
pub(super) enum Merge {
    /// It goes to the notebook, which leaves what is newer.
    Import(StoredEntry),
    /// The notebook has this text, at least as well supported.
    Same,
}

/// Finds the id under which an imported entry goes to the notebook. An entry that is worse supported than
/// the one with its id gets an id of its own.
pub(super) fn merge(
    knowledge: &Knowledge,
    loaded: Option<&LoadedEntries>,
    stored: StoredEntry,
) -> Result<Merge, Refusal> {
    let Some(loaded) = loaded else { return Ok(Merge::Import(stored)) };
    let state = entry_state(knowledge, &stored);
    let (path, symbol) = (&state.place.path, &state.place.symbol);
    let rows = rows_of(knowledge, loaded, path, symbol, &stored.anchor.name);
    let existing: Vec<Rival<'_>> = rows.iter().map(|row| rival_at(knowledge, row)).collect();
    let new = Rival { stored: &stored, status: state.own.status };
    refuse_rejected(new, &existing)?;
    let namesake = loaded.rows.iter().find(|row| row.stored.entry.id == stored.entry.id);
    if let Some(row) = namesake {
        let old = rival_at(knowledge, row);
        let is_older = stored.changed_at() <= row.stored.changed_at();
        if is_older || !new.differs(&old) || new.rank() >= old.rank() {
            return Ok(Merge::Import(stored));
        }
    }
    let says_the_same = |old: &&Rival<'_>| old.rank() >= new.rank() && !new.differs(old);
    if existing.iter().any(|old| says_the_same(&old)) {
        return Ok(Merge::Same);
    }
    let Placement { known, rival_of: _, retired: _ } = place(new, &existing)?;
    let id = match (known, namesake) {
        (Some(known), _) => known.entry.id.clone(),
        (None, Some(_)) => String::new(),
        (None, None) => stored.entry.id.clone(),
    };
    let mut stored = stored;
    stored.entry.id = id;
    Ok(Merge::Import(stored))
}

/// A text that a person rejected here does not come back by an import.
fn refuse_rejected(new: Rival<'_>, existing: &[Rival<'_>]) -> Result<(), Refusal> {
    if new.status == EntryStatus::Rejected {
        return Ok(());
    }
    for old in existing {
        let is_newer = new.stored.changed_at() > old.stored.changed_at();
        if let (Verdict::Rejected { note }, true) = (&old.stored.entry.verdict, is_newer)
            && !new.differs(old)
        {
            return Err(Refusal(format!("this text was rejected here: {note}")));
        }
    }
    Ok(())
}
