//! Entries that wait on this machine for the team's store.
//!
//! While the store cannot be reached, what is recorded goes into a database of its own, `queue/` in the
//! data folder, and is durable there. [`send_queued`] moves it to the store. An entry is deleted here only
//! after the store has acknowledged it, and sending it twice stores it once.

use std::sync::Arc;

use rutter_domain::{Entry, EntryEvent, EntryStatus, PastEvent, Recording};
use rutter_store::{NotebookDamage, Put, StoredEntry};
use rutter_workspace::RepoLayout;

use crate::Error;
use crate::cache::{LoadedEntry, queue_url};
use crate::knowledge::Knowledge;
use crate::rivals::{self, EntryPlace, Placement, Rival, rival_at};
use crate::staleness::state_of;
use crate::state::SymbolLocation;

/// Result of [`send_queued`]: numbers of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sent {
    pub sent: usize,
    /// The store already had the same text of the same author.
    pub known: usize,
}

/// Says in a recording that it waits on this machine.
pub(crate) fn note(recording: Recording) -> Recording {
    const WAITS: &str =
        "it waits on this machine, because the team's store cannot be reached, and is sent later";
    match recording {
        Recording::Recorded { id, status, reason, claims, rival_of, place } => {
            let reason = match reason {
                Some(reason) => format!("{reason}; {WAITS}"),
                None => WAITS.to_owned(),
            };
            Recording::Recorded { id, status, reason: Some(reason), claims, rival_of, place }
        }
        refused @ Recording::Refused { .. } => refused,
    }
}

/// The number of entries that wait.
pub(crate) fn n_queued(layout: &RepoLayout) -> Result<u64, Error> {
    let queue = queue_url(layout);
    if queue.exists() { Ok(rutter_store::open(&queue)?.n_entries()?) } else { Ok(0) }
}

/// Sends the entries that wait to the repository's store. Each is stored as if it had been written there when
/// it was recorded: in place of an earlier one that it supersedes, beside others otherwise.
pub fn send_queued(knowledge: &Knowledge) -> Result<Sent, Error> {
    let queue = queue_url(knowledge.snapshot.layout());
    if !queue.exists() {
        return Ok(Sent::default());
    }
    let mut queue = rutter_store::open(&queue)?;
    let mut all = Sent::default();
    let mut waiting = queue.entries()?.entries;
    // The oldest first, as they were recorded.
    waiting.sort_by_key(|stored| stored.entry.created_at);
    for stored in waiting {
        match send(knowledge, &stored)? {
            Delivery::Stored => all.sent += 1,
            Delivery::Known => all.known += 1,
        }
        // What was rewritten meanwhile is not deleted, and is sent the next time.
        queue.forget_unchanged(&stored)?;
    }
    Ok(all)
}

/// Result of sending one entry.
enum Delivery {
    Stored,
    /// The store has, or had, the same text.
    Known,
}

fn send(knowledge: &Knowledge, stored: &StoredEntry) -> Result<Delivery, Error> {
    let row = LoadedEntry::new(stored.clone(), &NotebookDamage::default());
    let SymbolLocation { path, symbol, kind, .. } = &state_of(knowledge, &row).place;
    let place = EntryPlace::new(path, symbol, *kind);
    // Ids of the queue mean nothing in the store, where others may have taken them.
    let entry = Entry { id: String::new(), ..stored.entry.clone() };
    let sent = StoredEntry { entry, ..stored.clone() };
    let new = Rival { stored: &sent, ..rival_at(knowledge, &row) };
    loop {
        let loaded = knowledge.load_entries()?;
        let existing = loaded.as_deref().map_or_else(Vec::new, |loaded| {
            rivals::rows_of(knowledge, loaded, &place, &stored.anchor.name)
        });
        if is_known(knowledge, new, &existing)? {
            return Ok(Delivery::Known);
        }
        let others: Vec<Rival<'_>> = existing.iter().map(|row| rival_at(knowledge, row)).collect();
        let Arrival { known, retired, heir } = Arrival::of(new, &others);
        let known = known.and_then(|known| {
            let is_it = |row: &&&Arc<LoadedEntry>| row.stored.entry.id == known.entry.id;
            existing.iter().find(is_it).map(|row| &*row.as_read)
        });
        let (path, symbol) = (&sent.entry.path, &sent.entry.symbol);
        let ids = loaded.as_deref().map_or_else(Vec::new, |loaded| loaded.ids_at(path, symbol));
        let put = knowledge.write_notebook(|notebook| notebook.put(&sent, known, &ids))?;
        // If another process wrote meanwhile, decide again from what is there now.
        let Put::Kept { id } = put else { continue };
        for own in retired {
            knowledge.write_notebook(|notebook| notebook.retire(&own.entry.id, &id))?;
        }
        if let Some(heir) = heir {
            knowledge.write_notebook(|notebook| notebook.retire(&id, &heir.entry.id))?;
        }
        return Ok(Delivery::Stored);
    }
}

/// Whether the store has this text of this author, also in the history of an entry: an entry that was sent, and
/// could not be deleted here, may have been replaced since.
fn is_known(
    knowledge: &Knowledge,
    new: Rival<'_>,
    existing: &[&Arc<LoadedEntry>],
) -> Result<bool, Error> {
    let entry = &new.stored.entry;
    for row in existing {
        let here = rival_at(knowledge, row);
        let is_same_author = here.stored.entry.author == entry.author;
        if !new.differs(&here) && (is_same_author || here.rank() >= new.rank()) {
            return Ok(true);
        }
        let history =
            knowledge.read_notebook(|notebook| notebook.history(&here.stored.entry.id))?;
        let is_it = |event: &PastEvent| {
            // One that was replaced earlier is an older text to which the author returned.
            event.event == EntryEvent::Replaced
                && event.at >= entry.created_at
                && event.author == entry.author
                && event.summary == entry.summary
                && event.details == entry.details
        };
        if history.is_some_and(|history| history.iter().any(is_it)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Where an entry goes that was recorded a while ago.
struct Arrival<'a> {
    /// The entry that it replaces.
    known: Option<&'a StoredEntry>,
    /// Other entries of its author that it makes superfluous.
    retired: Vec<&'a StoredEntry>,
    /// A later entry of its author, into whose history it goes.
    heir: Option<&'a StoredEntry>,
}

impl<'a> Arrival<'a> {
    fn of(new: Rival<'_>, others: &[Rival<'a>]) -> Arrival<'a> {
        let is_rejected = |rival: &Rival<'_>| rival.status == EntryStatus::Rejected;
        let is_later = |rival: &Rival<'_>| {
            rival.stored.entry.created_at > new.stored.entry.created_at
                && rival.rank() >= new.rank()
        };
        let is_own = |rival: &&Rival<'a>| rival.stored.entry.author == new.stored.entry.author;
        let heir = others.iter().filter(is_own).find(|own| is_later(own) && !is_rejected(own));
        if let Some(heir) = heir {
            return Arrival { known: None, retired: Vec::new(), heir: Some(heir.stored) };
        }
        // A rejection that the author was not shown stays visible, and what was written later was written
        // by somebody who could not know of this one.
        let earlier = others.iter().filter(|rival| !is_later(rival) && !is_rejected(rival));
        let earlier: Vec<Rival<'a>> = earlier.copied().collect();
        // Its author was told that it is recorded, so what a direct write would refuse is kept beside the
        // others.
        let (known, retired) = match rivals::place(new, &earlier) {
            Ok(Placement { known, retired, rival_of: _ }) => (known, retired),
            Err(_) => (None, Vec::new()),
        };
        Arrival { known, retired, heir: None }
    }
}
