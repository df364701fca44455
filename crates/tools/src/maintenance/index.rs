//! `index`: brings the index up to date.

use std::sync::atomic::{AtomicU64, Ordering};

use rutter_engine::{Error, Extent, IndexReport, Step};

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Indexes what has changed, or everything.
#[derive(Debug, Clone, Copy)]
pub struct Index;

#[derive(Debug, Clone, Copy)]
pub struct Args {
    pub extent: Extent,
}

impl Tool for Index {
    const NAME: &'static str = "index";
    const PERMISSION: Permission = Permission::people(Effect::Record);
    type Args = Args;
    type Answer = IndexReport;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<IndexReport, ToolError> {
        toolbox.index(args.extent)
    }
}

/// Counts the files of an indexing run.
#[derive(Debug, Default)]
pub struct IndexProgress {
    n_read: AtomicU64,
    n_files: AtomicU64,
}

impl IndexProgress {
    pub fn reset(&self) {
        self.n_read.store(0, Ordering::Relaxed);
        self.n_files.store(0, Ordering::Relaxed);
    }

    /// Files read so far.
    pub fn n_read(&self) -> u64 {
        self.n_read.load(Ordering::Relaxed)
    }

    /// Files to be read; 0 until it is known.
    pub fn n_files(&self) -> u64 {
        self.n_files.load(Ordering::Relaxed)
    }

    pub fn observe(&self, step: Step) {
        match step {
            Step::Planned { n_files, .. } => self.n_files.store(n_files, Ordering::Relaxed),
            Step::Read { .. } => {
                self.n_read.fetch_add(1, Ordering::Relaxed);
            }
            Step::Waiting
            | Step::Rebuilding { .. }
            | Step::Looking
            | Step::Publishing
            | Step::Linking
            | Step::Finished => {}
        }
    }
}

impl ToolError {
    /// Returns whether there is no index, or none that can be read, so that indexing would help.
    pub fn is_missing_index(&self) -> bool {
        use rutter_knowledge::Error::Engine;
        matches!(self, ToolError::Fail(Engine(Error::Absent { .. } | Error::Damaged { .. })))
    }
}
