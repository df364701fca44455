//! The state that all connections of one server share.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use rutter_tools::{Mode, TextAndData};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use crate::project::Project;
use crate::projects::Projects;

/// Caches are freed after this long without a request. An agent has a server for each session, and there may be
/// dozens of them.
pub(crate) const AGENT_IDLE: Duration = Duration::from_secs(15);
/// As [`AGENT_IDLE`], for a server with pages. There is only one, and a person comes back after a while.
pub(crate) const PAGES_IDLE: Duration = Duration::from_secs(10 * 60);

/// Searches through all files that may run at the same time.
const N_GREPS: usize = 2;

/// Most open tool calls of all clients together. Over HTTP a client can leave without
/// waiting for its answer, and the work continues.
const LIMIT_CALLS: usize = 256;

/// Opens the repository at a folder. The error says why that is impossible.
pub type OpenProject = dyn Fn(&Path) -> Result<Project, String> + Send + Sync;

/// Writes the prompt for an agent that explores a repository or a folder of it. The project is `None`
/// if it has no index yet.
pub type Brief = dyn Fn(Option<&Project>, Option<&str>) -> Result<String, String> + Send + Sync;

/// Runs a tool, by its name and arguments, on all repositories of a team. The error says what would be right.
pub type AskTeam = dyn Fn(&str, Map<String, Value>) -> Result<TextAndData, String> + Send + Sync;

/// Whether agents may record entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordAccess {
    Allowed,
    /// They can only read.
    Off,
}

/// The folders that are served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Folders {
    /// These, whatever the client names.
    Fixed(Vec<PathBuf>),
    /// The client's roots; if it names none, `otherwise`.
    OfClient { otherwise: Option<PathBuf> },
}

pub struct Shared {
    pub(crate) mode: Mode,
    pub(crate) brief: Box<Brief>,
    /// `None` if there is no team's index.
    pub(crate) team: Option<Arc<AskTeam>>,
    open: Box<OpenProject>,
    /// The repositories for clients that name no folders.
    pub(crate) usual: Projects,
    /// Whether clients may name the folders.
    pub(crate) takes_roots: bool,
    opened: Mutex<HashMap<PathBuf, Weak<Project>>>,
    /// A search through all files uses the whole machine; further ones wait.
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
    /// Opens the folders. Fails if one that the user named cannot be served.
    pub fn new(
        folders: &Folders,
        recording: RecordAccess,
        open: Box<OpenProject>,
        brief: Box<Brief>,
        team: Option<Arc<AskTeam>>,
    ) -> Result<Arc<Shared>, String> {
        let (paths, takes_roots) = match folders {
            Folders::Fixed(paths) => (paths.clone(), false),
            Folders::OfClient { otherwise } => (otherwise.iter().cloned().collect(), true),
        };
        let mode = match recording {
            RecordAccess::Allowed => Mode::Plan,
            RecordAccess::Off => Mode::Ask,
        };
        let mut shared = Shared {
            mode,
            brief,
            team,
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

    /// The repository at a folder, shared by all connections.
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

    /// The only served repository; `None` if there are several, or none.
    pub fn only_project(&self) -> Option<Arc<Project>> {
        let mut projects = self.usual.iter();
        let (_, only) = projects.next()?;
        projects.next().is_none().then(|| Arc::clone(only))
    }

    /// Notes a request.
    pub(crate) fn touch(&self) {
        *self.used_at.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Frees the caches whenever there was no request for `idle`.
    pub(crate) async fn drop_caches_when_idle(self: Arc<Self>, idle: Duration) {
        let mut dropped_at: Option<Instant> = None;
        loop {
            tokio::time::sleep(idle / 3).await;
            let used_at = *self.used_at.lock().unwrap_or_else(PoisonError::into_inner);
            if used_at.elapsed() < idle || dropped_at.is_some_and(|at| at > used_at) {
                continue;
            }
            let opened: Vec<_> = {
                let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
                opened.values().filter_map(Weak::upgrade).collect()
            };
            opened.iter().for_each(|project| project.toolbox.drop_caches());
            dropped_at = Some(Instant::now());
        }
    }
}
