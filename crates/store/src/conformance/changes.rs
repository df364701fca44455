//! Checks of a [`ChangeFeed`](crate::ChangeFeed).

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rutter_domain::{ChatSession, Timestamp};

use super::{Check, Open, ensure, equal, failed, opened, sample_entry};
use crate::{ChangedItem, Saved};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("the newest number grows with each change and with nothing else", the_newest_number_grows),
    ("each changed item is listed once, in the order of commits", items_are_listed_once),
    ("a follower of the feed misses nothing", a_follower_misses_nothing),
];

const N_WRITERS: usize = 4;
const N_WRITES: usize = 15;

fn the_newest_number_grows(open: &Open) -> Result<(), String> {
    let (mut store, reader) = (opened(open)?, opened(open)?);
    let mut last = reader.latest().map_err(failed)?;
    equal("number of an empty store", last, 0)?;
    equal("the same question again", reader.latest().map_err(failed)?, 0)?;
    let mut grew = |what: &str| {
        let latest = reader.latest().map_err(failed)?;
        ensure(&format!("the number grows with {what}"), latest > last)?;
        last = latest;
        Ok::<_, String>(())
    };
    store.put(&sample_entry("a.rs", "f", "one"), None, &[]).map_err(failed)?;
    grew("an entry")?;
    let chat = ChatSession::default();
    store.save_session("s", &chat, None, Timestamp(1)).map_err(failed)?;
    grew("a session")?;
    store.set_state("key", "value", None).map_err(failed)?;
    grew("a value")?;
    store.remove_state("key").map_err(failed)?;
    grew("the removal of a value")?;
    store.remove_state("key").map_err(failed)?;
    store.set_state("key", "value", Some(7)).map_err(failed)?;
    equal("number after changes of nothing", reader.latest().map_err(failed)?, last)
}

fn items_are_listed_once(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let Saved::Kept { revision } = store.set_state("a", "1", None).map_err(failed)? else {
        return Err("the first write of a key was overtaken".to_owned());
    };
    store.save_session("s", &ChatSession::default(), None, Timestamp(1)).map_err(failed)?;
    store.set_state("a", "2", Some(revision)).map_err(failed)?;
    let changes = store.since(0).map_err(failed)?.ok_or("the feed does not know 0")?;
    let found: Vec<_> = changes.iter().map(|change| (change.item, &*change.id)).collect();
    equal("changes", found, vec![(ChangedItem::Session, "s"), (ChangedItem::State, "a")])?;
    let numbers: Vec<u64> = changes.iter().map(|change| change.number).collect();
    ensure("numbers grow", numbers.is_sorted_by(|left, right| left < right))?;
    let latest = store.latest().map_err(failed)?;
    equal("number of the last change", numbers.last().copied(), Some(latest))?;
    let after_first = store.since(numbers[0]).map_err(failed)?.unwrap_or_default();
    equal("changes after the first", after_first, changes[1..].to_vec())?;
    equal("changes after the last", store.since(latest).map_err(failed)?, Some(Vec::new()))?;
    equal("a number of the future", store.since(latest + 1000).map_err(failed)?, None)
}

/// Reads while others write. A feed whose numbers do not follow the commits passes a change by.
fn a_follower_misses_nothing(open: &Open) -> Result<(), String> {
    let n_running = AtomicUsize::new(N_WRITERS);
    let write = |writer: usize| {
        let written = || {
            let mut store = opened(open)?;
            for n in 0..N_WRITES {
                store.set_state(&format!("{writer}/{n}"), "value", None).map_err(failed)?;
            }
            Ok::<_, String>(())
        };
        let written = written();
        n_running.fetch_sub(1, Ordering::SeqCst);
        written
    };
    let follow = || {
        let reader = opened(open)?;
        let (mut seen, mut last) = (BTreeSet::new(), 0);
        loop {
            // The last round begins when all writes have returned.
            let is_last = n_running.load(Ordering::SeqCst) == 0;
            if reader.latest().map_err(failed)? > last {
                let changes = reader.since(last).map_err(failed)?.unwrap_or_default();
                last = changes.last().map_or(last, |change| change.number);
                seen.extend(changes.into_iter().map(|change| change.id));
            }
            if is_last {
                return Ok::<_, String>(seen);
            }
        }
    };
    thread::scope(|scope| {
        let writers: Vec<_> = (0..N_WRITERS).map(|n| scope.spawn(move || write(n))).collect();
        let seen = follow()?;
        for writer in writers {
            writer.join().map_err(|_| "a writer panicked".to_owned())??;
        }
        equal("number of keys seen", seen.len(), N_WRITERS * N_WRITES)
    })
}
