//! The directory of an index: our implementation of tantivy's [`Directory`]. The meta file is swapped by
//! a rename, so that readers see one state.
//!
//! Segment files are written directly into the directory and read through memory maps. The meta file
//! `meta.json` lists them with their checksums (see `published`). It differs from tantivy's own directory:
//! - The meta file is read once and kept, so that everything opened afterwards belongs to one
//!   published state. What tantivy writes to it stays in memory; only [`IndexDirectory::publish`]
//!   replaces the file on disk, by a rename, which a killed process cannot leave half done.
//! - Nothing is synced to disk: the index is derived data and is rebuilt after a power failure. This
//!   makes publishing one changed file a matter of milliseconds.
//! - There are no locks: the caller guarantees a single writer, and a reader whose files are removed
//!   while it opens them opens the newer state instead.
//! - Unused files are removed by [`IndexDirectory::sweep`] one publication late, so that a reader
//!   which has just read the previous meta file still finds its files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, DirectoryLock, FileHandle, Lock, MmapDirectory, TerminatingWrite, WatchCallback,
    WatchHandle, WritePtr,
};
use tantivy::{Directory, IndexMeta};

use xxhash_rust::xxh3::Xxh3;

use crate::index::published::{
    FileRecord, Published, from_checksummed_json, stat_of, to_checksummed_json,
};
use crate::vector::file;

const META: &str = "meta.json";
const NEXT_META: &str = "meta.json.next";

/// Clones share the meta file and the list of written files.
#[derive(Clone, Debug)]
pub struct IndexDirectory {
    path: PathBuf,
    maps: MmapDirectory,
    meta: Arc<Mutex<Option<Vec<u8>>>>,
    /// The bytes of the meta file when the directory was opened.
    opened: Option<Arc<Vec<u8>>>,
    published: Option<Arc<Published>>,
    /// The checksums of the files that were written through this directory and its clones.
    written: Arc<Mutex<HashMap<PathBuf, u64>>>,
}

impl IndexDirectory {
    /// Opens the state that is published now. Fails with `InvalidData` if the meta file is damaged.
    pub fn open(path: &Path) -> io::Result<IndexDirectory> {
        let mut directory = IndexDirectory::open_empty(path)?;
        if let Some(bytes) = read_meta(path)? {
            let published: Published = from_checksummed_json(&bytes)?;
            directory.meta = Arc::new(Mutex::new(Some(serde_json::to_vec(&published.meta)?)));
            directory.published = Some(Arc::new(published));
            directory.opened = Some(Arc::new(bytes));
        }
        Ok(directory)
    }

    /// Opens the directory as if nothing had been published yet, whatever it contains.
    pub fn open_empty(path: &Path) -> io::Result<IndexDirectory> {
        let maps = MmapDirectory::open(path).map_err(io::Error::other)?;
        Ok(IndexDirectory {
            path: path.to_owned(),
            maps,
            meta: Arc::default(),
            opened: None,
            published: None,
            written: Arc::default(),
        })
    }

    /// A handle on the same directory with a separate meta file, for a temporary index that shares only the files.
    pub fn with_own_meta(&self) -> IndexDirectory {
        IndexDirectory { meta: Arc::default(), ..self.clone() }
    }

    /// The state that was published when the directory was opened.
    pub fn published(&self) -> Option<&Published> {
        self.published.as_deref()
    }

    pub fn has_meta(&self) -> bool {
        self.meta.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Whether another state has been published since the directory was opened.
    pub fn is_superseded(&self) -> bool {
        match read_meta(&self.path) {
            Ok(bytes) => bytes.as_ref() != self.opened.as_deref(),
            Err(_) => true,
        }
    }

    /// Makes `meta` the published state.
    pub fn publish(&self, meta: &IndexMeta) -> io::Result<()> {
        let published = Published { meta: serde_json::to_value(meta)?, files: self.records(meta)? };
        let bytes = to_checksummed_json(&published)?;
        let next = self.path.join(NEXT_META);
        fs::write(&next, &bytes)?;
        fs::rename(&next, self.path.join(META))
    }

    fn records(&self, meta: &IndexMeta) -> io::Result<BTreeMap<String, FileRecord>> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let mut records = BTreeMap::new();
        let vectors = meta.segments.iter().map(|segment| file::file_name(segment.id()));
        for path in meta.list_segment_files().into_iter().chain(vectors) {
            let name = path.to_string_lossy().into_owned();
            let known = self.published.as_ref().and_then(|published| published.files.get(&name));
            let record = match (written.get(&path), stat_of(&self.path.join(&path)), known) {
                (Some(&checksum), Some(stat), _) => FileRecord { checksum, stat },
                (None, Some(_), Some(known)) => *known,
                // A state lists all files that a segment may have; most lack some of them.
                (None, None, None) => continue,
                (None, Some(_), None) => {
                    return Err(io::Error::other(format!("`{name}` was not finished")));
                }
                (_, None, _) => return Err(io::Error::other(format!("`{name}` is gone"))),
            };
            records.insert(name, record);
        }
        Ok(records)
    }

    /// Removes the segment files that neither state refers to. Files that cannot be removed, such as
    /// mapped files on Windows, stay until the next sweep.
    pub fn sweep(&self, current: &IndexMeta, previous: &IndexMeta) {
        let mut kept: HashSet<PathBuf> = current.list_segment_files();
        kept.extend(previous.list_segment_files());
        let segments = current.segments.iter().chain(&previous.segments);
        kept.extend(segments.map(|segment| file::file_name(segment.id())));
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for entry in entries.flatten() {
            let name = PathBuf::from(entry.file_name());
            if is_segment_file(&name) && !kept.contains(&name) {
                // On failure the next sweep tries again.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Whether a file is named after a random number of 32 hexadecimal digits, as segment files are.
// Other files in the directory are not ours to remove.
fn is_segment_file(name: &Path) -> bool {
    let stem = name.to_str().and_then(|name| name.split('.').next()).unwrap_or("");
    stem.len() == 32 && stem.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn read_meta(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path.join(META)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

impl Directory for IndexDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.maps.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.maps.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        if path == Path::new(META) { Ok(self.has_meta()) } else { self.maps.exists(path) }
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let file = File::create(self.path.join(path))
            .map_err(|error| OpenWriteError::wrap_io_error(error, path.to_owned()))?;
        let (name, written) = (path.to_owned(), Arc::clone(&self.written));
        Ok(WritePtr::new(Box::new(ChecksummedFile { file, hasher: Xxh3::new(), name, written })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let absent = || OpenReadError::FileDoesNotExist(path.to_owned());
        if path != Path::new(META) {
            return Err(absent());
        }
        self.meta.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(absent)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        // Tantivy also writes a list of files for its garbage collection; `sweep` needs none.
        if path == Path::new(META) {
            *self.meta.lock().unwrap_or_else(PoisonError::into_inner) = Some(data.to_owned());
        }
        Ok(())
    }

    // Nothing is synced, and there are no locks: see the head of this file.
    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}

/// A file that is not synced when finished, and whose checksum is recorded.
struct ChecksummedFile {
    file: File,
    hasher: Xxh3,
    name: PathBuf,
    written: Arc<Mutex<HashMap<PathBuf, u64>>>,
}

impl Write for ChecksummedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..n_written]);
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        // There is no buffer: tantivy writes through a `BufWriter`.
        Ok(())
    }
}

impl TerminatingWrite for ChecksummedFile {
    fn terminate_ref(&mut self, _: AntiCallToken) -> io::Result<()> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(self.name.clone(), self.hasher.digest());
        Ok(())
    }
}
