//! Answers from what was published last.
//!
//! A [`Reader`] holds one published state, whole and unchanging, whatever writers do meanwhile: all
//! its segments come from one reading of the meta file, and their files stay readable while they
//! are mapped. Start at [`Reader::open`] and [`Reader::search`]; how hits are found stands in
//! `rounds`.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use rutter_domain::{ContentHash, FileId, Language};
use tantivy::index::SegmentMeta;
use tantivy::{DocId, Index};

use crate::error::Error;
use crate::folder::Folder;
use crate::names::Standing;
use crate::published::{DamagedFile, Proof};
use crate::query::Query;
use crate::rank::Ranked;
use crate::schema::TextField;
use crate::score::Scratch;
use crate::segment::OpenSegment;
use crate::vectors::{self, Vectors};
use crate::weights::Weights;
use crate::words::{Parts, Words};
use crate::writer::open_index;

mod rounds;

/// How often opening is tried anew when writers are faster.
const N_ATTEMPTS: usize = 200;

/// What ranking needs to know of files.
pub trait Files {
    /// The path from the root, with slashes; nothing for a file that is not there any more.
    fn path(&self, file: FileId) -> Option<&str>;
    fn language(&self, file: FileId) -> Language;
    /// Names the content: files of one content are copies of one another.
    fn content(&self, file: FileId) -> Option<ContentHash>;
}

/// One published state of the index.
pub struct Reader {
    path: PathBuf,
    folder: Folder,
    segments: Vec<OpenSegment>,
    payload: String,
    weights: Weights,
    scratches: Mutex<Vec<Scratch>>,
    fault: OnceLock<String>,
    vectors: VectorState,
}

/// How it is with the vectors of a published state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VectorState {
    /// It has none.
    Absent,
    Whole {
        dims: usize,
    },
    /// Words can be searched all the same.
    Damaged {
        reason: String,
    },
}

impl Reader {
    /// Opens what was published last in `dir`.
    pub fn open(dir: &Path) -> Result<Reader, Error> {
        let mut n_left = N_ATTEMPTS;
        loop {
            n_left -= 1;
            let folder = match Folder::open(dir) {
                Ok(folder) if folder.has_meta() => folder,
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
            match Reader::open_folder(dir, &folder) {
                // The files of this state were swept away while they were being opened.
                Err(_) if n_left > 0 && folder.is_superseded() => {}
                result => return result,
            }
        }
    }

    fn open_folder(dir: &Path, folder: &Folder) -> Result<Reader, Error> {
        let open = || -> Result<Reader, Error> {
            let vector_fault = check_files(dir, folder)?;
            let index = open_index(dir, folder)?;
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
                weights: Weights::default(),
                scratches: Mutex::default(),
                fault: OnceLock::new(),
                folder: folder.clone(),
            })
        };
        // Tantivy trusts the bytes it finds: broken ones may lead it anywhere.
        catch_unwind(AssertUnwindSafe(open))
            .unwrap_or_else(|_| Err(Error::damaged(dir, "its files do not hold together")))
    }

    /// Ranks by other weights than the tuned ones.
    pub fn with_weights(self, weights: Weights) -> Reader {
        Reader { weights, ..self }
    }

    /// What was published together with this state.
    pub fn payload(&self) -> &str {
        &self.payload
    }

    pub fn n_chunks(&self) -> u64 {
        self.segments.iter().map(|segment| u64::from(segment.n_live())).sum()
    }

    /// Reads every byte and compares it with what was written, even if nobody has touched the files:
    /// a disk may have lost some.
    pub fn verify(&self) -> Result<(), Error> {
        let published = self.folder.published();
        let damaged = published.map(|state| state.damaged_files(&self.path, Proof::AllBytes));
        match damaged.unwrap_or_default().first() {
            Some(file) => Err(Error::damaged_file(&self.path, file)),
            None => Ok(()),
        }
    }

    /// What turned out to be damaged while an answer was sought; the answer is then incomplete.
    pub fn fault(&self) -> Option<&str> {
        self.fault.get().map(String::as_str)
    }

    /// The files that define a symbol of exactly this name, case and all. Sorted.
    pub fn files_defining(&self, name: &str) -> Vec<FileId> {
        self.guard(|| {
            let mut files = Vec::new();
            for segment in &self.segments {
                for standing in Standing::ALL {
                    segment.for_each_with(standing.exact_key(name), |doc| {
                        files.push(segment.place(doc).0);
                    })?;
                }
            }
            Ok(sorted(files))
        })
    }

    /// The files in whose text this identifier may stand: all that have it, and some that have
    /// another form or spelling of it. Sorted.
    pub fn files_naming(&self, name: &str) -> Vec<FileId> {
        self.guard(|| {
            let mut parts = Parts::default();
            let words = Words::new(name, &mut parts).collect_all();
            let mut files = Vec::new();
            for segment in &self.segments {
                files.extend(docs_with_all(segment, &words)?.map(|doc| segment.place(doc).0));
            }
            Ok(sorted(files))
        })
    }

    /// How many chunks each file has.
    pub fn chunk_counts(&self) -> BTreeMap<FileId, u32> {
        self.guard(|| {
            let mut counts = BTreeMap::new();
            for segment in &self.segments {
                for doc in (0..segment.max_doc()).filter(|&doc| segment.is_live(doc)) {
                    *counts.entry(segment.place(doc).0).or_insert(0) += 1;
                }
            }
            Ok(counts)
        })
    }

    /// Whether there are vectors, and of how many numbers.
    pub fn vectors(&self) -> &VectorState {
        &self.vectors
    }

    /// The best hits, best first. Those of a smaller limit are the first of those of a larger one.
    pub fn search(&self, query: &Query<'_>, files: &dyn Files) -> Vec<Ranked> {
        self.rounds(query, files, query.limit).into_iter().flatten().collect()
    }

    /// The vector of a chunk.
    pub fn vector_of(&self, file: FileId, chunk: u32) -> Option<Vec<i8>> {
        self.guard(|| {
            for segment in &self.segments {
                let Some(vectors) = segment.vectors() else { continue };
                if let Some(doc) = segment.find_place(file, chunk)? {
                    return Ok(Some(vectors.row(doc)));
                }
            }
            Ok(None)
        })
    }

    /// Damage that shows only while reading makes an answer empty and is kept to be told.
    fn guard<T: Default>(&self, answer: impl FnOnce() -> tantivy::Result<T>) -> T {
        let reason = match catch_unwind(AssertUnwindSafe(answer)) {
            Ok(Ok(answer)) => return answer,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "its files do not hold together".to_owned(),
        };
        // The first fault is told; those after it follow from the same damage.
        let _ = self.fault.set(reason);
        T::default()
    }
}

/// Compares the files with what was written. Damage to the word index is an error; damage to vectors
/// is returned, as words can be searched without them.
fn check_files(dir: &Path, folder: &Folder) -> Result<Option<String>, Error> {
    let Some(published) = folder.published() else { return Ok(None) };
    let damaged = published.damaged_files(dir, Proof::Touched);
    let is_vectors = |file: &&DamagedFile| file.name.ends_with(vectors::SUFFIX);
    match damaged.iter().find(|file| !is_vectors(file)) {
        Some(file) => Err(Error::damaged_file(dir, file)),
        None => Ok(damaged.first().map(|file| format!("`{}` {}", file.name, file.why))),
    }
}

/// Maps the vectors of all segments: those of all or of none.
fn open_vectors(
    dir: &Path,
    index: &Index,
    segments: &[SegmentMeta],
) -> (Vec<Option<Vectors>>, VectorState) {
    let none = || segments.iter().map(|_| None).collect();
    let has_any =
        segments.iter().any(|segment| dir.join(vectors::file_name(segment.id())).exists());
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
                let reason = "its parts are of different models".to_owned();
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

/// The live chunks with all these words; all chunks when there are none.
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
