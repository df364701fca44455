//! Brings the index up to date for a query that waits, or for later ones.
//!
//! A query waits only for work that is expected to fit its budget, and gives up at the end of it or when it is
//! cancelled. A pass that was given up publishes nothing, but what it parsed is cached, so that the next one
//! takes less time. The answer then comes from the last generation, with the files marked that differ from it,
//! and [`Engine::catch_up`] does the work in the background. Start at [`Engine::refresh`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rutter_domain::{FileChange, Freshness, OutdatedFiles, Remark, Stat, State};

use super::{Engine, PassMode, PassPurpose};
use crate::Error;
use crate::index::changes::{Certainty, Changes, Touched, find_changes};
use crate::index::generation::Generation;
use crate::index::history::CommitHistory;
use crate::index::lock::WriterLock;
use crate::index::manifest::Manifest;
use crate::index::pass::Step;

/// A query waits at least this long for another process that writes the index.
const LOCK_TIMEOUT: Duration = Duration::from_millis(150);

/// Limits of a query's wait for the index.
#[derive(Clone, Copy)]
pub(super) struct Wait<'a> {
    pub(super) budget: Duration,
    pub(super) step: &'a (dyn Fn(Step) + Sync),
    /// Ends the wait.
    pub(super) cancelled: &'a AtomicBool,
}

/// The generation that a query is answered from.
pub(super) struct Refreshed {
    pub(super) generation: Generation,
    pub(super) freshness: Freshness,
    /// The history, if it was read already, so that the snapshot need not read it again.
    pub(super) history: Option<CommitHistory>,
    /// Set if the query did not wait until the index was up to date.
    pub(super) is_postponed: bool,
}

impl Refreshed {
    /// An answer from a generation that is behind the tree.
    fn behind(
        engine: &Engine,
        generation: Generation,
        mut changes: Changes,
        reason: Option<Remark>,
    ) -> Refreshed {
        changes.check_unsettled(&engine.layout.root, &generation.manifest);
        let freshness = freshness_of(&generation.manifest, &changes, reason);
        Refreshed { generation, freshness, history: None, is_postponed: false }
    }

    fn postponed(self) -> Refreshed {
        Refreshed { is_postponed: true, ..self }
    }
}

impl Engine {
    /// Brings the index up to date, if that is expected to fit the budget of `wait`.
    pub(super) fn refresh(
        &self,
        generation: Generation,
        changes: Changes,
        wait: Wait<'_>,
    ) -> Result<Refreshed, Error> {
        let postponed = |generation, changes| {
            Ok(Refreshed::behind(self, generation, changes, None).postponed())
        };
        let expected = expected_time(&changes, generation.manifest.limit_bytes);
        if expected > wait.budget {
            return postponed(generation, changes);
        }
        let began = Instant::now();
        let behind = |generation, changes, reason: &str| {
            Ok(Refreshed::behind(self, generation, changes, Some(Remark::new(reason))))
        };
        let _lock = match self.lock_within(expected.max(LOCK_TIMEOUT).min(wait.budget), wait) {
            Ok(Some(lock)) => lock,
            Ok(None) => return behind(generation, changes, "another rutter is indexing"),
            Err(_) => return behind(generation, changes, "the data folder cannot be written"),
        };
        // Another process that held the lock before may have done the work already.
        let newest = Generation::newest(&self.layout)?.unwrap_or(generation);
        let changes = find_changes(&self.layout, &newest.manifest)?;
        if changes.is_empty() {
            return Ok(Refreshed::behind(self, newest, changes, None));
        }
        let is_over = AtomicBool::new(false);
        // The pass reports each file, so its steps are the places at which the budget is checked.
        let step = |step: Step| {
            if wait.cancelled.load(Ordering::Relaxed) || began.elapsed() >= wait.budget {
                is_over.store(true, Ordering::Relaxed);
            }
            (wait.step)(step);
        };
        let before = newest.manifest.clone();
        let mode = PassMode::of(PassPurpose::Query);
        match self.bring_up(before, changes, mode, &step, &is_over) {
            Ok((manifest, done)) => {
                let history = Some(self.update_history(&manifest, &done));
                let freshness = freshness_of(&manifest, &Changes::default(), None);
                let is_republished = manifest.generation == newest.manifest.generation;
                let generation = if is_republished {
                    Generation { manifest, reader: newest.reader }
                } else {
                    Generation::newest(&self.layout)?.unwrap_or(newest)
                };
                Ok(Refreshed { generation, freshness, history, is_postponed: false })
            }
            Err(Error::Stopped) => {
                let changes = find_changes(&self.layout, &newest.manifest)?;
                postponed(newest, changes)
            }
            // An answer from the last generation is better than none.
            Err(error) => {
                let changes = find_changes(&self.layout, &newest.manifest)?;
                behind(newest, changes, &format!("it could not be refreshed: {error}"))
            }
        }
    }

    /// Waits for the writer's lock for at most `timeout`, or until cancelled.
    fn lock_within(&self, timeout: Duration, wait: Wait<'_>) -> Result<Option<WriterLock>, Error> {
        let path = self.layout.writer_lock();
        let began = Instant::now();
        let mut has_reported = false;
        loop {
            let lock = WriterLock::take_within(&path, LOCK_TIMEOUT.min(timeout))?;
            let is_over = began.elapsed() >= timeout || wait.cancelled.load(Ordering::Relaxed);
            if lock.is_some() || is_over {
                return Ok(lock);
            }
            if !has_reported {
                (wait.step)(Step::Waiting);
                has_reported = true;
            }
        }
    }

    /// Brings the index up to date for later queries, without counting links. Returns `false` if another process
    /// writes it already.
    pub fn catch_up(&self, cancelled: &AtomicBool) -> Result<bool, Error> {
        self.layout.prepare()?;
        let Some(_lock) = WriterLock::try_take(&self.layout.writer_lock())? else {
            return Ok(false);
        };
        let step = |_| {};
        let before = self.manifest_or_empty(&step, cancelled)?;
        let changes = find_changes(&self.layout, &before)?;
        let mode = PassMode::of(PassPurpose::Index);
        let (manifest, done) = self.bring_up(before, changes, mode, &step, cancelled)?;
        self.update_history(&manifest, &done);
        Ok(true)
    }
}

/// Comparing a file with its hash takes this fraction of the time of parsing it.
const HASHING_FRACTION: u64 = 50;

/// Estimated time of a pass over these changes: parsing runs at some megabytes a second.
fn expected_time(changes: &Changes, limit_bytes: u64) -> Duration {
    let n_threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let work = |touched: &Touched| match touched.certainty {
        Certainty::Differs => touched.n_bytes(limit_bytes),
        Certainty::Unsettled => touched.n_bytes(limit_bytes) / HASHING_FRACTION,
    };
    let n_bytes: u64 = changes.touched.iter().map(work).sum();
    Duration::from_millis(20) + Duration::from_micros(n_bytes / (4 * n_threads))
}

/// The freshness of an index whose tree differs by these changes.
pub(super) fn freshness_of(
    manifest: &Manifest,
    changes: &Changes,
    obstacle: Option<Remark>,
) -> Freshness {
    let files = manifest.indexed().count();
    let n_changed = changes.n_changed();
    let changed_reason = || {
        let is_certain = !changes.removed.is_empty()
            || changes.touched.iter().any(|touched| touched.certainty == Certainty::Differs);
        let verb = match (is_certain, n_changed) {
            (true, 1) => "has changed",
            (true, _) => "have changed",
            (false, _) => "may have changed",
        };
        let noun = if n_changed == 1 { "file" } else { "files" };
        let changed = Remark::new(format!("{n_changed} {noun} {verb} since"));
        Remark::join_options(Some(changed), obstacle)
    };
    let (state, reason) = match &manifest.partial {
        Some(reason) => (State::Partial, Some(Remark::new(reason.clone()))),
        None if n_changed > 0 => (State::Behind, changed_reason()),
        None => (State::Current, None),
    };
    let outdated = outdated_files(changes);
    Freshness { state, files, changed: n_changed, reason, outdated }
}

fn outdated_files(changes: &Changes) -> OutdatedFiles {
    let touched = changes.touched.iter().map(|touched| {
        let is_gone = touched.found.stat == Stat::MISSING;
        let change = if is_gone { FileChange::Gone } else { FileChange::Changed };
        (touched.found.path.clone(), change)
    });
    let removed = changes.removed.iter().map(|path| (path.clone(), FileChange::Gone));
    touched.chain(removed).collect()
}

#[cfg(test)]
mod tests;
