//! Adds chunks to the index and publishes them.
//!
//! Tantivy's own index writer is not used: it passes every document to its own threads over a
//! channel, starts thread pools for merging and maintains file lists, which together takes longer than
//! indexing a changed file. Here the thread that calls [`Writer::add`] indexes the chunks itself, into
//! one of a few segments in memory. [`Writer::publish`] writes these segments, marks the removed
//! chunks, merges segments by the plan of [`crate::index::merge`] (see `commit`), and replaces the meta file.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rutter_domain::{Facts, FileId};
use rutter_embed::{Model, Scratch};
use tantivy::index::SegmentMeta;
use tantivy::{Index, IndexBuilder, IndexMeta, Segment, TantivyError};
use xxhash_rust::xxh3::Xxh3;

use crate::error::Error;
use crate::index::directory::IndexDirectory;
use crate::index::document::documents;
use crate::index::merge::MergeEffort;
use crate::index::published::Verify;
use crate::index::schema::{open_index, schema, settings};
use crate::index::segment_builder::SegmentBuilder;
use crate::vector::file;

mod commit;

/// Memory for the segment of an incremental write, at most.
const INCREMENTAL_BYTES: usize = 64_000_000;
/// Memory for a segment, at least.
// Each segment has its own dictionary: smaller ones would repeat too many words.
const MIN_SEGMENT_BYTES: usize = 16_000_000;
/// Memory for a segment, at most.
// Larger segments would overflow 32-bit offsets.
const MAX_SEGMENT_BYTES: usize = 2_000_000_000;

/// The amount that is going to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Workload {
    /// Many files: up to `threads` segments are filled at once, using `memory_bytes` together.
    Bulk { threads: usize, memory_bytes: usize },
    /// A few files: opening and publishing are as cheap as possible.
    Incremental,
}

/// The state that a writer's changes apply to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartFrom {
    /// The published state. Fails if it is damaged.
    Published,
    /// An empty index. The published state, damaged or not, stays until it is replaced as a whole.
    Empty,
}

/// Changes to the index. They become visible when published; a dropped writer leaves no trace.
pub struct Writer {
    path: PathBuf,
    directory: IndexDirectory,
    index: Index,
    merge_effort: MergeEffort,
    segment_bytes: usize,
    dims: usize,
    /// The state that the changes apply to.
    base: IndexMeta,
    /// The segments being filled, one per thread that adds.
    slots: Vec<Mutex<Option<SegmentInMemory>>>,
    /// The slot to wait for when all are taken.
    next_slot: AtomicUsize,
    /// Segments of this writer that are on disk.
    written: Mutex<Vec<SegmentMeta>>,
    files: Mutex<FileChanges>,
}

struct SegmentInMemory {
    segment: Segment,
    builder: SegmentBuilder,
    vectors: Vec<i8>,
    scratch: Scratch,
}

/// The source of the vectors of a file's chunks.
#[derive(Clone, Copy)]
pub enum ChunkVectors<'v> {
    /// They were computed before, and are laid end to end.
    Computed(&'v [i8]),
    /// This model computes them while words are counted.
    // Both look at the same runs of letters.
    ByModel(&'v Model),
}

#[derive(Default)]
struct FileChanges {
    added: HashSet<FileId>,
    removed: HashSet<FileId>,
    /// Removed files that this writer had added before.
    retracted: HashSet<FileId>,
}

impl Writer {
    /// Opens the index in `dir`, or creates one. The caller must hold a lock against other writers;
    /// files that a killed writer left behind do no harm. Every chunk has a vector of `dims` numbers, or
    /// none has one if `dims` is 0.
    pub fn open(
        dir: &Path,
        start: StartFrom,
        workload: Workload,
        dims: usize,
    ) -> Result<Writer, Error> {
        fs::create_dir_all(dir).map_err(|error| Error::write(dir, error))?;
        let directory = match start {
            StartFrom::Published => open_directory(dir)?,
            StartFrom::Empty => {
                IndexDirectory::open_empty(dir).map_err(|error| Error::read(dir, error))?
            }
        };
        let index = if directory.has_meta() {
            open_index(dir, &directory)?
        } else {
            let builder = IndexBuilder::new().schema(schema()).settings(settings());
            builder
                .open_or_create(directory.clone())
                .map_err(|error| Error::while_writing(dir, &error))?
        };
        let base = index.load_metas().map_err(|error| Error::while_reading(dir, &error))?;
        let (merge_effort, n_slots, bytes) = match workload {
            Workload::Incremental => (MergeEffort::Quick, 1, INCREMENTAL_BYTES),
            Workload::Bulk { threads, memory_bytes } => {
                (MergeEffort::Thorough, threads.max(1), memory_bytes / threads.max(1))
            }
        };
        Ok(Writer {
            path: dir.to_owned(),
            directory,
            index,
            merge_effort,
            segment_bytes: bytes.clamp(MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES),
            dims,
            base,
            slots: (0..n_slots).map(|_| Mutex::new(None)).collect(),
            next_slot: AtomicUsize::new(0),
            written: Mutex::default(),
            files: Mutex::default(),
        })
    }

    /// Adds the chunks of a file. Threads may add at the same time; a writer adds a file only once. Returns a digest of
    /// everything that was indexed.
    pub fn add(
        &self,
        file: FileId,
        path: &str,
        text: &str,
        facts: &Facts,
        vectors: ChunkVectors<'_>,
    ) -> Result<u64, Error> {
        lock(&self.files).added.insert(file);
        let mut made = match vectors {
            ChunkVectors::Computed(vectors) => Cow::Borrowed(vectors),
            ChunkVectors::ByModel(_) => Cow::Owned(vec![0; facts.chunks.len() * self.dims]),
        };
        assert_eq!(made.len(), facts.chunks.len() * self.dims, "each chunk has its vector");
        // A file whose chunks fill the segment goes on in the next one.
        let mut slot = self.free_slot();
        let mut documents = documents(file, path, text, facts).enumerate().peekable();
        while documents.peek().is_some() {
            let segment = slot.get_or_insert_with(|| self.start_segment());
            let SegmentInMemory { builder, vectors: all, scratch, .. } = segment;
            builder.begin_file(path, text);
            let model = match vectors {
                ChunkVectors::ByModel(model) => Some((model, model.path(path, scratch))),
                ChunkVectors::Computed(_) => None,
            };
            for (number, document) in documents.by_ref() {
                builder.add(&document);
                let place = number * self.dims..(number + 1) * self.dims;
                if let Some((model, path)) = &model {
                    let out = &mut made.to_mut()[place.clone()];
                    builder.embed(&document, model, path, scratch, out);
                }
                all.extend_from_slice(&made[place]);
                if is_full(builder, all, self.segment_bytes) {
                    break;
                }
            }
            if is_full(builder, all, self.segment_bytes)
                && let Some(full) = slot.take()
            {
                self.write_segment(full).map_err(|error| self.failed(&error))?;
            }
        }
        Ok(digest(path, text, facts, &made))
    }

    /// Removes a file's chunks.
    pub fn remove(&self, file: FileId) {
        // A file that was added and then removed may be in segments of this writer and of the base.
        let mut files = lock(&self.files);
        if files.added.contains(&file) {
            files.retracted.insert(file);
        }
        files.removed.insert(file);
    }

    /// Makes all changes visible at once, together with `payload`. Merges first, so that readers find a
    /// bounded number of segments.
    pub fn publish(self, payload: &str) -> Result<(), Error> {
        // Tantivy trusts the segments that it merges, and panics on some broken ones.
        match catch_unwind(AssertUnwindSafe(|| self.try_publish(payload))) {
            Ok(result) => result.map_err(|error| self.failed(&error)),
            Err(_) => Err(Error::damaged(&self.path, "its segments are inconsistent")),
        }
    }

    fn try_publish(&self, payload: &str) -> tantivy::Result<()> {
        self.write_all_segments()?;
        let mut files = lock(&self.files);
        let files = std::mem::take(&mut *files);
        let opstamp = self.base.opstamp + 1;
        let base = self.base.segments.clone();
        let mut segments = commit::without(&self.index, base, &files.removed, opstamp)?;
        let written = std::mem::take(&mut *lock(&self.written));
        segments.extend(commit::without(&self.index, written, &files.retracted, opstamp)?);
        segments.retain(|segment| segment.num_docs() > 0);
        let mut segments =
            commit::merge(&self.index, &self.directory, segments, self.merge_effort, self.dims)?;
        // The order does not affect answers; largest first is easy to read.
        segments.sort_by_key(|segment| (std::cmp::Reverse(segment.max_doc()), segment.id()));
        let meta = IndexMeta {
            index_settings: settings(),
            persisted_custom_extensions: Vec::new(),
            segments,
            schema: schema(),
            opstamp,
            payload: Some(payload.to_owned()),
        };
        self.directory.publish(&meta)?;
        self.directory.sweep(&meta, &self.base);
        Ok(())
    }

    /// A slot that no other thread uses, or else the next in turn once it is free.
    fn free_slot(&self) -> MutexGuard<'_, Option<SegmentInMemory>> {
        if let Some(free) = self.slots.iter().find_map(|slot| slot.try_lock().ok()) {
            return free;
        }
        let next = self.next_slot.fetch_add(1, Ordering::Relaxed) % self.slots.len();
        lock(&self.slots[next])
    }

    fn start_segment(&self) -> SegmentInMemory {
        SegmentInMemory {
            segment: self.index.new_segment(),
            builder: SegmentBuilder::default(),
            vectors: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    fn write_segment(&self, full: SegmentInMemory) -> tantivy::Result<()> {
        let n_chunks = full.builder.n_chunks();
        full.builder.write(&full.segment)?;
        if self.dims > 0 {
            file::write(&self.index, full.segment.id(), self.dims, &full.vectors)?;
        }
        lock(&self.written).push(full.segment.with_max_doc(n_chunks).meta().clone());
        Ok(())
    }

    fn write_all_segments(&self) -> tantivy::Result<()> {
        let mut last: Vec<SegmentInMemory> =
            self.slots.iter().filter_map(|slot| lock(slot).take()).collect();
        let Some(own) = last.pop() else { return Ok(()) };
        std::thread::scope(|scope| {
            let others: Vec<_> =
                last.into_iter().map(|full| scope.spawn(|| self.write_segment(full))).collect();
            let own = self.write_segment(own);
            others
                .into_iter()
                .try_for_each(|other| other.join().unwrap_or_else(|_| Err(panicked())))?;
            own
        })
    }

    fn failed(&self, error: &TantivyError) -> Error {
        Error::while_writing(&self.path, error)
    }
}

/// Whether a segment is to be written before another chunk is added.
fn is_full(builder: &SegmentBuilder, vectors: &[i8], limit_bytes: usize) -> bool {
    builder.is_full() || builder.n_bytes() + vectors.len() >= limit_bytes
}

/// A digest of everything that the words and vectors of a file are derived from.
fn digest(path: &str, text: &str, facts: &Facts, vectors: &[i8]) -> u64 {
    let mut hasher = Xxh3::new();
    for part in [path.as_bytes(), text.as_bytes(), bytemuck::cast_slice(vectors)] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    for chunk in &facts.chunks {
        hasher.update(&chunk.span.start_byte.to_le_bytes());
        hasher.update(&chunk.span.end_byte.to_le_bytes());
    }
    for symbol in &facts.symbols {
        hasher.update(symbol.qualified_name.as_bytes());
        hasher.update(&[0]);
    }
    hasher.digest()
}

/// Opens the published state if its files are intact.
fn open_directory(dir: &Path) -> Result<IndexDirectory, Error> {
    let directory = IndexDirectory::open(dir).map_err(|error| Error::opening(dir, error))?;
    if let Some(published) = directory.published()
        && let Some(file) = published.damaged_files(dir, Verify::ChangedFiles).first()
    {
        return Err(Error::damaged(dir, file));
    }
    Ok(directory)
}

fn panicked() -> TantivyError {
    TantivyError::ErrorInThread("a thread panicked while writing a segment".to_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
