//! Entries that wait on this machine for the team's store.
//!
//! While the store cannot be reached, what is recorded goes into a database of its own, `queue/` in the
//! data folder, and is durable there. [`send_queued`] moves it to the store. An entry is deleted here only
//! after the store has acknowledged it, and sending it twice stores it once.

use rutter_domain::Recording;
use rutter_store::{ImportOutcome, StoreUrl, StoredEntry};
use rutter_workspace::RepoLayout;

use crate::Error;
use crate::cache::store_url;

/// What became of the entries that waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sent {
    pub sent: usize,
    /// The store had the same text of the same author.
    pub known: usize,
}

/// The database of the entries that wait.
pub(crate) fn queue_url(layout: &RepoLayout) -> StoreUrl {
    StoreUrl::folder(&layout.data.join("queue"))
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
pub fn n_queued(layout: &RepoLayout) -> Result<u64, Error> {
    let queue = queue_url(layout);
    match queue.exists() {
        true => Ok(rutter_store::open(&queue)?.n_entries()?),
        false => Ok(0),
    }
}

/// Sends the entries that wait to the repository's store.
pub fn send_queued(layout: &RepoLayout) -> Result<Sent, Error> {
    let queue = queue_url(layout);
    if !queue.exists() {
        return Ok(Sent::default());
    }
    let mut queue = rutter_store::open(&queue)?;
    let waiting = queue.entries()?.entries;
    if waiting.is_empty() {
        return Ok(Sent::default());
    }
    let mut store = rutter_store::open(&store_url(layout))?;
    // Ids of the queue mean nothing in the store, where others may have taken them.
    let nameless = |mut stored: StoredEntry| {
        stored.entry.id = String::new();
        stored
    };
    let outcomes = store.import(&waiting.iter().cloned().map(nameless).collect::<Vec<_>>())?;
    for stored in &waiting {
        // What was rewritten meanwhile waits for the next time.
        if queue.entry(&stored.entry.id)?.as_ref() == Some(stored) {
            queue.forget(std::slice::from_ref(&stored.entry.id))?;
        }
    }
    let n_sent = outcomes.iter().filter(|outcome| **outcome == ImportOutcome::Taken).count();
    Ok(Sent { sent: n_sent, known: outcomes.len() - n_sent })
}
