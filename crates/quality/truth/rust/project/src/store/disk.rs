//! A store of one file per entry, with a checksum in front of the bytes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::budget::{choose_victims, EntryStat};
use crate::error::CacheError;
use crate::key::{checksum, CacheKey};
use crate::store::Store;

const HEADER_BYTES: usize = 4;

pub struct DiskStore {
    root: PathBuf,
    max_bytes: u64,
}

impl DiskStore {
    /// Opens the store and creates its folder.
    pub fn open(root: &Path, max_bytes: u64) -> Result<DiskStore, CacheError> {
        fs::create_dir_all(root)?;
        Ok(DiskStore { root: root.to_path_buf(), max_bytes })
    }

    /// Deletes entries until the store is within its bound; returns how many were deleted.
    pub fn trim(&self, stats: Vec<EntryStat>) -> Result<usize, CacheError> {
        let victims = choose_victims(stats, self.max_bytes);
        for key in &victims {
            self.remove(*key)?;
        }
        Ok(victims.len())
    }

    pub fn remove(&self, key: CacheKey) -> Result<(), CacheError> {
        match fs::remove_file(self.path(key)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn path(&self, key: CacheKey) -> PathBuf {
        let (folder, file) = key.file_parts();
        self.root.join(folder).join(file).with_extension("bin")
    }
}

impl Store for DiskStore {
    fn get(&self, key: CacheKey) -> Result<Option<Vec<u8>>, CacheError> {
        let mut bytes = match fs::read(self.path(key)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if bytes.len() < HEADER_BYTES {
            return Err(CacheError::Corrupt { key: key.to_string() });
        }
        let content = bytes.split_off(HEADER_BYTES);
        if bytes != checksum(&content).to_be_bytes() {
            return Err(CacheError::Corrupt { key: key.to_string() });
        }
        Ok(Some(content))
    }

    fn put(&self, key: CacheKey, bytes: &[u8]) -> Result<(), CacheError> {
        let limit = self.max_bytes / 10;
        if bytes.len() as u64 > limit {
            return Err(CacheError::TooLarge { bytes: bytes.len() as u64, limit });
        }
        let path = self.path(key);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let temporary = path.with_extension("tmp");
        let mut file = fs::File::create(&temporary)?;
        file.write_all(&checksum(bytes).to_be_bytes())?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, &path)?;
        Ok(())
    }
}
