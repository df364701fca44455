//! Runs tools on one repository, on an index that is as fresh as the caller allows.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rutter_engine::{Engine, Refresh, Snapshot, Step, Workspace};

use crate::{Mode, Session, Tool, ToolError};

/// How long a look at the tree holds. Many queries in a row share one.
const LOOK_HOLDS: Duration = Duration::from_secs(2);

/// The tools' surroundings: a repository, how fresh answers must be, and who watches.
pub struct Toolbox {
    pub engine: Engine,
    pub refresh: Refresh,
    /// Hears how far indexing has come.
    pub watcher: Box<dyn Fn(Step) + Send + Sync>,
    pub cancelled: Arc<AtomicBool>,
    held: Mutex<Option<Held>>,
    workspace: OnceLock<Workspace>,
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
        let (held, workspace) = (Mutex::new(None), OnceLock::new());
        Toolbox { engine, refresh, watcher, cancelled, held, workspace }
    }

    /// Answers a question of the user, who has no session and confirms nothing here.
    pub fn run<T: Tool>(&self, tool: &T, args: T::Args) -> Result<T::Answer, ToolError> {
        tool.run(self, &Session::new(Mode::Ask, "user"), args)
    }

    /// The index to answer from.
    pub fn snapshot(&self) -> Result<Arc<Snapshot>, ToolError> {
        // What a panic left behind is nothing, or a whole snapshot.
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// The index as the tree is now: a look that others share is not enough.
    pub(crate) fn snapshot_now(&self) -> Result<Arc<Snapshot>, ToolError> {
        {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(held) = held.as_mut()
                && !self.engine.is_fresh(&held.snapshot)?
            {
                held.snapshot = self.open()?;
                held.looked_at = Instant::now();
            }
        }
        self.snapshot()
    }

    /// Lets go of what is only held to answer faster.
    pub fn rest(&self) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The files, as tools may touch them.
    pub(crate) fn workspace(&self) -> Result<&Workspace, rutter_engine::Error> {
        if let Some(workspace) = self.workspace.get() {
            return Ok(workspace);
        }
        let opened = Workspace::open(&self.engine.place)?;
        Ok(self.workspace.get_or_init(|| opened))
    }

    fn open(&self) -> Result<Arc<Snapshot>, ToolError> {
        let snapshot = self.engine.snapshot(self.refresh, &self.watcher, &self.cancelled);
        (self.watcher)(Step::Finished);
        Ok(Arc::new(snapshot?))
    }
}
