//! The manifest, the list of files of a generation: every file with its stat, and every folder's time.
//!
//! One is saved for each generation, written beside its final name and renamed, with a checksum before it.
//! The lexical index names the generation in its own commit, so both appear at the same instant.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rutter_domain::{ContentHash, FileId, Language, ParseOutcome, SkipReason, Stat};
use rutter_syntax::SYNTAX_VERSION;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::index::embedder::Recorded;
use rutter_workspace::{Walked, Watched};

/// The magic bytes of a manifest file. They change with the layout of [`Manifest`].
const MAGIC: &[u8; 16] = b"rutter files  3\n";

/// Older generations that are kept for readers that are just opening them.
const KEPT_GENERATIONS: u64 = 4;

/// A complete generation.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) generation: u64,
    /// The version of the syntax that cut the files; chunks of another one are not comparable.
    pub(crate) syntax_version: u32,
    /// Larger files were skipped.
    pub(crate) limit_bytes: u64,
    /// The embedder that made the vectors.
    pub(crate) embedder: Recorded,
    pub(crate) next_id: u32,
    /// Why some files are missing, if the pass was interrupted.
    pub(crate) partial: Option<String>,
    /// Sorted by path.
    pub(crate) rows: Vec<FileRow>,
    /// Every folder of the tree; empty if the tree has to be walked.
    pub(crate) folders: Vec<Watched>,
    pub(crate) rule_files: Vec<Watched>,
    pub(crate) n_ignored: u64,
    pub(crate) n_not_files: u64,
    /// Folders and names that could not be read; unreadable files have rows.
    pub(crate) n_unreadable: u64,
    /// `None` until the edges of this generation were counted.
    pub(crate) edges: Option<EdgeTotals>,
}

/// A file that the walk found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileRow {
    pub(crate) path: String,
    pub(crate) stat: Stat,
    /// Whether a later change must show in the stat; see `workspace/tree/stat.rs`.
    pub(crate) is_settled: bool,
    pub(crate) state: FileState,
}

/// The outcome of indexing a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FileState {
    Indexed(IndexedFile),
    Skipped(SkipReason),
}

/// A file that is in the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedFile {
    pub id: FileId,
    pub content: ContentHash,
    pub language: Language,
    /// Whether the file's bytes are its text: no byte order mark, no replaced characters.
    pub is_plain: bool,
    pub n_symbols: u32,
    pub n_chunks: u32,
    /// A digest of the words and vectors that the word index was given for it.
    pub digest: u64,
    pub parse: ParseOutcome,
}

/// Number of edges by provenance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EdgeTotals {
    pub(crate) by_provenance: Vec<(String, u64)>,
    pub(crate) unresolved: u64,
    pub(crate) external: u64,
}

impl FileRow {
    pub(crate) fn indexed(&self) -> Option<&IndexedFile> {
        match &self.state {
            FileState::Indexed(indexed) => Some(indexed),
            FileState::Skipped(_) => None,
        }
    }
}

impl Manifest {
    /// The manifest of an index that holds nothing yet.
    pub(crate) fn empty(limit_bytes: u64) -> Manifest {
        Manifest {
            generation: 0,
            syntax_version: SYNTAX_VERSION,
            limit_bytes,
            embedder: Recorded::default(),
            next_id: 0,
            partial: None,
            rows: Vec::new(),
            folders: Vec::new(),
            rule_files: Vec::new(),
            n_ignored: 0,
            n_not_files: 0,
            n_unreadable: 0,
            edges: None,
        }
    }

    /// Takes over the folders and ignore files that a walk found.
    pub(crate) fn adopt_walk(&mut self, walked: Walked) {
        self.folders = walked.folders;
        self.rule_files = walked.rule_files;
        self.n_ignored = walked.n_ignored;
        self.n_not_files = walked.n_not_files;
        self.n_unreadable = walked.problems.len() as u64;
    }

    /// The indexed files, in order of path.
    pub(crate) fn indexed(&self) -> impl Iterator<Item = (&FileRow, &IndexedFile)> {
        self.rows.iter().filter_map(|row| row.indexed().map(|indexed| (row, indexed)))
    }

    pub(crate) fn row(&self, path: &str) -> Option<&FileRow> {
        let at = self.rows.binary_search_by(|row| row.path.as_str().cmp(path)).ok()?;
        Some(&self.rows[at])
    }

    /// A digest of the indexed files, words and vectors. Equal trees have equal ones, however the index was built.
    pub(crate) fn fingerprint(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.embedder.id.as_bytes());
        for row in &self.rows {
            hasher.update(row.path.as_bytes());
            match &row.state {
                FileState::Indexed(file) => {
                    hasher.update(&[0, file.language as u8]);
                    hasher.update(&file.content.0);
                    hasher.update(&file.n_symbols.to_le_bytes());
                    hasher.update(&file.n_chunks.to_le_bytes());
                    hasher.update(&file.digest.to_le_bytes());
                }
                FileState::Skipped(reason) => {
                    hasher.update(&[1, *reason as u8]);
                }
            }
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// Writes the generation's file; it counts only once the lexical index names it.
    pub(crate) fn save(&self, folder: &Path) -> Result<(), Error> {
        let path = file_of(folder, self.generation);
        let cannot = |source| rutter_workspace::Error::WriteData { path: path.clone(), source };
        let body = postcard::to_stdvec(self).expect("a manifest is plain data");
        let beside = folder.join(format!("files-{}.new", self.generation));
        let write = || {
            let mut file = fs::File::create(&beside)?;
            file.write_all(MAGIC)?;
            file.write_all(blake3::hash(&body).as_bytes())?;
            file.write_all(&body)?;
            fs::rename(&beside, &path)
        };
        Ok(write().map_err(cannot)?)
    }

    /// Reads a generation's file; `None` if it does not exist.
    pub(crate) fn load(folder: &Path, generation: u64) -> Result<Option<Manifest>, Error> {
        let path = file_of(folder, generation);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(rutter_workspace::Error::ReadData { path, source }.into()),
        };
        let damaged = |what: &str| Error::Damaged { path: path.clone(), what: what.to_owned() };
        let (checksum, body) = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| damaged("the list of files has another format"))?
            .split_at_checked(32)
            .ok_or_else(|| damaged("the list of files is cut short"))?;
        if blake3::hash(body).as_bytes() != checksum {
            return Err(damaged("the list of files fails its checksum"));
        }
        let manifest: Manifest = postcard::from_bytes(body)
            .map_err(|_| damaged("the list of files cannot be decoded"))?;
        if manifest.generation != generation {
            return Err(damaged("the list of files is that of another generation"));
        }
        if manifest.syntax_version != SYNTAX_VERSION {
            return Err(damaged("it was made by another version of rutter"));
        }
        if manifest.embedder.is_outdated() {
            return Err(damaged("its vectors were made by another model"));
        }
        Ok(Some(manifest))
    }

    /// A number that no generation in this folder has had, damaged ones included.
    pub(crate) fn next_generation(folder: &Path, newest: u64) -> u64 {
        let Ok(entries) = fs::read_dir(folder) else { return newest + 1 };
        let numbers = entries.flatten().filter_map(|entry| generation_of(&entry.file_name()));
        // A file that a dead writer left must not be taken for one of the new generation.
        numbers.fold(newest, u64::max).saturating_add(1)
    }

    /// Removes the files of generations that no reader can still be opening.
    pub(crate) fn sweep(folder: &Path, newest: u64) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let generation = generation_of(&entry.file_name());
            if generation.is_some_and(|number| number.saturating_add(KEPT_GENERATIONS) <= newest) {
                // Left for the next sweep when it cannot be removed.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// The number in the name of a generation's file, finished or not.
fn generation_of(name: &OsStr) -> Option<u64> {
    let rest = name.to_str()?.strip_prefix("files-")?;
    rest.trim_end_matches(".new").parse().ok()
}

fn file_of(folder: &Path, generation: u64) -> PathBuf {
    folder.join(format!("files-{generation}"))
}
