//! Runs tools on one repository, on an index that is as fresh as the caller allows.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rutter_engine::{Coverage, Engine, Lookout, Refresh, Snapshot, Step, Workspace};

use crate::{Mode, Session, Tool, ToolError};

/// How long a look at the tree holds at most.
const LOOK_HOLDS: Duration = Duration::from_secs(2);

/// How long one look at the tree is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// All questions of some seconds share one.
    Shared,
    /// Until something happens in the tree; where that cannot be known, as long as the look took:
    /// a large tree must not be looked at all the time.
    Renewed,
}

/// The tools' surroundings: a repository, how fresh answers must be, and who watches.
///
/// A clone is a handle on the same cache, so that a call can have its own `cancelled` flag.
#[derive(Clone)]
pub struct Toolbox {
    pub engine: Engine,
    pub refresh: Refresh,
    pub looks: Looks,
    /// Hears how far indexing has come.
    pub watcher: Arc<dyn Fn(Step) + Send + Sync>,
    /// Stops the calls made through this handle when set. The flag is not reset, so what goes on after a
    /// cancelled call uses [`Toolbox::with_cancelled`].
    pub cancelled: Arc<AtomicBool>,
    held: Arc<Mutex<Option<Held>>>,
    workspace: Arc<OnceLock<Workspace>>,
}

struct Held {
    snapshot: Arc<Snapshot>,
    looked_at: Instant,
    /// How long that look holds.
    holds: Duration,
    lookout: Option<Lookout>,
}

impl Held {
    /// Whether the last look still tells how the tree is.
    fn is_valid(&self) -> bool {
        self.looked_at.elapsed() < self.holds
            && self.lookout.as_ref().is_none_or(Lookout::saw_nothing)
    }
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
        let (held, workspace) = (Arc::default(), Arc::default());
        let watcher = Arc::from(watcher);
        let looks = Looks::Shared;
        Toolbox { engine, refresh, looks, watcher, cancelled, held, workspace }
    }

    /// A handle on the same toolbox whose calls are stopped by another flag.
    pub fn with_cancelled(&self, cancelled: Arc<AtomicBool>) -> Toolbox {
        Toolbox { cancelled, ..self.clone() }
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
            Some(held) if held.is_valid() => held,
            Some(stale) => {
                let began = Instant::now();
                let is_fresh = self.engine.is_fresh(&stale.snapshot)?;
                let look = began.elapsed();
                let snapshot = if is_fresh { stale.snapshot } else { self.open()? };
                self.hold(snapshot, look, stale.lookout)
            }
            None => self.hold(self.open()?, Duration::ZERO, None),
        };
        Ok(Arc::clone(&held.insert(renewed).snapshot))
    }

    /// The index as the tree is now: a look that others share is not enough.
    pub(crate) fn snapshot_now(&self) -> Result<Arc<Snapshot>, ToolError> {
        {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(before) = held.as_mut()
                && !self.engine.is_fresh(&before.snapshot)?
            {
                let lookout = before.lookout.take();
                *held = Some(self.hold(self.open()?, Duration::ZERO, lookout));
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

    /// Keeps a snapshot after a look at the tree that took so long.
    fn hold(&self, snapshot: Arc<Snapshot>, look: Duration, lookout: Option<Lookout>) -> Held {
        let (holds, lookout) = match self.looks {
            Looks::Shared => (LOOK_HOLDS, None),
            Looks::Renewed => {
                let mut lookout = lookout.or_else(Lookout::post);
                match lookout.as_mut().and_then(|lookout| lookout.cover(&snapshot)) {
                    Some(Coverage::Whole) => (LOOK_HOLDS, lookout),
                    // The next look is the first that it vouches for.
                    Some(Coverage::Begun) => (Duration::ZERO, lookout),
                    None => (look.min(LOOK_HOLDS), None),
                }
            }
        };
        Held { snapshot, looked_at: Instant::now(), holds, lookout }
    }

    fn open(&self) -> Result<Arc<Snapshot>, ToolError> {
        let snapshot = self.engine.snapshot(self.refresh, &*self.watcher, &self.cancelled);
        (self.watcher)(Step::Finished);
        Ok(Arc::new(snapshot?))
    }
}
