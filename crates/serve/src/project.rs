//! A repository that is served for a long time: its index is built and updated in the background.
//!
//! Nobody waits for a first indexing run: [`Project::ready`] returns at once whether there is an index
//! and, if not, how far indexing has come. Start there.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rutter_domain::{Freshness, Worded, error_chain};
use rutter_tools::maintenance::index::IndexProgress;
use rutter_tools::{FreshnessCheck, ToolError, Toolbox, render_for_model};

use crate::vocabulary::McpVocabulary;

/// Least time between two updates in the background, and between two attempts after a failure.
const UPDATE_INTERVAL: Duration = Duration::from_secs(10);

/// One repository, its tools, and the work on its index.
pub struct Project {
    /// The name of its folder.
    pub name: String,
    pub toolbox: Toolbox,
    work: Arc<Mutex<Work>>,
    progress: Arc<IndexProgress>,
}

/// Whether questions can be answered from the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readiness {
    Ready,
    /// The first index is being built.
    Indexing(Progress),
    /// It could not be built.
    Failed {
        reason: String,
    },
}

/// The progress of an indexing run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    pub n_read: u64,
    /// 0 until it is known.
    pub n_files: u64,
}

impl std::fmt::Display for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Progress { n_read, n_files } = *self;
        match n_files {
            0 => f.write_str("looking for files"),
            _ => write!(f, "{n_read} of {n_files} files, {} %", n_read * 100 / n_files),
        }
    }
}

#[derive(Debug, Clone)]
enum Work {
    /// Not checked yet.
    Unknown,
    /// The first index is being built.
    Building,
    /// There is an index; it may be being updated.
    Built {
        is_updating: bool,
        updated_at: Option<Instant>,
    },
    Failed {
        reason: String,
        at: Instant,
    },
}

impl std::fmt::Debug for Project {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Project").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Project {
    pub fn new(mut toolbox: Toolbox) -> Project {
        let name = toolbox.engine.layout.root.file_name();
        let name = name.map_or_else(|| "root".to_owned(), |name| name.to_string_lossy().into());
        let progress = Arc::new(IndexProgress::default());
        let observed = Arc::clone(&progress);
        toolbox.watcher = Arc::new(move |step| observed.observe(step));
        toolbox.freshness_check = FreshnessCheck::OnChange;
        let work = Arc::new(Mutex::new(Work::Unknown));
        Project { name, toolbox, work, progress }
    }

    /// Returns whether an index is known to exist. Never blocks.
    pub fn is_ready(&self) -> bool {
        self.work.try_lock().is_ok_and(|work| matches!(*work, Work::Built { .. }))
    }

    /// Returns whether there is an index to answer from. If there is none, starts to build one.
    pub fn ready(&self) -> Readiness {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        match &*work {
            Work::Built { .. } => return Readiness::Ready,
            Work::Building => return Readiness::Indexing(self.progress()),
            Work::Failed { reason, at } if at.elapsed() < UPDATE_INTERVAL => {
                return Readiness::Failed { reason: reason.clone() };
            }
            Work::Unknown | Work::Failed { .. } => {}
        }
        match self.toolbox.check_index() {
            Ok(()) => {
                *work = Work::Built { is_updating: false, updated_at: None };
                Readiness::Ready
            }
            Err(error) if error.is_missing_index() && self.toolbox.may_index() => {
                *work = self.start(Work::Building);
                match &*work {
                    Work::Failed { reason, .. } => Readiness::Failed { reason: reason.clone() },
                    Work::Unknown | Work::Building | Work::Built { .. } => {
                        Readiness::Indexing(Progress::default())
                    }
                }
            }
            Err(error) => {
                let reason = reason(&error);
                *work = Work::Failed { reason: reason.clone(), at: Instant::now() };
                Readiness::Failed { reason }
            }
        }
    }

    /// Updates the index in the background if it is out of date and no update is running.
    pub fn catch_up(&self) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        if let Work::Built { is_updating: false, updated_at } = *work {
            let is_due = updated_at.is_none_or(|at| at.elapsed() >= UPDATE_INTERVAL);
            if is_due && self.toolbox.may_index() {
                let updated_at = Some(Instant::now());
                match self.start(Work::Built { is_updating: true, updated_at }) {
                    Work::Failed { .. } => {}
                    started @ (Work::Unknown | Work::Building | Work::Built { .. }) => {
                        *work = started;
                    }
                }
            }
        }
    }

    pub fn progress(&self) -> Progress {
        Progress { n_read: self.progress.n_read(), n_files: self.progress.n_files() }
    }

    /// The state of the index, which must exist, in the vocabulary of agents.
    pub fn freshness(&self) -> Result<Freshness, ToolError> {
        let mut freshness = self.toolbox.knowledge()?.snapshot.freshness.clone();
        freshness.word(&McpVocabulary);
        Ok(freshness)
    }

    /// The map of the repository, with at most `limit_tokens`.
    pub fn map(&self, limit_tokens: usize, focus: Option<&str>) -> Result<String, ToolError> {
        Ok(self.toolbox.knowledge()?.map(limit_tokens, focus).to_string())
    }

    /// The entry about the repository as a whole, with its status.
    pub fn about(&self) -> Result<Option<String>, ToolError> {
        let entry = self.toolbox.knowledge()?.repository_entry();
        Ok(entry.map(|entry| {
            let details = entry.details.map_or_else(String::new, |details| format!("\n{details}"));
            format!("[{}] {}{details}", entry.status, entry.summary)
        }))
    }

    /// Stops the work in the background.
    pub fn stop(&self) {
        self.toolbox.cancelled.store(true, Ordering::SeqCst);
    }

    /// Starts to index on a thread, and returns the new state of the work.
    fn start(&self, started: Work) -> Work {
        self.progress.reset();
        let (work, toolbox) = (Arc::clone(&self.work), self.toolbox.clone());
        let is_first = matches!(started, Work::Building);
        let index = move || {
            let done = toolbox.update_index();
            let at = Instant::now();
            *work.lock().unwrap_or_else(PoisonError::into_inner) = match done {
                Err(error) if is_first => Work::Failed { reason: reason(&error), at },
                // The earlier index is still there.
                Ok(()) | Err(_) => Work::Built { is_updating: false, updated_at: Some(at) },
            };
        };
        match thread::Builder::new().name("indexing".to_owned()).spawn(index) {
            Ok(_) => started,
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

fn reason(error: &ToolError) -> String {
    let text = error_chain(error);
    // The server cannot fix this itself, so the hint is for the user.
    match error.hint() {
        Some(hint) => format!("{text}; {}", render_for_model(&McpVocabulary, &hint)),
        None => text,
    }
}
