//! Builds the lexical index.
//!
//! Tantivy's own index writer is not used: it hands every document to threads of its own over a
//! channel, starts pools for merging and keeps lists of files, which takes longer than indexing a
//! changed file. Here the thread that calls [`Writer::add`] indexes the chunks itself, into one of
//! a few segments in memory; [`Writer::publish`] lays them down, marks the removed chunks, merges
//! what [`crate::merge`] says, and swaps the meta file.

use std::collections::HashSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rutter_domain::{Facts, FileId};
use tantivy::directory::TerminatingWrite;
use tantivy::fastfield::write_alive_bitset;
use tantivy::index::{SegmentComponent, SegmentMeta, SegmentReader};
use tantivy::indexer::{AddOperation, SegmentWriter, merge_filtered_segments};
use tantivy::schema::IndexRecordOption;
use tantivy::{
    BitSet, DocSet, Index, IndexBuilder, IndexMeta, Segment, TERMINATED, TantivyError, Term,
};
use xxhash_rust::xxh3::Xxh3;

use crate::document::documents;
use crate::error::Error;
use crate::folder::Folder;
use crate::merge::{Size, Thrift, plan};
use crate::published::Proof;
use crate::schema::{PlainField, schema, set_tokenizers, settings};
use crate::vectors::{self, Vectors};

/// What a segment may grow to when only a few files are written.
const TOUCH_BYTES: usize = 64_000_000;
/// A segment that is still empty takes nearly this much.
const MIN_SEGMENT_BYTES: usize = 16_000_000;
/// Segments are laid down before their tables outgrow 32 bits.
const MAX_SEGMENT_BYTES: usize = 2_000_000_000;

/// From this tantivy reckons how large a table of words to begin with: a touch needs a small one.
const TOUCH_TABLE_BYTES: usize = 1_000_000;

/// How much is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Many files: up to `threads` segments grow at once, within `memory_bytes` together.
    Bulk { threads: usize, memory_bytes: usize },
    /// A few files: opened and published as cheaply as can be.
    Touch,
}

/// What a writer builds on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// What is published; its damage is an error.
    Published,
    /// Nothing: what is published, damaged or not, stays until it is replaced as a whole.
    Nothing,
}

/// Changes to the index, seen by no one until they are published. Dropped, they leave no trace.
pub struct Writer {
    path: PathBuf,
    folder: Folder,
    index: Index,
    thrift: Thrift,
    segment_bytes: usize,
    dims: usize,
    base: IndexMeta,
    growing: Vec<Mutex<Option<Growing>>>,
    turn: AtomicUsize,
    grown: Mutex<Vec<SegmentMeta>>,
    files: Mutex<Files>,
}

/// A segment in memory.
struct Growing {
    segment: Segment,
    writer: SegmentWriter,
    vectors: Vec<i8>,
}

#[derive(Default)]
struct Files {
    added: HashSet<FileId>,
    removed: HashSet<FileId>,
    /// Those of the removed that this very writer had added.
    retracted: HashSet<FileId>,
}

impl Writer {
    /// Opens the index in `dir`, or creates one. The caller holds a lock that keeps other writers out;
    /// nothing that a dead writer left behind is in the way. Every chunk has a vector of `dims`
    /// numbers, or none has one when that is 0.
    pub fn open(dir: &Path, base: Base, effort: Effort, dims: usize) -> Result<Writer, Error> {
        fs::create_dir_all(dir).map_err(|error| Error::write(dir, error))?;
        let folder = match base {
            Base::Published => open_folder(dir)?,
            Base::Nothing => Folder::open_empty(dir).map_err(|error| Error::read(dir, error))?,
        };
        let index = if folder.has_meta() {
            open_index(dir, &folder)?
        } else {
            let builder = IndexBuilder::new().schema(schema()).settings(settings());
            let mut index = builder
                .open_or_create(folder.clone())
                .map_err(|error| Error::while_writing(dir, &error))?;
            set_tokenizers(&mut index);
            index
        };
        let base = index.load_metas().map_err(|error| Error::while_reading(dir, &error))?;
        let (thrift, n_growing, bytes) = match effort {
            Effort::Touch => (Thrift::Quick, 1, TOUCH_BYTES),
            Effort::Bulk { threads, memory_bytes } => {
                (Thrift::Thorough, threads.max(1), memory_bytes / threads.max(1))
            }
        };
        Ok(Writer {
            path: dir.to_owned(),
            folder,
            index,
            thrift,
            segment_bytes: bytes.clamp(MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES),
            dims,
            base,
            growing: (0..n_growing).map(|_| Mutex::new(None)).collect(),
            turn: AtomicUsize::new(0),
            grown: Mutex::default(),
            files: Mutex::default(),
        })
    }

    /// Adds a file's chunks, with their vectors one after another. Many threads may do so at once;
    /// a file is added once a writer. Returns a digest of the words and vectors that were added.
    pub fn add(
        &self,
        file: FileId,
        path: &str,
        text: &str,
        facts: &Facts,
        vectors: &[i8],
    ) -> Result<u64, Error> {
        assert_eq!(vectors.len(), facts.chunks.len() * self.dims, "each chunk has its vector");
        lock(&self.files).added.insert(file);
        let mut slot = self.free_slot();
        for (place, document) in documents(file, path, text, facts).enumerate() {
            let growing = match &mut *slot {
                Some(growing) => growing,
                empty @ None => empty.insert(self.start_segment().map_err(|e| self.failed(&e))?),
            };
            let operation = AddOperation { opstamp: 0, document };
            growing.writer.add_document(operation).map_err(|error| self.failed(&error))?;
            growing.vectors.extend_from_slice(&vectors[place * self.dims..][..self.dims]);
            if growing.writer.mem_usage() + growing.vectors.len() >= self.segment_bytes
                && let Some(full) = slot.take()
            {
                self.lay_down(full).map_err(|error| self.failed(&error))?;
            }
        }
        Ok(digest(path, text, facts, vectors))
    }

    /// Removes a file's chunks.
    pub fn remove(&self, file: FileId) {
        let mut files = lock(&self.files);
        if files.added.contains(&file) {
            files.retracted.insert(file);
        }
        files.removed.insert(file);
    }

    /// Makes everything visible at once, together with `payload`. Merges are done before, so that
    /// readers find a bounded number of segments.
    pub fn publish(self, payload: &str) -> Result<(), Error> {
        // Tantivy trusts the segments that it merges: broken ones may lead it anywhere.
        match catch_unwind(AssertUnwindSafe(|| self.try_publish(payload))) {
            Ok(result) => result.map_err(|error| self.failed(&error)),
            Err(_) => Err(Error::damaged(&self.path, "its segments do not hold together")),
        }
    }

    fn try_publish(&self, payload: &str) -> tantivy::Result<()> {
        self.lay_down_all()?;
        let mut files = lock(&self.files);
        let files = std::mem::take(&mut *files);
        let opstamp = self.base.opstamp + 1;
        let mut segments = self.without(self.base.segments.clone(), &files.removed, opstamp)?;
        let grown = std::mem::take(&mut *lock(&self.grown));
        segments.extend(self.without(grown, &files.retracted, opstamp)?);
        segments.retain(|segment| segment.num_docs() > 0);
        let mut segments = self.merged(segments)?;
        // The order has no bearing on answers; this one is easy to look at.
        segments.sort_by_key(|segment| (std::cmp::Reverse(segment.max_doc()), segment.id()));
        let meta = IndexMeta {
            index_settings: settings(),
            persisted_custom_extensions: Vec::new(),
            segments,
            schema: schema(),
            opstamp,
            payload: Some(payload.to_owned()),
        };
        self.folder.publish(&meta)?;
        self.folder.sweep(&meta, &self.base);
        Ok(())
    }

    /// A segment to add to: one that no other thread is at, if there is one.
    fn free_slot(&self) -> MutexGuard<'_, Option<Growing>> {
        if let Some(free) = self.growing.iter().find_map(|slot| slot.try_lock().ok()) {
            return free;
        }
        let turn = self.turn.fetch_add(1, Ordering::Relaxed) % self.growing.len();
        lock(&self.growing[turn])
    }

    fn start_segment(&self) -> tantivy::Result<Growing> {
        let segment = self.index.new_segment();
        let table_bytes = match self.thrift {
            Thrift::Thorough => self.segment_bytes,
            Thrift::Quick => TOUCH_TABLE_BYTES,
        };
        let writer = SegmentWriter::for_segment(table_bytes, segment.clone())?;
        Ok(Growing { segment, writer, vectors: Vec::new() })
    }

    fn lay_down(&self, full: Growing) -> tantivy::Result<()> {
        let n_chunks = full.writer.max_doc();
        full.writer.finalize()?;
        if self.dims > 0 {
            vectors::write(&self.index, full.segment.id(), self.dims, &full.vectors)?;
        }
        lock(&self.grown).push(full.segment.with_max_doc(n_chunks).meta().clone());
        Ok(())
    }

    fn lay_down_all(&self) -> tantivy::Result<()> {
        let mut last: Vec<Growing> =
            self.growing.iter().filter_map(|slot| lock(slot).take()).collect();
        let Some(own) = last.pop() else { return Ok(()) };
        std::thread::scope(|scope| {
            let others: Vec<_> =
                last.into_iter().map(|full| scope.spawn(|| self.lay_down(full))).collect();
            let own = self.lay_down(own);
            others
                .into_iter()
                .try_for_each(|other| other.join().unwrap_or_else(|_| Err(died())))?;
            own
        })
    }

    /// The segments with the chunks of these files marked as deleted.
    fn without(
        &self,
        segments: Vec<SegmentMeta>,
        files: &HashSet<FileId>,
        opstamp: u64,
    ) -> tantivy::Result<Vec<SegmentMeta>> {
        if files.is_empty() {
            return Ok(segments);
        }
        segments.into_iter().map(|segment| self.segment_without(segment, files, opstamp)).collect()
    }

    fn segment_without(
        &self,
        meta: SegmentMeta,
        files: &HashSet<FileId>,
        opstamp: u64,
    ) -> tantivy::Result<SegmentMeta> {
        let segment = self.index.segment(meta);
        let reader = SegmentReader::open(&segment)?;
        let field = PlainField::File.field();
        let inverted = reader.inverted_index(field)?;
        let mut alive = BitSet::with_max_value_and_full(reader.max_doc());
        if let Some(before) = reader.alive_bitset() {
            alive.intersect_update(before.bitset());
        }
        let n_before = alive.len();
        for file in files {
            let term = Term::from_field_u64(field, u64::from(file.0));
            let Some(mut chunks) = inverted.read_postings(&term, IndexRecordOption::Basic)? else {
                continue;
            };
            while chunks.doc() != TERMINATED {
                alive.remove(chunks.doc());
                chunks.advance();
            }
        }
        if alive.len() == n_before {
            return Ok(segment.meta().clone());
        }
        let n_deleted = reader.max_doc() - alive.len() as u32;
        let segment = segment.with_delete_meta(n_deleted, opstamp);
        let mut file = segment.open_write(SegmentComponent::Delete)?;
        write_alive_bitset(&alive, &mut file)?;
        file.terminate()?;
        Ok(segment.meta().clone())
    }

    fn merged(&self, mut segments: Vec<SegmentMeta>) -> tantivy::Result<Vec<SegmentMeta>> {
        let sizes: Vec<Size> = segments
            .iter()
            .map(|meta| Size { live: meta.num_docs(), deleted: meta.num_deleted_docs() })
            .collect();
        for group in plan(&sizes, self.thrift) {
            let parts: Vec<Segment> =
                group.iter().map(|&index| self.index.segment(segments[index].clone())).collect();
            let filters = parts.iter().map(|_| None).collect();
            let merged = merge_filtered_segments(&parts, settings(), filters, self.folder.apart())?;
            let merged = merged.load_metas()?.segments;
            if self.dims > 0 {
                self.merge_vectors(&parts, &merged)?;
            }
            segments.extend(
                merged.iter().map(|meta| self.index.new_segment_meta(meta.id(), meta.max_doc())),
            );
            let ids: HashSet<_> = parts.iter().map(Segment::id).collect();
            // Indices of later groups must stay good, so the merged ones are only emptied.
            for segment in segments.iter_mut().filter(|segment| ids.contains(&segment.id())) {
                *segment = self.index.new_segment_meta(segment.id(), 0);
            }
        }
        segments.retain(|segment| segment.max_doc() > 0);
        Ok(segments)
    }

    /// Merging leaves out the deleted chunks and keeps the others in order.
    fn merge_vectors(&self, parts: &[Segment], merged: &[SegmentMeta]) -> tantivy::Result<()> {
        let mut rows = Vec::new();
        for part in parts {
            let reader = SegmentReader::open(part)?;
            let vectors = Vectors::open(&self.index, part.id(), reader.max_doc())
                .ok()
                .filter(|vectors| vectors.dims() == self.dims)
                .ok_or_else(|| TantivyError::InternalError("vectors are missing".to_owned()))?;
            reader.doc_ids_alive().for_each(|doc| rows.extend(vectors.row(doc)));
        }
        let n_merged: usize = merged.iter().map(|segment| segment.max_doc() as usize).sum();
        let ([segment], true) = (merged, rows.len() == n_merged * self.dims) else {
            return Err(TantivyError::InternalError("a merge has lost chunks".to_owned()));
        };
        vectors::write(&self.index, segment.id(), self.dims, &rows)
    }

    fn failed(&self, error: &TantivyError) -> Error {
        Error::while_writing(&self.path, error)
    }
}

/// A digest of all that the words and vectors of a file are made of.
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

/// Opens a folder whose published files are what was written.
fn open_folder(dir: &Path) -> Result<Folder, Error> {
    let folder = Folder::open(dir).map_err(|error| Error::opening(dir, error))?;
    if let Some(published) = folder.published()
        && let Some(file) = published.damaged_files(dir, Proof::Touched).first()
    {
        return Err(Error::damaged_file(dir, file));
    }
    Ok(folder)
}

/// Opens what is published in a folder that has a meta file.
pub(crate) fn open_index(dir: &Path, folder: &Folder) -> Result<Index, Error> {
    let mut index =
        Index::open(folder.clone()).map_err(|error| Error::while_reading(dir, &error))?;
    if index.schema() != schema() {
        return Err(Error::Outdated { path: dir.to_owned() });
    }
    set_tokenizers(&mut index);
    Ok(index)
}

fn died() -> TantivyError {
    TantivyError::ErrorInThread("a thread died while it wrote a segment".to_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
