//! Reads one published state of the index.
//!
//! A [`Reader`] sees one state, complete and unchanging, whatever writers do meanwhile: all its
//! segments come from one read of the meta file, and their files stay readable while they are mapped.
//! Start at [`Reader::open`]; [`Reader::search`] is in `rounds`.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use rutter_domain::FileId;
use rutter_domain::words::tokenize;
use tantivy::index::SegmentMeta;
use tantivy::{DocId, Index};

use crate::error::Error;
use crate::index::directory::IndexDirectory;
use crate::index::published::{DamagedFile, Verify};
use crate::index::schema::{TextField, open_index};
use crate::index::segment::OpenSegment;
use crate::query::score::Scratch;
use crate::text::symbol_key::Prominence;
use crate::vector::{ScanThreads, Vectors, file};

mod rounds;

/// Attempts to open the index.
// Writers may replace the state while it is being opened.
const N_ATTEMPTS: usize = 200;

/// One published state of the index.
pub struct Reader {
    path: PathBuf,
    directory: IndexDirectory,
    segments: Vec<OpenSegment>,
    payload: String,
    /// Buffers that are free, at most one per concurrent search.
    scratches: Mutex<Vec<Scratch>>,
    threads: ScanThreads,
    /// The first damage found while reading.
    fault: OnceLock<String>,
    vectors: VectorState,
}

/// The condition of the vectors of a published state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VectorState {
    Absent,
    Whole {
        dims: usize,
    },
    /// Searching by words still works.
    Damaged {
        reason: String,
    },
}

impl Reader {
    /// Opens the state that was published last in `dir`.
    pub fn open(dir: &Path) -> Result<Reader, Error> {
        let mut n_left = N_ATTEMPTS;
        loop {
            n_left -= 1;
            let directory = match IndexDirectory::open(dir) {
                Ok(directory) if directory.has_meta() => directory,
                Ok(_) => return Err(Error::Absent { path: dir.to_owned() }),
                Err(_) if !dir.exists() => return Err(Error::Absent { path: dir.to_owned() }),
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    return Err(Error::read(dir, error));
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return Err(Error::opening(dir, error));
                }
                Err(error) => return Err(Error::damaged(dir, error)),
            };
            match Reader::open_directory(dir, &directory) {
                // A writer published another state and removed files of this one meanwhile.
                Err(_) if n_left > 0 && directory.is_superseded() => {}
                result => return result,
            }
        }
    }

    fn open_directory(dir: &Path, directory: &IndexDirectory) -> Result<Reader, Error> {
        let open = || -> Result<Reader, Error> {
            let vector_fault = check_files(dir, directory)?;
            let index = open_index(dir, directory)?;
            let read = |error| Error::while_reading(dir, &error);
            let meta = index.load_metas().map_err(read)?;
            let (opened, vectors) = match vector_fault {
                None => open_vectors(dir, &index, &meta.segments),
                Some(reason) => {
                    let none = meta.segments.iter().map(|_| None).collect();
                    (none, VectorState::Damaged { reason })
                }
            };
            let segments = meta.segments.into_iter().map(|meta| index.segment(meta));
            Ok(Reader {
                path: dir.to_owned(),
                segments: segments
                    .zip(opened)
                    .map(|(segment, vectors)| OpenSegment::open(&segment, vectors))
                    .collect::<tantivy::Result<_>>()
                    .map_err(read)?,
                vectors,
                payload: meta.payload.unwrap_or_default(),
                scratches: Mutex::default(),
                threads: ScanThreads::default(),
                fault: OnceLock::new(),
                directory: directory.clone(),
            })
        };
        // Tantivy trusts the bytes it reads and panics on some broken ones.
        catch_unwind(AssertUnwindSafe(open))
            .unwrap_or_else(|_| Err(Error::damaged(dir, "its files are inconsistent")))
    }

    /// The text that was published together with this state.
    pub fn payload(&self) -> &str {
        &self.payload
    }

    pub fn n_chunks(&self) -> u64 {
        self.segments.iter().map(|segment| u64::from(segment.n_live())).sum()
    }

    /// Compares every byte with the checksums, also of files whose stat is unchanged: a disk may have
    /// corrupted some.
    pub fn verify(&self) -> Result<(), Error> {
        let published = self.directory.published();
        let damaged = published.map(|state| state.damaged_files(&self.path, Verify::AllFiles));
        match damaged.unwrap_or_default().first() {
            Some(file) => Err(Error::damaged(&self.path, file)),
            None => Ok(()),
        }
    }

    /// Damage found while answering. Answers given since are incomplete.
    pub fn fault(&self) -> Option<&str> {
        self.fault.get().map(String::as_str)
    }

    /// The files that define a symbol with exactly this name, sorted.
    pub fn files_defining(&self, name: &str) -> Vec<FileId> {
        self.guard(|| {
            let mut files = Vec::new();
            for segment in &self.segments {
                for prominence in Prominence::ALL {
                    segment.for_each_with(prominence.exact_key(name), |doc| {
                        files.push(segment.address(doc).0);
                    })?;
                }
            }
            Ok(sorted(files))
        })
    }

    /// The files whose text may contain this identifier, sorted: all that contain it, and some that
    /// contain another form or spelling of it.
    pub fn files_naming(&self, name: &str) -> Vec<FileId> {
        self.guard(|| {
            let words = tokenize(name);
            let mut files = Vec::new();
            for segment in &self.segments {
                files.extend(docs_with_all(segment, &words)?.map(|doc| segment.address(doc).0));
            }
            Ok(sorted(files))
        })
    }

    /// The number of chunks of each file.
    pub fn chunk_counts(&self) -> BTreeMap<FileId, u32> {
        self.guard(|| {
            let mut counts = BTreeMap::new();
            for segment in &self.segments {
                for doc in (0..segment.max_doc()).filter(|&doc| segment.is_live(doc)) {
                    *counts.entry(segment.address(doc).0).or_insert(0) += 1;
                }
            }
            Ok(counts)
        })
    }

    pub fn vectors(&self) -> &VectorState {
        &self.vectors
    }

    /// The vector of a chunk. `None` if there is no such chunk or there are no vectors.
    pub fn vector_of(&self, file: FileId, chunk: u32) -> Option<Vec<i8>> {
        self.guard(|| {
            for segment in &self.segments {
                let Some(vectors) = segment.vectors() else { continue };
                if let Some(doc) = segment.find_chunk(file, chunk)? {
                    return Ok(Some(vectors.row(doc)));
                }
            }
            Ok(None)
        })
    }

    /// Runs a read. Damage found on the way is recorded as the fault, and the answer is empty.
    fn guard<T: Default>(&self, answer: impl FnOnce() -> tantivy::Result<T>) -> T {
        let reason = match catch_unwind(AssertUnwindSafe(answer)) {
            Ok(Ok(answer)) => return answer,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "its files are inconsistent".to_owned(),
        };
        // Only the first fault is kept: later ones follow from the same damage.
        let _ = self.fault.set(reason);
        T::default()
    }
}

/// Verifies the files. Damage to the word index is an error. Damage to vectors is returned, because
/// words can be searched without them.
fn check_files(dir: &Path, directory: &IndexDirectory) -> Result<Option<String>, Error> {
    let Some(published) = directory.published() else { return Ok(None) };
    let damaged = published.damaged_files(dir, Verify::ChangedFiles);
    let is_vectors = |file: &&DamagedFile| file.name.ends_with(file::SUFFIX);
    match damaged.iter().find(|file| !is_vectors(file)) {
        Some(file) => Err(Error::damaged(dir, file)),
        None => Ok(damaged.first().map(DamagedFile::to_string)),
    }
}

/// Maps the vectors of all segments, or of none if those of one are damaged.
fn open_vectors(
    dir: &Path,
    index: &Index,
    segments: &[SegmentMeta],
) -> (Vec<Option<Vectors>>, VectorState) {
    let none = || segments.iter().map(|_| None).collect();
    let has_any = segments.iter().any(|segment| dir.join(file::file_name(segment.id())).exists());
    if !has_any {
        return (none(), VectorState::Absent);
    }
    let opened: Result<Vec<Vectors>, String> = segments
        .iter()
        .map(|segment| Vectors::open(index, segment.id(), segment.max_doc()))
        .collect();
    match opened {
        Ok(opened) => {
            let dims = opened.first().map_or(0, Vectors::dims);
            if opened.iter().any(|vectors| vectors.dims() != dims) {
                let reason = "its parts come from different models".to_owned();
                return (none(), VectorState::Damaged { reason });
            }
            (opened.into_iter().map(Some).collect(), VectorState::Whole { dims })
        }
        Err(reason) => (none(), VectorState::Damaged { reason }),
    }
}

fn sorted(mut files: Vec<FileId>) -> Vec<FileId> {
    files.sort_unstable();
    files.dedup();
    files
}

/// The live chunks that contain all these words; all live chunks if `words` is empty.
fn docs_with_all<'a>(
    segment: &'a OpenSegment,
    words: &[String],
) -> tantivy::Result<impl Iterator<Item = DocId> + use<'a>> {
    let mut docs: Vec<DocId> = Vec::new();
    let mut is_first = true;
    for word in words {
        let mut with_word = Vec::new();
        if let Some(list) = segment.find(TextField::Body, word)? {
            segment.read(TextField::Body, &list, |docs, _| with_word.extend_from_slice(docs))?;
        }
        if is_first {
            docs = with_word;
        } else {
            docs.retain(|doc| with_word.binary_search(doc).is_ok());
        }
        is_first = false;
    }
    let all = if is_first { 0..segment.max_doc() } else { 0..0 };
    Ok(all.chain(docs).filter(move |&doc| segment.is_live(doc)))
}

#[cfg(test)]
mod tests;
