//! The indexing pass: read, hash, parse, cut, write, in one stream.
//!
//! Workers take files from one list. Each reads a file once, finds its facts in the cache or
//! parses it, hands the facts to the one thread that fills the cache, and the text to the lexical
//! index; then it forgets both, so memory is bounded by what is in flight. Nothing is visible
//! before [`run`] publishes; a pass that dies leaves the generation before it.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use rutter_domain::{EmbedError, Facts, FileId, Language};
use rutter_search::{StartFrom, Workload, Writer};
use rutter_store::FactCache;

use crate::Error;
use crate::index::changes::{Certainty, Changes, Touched, is_content};
use crate::index::embedder::{ChunkEmbedder, Embeddable};
use crate::index::manifest::{FileRow, FileState, IndexedFile, Manifest};
use crate::index::parsed::{ToCache, facts_of, fill_cache};
use rutter_workspace::RepoLayout;
use rutter_workspace::StatSample;
use rutter_workspace::WorkingTree;
use rutter_workspace::{Source, SourceText, read_source};

/// Passes up to this size are written incrementally, which is cheapest for few files.
const TOUCH_FILES: usize = 64;
const TOUCH_BYTES: u64 = 2_000_000;

/// Memory for one thread that writes the word index in bulk.
const BULK_BYTES_A_THREAD: usize = 100 << 20;

/// With more chunks, nothing else runs while segments are written, since the memory of both would add up.
const MOST_CHUNKS_BESIDE: u64 = 400_000;

/// Progress of a pass.
#[derive(Debug, Clone)]
pub enum Step {
    /// Another process is writing the index.
    Waiting,
    /// The index on disk is damaged or of another version, and is being replaced.
    Rebuilding { why: String },
    /// The tree is compared with the index.
    Looking,
    /// The work to do, known after the tree was compared.
    Planned { n_files: u64, n_bytes: u64 },
    /// One more file is done, with as many of the planned bytes.
    Read { n_bytes: u64 },
    /// All files are read; the new generation is being published.
    Publishing,
    /// References are resolved to count the edges.
    Linking,
    /// The pass is over.
    Finished,
}

/// Everything a pass needs besides the changes.
pub(crate) struct PassContext<'a> {
    pub(crate) layout: &'a RepoLayout,
    pub(crate) step: &'a (dyn Fn(Step) + Sync),
    pub(crate) cancelled: &'a AtomicBool,
    pub(crate) embedder: &'a ChunkEmbedder,
    pub(crate) facts: FactSource,
    pub(crate) on_stop: OnStop,
    /// Called with the new list of files while the rest of the index is written, mostly by one thread. Not called
    /// for a very large index.
    pub(crate) beside_publishing: Option<&'a (dyn Fn(&Manifest) + Sync)>,
}

/// How a pass that is stopped ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnStop {
    /// Publishes what it has as a partial index.
    Publish,
    /// It fails with [`Error::Stopped`]; only the cache of facts keeps its work.
    Discard,
}

/// The source of parsed facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FactSource {
    Cache,
    Parser,
}

/// Number of files that a pass changed.
#[derive(Debug, Default)]
pub(crate) struct PassSummary {
    pub(crate) n_indexed: u64,
    pub(crate) n_removed: u64,
    pub(crate) is_cancelled: bool,
}

/// Brings the index from `before` to the state of the tree and publishes it.
pub(crate) fn run(
    context: &PassContext<'_>,
    before: Manifest,
    changes: Changes,
) -> Result<(Manifest, PassSummary), Error> {
    let layout = context.layout;
    let cannot = |source| rutter_workspace::Error::ReadFolder { path: layout.root.clone(), source };
    let tree = WorkingTree::open(&layout.root).map_err(cannot)?;
    let is_published = before.generation > 0;
    if is_published
        && !changes.touched.iter().any(|touched| touched.certainty == Certainty::Differs)
        && changes.removed.is_empty()
        && changes.touched.iter().all(|touched| is_content(&tree, &before, &touched.found))
    {
        return Ok((rewrite(layout, before, changes)?, PassSummary::default()));
    }
    let n_bytes = changes.n_bytes(before.limit_bytes);
    (context.step)(Step::Planned { n_files: changes.touched.len() as u64, n_bytes });
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    let is_small = changes.touched.len() <= TOUCH_FILES && n_bytes <= TOUCH_BYTES;
    let effort = if is_small && !before.rows.is_empty() {
        Workload::Incremental
    } else {
        Workload::Bulk { threads: n_threads, memory_bytes: n_threads * BULK_BYTES_A_THREAD }
    };
    let base = if is_published { StartFrom::Published } else { StartFrom::Empty };
    let writer = Writer::open(&layout.lexical(), base, effort, context.embedder.dims())?;
    let job = IndexJob {
        context,
        tree: &tree,
        before: &before,
        changes: &changes,
        writer: &writer,
        failure: Mutex::new(None),
        next: AtomicUsize::new(0),
    };
    let outcomes = job.work(n_threads.min(changes.touched.len()).max(1))?;
    if context.on_stop == OnStop::Discard && outcomes.iter().any(Option::is_none) {
        return Err(Error::Stopped);
    }
    (context.step)(Step::Publishing);
    let (manifest, done) = assemble(before, &changes, outcomes, &writer, context.cancelled);
    let manifest = Manifest {
        generation: Manifest::next_generation(&layout.index, manifest.generation),
        edges: None,
        embedder: context.embedder.recorded(),
        ..manifest
    };
    let manifest = with_walk(manifest, changes, done.is_cancelled);
    // Saved before the word index names it, as nothing reads it before.
    manifest.save(&layout.index)?;
    let publish = || writer.publish(&manifest.generation.to_string());
    let n_chunks: u64 = manifest.indexed().map(|(_, file)| u64::from(file.n_chunks)).sum();
    let has_room = n_chunks <= MOST_CHUNKS_BESIDE;
    match context.beside_publishing.filter(|_| has_room && !done.is_cancelled) {
        None => publish()?,
        Some(work) => thread::scope(|scope| {
            let publishing = scope.spawn(publish);
            work(&manifest);
            publishing.join().unwrap_or_else(|panic| resume_unwind(panic))
        })?,
    }
    Manifest::sweep(&layout.index, manifest.generation);
    Ok((manifest, done))
}

/// Writes the same generation again, with the current stats and folders.
fn rewrite(layout: &RepoLayout, before: Manifest, changes: Changes) -> Result<Manifest, Error> {
    let mut manifest = before;
    let mut is_news = changes.walked.is_some();
    for touched in &changes.touched {
        let path = touched.found.path.as_str();
        if let Ok(at) = manifest.rows.binary_search_by(|row| row.path.as_str().cmp(path))
            && touched.found.stat.is_settled(changes.clock_ns)
        {
            manifest.rows[at].is_settled = true;
            is_news = true;
        }
    }
    let manifest = with_walk(manifest, changes, false);
    if is_news {
        manifest.save(&layout.index)?;
    }
    Ok(manifest)
}

fn with_walk(mut manifest: Manifest, changes: Changes, is_cancelled: bool) -> Manifest {
    if let Some(walked) = changes.walked {
        manifest.adopt_walk(walked);
    }
    if is_cancelled {
        // Files that were not reached have no row, so the next run must walk the tree to find them.
        manifest.folders.clear();
    }
    manifest
}

/// The result for one touched file.
enum Outcome {
    Unchanged(FileRow),
    Indexed(FileRow),
    Skipped(FileRow),
    Gone,
}

struct IndexJob<'a> {
    context: &'a PassContext<'a>,
    tree: &'a WorkingTree,
    before: &'a Manifest,
    changes: &'a Changes,
    writer: &'a Writer,
    failure: Mutex<Option<Error>>,
    next: AtomicUsize,
}

impl IndexJob<'_> {
    /// Processes all touched files. The result has a place for each of them, which is empty if the pass was
    /// stopped before it.
    fn work(&self, n_threads: usize) -> Result<Vec<Option<Outcome>>, Error> {
        let mut cache = FactCache::open(&self.context.layout.caches())?;
        let n_rows = match cache.n_rows() {
            // Derived data: what was in it is parsed again.
            Err(rutter_store::Error::CacheDamaged { .. }) => {
                cache.reset()?;
                0
            }
            n_rows => n_rows?,
        };
        let is_cache_used = self.context.facts == FactSource::Cache && n_rows > 0;
        // Bounded, so that workers wait for the store instead of filling memory.
        let (sender, receiver) = sync_channel(256);
        let mut outcomes: Vec<Option<Outcome>> = Vec::new();
        outcomes.resize_with(self.changes.touched.len(), || None);
        thread::scope(|scope| {
            let filler = scope.spawn(move || fill_cache(&mut cache, &receiver));
            let workers: Vec<_> = (0..n_threads)
                .map(|_| {
                    let sender = sender.clone();
                    scope.spawn(move || self.take_files(&sender, is_cache_used))
                })
                .collect();
            // The filler ends when the last sender is gone.
            drop(sender);
            for worker in workers {
                for (at, outcome) in worker.join().unwrap_or_else(|panic| resume_unwind(panic)) {
                    outcomes[at] = Some(outcome);
                }
            }
            filler.join().unwrap_or_else(|panic| resume_unwind(panic))
        })?;
        match self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(outcomes),
        }
    }

    fn take_files(&self, to_cache: &ToCache, is_cache_used: bool) -> Vec<(usize, Outcome)> {
        let open = || FactCache::open(&self.context.layout.caches()).ok();
        let cache = is_cache_used.then(open).flatten();
        let mut outcomes = Vec::new();
        let mut waiting: Vec<Prepared> = Vec::new();
        let mut n_waiting = 0;
        while !self.context.cancelled.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            if let Some(touched) = self.changes.touched.get(at) {
                match self.take_file(at, touched, cache.as_ref(), to_cache) {
                    ReadOutcome::Done(outcome) => {
                        outcomes.push((at, outcome));
                        self.report_read(touched);
                    }
                    ReadOutcome::Stopped => break,
                    ReadOutcome::Prepared(prepared) => {
                        n_waiting += prepared.facts.chunks.len();
                        waiting.push(*prepared);
                    }
                }
                if n_waiting < self.context.embedder.batch_chunks() {
                    continue;
                }
            } else if waiting.is_empty() {
                break;
            }
            n_waiting = 0;
            match self.write(std::mem::take(&mut waiting)) {
                Ok(written) => outcomes.extend(written),
                // Files whose vectors were not waited for are files that were not reached.
                Err(Error::Embed(EmbedError::Cancelled)) => {}
                Err(error) => {
                    let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                    failure.get_or_insert(error);
                    // The other workers find nothing left to do.
                    self.next.store(self.changes.touched.len(), Ordering::Relaxed);
                    break;
                }
            }
        }
        outcomes
    }

    /// Puts files with their vectors into the index.
    fn write(&self, files: Vec<Prepared>) -> Result<Vec<(usize, Outcome)>, Error> {
        let PassContext { embedder, cancelled, .. } = self.context;
        let embeddable: Vec<Embeddable<'_>> = files
            .iter()
            .map(|file| Embeddable {
                path: &self.changes.touched[file.at].found.path,
                text: &file.source.text,
                facts: &file.facts,
            })
            .collect();
        let vectors = embedder.chunks(&embeddable, cancelled)?;
        let mut written = Vec::with_capacity(files.len());
        for (file, vectors) in files.into_iter().zip(&vectors) {
            let touched = &self.changes.touched[file.at];
            let found = &touched.found;
            let (text, facts) = (&file.source.text, &file.facts);
            let vectors = vectors.of_chunks();
            let digest = self.writer.add(file.id, &found.path, text, facts, vectors)?;
            self.report_read(touched);
            written.push((file.at, Outcome::Indexed(file.row(digest))));
        }
        Ok(written)
    }

    fn report_read(&self, touched: &Touched) {
        let n_bytes = touched.n_bytes(self.before.limit_bytes);
        (self.context.step)(Step::Read { n_bytes });
    }

    fn take_file(
        &self,
        at: usize,
        touched: &Touched,
        cache: Option<&FactCache>,
        to_cache: &ToCache,
    ) -> ReadOutcome {
        let name = &touched.found.path;
        let source = match read_source(self.tree, name, self.before.limit_bytes) {
            Source::Text(source) => source,
            Source::Gone => return ReadOutcome::Done(Outcome::Gone),
            Source::Skip(reason, look) => {
                let stat = touched.found.stat;
                // A file that could not be opened keeps the stat from before the pass.
                let before =
                    || StatSample { is_settled: stat.is_settled(self.changes.clock_ns), stat };
                let StatSample { stat, is_settled } = look.unwrap_or_else(before);
                let state = FileState::Skipped(reason);
                let row = FileRow { path: name.clone(), stat, is_settled, state };
                return ReadOutcome::Done(Outcome::Skipped(row));
            }
        };
        let language = rutter_syntax::language_of(name, &source.text);
        if let Some(known) = self.before.row(name).and_then(FileRow::indexed)
            && known.content == source.content
            && known.language == language
        {
            return ReadOutcome::Done(Outcome::Unchanged(row_of(name, &source, known.clone())));
        }
        let cancelled = self.context.cancelled;
        let Some(facts) = facts_of(&source, language, cache, to_cache, cancelled) else {
            return ReadOutcome::Stopped;
        };
        let id = FileId(self.before.next_id + u32::try_from(at).expect("fewer than 2^32 files"));
        let name = name.clone();
        let prepared = Prepared { at, id, name, language, source, facts };
        ReadOutcome::Prepared(Box::new(prepared))
    }
}

/// The result of reading a file.
enum ReadOutcome {
    Done(Outcome),
    Prepared(Box<Prepared>),
    /// The pass was cancelled while the file was parsed.
    Stopped,
}

/// A file that only lacks its vectors.
struct Prepared {
    at: usize,
    id: FileId,
    name: String,
    language: Language,
    source: SourceText,
    facts: Facts,
}

impl Prepared {
    fn row(self, digest: u64) -> FileRow {
        let file = IndexedFile {
            id: self.id,
            content: self.source.content,
            language: self.language,
            is_plain: self.source.is_plain,
            n_symbols: u32::try_from(self.facts.symbols.len()).unwrap_or(u32::MAX),
            n_chunks: u32::try_from(self.facts.chunks.len()).unwrap_or(u32::MAX),
            digest,
            parse: self.facts.parse,
        };
        row_of(&self.name, &self.source, file)
    }
}

fn row_of(name: &str, source: &SourceText, file: IndexedFile) -> FileRow {
    FileRow {
        path: name.to_owned(),
        stat: source.sample.stat,
        is_settled: source.sample.is_settled,
        state: FileState::Indexed(file),
    }
}

/// Puts the new list of files together and takes out of the lexical index what is gone.
fn assemble(
    before: Manifest,
    changes: &Changes,
    outcomes: Vec<Option<Outcome>>,
    writer: &Writer,
    cancelled: &AtomicBool,
) -> (Manifest, PassSummary) {
    let mut done = PassSummary::default();
    let n_touched = outcomes.len();
    let n_missed = outcomes.iter().filter(|outcome| outcome.is_none()).count();
    let mut manifest = before;
    manifest.next_id += u32::try_from(n_touched).expect("fewer than 2^32 files");
    let old_rows = std::mem::take(&mut manifest.rows);
    let mut rows = Vec::with_capacity(old_rows.len() + n_touched);
    let mut old_rows = old_rows.into_iter().peekable();
    let mut removed = changes.removed.iter().peekable();
    let drop_row = |row: &FileRow, done: &mut PassSummary| {
        if let Some(file) = row.indexed() {
            writer.remove(file.id);
            done.n_removed += 1;
        }
    };
    let mut keep_until = |path: Option<&str>, rows: &mut Vec<FileRow>, done: &mut PassSummary| {
        while let Some(row) =
            old_rows.next_if(|row| path.is_none_or(|path| row.path.as_str() < path))
        {
            if removed.next_if(|path| **path == row.path).is_some() {
                drop_row(&row, done);
            } else {
                rows.push(row);
            }
        }
        path.and_then(|path| old_rows.next_if(|row| row.path == path))
    };
    for (touched, outcome) in changes.touched.iter().zip(outcomes) {
        let old = keep_until(Some(&touched.found.path), &mut rows, &mut done);
        let old_id = old.as_ref().and_then(FileRow::indexed).map(|file| file.id);
        let (row, n_indexed) = match outcome {
            // The pass was stopped before it: what is known of it stays.
            None => {
                rows.extend(old);
                continue;
            }
            Some(Outcome::Unchanged(row)) => {
                rows.push(row);
                continue;
            }
            Some(Outcome::Indexed(row)) => (Some(row), 1),
            Some(Outcome::Skipped(row)) => (Some(row), 0),
            Some(Outcome::Gone) => (None, 0),
        };
        old_id.into_iter().for_each(|id| writer.remove(id));
        done.n_indexed += n_indexed;
        done.n_removed += u64::from(old_id.is_some() && n_indexed == 0);
        rows.extend(row);
    }
    keep_until(None, &mut rows, &mut done);
    manifest.rows = rows;
    done.is_cancelled = n_missed > 0 && cancelled.load(Ordering::Relaxed);
    manifest.partial = done.is_cancelled.then(|| {
        format!("indexing was stopped with {n_missed} of {n_touched} files still to read")
    });
    (manifest, done)
}
