//! Brings the index up to date for a query that waits, or for those that come later.
//!
//! A query waits only for work that is expected to fit its budget, and gives up at the end of it or when its
//! user does. A pass that was given up publishes nothing: what it parsed is cached, so that the next one takes less.
//! The answer then comes from the last generation, with the files marked that differ from it, and
//! [`Engine::catch_up`] does the work beside the answers. Start at [`Engine::refresh`].

use std::cell::Cell;
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
use crate::index::pass::{FactSource, Step};

/// A query waits at least this long for another process that writes the index.
const LOCK_PATIENCE: Duration = Duration::from_millis(150);

/// How a query may wait for the index.
#[derive(Clone, Copy)]
pub(super) struct Wait<'a> {
    pub(super) budget: Duration,
    pub(super) step: &'a (dyn Fn(Step) + Sync),
    /// Ends the wait.
    pub(super) cancelled: &'a AtomicBool,
}

/// What a query is answered from.
pub(super) struct Refreshed {
    pub(super) generation: Generation,
    pub(super) freshness: Freshness,
    /// The history that was read on the way, so that the snapshot need not read it again.
    pub(super) history: Option<CommitHistory>,
    /// Whether the query did not wait until the index was up to date.
    pub(super) is_postponed: bool,
}

impl Refreshed {
    /// An answer from a generation that the tree differs from.
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
    /// Brings the index up to date, if that takes no longer than the wait may last.
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
        let _lock = match self.lock_within(expected.max(LOCK_PATIENCE).min(wait.budget), wait) {
            Ok(Some(lock)) => lock,
            Ok(None) => {
                let reason = Some(Remark::new("another rutter is indexing"));
                return Ok(Refreshed::behind(self, generation, changes, reason));
            }
            Err(_) => {
                let reason = Some(Remark::new("the data folder cannot be written"));
                return Ok(Refreshed::behind(self, generation, changes, reason));
            }
        };
        // Another process that held the lock before may have done the work already.
        let newest = Generation::newest(&self.layout)?.unwrap_or(generation);
        let changes = find_changes(&self.layout, &newest.manifest)?;
        if changes.is_empty() {
            let freshness = freshness_of(&newest.manifest, &Changes::default(), None);
            return Ok(Refreshed {
                generation: newest,
                freshness,
                history: None,
                is_postponed: false,
            });
        }
        let is_over = AtomicBool::new(false);
        let step = |step: Step| {
            if wait.cancelled.load(Ordering::Relaxed) || began.elapsed() >= wait.budget {
                is_over.store(true, Ordering::Relaxed);
            }
            (wait.step)(step);
        };
        let before = newest.manifest.clone();
        let mode = PassMode {
            facts: FactSource::Cache,
            purpose: PassPurpose::Query,
            beside_publishing: None,
        };
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
                let reason = Some(Remark::new(format!("it could not be refreshed: {error}")));
                Ok(Refreshed::behind(self, newest, changes, reason))
            }
        }
    }

    /// Waits for the writer's lock, no longer than `patience` and until cancelled.
    fn lock_within(&self, patience: Duration, wait: Wait<'_>) -> Result<Option<WriterLock>, Error> {
        let path = self.layout.writer_lock();
        let began = Instant::now();
        let is_told = Cell::new(false);
        loop {
            let lock = WriterLock::take_within(&path, LOCK_PATIENCE.min(patience))?;
            let is_over = began.elapsed() >= patience || wait.cancelled.load(Ordering::Relaxed);
            if lock.is_some() || is_over {
                return Ok(lock);
            }
            if !is_told.replace(true) {
                (wait.step)(Step::Waiting);
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
        let mode = PassMode {
            facts: FactSource::Cache,
            purpose: PassPurpose::Index,
            beside_publishing: None,
        };
        let (manifest, done) = self.bring_up(before, changes, mode, &step, cancelled)?;
        self.update_history(&manifest, &done);
        Ok(true)
    }
}

/// To compare a file with its hash takes this part of the time that parsing takes.
const COMPARED_PART: u64 = 50;

/// Estimated time of a pass over these changes: parsing runs at some megabytes a second.
fn expected_time(changes: &Changes, limit_bytes: u64) -> Duration {
    let n_threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let work = |touched: &Touched| match touched.certainty {
        Certainty::Differs => touched.n_bytes(limit_bytes),
        Certainty::Unsettled => touched.n_bytes(limit_bytes) / COMPARED_PART,
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
