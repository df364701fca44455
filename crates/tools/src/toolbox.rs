//! Runs tools on one repository, with an index as fresh as the caller wants.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rutter_domain::{Hint, OutdatedFiles, Remark, State};
use rutter_engine::{Coverage, Engine, Extent, IndexReport, Refresh, Step, TreeWatcher};
use rutter_knowledge::{GapSettings, Knowledge};
use rutter_workspace::Workspace;

use crate::ToolError;

/// How long the result of a freshness check stays valid at most.
const CHECK_VALID: Duration = Duration::from_secs(2);
/// While the system reports changes and has reported none, a check that is due runs in the background if the last
/// check is not older than this.
const CHECK_BESIDE: Duration = Duration::from_secs(60);

/// When to compare the index with the working tree again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FreshnessCheck {
    /// Every few seconds.
    Periodic,
    /// When the system reports a change in the tree. Without notifications a check stays valid only
    /// as long as it took to run, so that a large tree is not scanned all the time.
    OnChange,
}

/// The environment of tools: a repository, how fresh answers must be, and where progress is reported.
///
/// A clone shares the cache but can have its own `cancelled` flag.
#[derive(Clone)]
pub struct Toolbox {
    pub engine: Engine,
    pub refresh: Refresh,
    pub freshness_check: FreshnessCheck,
    /// Called with each step of indexing.
    pub watcher: Arc<dyn Fn(Step) + Send + Sync>,
    /// Stops the calls made through this handle when set. The flag is not reset, so a caller that continues after a
    /// cancelled call needs [`Toolbox::with_cancelled`].
    pub cancelled: Arc<AtomicBool>,
    /// A query's wait for the index.
    pub wait: RefreshWait,
    /// Starts to update the index in the background, after a query that did not wait for it. Returns
    /// whether an update is running.
    pub catch_up: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
    /// The settings of the gap rules.
    pub gap_settings: Arc<GapSettings>,
    cached: Arc<Mutex<Option<CachedKnowledge>>>,
    workspace: Arc<OnceLock<Workspace>>,
}

/// A query's wait until the index is up to date. The user can end it, so that the query is answered at once.
#[derive(Debug, Clone, Default)]
pub struct RefreshWait {
    is_waiting: Arc<AtomicBool>,
    is_skipped: Arc<AtomicBool>,
}

impl RefreshWait {
    /// Ends the wait. Returns `false` if there is none, or if it was ended before.
    pub fn skip(&self) -> bool {
        self.is_waiting.load(Ordering::SeqCst) && !self.is_skipped.swap(true, Ordering::SeqCst)
    }
}

struct CachedKnowledge {
    knowledge: Arc<Knowledge>,
    checked_at: Instant,
    /// How long the check is trusted.
    valid_for: Duration,
    tree_watcher: Option<TreeWatcher>,
    /// Whether a check runs in the background.
    is_checking: bool,
}

/// Whether a cached snapshot can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Validity {
    Valid,
    /// The system reported no change, but a check is due that finds changes which it cannot report.
    CheckDue,
    Expired,
}

impl CachedKnowledge {
    /// Must be called once per use, since the system reports a change only once.
    fn validity(&self) -> Validity {
        let reports_change = self.tree_watcher.as_ref().map(|watcher| !watcher.is_unchanged());
        let age = self.checked_at.elapsed();
        match reports_change {
            Some(true) => Validity::Expired,
            Some(false) | None if age < self.valid_for => Validity::Valid,
            Some(false)
                if self.valid_for == CHECK_VALID
                    && age < CHECK_BESIDE
                    && self.knowledge.snapshot.freshness.state == State::Current =>
            {
                Validity::CheckDue
            }
            Some(false) | None => Validity::Expired,
        }
    }

    /// Returns whether the system watches the tree and has reported no change since the last check.
    fn is_known_unchanged(&self) -> bool {
        self.tree_watcher.is_some() && self.validity() == Validity::Valid
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
        let (cached, workspace) = (Arc::default(), Arc::default());
        let watcher = Arc::from(watcher);
        let freshness_check = FreshnessCheck::Periodic;
        Toolbox {
            engine,
            refresh,
            freshness_check,
            watcher,
            cancelled,
            wait: RefreshWait::default(),
            catch_up: None,
            gap_settings: Arc::default(),
            cached,
            workspace,
        }
    }

    /// A handle on the same toolbox whose calls are stopped by another flag.
    pub fn with_cancelled(&self, cancelled: Arc<AtomicBool>) -> Toolbox {
        let is_skipped = Arc::clone(&cancelled);
        let wait = RefreshWait { is_skipped, ..self.wait.clone() };
        Toolbox { cancelled, wait, ..self.clone() }
    }

    /// Prepares the end of the process: large data is left to the system instead of being freed.
    pub fn prepare_exit(&self) {
        let cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = &*cached {
            cached.knowledge.snapshot.leave_graph_to_exit();
        }
    }

    /// Returns the index to answer from, refreshed as far as the settings require.
    pub fn knowledge(&self) -> Result<Arc<Knowledge>, ToolError> {
        // After a panic there is either no snapshot or a complete one.
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let renewed = match cached.take() {
            Some(mut before) => match before.validity() {
                Validity::Valid => before,
                Validity::CheckDue => {
                    if !before.is_checking {
                        before.is_checking = self.check_beside(&before.knowledge);
                    }
                    before
                }
                Validity::Expired => {
                    let began = Instant::now();
                    let is_fresh = self.engine.is_fresh(&before.knowledge.snapshot)?;
                    let check_took = began.elapsed();
                    let knowledge = if is_fresh { before.knowledge } else { self.open()? };
                    self.cache(knowledge, check_took, before.tree_watcher)
                }
            },
            None => self.cache(self.open()?, Duration::ZERO, None),
        };
        Ok(Arc::clone(&cached.insert(renewed).knowledge))
    }

    /// Starts to compare the tree with the index on a thread of its own. Returns whether the thread was started.
    fn check_beside(&self, knowledge: &Arc<Knowledge>) -> bool {
        let (toolbox, knowledge) = (self.clone(), Arc::clone(knowledge));
        let check = move || {
            let began = Instant::now();
            let is_fresh = toolbox.engine.is_fresh(&knowledge.snapshot).unwrap_or(false);
            let mut cached = toolbox.cached.lock().unwrap_or_else(PoisonError::into_inner);
            let same = cached.as_mut().filter(|now| Arc::ptr_eq(&now.knowledge, &knowledge));
            if let Some(now) = same {
                now.is_checking = false;
                now.checked_at = began;
                // If it is not fresh, the next call opens it again, and reports an error if there is one.
                now.valid_for = if is_fresh { CHECK_VALID } else { Duration::ZERO };
            }
        };
        std::thread::Builder::new().name("check".to_owned()).spawn(check).is_ok()
    }

    /// Returns the index as the tree is now. It is compared even if an earlier check is still valid, unless
    /// the system watches the tree and has reported no change.
    pub(crate) fn knowledge_now(&self) -> Result<Arc<Knowledge>, ToolError> {
        {
            let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(before) = cached.as_mut()
                && !before.is_known_unchanged()
                && !self.engine.is_fresh(&before.knowledge.snapshot)?
            {
                let tree_watcher = before.tree_watcher.take();
                *cached = Some(self.cache(self.open()?, Duration::ZERO, tree_watcher));
            }
        }
        self.knowledge()
    }

    /// Frees the cached snapshot.
    pub fn drop_caches(&self) {
        *self.cached.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The files that tools may read and write.
    pub(crate) fn workspace(&self) -> Result<&Workspace, rutter_workspace::Error> {
        if let Some(workspace) = self.workspace.get() {
            return Ok(workspace);
        }
        let opened = Workspace::open(&self.engine.layout)?;
        Ok(self.workspace.get_or_init(|| opened))
    }

    /// Updates the index without a session, for a server that maintains its own index. The next answer comes from the
    /// updated index.
    pub fn update_index(&self) -> Result<(), ToolError> {
        let done = self.index(Extent::Changed).map(drop);
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = &mut *cached {
            cached.valid_for = Duration::ZERO;
        }
        done
    }

    /// The files that differ from the index of the last answer.
    pub fn outdated_files(&self) -> OutdatedFiles {
        let cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let freshness = cached.as_ref().map(|cached| &cached.knowledge.snapshot.freshness);
        freshness.map(|freshness| freshness.outdated.clone()).unwrap_or_default()
    }

    /// Fails if there is no usable index. Does not refresh it.
    pub fn check_index(&self) -> Result<(), ToolError> {
        self.engine.snapshot(Refresh::Never, &|_| {}, &self.cancelled)?;
        Ok(())
    }

    /// Returns whether the index may be updated without a request to do so.
    pub fn may_index(&self) -> bool {
        self.refresh != Refresh::Never
    }

    pub(crate) fn index(&self, extent: Extent) -> Result<IndexReport, ToolError> {
        let report = self.engine.index(extent, &*self.watcher, &self.cancelled);
        (self.watcher)(Step::Finished);
        Ok(report?)
    }

    /// Caches a snapshot after a freshness check that took this long.
    fn cache(
        &self,
        knowledge: Arc<Knowledge>,
        check_took: Duration,
        tree_watcher: Option<TreeWatcher>,
    ) -> CachedKnowledge {
        let (valid_for, tree_watcher) = match self.freshness_check {
            FreshnessCheck::Periodic => (CHECK_VALID, None),
            FreshnessCheck::OnChange => {
                let mut tree_watcher = tree_watcher.or_else(TreeWatcher::new);
                match tree_watcher
                    .as_mut()
                    .and_then(|tree_watcher| tree_watcher.watch(&knowledge.snapshot))
                {
                    Some(Coverage::Whole) => (CHECK_VALID, tree_watcher),
                    // Watches were only just added; scan once more before trusting them.
                    Some(Coverage::Begun) => (Duration::ZERO, tree_watcher),
                    None => (check_took.min(CHECK_VALID), None),
                }
            }
        };
        let (checked_at, is_checking) = (Instant::now(), false);
        CachedKnowledge { knowledge, checked_at, valid_for, tree_watcher, is_checking }
    }

    fn open(&self) -> Result<Arc<Knowledge>, ToolError> {
        let RefreshWait { is_waiting, is_skipped } = &self.wait;
        is_waiting.store(true, Ordering::SeqCst);
        let opened = self.engine.snapshot(self.refresh, &*self.watcher, is_skipped);
        is_waiting.store(false, Ordering::SeqCst);
        (self.watcher)(Step::Finished);
        let mut snapshot = opened?;
        if snapshot.is_postponed {
            let is_going_on = self.catch_up.as_ref().is_some_and(|catch_up| catch_up());
            let remark = if is_going_on {
                Remark::new("it is being updated in the background")
            } else {
                Remark::hint_alone(Hint::UpdateIndex)
            };
            let reason = &mut snapshot.freshness.reason;
            *reason = Remark::join_options(reason.take(), Some(remark));
        }
        Ok(Arc::new(Knowledge::new(Arc::new(snapshot))))
    }
}
