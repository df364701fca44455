//! A repository that is served for a long time: its index is made and kept in the background.
//!
//! Whoever asks is never kept waiting by a first indexing: [`Project::ready`] says at once whether
//! answers can be had and, if not, how far it is. Start there.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rutter_domain::Freshness;
use rutter_domain::ListedEntry;
use rutter_engine::{Engine, Error, Extent, Refresh, Step};
use rutter_knowledge::EntriesFilter;

use crate::toolbox::Looks;
use crate::{ToolError, Toolbox};

/// The index is not brought up to date in the background more often.
const REST_BETWEEN: Duration = Duration::from_secs(10);

/// One repository, its tools, and the work on its index.
pub struct Project {
    /// The folder's own name.
    pub name: String,
    pub toolbox: Toolbox,
    work: Arc<Mutex<Work>>,
    tally: Arc<Tally>,
}

/// Whether questions can be answered from the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readiness {
    Ready,
    /// It is being made.
    Indexing(Progress),
    /// It could not be made.
    Failed {
        reason: String,
    },
}

/// How far the indexing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    pub n_read: u64,
    /// 0 as long as that is not known.
    pub n_files: u64,
}

#[derive(Debug, Clone)]
enum Work {
    /// Nobody has looked yet.
    Unknown,
    /// The first index is being made.
    Making,
    /// There is an index; it is perhaps being brought up to date.
    Made {
        is_updating: bool,
        updated_at: Option<Instant>,
    },
    Failed {
        reason: String,
        at: Instant,
    },
}

#[derive(Debug, Default)]
struct Tally {
    n_read: AtomicU64,
    n_files: AtomicU64,
}

impl std::fmt::Debug for Project {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Project").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Project {
    pub fn new(engine: Engine, refresh: Refresh) -> Project {
        let name = engine.layout.root.file_name();
        let name = name.map_or_else(|| "root".to_owned(), |name| name.to_string_lossy().into());
        let cancelled = Arc::new(AtomicBool::new(false));
        let mut toolbox = Toolbox::new(engine, refresh, Box::new(|_| {}), cancelled);
        toolbox.looks = Looks::Renewed;
        let work = Arc::new(Mutex::new(Work::Unknown));
        Project { name, toolbox, work, tally: Arc::default() }
    }

    /// Whether there is known to be an index to answer from: a look that never blocks.
    pub fn is_ready(&self) -> bool {
        self.work.try_lock().is_ok_and(|work| matches!(*work, Work::Made { .. }))
    }

    /// Says whether there is an index to answer from. Where there is none, one is begun.
    pub fn ready(&self) -> Readiness {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        match &*work {
            Work::Made { .. } => return Readiness::Ready,
            Work::Making => return Readiness::Indexing(self.progress()),
            Work::Failed { reason, at } if at.elapsed() < REST_BETWEEN => {
                return Readiness::Failed { reason: reason.clone() };
            }
            Work::Unknown | Work::Failed { .. } => {}
        }
        match self.toolbox.engine.snapshot(Refresh::Never, &|_| {}, &self.toolbox.cancelled) {
            Ok(_) => {
                *work = Work::Made { is_updating: false, updated_at: None };
                Readiness::Ready
            }
            Err(Error::Absent { .. } | Error::Damaged { .. })
                if self.toolbox.refresh != Refresh::Never =>
            {
                *work = self.begin(Work::Making);
                match &*work {
                    Work::Failed { reason, .. } => Readiness::Failed { reason: reason.clone() },
                    Work::Unknown | Work::Making | Work::Made { .. } => {
                        Readiness::Indexing(Progress::default())
                    }
                }
            }
            Err(error) => {
                let reason = told(&error);
                *work = Work::Failed { reason: reason.clone(), at: Instant::now() };
                Readiness::Failed { reason }
            }
        }
    }

    /// Brings an index up to date in the background that could not be while somebody waited.
    pub fn catch_up(&self) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        if let Work::Made { is_updating: false, updated_at } = *work {
            let is_rested = updated_at.is_none_or(|at| at.elapsed() >= REST_BETWEEN);
            if is_rested && self.toolbox.refresh != Refresh::Never {
                let updated_at = Some(Instant::now());
                match self.begin(Work::Made { is_updating: true, updated_at }) {
                    Work::Failed { .. } => {}
                    begun @ (Work::Unknown | Work::Making | Work::Made { .. }) => *work = begun,
                }
            }
        }
    }

    pub fn progress(&self) -> Progress {
        let Tally { n_read, n_files } = &*self.tally;
        Progress {
            n_read: n_read.load(Ordering::Relaxed),
            n_files: n_files.load(Ordering::Relaxed),
        }
    }

    /// How far answers can be trusted; the index must be there.
    pub fn freshness(&self) -> Result<Freshness, ToolError> {
        Ok(self.toolbox.knowledge()?.snapshot.freshness.clone())
    }

    /// The map of the repository, no longer than that.
    pub fn map(&self, limit_tokens: usize, focus: Option<&str>) -> Result<String, ToolError> {
        Ok(self.toolbox.knowledge()?.map(limit_tokens, focus).to_string())
    }

    /// What was recorded: all, or what an id or a symbol's name leads to.
    pub fn entries(&self, sought: Option<&str>) -> Result<Vec<ListedEntry>, ToolError> {
        let filter =
            EntriesFilter { sought: sought.map(str::to_owned), ..EntriesFilter::default() };
        Ok(self.toolbox.knowledge()?.entries(&filter)?.entries)
    }

    /// Stops what is done in the background.
    pub fn stop(&self) {
        self.toolbox.cancelled.store(true, Ordering::SeqCst);
    }

    /// Begins to index, and says what the work is then.
    fn begin(&self, begun: Work) -> Work {
        self.tally.n_read.store(0, Ordering::Relaxed);
        self.tally.n_files.store(0, Ordering::Relaxed);
        let (work, tally) = (Arc::clone(&self.work), Arc::clone(&self.tally));
        let engine = self.toolbox.engine.clone();
        let cancelled = Arc::clone(&self.toolbox.cancelled);
        let is_first = matches!(begun, Work::Making);
        let index = move || {
            let done = engine.index(Extent::Changed, &|step| tally.hear(step), &cancelled);
            let at = Instant::now();
            *work.lock().unwrap_or_else(PoisonError::into_inner) = match done {
                Err(error) if is_first => Work::Failed { reason: told(&error), at },
                // What was there before is still there.
                Ok(_) | Err(_) => Work::Made { is_updating: false, updated_at: Some(at) },
            };
        };
        match thread::Builder::new().name("indexing".to_owned()).spawn(index) {
            Ok(_) => begun,
            Err(error) => Work::Failed {
                reason: format!("no thread can be started: {error}"),
                at: Instant::now(),
            },
        }
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Tally {
    fn hear(&self, step: Step) {
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

fn told(error: &Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text.push_str(&format!(": {cause}"));
        source = cause.source();
    }
    match error.hint() {
        Some(hint) => format!("{text}; {hint}"),
        None => text,
    }
}
