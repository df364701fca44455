//! Breaks a store in one way at a time and expects the check that finds it.

mod gaps;

use std::time::Duration;

use rutter_domain::{ChatSession, PastEvent, Review};

use super::*;
use crate::{
    Acquired, Change, ChangeFeed, ChangedItem, CheckResult, Contents, EntryChanges, EntryStore,
    ImportOutcome, Lease, LeaseStore, NotebookDamage, Put, Saved, SessionHeader, SessionStore,
    StateStore, StateValue, StoreUrl, StoredSession, open_runs,
};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    PutDropsVector,
    PutIgnoresOthers,
    PutAddsAlways,
    PutForgetsThePast,
    RejectIsLost,
    RetireDoesNothing,
    ReviewOfAnyText,
    ReviewsAddUp,
    ChecksOverwriteAll,
    HistoryIsReversed,
    ImportTakesAnything,
    ForgetDoesNothing,
    ForgetIgnoresChanges,
    EntriesUnsorted,
    EntryChangesOmitRemoved,
    EntryChangesRepeatAll,
    LatestStandsStill,
    SinceOmitsTheLast,
    SinceIncludesItsStart,
    SessionIgnoresOthers,
    SessionKeepsOldTime,
    StateIgnoresOthers,
    StateIgnoresPrefix,
    StateStaysWhenRemoved,
    LeaseIsGrantedToAll,
    LeaseNeverExpires,
    TokenStaysTheSame,
    RenewalIgnoresTime,
    ReleaseIgnoresToken,
    GapDropsNote,
    GapIgnoresOthers,
    AttemptsOfAllGaps,
    AttemptsOverlap,
    EndDropsCost,
    EndIsReplaced,
    FenceIsIgnored,
    GapsAreNotInTheFeed,
    MeasurementsAreReversed,
}

#[derive(Debug)]
struct Broken {
    inner: Box<dyn Store>,
    fault: Fault,
}

impl Broken {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl Store for Broken {}

impl EntryStore for Broken {
    fn entries(&self) -> Result<Contents, Error> {
        let mut contents = self.inner.entries()?;
        if self.has(Fault::EntriesUnsorted) {
            contents.entries.reverse();
        }
        Ok(contents)
    }
    fn entry(&self, id: &str) -> Result<Option<StoredEntry>, Error> {
        self.inner.entry(id)
    }
    fn n_entries(&self) -> Result<u64, Error> {
        self.inner.n_entries()
    }
    fn entry_changes_since(&self, number: u64) -> Result<Option<EntryChanges>, Error> {
        let from = if self.has(Fault::EntryChangesRepeatAll) { 0 } else { number };
        let mut changes = self.inner.entry_changes_since(from)?;
        if self.has(Fault::EntryChangesOmitRemoved) {
            changes.iter_mut().for_each(|changes| changes.removed.clear());
        }
        Ok(changes)
    }
    fn put(
        &mut self,
        entry: &StoredEntry,
        known: Option<&StoredEntry>,
        others: &[String],
    ) -> Result<Put, Error> {
        let mut entry = entry.clone();
        if self.has(Fault::PutDropsVector) {
            entry.vector = None;
        }
        let all = self.inner.entries()?.entries;
        let here = all.iter().find(|one| one.entry.symbol == entry.entry.symbol);
        let known = if self.has(Fault::PutIgnoresOthers) { here.or(known) } else { known };
        if let (Some(known), true) = (known, self.has(Fault::PutForgetsThePast)) {
            self.inner.forget(std::slice::from_ref(&known.entry.id))?;
            entry.entry.id = known.entry.id.clone();
            self.inner.import(&[entry])?;
            return Ok(Put::Kept { id: known.entry.id.clone() });
        }
        if self.has(Fault::PutAddsAlways) {
            let ids: Vec<String> = all
                .iter()
                .filter(|one| one.entry.symbol == entry.entry.symbol)
                .map(|one| one.entry.id.clone())
                .collect();
            return self.inner.put(&entry, known, &ids);
        }
        self.inner.put(&entry, known, others)
    }
    fn retire(&mut self, id: &str, into: &str) -> Result<(), Error> {
        if self.has(Fault::RetireDoesNothing) { Ok(()) } else { self.inner.retire(id, into) }
    }
    fn update_checked(&mut self, results: &[CheckResult]) -> Result<Vec<bool>, Error> {
        let mut results = results.to_vec();
        if self.has(Fault::ChecksOverwriteAll) {
            for result in &mut results {
                if let Some(here) = self.inner.entry(&result.expected.entry.id)? {
                    result.expected = here;
                }
            }
        }
        self.inner.update_checked(&results)
    }
    fn add_review(
        &mut self,
        id: &str,
        review: &Review,
        expected: &StoredEntry,
    ) -> Result<Option<StoredEntry>, Error> {
        let here = self.inner.entry(id)?;
        let expected = match (here, self.has(Fault::ReviewOfAnyText)) {
            (Some(here), true) => here,
            (Some(_), false) | (None, _) => expected.clone(),
        };
        let mut review = review.clone();
        if self.has(Fault::ReviewsAddUp) {
            review.reader.push('+');
        }
        self.inner.add_review(id, &review, &expected)
    }
    fn history(&self, id: &str) -> Result<Vec<PastEvent>, Error> {
        let mut history = self.inner.history(id)?;
        if self.has(Fault::HistoryIsReversed) {
            history.reverse();
        }
        Ok(history)
    }
    fn import(&mut self, entries: &[StoredEntry]) -> Result<Vec<ImportOutcome>, Error> {
        if self.has(Fault::ImportTakesAnything) {
            let ids: Vec<_> = entries.iter().map(|one| one.entry.id.clone()).collect();
            self.inner.forget(&ids)?;
        }
        self.inner.import(entries)
    }
    fn forget(&mut self, ids: &[String]) -> Result<Vec<String>, Error> {
        if self.has(Fault::ForgetDoesNothing) { Ok(ids.to_vec()) } else { self.inner.forget(ids) }
    }
    fn forget_unchanged(&mut self, expected: &StoredEntry) -> Result<bool, Error> {
        if self.has(Fault::ForgetIgnoresChanges) {
            let forgotten = self.inner.forget(std::slice::from_ref(&expected.entry.id))?;
            return Ok(!forgotten.is_empty());
        }
        self.inner.forget_unchanged(expected)
    }
    fn reject(
        &mut self,
        id: &str,
        note: &str,
        at: Timestamp,
    ) -> Result<Option<StoredEntry>, Error> {
        if self.has(Fault::RejectIsLost) {
            self.inner.entry(id)
        } else {
            self.inner.reject(id, note, at)
        }
    }
    fn mark_shown(&mut self, id: &str, reader: &str) -> Result<(), Error> {
        self.inner.mark_shown(id, reader)
    }
    fn verify(&self) -> Result<NotebookDamage, Error> {
        self.inner.verify()
    }
}

impl ChangeFeed for Broken {
    fn latest(&self) -> Result<u64, Error> {
        if self.has(Fault::LatestStandsStill) { Ok(0) } else { self.inner.latest() }
    }
    fn since(&self, number: u64) -> Result<Option<Vec<Change>>, Error> {
        let is_early = self.has(Fault::SinceIncludesItsStart);
        let mut changes =
            self.inner.since(if is_early { number.saturating_sub(1) } else { number })?;
        if self.has(Fault::SinceOmitsTheLast) {
            changes.iter_mut().for_each(|changes| drop(changes.pop()));
        }
        if self.has(Fault::GapsAreNotInTheFeed) {
            let changes = changes.iter_mut();
            changes.for_each(|changes| changes.retain(|one| one.item != ChangedItem::Gap));
        }
        Ok(changes)
    }
}

impl SessionStore for Broken {
    fn sessions(&self) -> Result<Vec<SessionHeader>, Error> {
        self.inner.sessions()
    }
    fn sessions_with(&self, words: &[&str]) -> Result<Vec<SessionHeader>, Error> {
        self.inner.sessions_with(words)
    }
    fn session(&self, id: &str) -> Result<Option<StoredSession>, Error> {
        self.inner.session(id)
    }
    fn save_session(
        &mut self,
        id: &str,
        chat: &ChatSession,
        known: Option<u64>,
        at: Timestamp,
    ) -> Result<Saved, Error> {
        let here = self.inner.session(id)?;
        let known = match (self.has(Fault::SessionIgnoresOthers), &here) {
            (true, Some(here)) => Some(here.revision),
            (true, None) | (false, _) => known,
        };
        let at = match here.filter(|_| self.has(Fault::SessionKeepsOldTime)) {
            Some(here) => here.updated_at,
            None => at,
        };
        self.inner.save_session(id, chat, known, at)
    }
}

impl StateStore for Broken {
    fn state(&self, key: &str) -> Result<Option<StateValue>, Error> {
        self.inner.state(key)
    }
    fn states(&self, prefix: &str) -> Result<Vec<(String, StateValue)>, Error> {
        self.inner.states(if self.has(Fault::StateIgnoresPrefix) { "" } else { prefix })
    }
    fn set_state(&mut self, key: &str, value: &str, known: Option<u64>) -> Result<Saved, Error> {
        let here = self.inner.state(key)?.map(|here| here.revision);
        let known = if self.has(Fault::StateIgnoresOthers) { here } else { known };
        self.inner.set_state(key, value, known)
    }
    fn remove_state(&mut self, key: &str) -> Result<bool, Error> {
        if self.has(Fault::StateStaysWhenRemoved) {
            Ok(self.inner.state(key)?.is_some())
        } else {
            self.inner.remove_state(key)
        }
    }
}

impl LeaseStore for Broken {
    fn acquire_lease(
        &mut self,
        name: &str,
        holder: &str,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Acquired, Error> {
        let duration = if self.has(Fault::LeaseNeverExpires) {
            Duration::from_secs(1 << 30)
        } else {
            duration
        };
        let acquired = self.inner.acquire_lease(name, holder, now, duration)?;
        Ok(match acquired {
            Acquired::Taken(lease) if self.has(Fault::LeaseIsGrantedToAll) => {
                Acquired::Granted(lease)
            }
            Acquired::Granted(lease) if self.has(Fault::TokenStaysTheSame) => {
                Acquired::Granted(Lease { token: 1, ..lease })
            }
            acquired => acquired,
        })
    }
    fn renew_lease(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        duration: Duration,
    ) -> Result<Option<Lease>, Error> {
        let renewed = self.inner.renew_lease(lease, now, duration)?;
        Ok(renewed.or_else(|| self.has(Fault::RenewalIgnoresTime).then(|| lease.clone())))
    }
    fn release_lease(&mut self, lease: &Lease) -> Result<bool, Error> {
        Ok(self.inner.release_lease(lease)? || self.has(Fault::ReleaseIgnoresToken))
    }
}

#[test]
fn every_fault_is_found_by_its_check() {
    for (fault, expected) in [
        (Fault::PutDropsVector, "an entry comes back as it was"),
        (Fault::PutIgnoresOthers, "an entry that another wrote meanwhile is not replaced"),
        (Fault::PutAddsAlways, "an entry that another wrote meanwhile is not replaced"),
        (Fault::PutForgetsThePast, "an entry that another wrote meanwhile is not replaced"),
        (Fault::RetireDoesNothing, "a retired entry lives on in another"),
        (Fault::ReviewOfAnyText, "a review counts for the text that was read"),
        (Fault::ReviewsAddUp, "a review counts for the text that was read"),
        (Fault::ChecksOverwriteAll, "results of checks change nothing else"),
        (Fault::HistoryIsReversed, "a review counts for the text that was read"),
        (Fault::RejectIsLost, "an entry that another wrote meanwhile is not replaced"),
        (Fault::ImportTakesAnything, "an import replaces nothing that is newer"),
        (Fault::ForgetDoesNothing, "an entry that another wrote meanwhile is not replaced"),
        (Fault::ForgetIgnoresChanges, "an entry is not forgotten after it has changed"),
        (Fault::EntriesUnsorted, "entries are sorted by path and symbol"),
        (Fault::EntryChangesOmitRemoved, "changes list exactly what changed"),
        (Fault::EntryChangesRepeatAll, "changes list exactly what changed"),
        (Fault::LatestStandsStill, "changes list exactly what changed"),
        (Fault::SinceOmitsTheLast, "each changed item is listed once, in the order of commits"),
        (Fault::SinceIncludesItsStart, "each changed item is listed once, in the order of commits"),
        (Fault::SessionIgnoresOthers, "a session that another saved meanwhile is not replaced"),
        (Fault::SessionKeepsOldTime, "a session comes back as it was"),
        (
            Fault::StateIgnoresOthers,
            "the newest number grows with each change and with nothing else",
        ),
        (Fault::StateIgnoresPrefix, "keys are listed by prefix"),
        (
            Fault::StateStaysWhenRemoved,
            "the newest number grows with each change and with nothing else",
        ),
        (Fault::LeaseIsGrantedToAll, "a lease is granted to one holder at a time"),
        (Fault::LeaseNeverExpires, "a lease is granted to one holder at a time"),
        (Fault::TokenStaysTheSame, "each grant has a higher token"),
        (Fault::RenewalIgnoresTime, "a renewed lease lasts longer and keeps its token"),
        (Fault::ReleaseIgnoresToken, "a lease that was lost cannot be renewed or released"),
        (Fault::GapDropsNote, "the record of a gap comes back as it was"),
        (Fault::GapIgnoresOthers, "a record that another wrote meanwhile is not replaced"),
        (Fault::AttemptsOfAllGaps, "an attempt comes back as it was"),
        (Fault::EndDropsCost, "an attempt comes back as it was"),
        (Fault::AttemptsOverlap, "a gap has one unfinished attempt at most"),
        (Fault::FenceIsIgnored, "an attempt that was taken over cannot be finished"),
        (Fault::EndIsReplaced, "an attempt is finished once"),
        (Fault::GapsAreNotInTheFeed, "a change of a gap is in the feed"),
        (Fault::MeasurementsAreReversed, "measurements come back in order, one a commit"),
    ] {
        let violation = check(&|| {
            let folder = tempfile::tempdir().unwrap();
            Box::new(move || {
                let inner = crate::open(&StoreUrl::folder(folder.path()))?;
                Ok(Box::new(Broken { inner, fault }) as Box<dyn Store>)
            })
        });
        let violation = violation.expect_err(&format!("{fault:?} is not found"));
        assert_eq!(violation.check, expected, "{fault:?}: {}", violation.detail);
    }
}

#[test]
fn run_files_conform() {
    let folder = tempfile::tempdir().unwrap();
    let n_made = std::cell::Cell::new(0);
    check_runs(&|| {
        n_made.update(|n_made| n_made + 1);
        open_runs(&StoreUrl::folder(&folder.path().join(n_made.get().to_string())))
    })
    .unwrap();
}
