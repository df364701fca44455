//! Runs tools on one repository, on an index that is as fresh as the caller allows.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rutter_engine::{Engine, Refresh, Snapshot, Step};
use serde::Serialize;

use crate::ToolError;

/// How long a look at the tree holds. Many queries in a row share one.
const LOOK_HOLDS: Duration = Duration::from_secs(2);

/// A capability.
pub trait Tool {
    const NAME: &'static str;
    type Args;
    type Answer: Serialize;

    fn run(&self, toolbox: &Toolbox, args: Self::Args) -> Result<Self::Answer, ToolError>;
}

/// The tools' surroundings: a repository, how fresh answers must be, and who watches.
pub struct Toolbox {
    pub engine: Engine,
    pub refresh: Refresh,
    /// Hears how far indexing has come.
    pub watcher: Box<dyn Fn(Step) + Send + Sync>,
    pub cancelled: Arc<AtomicBool>,
    held: Mutex<Option<Held>>,
}

struct Held {
    snapshot: Arc<Snapshot>,
    looked_at: Instant,
}

impl std::fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Toolbox").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl Toolbox {
    pub fn new(
        engine: Engine,
        refresh: Refresh,
        watcher: Box<dyn Fn(Step) + Send + Sync>,
        cancelled: Arc<AtomicBool>,
    ) -> Toolbox {
        Toolbox { engine, refresh, watcher, cancelled, held: Mutex::new(None) }
    }

    /// Answers a question.
    pub fn run<T: Tool>(&self, tool: &T, args: T::Args) -> Result<T::Answer, ToolError> {
        tool.run(self, args)
    }

    /// The index to answer from.
    pub(crate) fn snapshot(&self) -> Result<Arc<Snapshot>, ToolError> {
        let mut held = self.held.lock().expect("no thread has panicked");
        let renewed = match held.take() {
            Some(held) if held.looked_at.elapsed() < LOOK_HOLDS => held,
            Some(stale) => {
                let is_fresh = self.engine.is_fresh(&stale.snapshot)?;
                let snapshot = if is_fresh { stale.snapshot } else { self.open()? };
                Held { snapshot, looked_at: Instant::now() }
            }
            None => Held { snapshot: self.open()?, looked_at: Instant::now() },
        };
        Ok(Arc::clone(&held.insert(renewed).snapshot))
    }

    fn open(&self) -> Result<Arc<Snapshot>, ToolError> {
        let snapshot = self.engine.snapshot(self.refresh, &self.watcher, &self.cancelled);
        (self.watcher)(Step::Finished);
        Ok(Arc::new(snapshot?))
    }
}
