//! Keeps the index current by polling the tree.
//!
//! A scan costs one stat per file, works on every file system, and needs no watch on ignored folders. The pause
//! grows with the cost of a scan, so that watching takes a small part of one core. A server, which must not
//! answer late, uses `inotify.rs` instead.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Error;
use crate::engine::{Engine, Extent};
use crate::index::changes::find_changes;
use crate::index::generation::Generation;
use crate::index::pass::Step;
use crate::report::IndexReport;

/// The shortest pause between two scans.
const SHORTEST_PAUSE: Duration = Duration::from_millis(300);

/// A pause lasts this many times as long as the scan before it.
const PAUSE_FACTOR: u32 = 20;

impl Engine {
    /// Brings the index up to date, and again after every change, until cancelled. Calls `updated`
    /// after each run, the first included.
    pub fn watch(
        &self,
        step: &(dyn Fn(Step) + Sync),
        cancelled: &AtomicBool,
        mut updated: impl FnMut(&IndexReport),
    ) -> Result<(), Error> {
        let mut is_first = true;
        while !cancelled.load(Ordering::Relaxed) {
            let began = Instant::now();
            let is_due = is_first || self.has_changed()?;
            let scan = began.elapsed();
            if is_due {
                updated(&self.index(Extent::Changed, step, cancelled)?);
                step(Step::Finished);
                is_first = false;
            }
            pause(SHORTEST_PAUSE.max(scan * PAUSE_FACTOR), cancelled);
        }
        Ok(())
    }

    fn has_changed(&self) -> Result<bool, Error> {
        match Generation::newest(&self.layout)? {
            Some(generation) => {
                let mut changes = find_changes(&self.layout, &generation.manifest)?;
                // A file with a modification time in the future stays unsettled; that alone is not a change.
                changes.check_unsettled(&self.layout.root, &generation.manifest);
                Ok(!changes.is_empty())
            }
            None => Ok(true),
        }
    }
}

fn pause(length: Duration, cancelled: &AtomicBool) {
    let until = Instant::now() + length;
    while !cancelled.load(Ordering::Relaxed) && Instant::now() < until {
        thread::sleep(Duration::from_millis(50).min(length));
    }
}
