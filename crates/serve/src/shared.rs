//! What all connections of one server have in common.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use rutter_tools::{Mode, Project};
use tokio::sync::Semaphore;

use crate::projects::Projects;

/// What is only held to answer faster is let go after this long without a question.
const IDLE: Duration = Duration::from_secs(15);

/// So many searches through all files go on at once.
const N_GREPS: usize = 2;

/// At most this many calls of tools are open, of all clients together. Over HTTP a client can
/// leave without waiting for an answer that is still worked on.
const LIMIT_CALLS: usize = 256;

/// Opens the repository at a folder; or says why it cannot be.
pub type Open = dyn Fn(&Path) -> Result<Project, String> + Send + Sync;

/// What an agent is told when it is to explore: how, and what is known of the repository, all or a
/// folder; of one that has no index yet nothing is known.
pub type Brief = dyn Fn(Option<&Project>, Option<&str>) -> Result<String, String> + Send + Sync;

/// Whether agents may record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recording {
    Allowed,
    /// They can only look.
    Off,
}

/// Which folders are served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Folders {
    /// These, whatever the client says.
    Fixed(Vec<PathBuf>),
    /// The client's roots; this one when it names none, if it can be served at all.
    OfClient { otherwise: Option<PathBuf> },
}

/// What all connections have in common.
pub struct Shared {
    pub(crate) mode: Mode,
    pub(crate) brief: Box<Brief>,
    open: Box<Open>,
    /// What is served where the client does not say.
    pub(crate) usual: Projects,
    /// Whether clients say which folders are served.
    pub(crate) takes_roots: bool,
    opened: Mutex<HashMap<PathBuf, Weak<Project>>>,
    /// A search through all files takes the whole machine; more of them wait.
    pub(crate) grep_turns: Semaphore,
    pub(crate) call_turns: Semaphore,
    used_at: Mutex<Instant>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("usual", &self.usual).finish_non_exhaustive()
    }
}

impl Shared {
    /// Opens the folders; fails when one that the user names cannot be served.
    pub fn new(
        folders: &Folders,
        recording: Recording,
        open: Box<Open>,
        brief: Box<Brief>,
    ) -> Result<Arc<Shared>, String> {
        let (paths, takes_roots) = match folders {
            Folders::Fixed(paths) => (paths.clone(), false),
            Folders::OfClient { otherwise } => (otherwise.iter().cloned().collect(), true),
        };
        let mode = match recording {
            Recording::Allowed => Mode::Plan,
            Recording::Off => Mode::Ask,
        };
        let mut shared = Shared {
            mode,
            brief,
            open,
            usual: Projects::default(),
            takes_roots,
            opened: Mutex::default(),
            grep_turns: Semaphore::new(N_GREPS),
            call_turns: Semaphore::new(LIMIT_CALLS),
            used_at: Mutex::new(Instant::now()),
        };
        let usual: Result<Vec<_>, String> = paths.iter().map(|path| shared.project(path)).collect();
        shared.usual = Projects::new(usual?);
        Ok(Arc::new(shared))
    }

    /// The repository at a folder, the same for all who ask.
    pub(crate) fn project(&self, path: &Path) -> Result<Arc<Project>, String> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(project) = opened.get(path).and_then(Weak::upgrade) {
            return Ok(project);
        }
        let project = (self.open)(path)?;
        let root = project.toolbox.engine.layout.root.clone();
        let project = match opened.get(&root).and_then(Weak::upgrade) {
            Some(known) => known,
            None => Arc::new(project),
        };
        opened.retain(|_, project| project.strong_count() > 0);
        opened.insert(path.to_owned(), Arc::downgrade(&project));
        opened.insert(root, Arc::downgrade(&project));
        Ok(project)
    }

    /// Notes that somebody asks.
    pub(crate) fn touch(&self) {
        *self.used_at.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Lets go of what is only held to answer faster, whenever nobody has asked for a while.
    pub(crate) async fn rest_when_idle(self: Arc<Self>) {
        let mut rested_at: Option<Instant> = None;
        loop {
            tokio::time::sleep(IDLE / 3).await;
            let used_at = *self.used_at.lock().unwrap_or_else(PoisonError::into_inner);
            if used_at.elapsed() < IDLE || rested_at.is_some_and(|at| at > used_at) {
                continue;
            }
            let opened: Vec<_> = {
                let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
                opened.values().filter_map(Weak::upgrade).collect()
            };
            opened.iter().for_each(|project| project.toolbox.rest());
            rested_at = Some(Instant::now());
        }
    }
}
