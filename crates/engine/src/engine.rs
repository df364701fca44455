//! One repository: brings its index up to date and opens it for answers.

use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rutter_domain::State;
use rutter_graph::link_code;

use crate::embedder_choice::{BUILT_IN, EmbedderChoice};
use crate::index::changes::{Changes, find_changes};
use crate::index::embedder::{ChunkEmbedder, Connector, Recorded};
use crate::index::generation::Generation;
use crate::index::history::{CommitHistory, LastCommits};
use crate::index::lock::WriterLock;
use crate::index::manifest::Manifest;
use crate::index::pass::{self, FactSource, OnStop, PassContext, PassSummary, Step};
use crate::query::embedder::SERVICE_TIMEOUT;
use crate::query::graph::AllFacts;
use crate::query::snapshot::Snapshot;
use crate::report::IndexReport;
use crate::{Error, report};
use rutter_workspace::RepoLayout;

mod refresh;

use refresh::{Refreshed, Wait, freshness_of};

/// Larger files are skipped by default.
pub const DEFAULT_LIMIT_BYTES: u64 = 2 << 20;

/// How long a query waits for another process that writes the first index, without which there is no
/// answer. That process may be suspended and never continue.
const FIRST_INDEX_TIMEOUT: Duration = Duration::from_secs(5);

/// How a query treats an index that is behind the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refresh {
    /// Waits at most about this long while the index is brought up to date.
    Within(Duration),
    /// Answers from the current index and reports how far behind it is.
    Never,
}

/// How much of the index a run replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Only what changed is read.
    Changed,
    /// Everything is read and parsed again, and then replaces the old index.
    Everything,
}

/// The reason for a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PassPurpose {
    /// The index itself. A pass that is stopped publishes what it has, and the next one continues from there.
    Index,
    /// A query that waits. A pass that is stopped publishes nothing: the last generation is complete.
    Query,
}

/// Options of a pass.
struct PassMode<'a> {
    facts: FactSource,
    purpose: PassPurpose,
    /// See [`PassContext::beside_publishing`].
    beside_publishing: Option<&'a (dyn Fn(&Manifest) + Sync)>,
}

impl PassMode<'_> {
    /// From cached facts, without counting edges.
    fn of(purpose: PassPurpose) -> PassMode<'static> {
        PassMode { facts: FactSource::Cache, purpose, beside_publishing: None }
    }
}

/// A repository and its index.
#[derive(Debug, Clone)]
pub struct Engine {
    pub layout: RepoLayout,
    /// Skip larger files. `None` keeps the limit the index was built with.
    pub limit_bytes: Option<u64>,
    /// Embedder to use. `None` keeps the one recorded in the index.
    pub embedder: Option<EmbedderChoice>,
    /// Connects to embedders that are services.
    pub connector: Connector,
}

impl Engine {
    pub fn new(layout: RepoLayout) -> Engine {
        Engine { layout, limit_bytes: None, embedder: None, connector: Connector::default() }
    }

    /// Brings the index up to date, however long it takes, and counts what is in it.
    pub fn index(
        &self,
        extent: Extent,
        step: &(dyn Fn(Step) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<IndexReport, Error> {
        let began = Instant::now();
        self.layout.prepare()?;
        // Taken before the manifest is read, so that no other process writes between reading it and
        // publishing.
        let _lock = self.wait_for_lock(step, cancelled)?;
        let (before, facts) = match extent {
            Extent::Changed => (self.manifest_or_empty(step, cancelled)?, FactSource::Cache),
            Extent::Everything => (self.empty_manifest(cancelled)?, FactSource::Parser),
        };
        self.check_embedder(&before)?;
        step(Step::Looking);
        let mut changes = find_changes(&self.layout, &before)?;
        if let Some(limit_bytes) = self.limit_bytes.filter(|limit| *limit != before.limit_bytes) {
            changes.reconsider(&before, limit_bytes);
        }
        // Git is asked while files are parsed. A run that is stopped does not wait for it.
        let n_files = match before.indexed().count() {
            0 => changes.touched.len(),
            n_before => n_before,
        };
        let layout = self.layout.clone();
        let commits = thread::spawn(move || LastCommits::read_ahead(&layout, n_files));
        let link = |manifest: &Manifest| {
            step(Step::Linking);
            link_code(&AllFacts::new(&self.layout, manifest), cancelled)
        };
        let linked = Mutex::new(None);
        let keep = |manifest: &Manifest| {
            *linked.lock().unwrap_or_else(PoisonError::into_inner) = link(manifest);
        };
        let mode = PassMode { facts, purpose: PassPurpose::Index, beside_publishing: Some(&keep) };
        let (mut manifest, done) = self.bring_up(before, changes, mode, step, cancelled)?;
        // `linked` is empty if the index was too large to link beside publishing.
        if !done.is_cancelled && manifest.edges.is_none() {
            let linked = linked.into_inner().unwrap_or_else(PoisonError::into_inner);
            if let Some(linked) = linked.or_else(|| link(&manifest)) {
                report::keep_links(&self.layout, &mut manifest, linked)?;
            }
            report::sweep_cache(&self.layout, &manifest)?;
        }
        let history = if done.is_cancelled {
            CommitHistory::load(&self.layout)
        } else {
            let commits = commits.join().unwrap_or_else(|panic| resume_unwind(panic));
            CommitHistory::update_from(&self.layout, manifest.indexed().count(), commits)
        };
        Ok(IndexReport::new(&manifest, &history, &done, began.elapsed()))
    }

    /// Opens the index for an answer, first bringing it up to date as `refresh` allows. If there is no index,
    /// makes one, except with [`Refresh::Never`].
    pub fn snapshot(
        &self,
        refresh: Refresh,
        step: &(dyn Fn(Step) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<Snapshot, Error> {
        let generation = match Generation::newest(&self.layout) {
            Ok(generation) => generation,
            Err(Error::Damaged { .. }) if refresh != Refresh::Never => None,
            Err(error) => return Err(error),
        };
        // A service may be slow or gone: what needs one is left to `index`.
        let is_repaired_here = |generation: &Generation, budget: Duration| {
            generation.vector_fault().is_some()
                && generation.manifest.embedder.choice.spec == BUILT_IN
                && expected_rebuild(&generation.manifest) <= budget
        };
        let generation = match (generation, refresh) {
            (Some(damaged), Refresh::Within(budget)) if is_repaired_here(&damaged, budget) => {
                match self.build(step, cancelled) {
                    Ok(()) => Generation::newest(&self.layout)?.unwrap_or(damaged),
                    Err(Error::Busy { .. }) => damaged,
                    Err(error) => return Err(error),
                }
            }
            (Some(generation), _) => generation,
            (None, Refresh::Never) => {
                return Err(Error::Absent { root: self.layout.root.clone() });
            }
            (None, Refresh::Within(_)) => {
                self.build(step, cancelled)?;
                Generation::newest(&self.layout)?
                    .ok_or_else(|| Error::Absent { root: self.layout.root.clone() })?
            }
        };
        let mut changes = find_changes(&self.layout, &generation.manifest)?;
        let refreshed = match refresh {
            Refresh::Within(budget) if !changes.is_empty() => {
                self.refresh(generation, changes, Wait { budget, step, cancelled })?
            }
            Refresh::Within(_) | Refresh::Never => {
                let history = match refresh {
                    Refresh::Within(_) => Some(self.refresh_history(&generation.manifest)),
                    Refresh::Never => None,
                };
                changes.check_unsettled(&self.layout.root, &generation.manifest);
                let freshness = freshness_of(&generation.manifest, &changes, None);
                Refreshed { generation, freshness, history, is_postponed: false }
            }
        };
        let Refreshed { generation, freshness, history, is_postponed } = refreshed;
        let connector = self.connector.clone();
        let snapshot = Snapshot::new(&self.layout, generation, freshness, connector);
        let mut snapshot = snapshot.with_history(history);
        snapshot.is_postponed = is_postponed;
        Ok(snapshot)
    }

    /// Whether a snapshot is still current.
    pub fn is_fresh(&self, snapshot: &Snapshot) -> Result<bool, Error> {
        let is_current = snapshot.freshness.state == State::Current;
        Ok(is_current && find_changes(&self.layout, &snapshot.manifest)?.is_empty())
    }

    /// Refuses to mix vectors of two embedders.
    fn check_embedder(&self, before: &Manifest) -> Result<(), Error> {
        match &self.embedder {
            Some(asked) if before.generation > 0 && *asked != before.embedder.choice => {
                Err(Error::OtherEmbedder {
                    recorded: before.embedder.choice.clone(),
                    asked: asked.clone(),
                })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Makes the first index, or replaces a damaged one, without counting edges: somebody waits for
    /// an answer.
    fn build(&self, step: &(dyn Fn(Step) + Sync), cancelled: &AtomicBool) -> Result<(), Error> {
        self.layout.prepare()?;
        let path = self.layout.writer_lock();
        let lock = match WriterLock::try_take(&path)? {
            Some(lock) => Some(lock),
            None => {
                step(Step::Waiting);
                WriterLock::take_within(&path, FIRST_INDEX_TIMEOUT)?
            }
        };
        let Some(_lock) = lock else { return Err(Error::Busy { root: self.layout.root.clone() }) };
        let before = self.manifest_or_empty(step, cancelled)?;
        step(Step::Looking);
        let changes = find_changes(&self.layout, &before)?;
        let mode = PassMode::of(PassPurpose::Index);
        let (manifest, done) = self.bring_up(before, changes, mode, step, cancelled)?;
        self.update_history(&manifest, &done);
        if done.is_cancelled { Err(Error::Stopped) } else { Ok(()) }
    }

    /// Reads new commits if another one is checked out. If another process is writing, that process reads them.
    fn refresh_history(&self, manifest: &Manifest) -> CommitHistory {
        let known = CommitHistory::load(&self.layout);
        if known.is_outdated(&self.layout)
            && let Ok(Some(_lock)) = WriterLock::try_take(&self.layout.writer_lock())
        {
            return CommitHistory::update(&self.layout, manifest.indexed().count());
        }
        known
    }

    /// The history after a pass. A pass that was stopped leaves it unchanged.
    fn update_history(&self, manifest: &Manifest, done: &PassSummary) -> CommitHistory {
        if done.is_cancelled {
            return CommitHistory::load(&self.layout);
        }
        CommitHistory::update(&self.layout, manifest.indexed().count())
    }

    fn bring_up(
        &self,
        before: Manifest,
        changes: Changes,
        mode: PassMode<'_>,
        step: &(dyn Fn(Step) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<(Manifest, PassSummary), Error> {
        if changes.is_empty() {
            return Ok((before, PassSummary::default()));
        }
        let limit_bytes = self.limit_bytes.unwrap_or(before.limit_bytes);
        let before = Manifest { limit_bytes, ..before };
        let choice = match &self.embedder {
            // Vectors of two embedders are never mixed: an index keeps the one it was made with.
            _ if before.generation > 0 => &before.embedder.choice,
            Some(asked) => asked,
            None => &before.embedder.choice,
        };
        let (connector, layout) = (&self.connector, &self.layout);
        let embedder = match before.embedder.dims {
            0 => ChunkEmbedder::open(choice, connector, layout, cancelled)?,
            dims => ChunkEmbedder::open_known(choice, connector, layout, dims as usize)?,
        };
        let PassMode { facts, purpose, beside_publishing } = mode;
        let (embedder, on_stop) = match purpose {
            PassPurpose::Index => (embedder, OnStop::Publish),
            PassPurpose::Query => (embedder.within(SERVICE_TIMEOUT), OnStop::Discard),
        };
        let context = PassContext {
            layout: &self.layout,
            step,
            cancelled,
            embedder: &embedder,
            facts,
            on_stop,
            beside_publishing,
        };
        let (manifest, done) = pass::run(&context, before, changes)?;
        embedder.sweep(manifest.indexed().map(|(_, file)| u64::from(file.n_chunks)).sum())?;
        Ok((manifest, done))
    }

    fn wait_for_lock(
        &self,
        step: &(dyn Fn(Step) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<WriterLock, Error> {
        let path = self.layout.writer_lock();
        match WriterLock::try_take(&path)? {
            Some(lock) => Ok(lock),
            None => {
                step(Step::Waiting);
                WriterLock::take(&path, cancelled)
            }
        }
    }

    /// The newest manifest. Returns an empty one if there is none, or if the index is damaged and has to be
    /// replaced.
    fn manifest_or_empty(
        &self,
        step: &(dyn Fn(Step) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<Manifest, Error> {
        let empty = || Manifest::empty(self.limit_bytes.unwrap_or(DEFAULT_LIMIT_BYTES));
        match Generation::newest(&self.layout) {
            Ok(Some(generation)) => match generation.vector_fault() {
                None => Ok(generation.manifest),
                Some(fault) => {
                    let damaged = generation.manifest;
                    let choice = damaged.embedder.choice;
                    self.check_reach(self.embedder.as_ref().unwrap_or(&choice), cancelled)?;
                    step(Step::Rebuilding { why: fault });
                    let limit_bytes = damaged.limit_bytes;
                    Ok(Manifest { limit_bytes, ..with_embedder(empty(), choice) })
                }
            },
            Ok(None) => Ok(empty()),
            Err(Error::Damaged { what, .. }) => {
                step(Step::Rebuilding { why: what });
                Ok(empty())
            }
            Err(error) => Err(error),
        }
    }

    /// The manifest that a run over everything begins with. It keeps the embedder that is recorded,
    /// unless the user wants another.
    fn empty_manifest(&self, cancelled: &AtomicBool) -> Result<Manifest, Error> {
        // An unreadable index is replaced as well.
        let recorded = Generation::newest(&self.layout).ok().flatten();
        let recorded = recorded.map(|generation| generation.manifest.embedder.choice);
        let choice = self.embedder.clone().or(recorded).unwrap_or_default();
        self.check_reach(&choice, cancelled)?;
        let empty = Manifest::empty(self.limit_bytes.unwrap_or(DEFAULT_LIMIT_BYTES));
        Ok(with_embedder(empty, choice))
    }

    /// Fails before the old index is replaced if the embedder of the new one cannot be used.
    fn check_reach(&self, choice: &EmbedderChoice, cancelled: &AtomicBool) -> Result<(), Error> {
        ChunkEmbedder::open(choice, &self.connector, &self.layout, cancelled).map(drop)
    }
}

/// The manifest with another embedder and no vectors yet.
fn with_embedder(manifest: Manifest, choice: EmbedderChoice) -> Manifest {
    Manifest { embedder: Recorded { choice, ..Recorded::default() }, ..manifest }
}

/// Estimated time to rebuild an index from cached facts.
fn expected_rebuild(manifest: &Manifest) -> Duration {
    let n_threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let n_bytes: u64 = manifest.indexed().map(|(row, _)| row.stat.n_bytes).sum();
    Duration::from_millis(50) + Duration::from_micros(n_bytes / (4 * n_threads))
}
