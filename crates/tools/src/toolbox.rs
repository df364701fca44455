//! Runs tools on one repository, on an index that is as fresh as the caller allows.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rutter_engine::{Engine, Refresh, Snapshot, Step, Workspace};

use crate::{Mode, Session, Tool, ToolError};

/// How long a look at the tree holds where many questions come in a row.
const LOOK_HOLDS: Duration = Duration::from_secs(2);
/// And where each answer has to be of the tree as it is, but a large one must not be looked at all
/// the time.
const MOST_LOOK_HOLDS: Duration = Duration::from_millis(100);

/// How long one look at the tree is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// All questions of some seconds share one.
    Shared,
    /// As long as it took: in a small tree each question has its own.
    Frequent,
}

/// The tools' surroundings: a repository, how fresh answers must be, and who watches.
pub struct Toolbox {
    pub engine: Engine,
    pub refresh: Refresh,
    pub looks: Looks,
    /// Hears how far indexing has come.
    pub watcher: Box<dyn Fn(Step) + Send + Sync>,
    pub cancelled: Arc<AtomicBool>,
    held: Mutex<Option<Held>>,
    workspace: OnceLock<Workspace>,
}

struct Held {
    snapshot: Arc<Snapshot>,
    looked_at: Instant,
    holds: Duration,
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
        let looks = Looks::Shared;
        Toolbox { engine, refresh, looks, watcher, cancelled, held, workspace }
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
            Some(held) if held.looked_at.elapsed() < held.holds => held,
            Some(stale) => {
                let began = Instant::now();
                let is_fresh = self.engine.is_fresh(&stale.snapshot)?;
                let snapshot = if is_fresh { stale.snapshot } else { self.open()? };
                self.hold(snapshot, began)
            }
            None => {
                let began = Instant::now();
                self.hold(self.open()?, began)
            }
        };
        Ok(Arc::clone(&held.insert(renewed).snapshot))
    }

    /// The index as the tree is now: a look that others share is not enough.
    pub(crate) fn snapshot_now(&self) -> Result<Arc<Snapshot>, ToolError> {
        {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            let began = Instant::now();
            if let Some(before) = held.as_ref()
                && !self.engine.is_fresh(&before.snapshot)?
            {
                *held = Some(self.hold(self.open()?, began));
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

    /// Keeps a snapshot that a look which began then has shown to be of the tree as it is.
    fn hold(&self, snapshot: Arc<Snapshot>, began: Instant) -> Held {
        let holds = match self.looks {
            Looks::Shared => LOOK_HOLDS,
            Looks::Frequent => began.elapsed().min(MOST_LOOK_HOLDS),
        };
        Held { snapshot, looked_at: Instant::now(), holds }
    }

    fn open(&self) -> Result<Arc<Snapshot>, ToolError> {
        let snapshot = self.engine.snapshot(self.refresh, &self.watcher, &self.cancelled);
        (self.watcher)(Step::Finished);
        Ok(Arc::new(snapshot?))
    }
}
