//! A published state: tantivy's meta file, and a record of every file that it refers to.
//!
//! Tantivy trusts the bytes it finds, so files are verified before tantivy reads them. A record holds
//! the checksum and the stat (size, times, inode) of a file as written. A file whose stat is unchanged
//! counts as untouched, so opening an index costs one stat per file; otherwise its bytes are compared
//! with the checksum. A copied index has different stats: once its bytes are verified, the new stats are
//! kept in `verified.json`. Start at [`Published::damaged_files`].

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use rayon::prelude::*;
use rutter_domain::Stat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// The file with the stats of files whose bytes were verified after a copy or restore.
const VERIFIED: &str = "verified.json";

/// The length of the checksum line: 32 digits and a line break.
const HEAD_BYTES: usize = 33;

const BUFFER_BYTES: usize = 1 << 20;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Published {
    /// The content of tantivy's meta file.
    pub meta: serde_json::Value,
    /// Every file of the state, by name.
    pub files: BTreeMap<String, FileRecord>,
}

/// A file as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    pub checksum: u64,
    pub stat: Stat,
}

#[derive(Debug, Serialize, Deserialize)]
struct Verified {
    /// The checksum of the published state that the stats belong to.
    of: String,
    stats: BTreeMap<String, Stat>,
}

/// A file whose bytes differ from those written, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedFile {
    pub name: String,
    pub why: &'static str,
}

impl fmt::Display for DamagedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.name, self.why)
    }
}

/// The files to verify byte by byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verify {
    /// Those whose stat has changed.
    ChangedFiles,
    AllFiles,
}

impl Published {
    /// The files of this state in `dir` that are damaged.
    pub fn damaged_files(&self, dir: &Path, verify: Verify) -> Vec<DamagedFile> {
        let stats: BTreeMap<&str, Option<Stat>> =
            self.files.keys().map(|name| (name.as_str(), stat_of(&dir.join(name)))).collect();
        let is_untouched = |name: &str, record: &FileRecord| stats[name] == Some(record.stat);
        let mut unverified: Vec<(&String, &FileRecord)> = self
            .files
            .iter()
            .filter(|(name, record)| verify == Verify::AllFiles || !is_untouched(name, record))
            .collect();
        if unverified.is_empty() {
            return Vec::new();
        }
        let verified = read_verified(dir, &self.checksum());
        if verify == Verify::ChangedFiles {
            unverified.retain(|(name, _)| {
                stats[name.as_str()].is_none()
                    || verified.get(*name) != stats[name.as_str()].as_ref()
            });
        }
        let damaged: Vec<DamagedFile> = unverified
            .par_iter()
            .filter_map(|(name, record)| {
                let why = compare(&dir.join(name), record)?;
                Some(DamagedFile { name: (*name).clone(), why })
            })
            .collect();
        if damaged.is_empty() && verify == Verify::ChangedFiles && !unverified.is_empty() {
            self.keep_verified(dir, stats);
        }
        damaged
    }

    /// Saves the stats of files found to be intact. On failure the bytes are compared again next time.
    fn keep_verified(&self, dir: &Path, stats: BTreeMap<&str, Option<Stat>>) {
        let stats = stats.into_iter().filter_map(|(name, stat)| Some((name.to_owned(), stat?)));
        let verified = Verified { of: self.checksum(), stats: stats.collect() };
        // Renamed into place, because other processes may verify the same files.
        let temporary = dir.join(format!("{VERIFIED}.{}", std::process::id()));
        let Ok(bytes) = to_checksummed_json(&verified) else { return };
        if fs::write(&temporary, bytes)
            .and_then(|()| fs::rename(&temporary, dir.join(VERIFIED)))
            .is_err()
        {
            // Best effort: a leftover file does no harm.
            let _ = fs::remove_file(&temporary);
        }
    }

    fn checksum(&self) -> String {
        // It was read from JSON, so writing it cannot fail.
        let body = serde_json::to_vec(self).unwrap_or_default();
        format!("{:032x}", xxh3_128(&body))
    }
}

fn read_verified(dir: &Path, of: &str) -> BTreeMap<String, Stat> {
    let bytes = fs::read(dir.join(VERIFIED)).unwrap_or_default();
    match from_checksummed_json::<Verified>(&bytes) {
        Ok(verified) if verified.of == of => verified.stats,
        Ok(_) | Err(_) => BTreeMap::new(),
    }
}

/// The stat of a regular file. `None` if there is none at the path.
pub fn stat_of(path: &Path) -> Option<Stat> {
    let metadata = fs::symlink_metadata(path).ok()?;
    metadata.is_file().then(|| Stat::of(&metadata))
}

/// The difference of a file from its record. `None` if there is none.
fn compare(path: &Path, record: &FileRecord) -> Option<&'static str> {
    let Some(stat) = stat_of(path) else { return Some("is missing") };
    // A truncated file is found without reading it.
    if stat.n_bytes != record.stat.n_bytes {
        return Some("has a different length than was written");
    }
    match checksum_of(path) {
        Ok(checksum) if checksum == record.checksum => None,
        Ok(_) => Some("fails its checksum"),
        Err(_) => Some("cannot be read"),
    }
}

fn checksum_of(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut hasher = Xxh3::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.digest()),
            n_read => hasher.update(&buffer[..n_read]),
        }
    }
}

/// Serializes a value to JSON, preceded by a line with the checksum.
pub fn to_checksummed_json(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let body = serde_json::to_vec(value)?;
    let mut sealed = format!("{:032x}\n", xxh3_128(&body)).into_bytes();
    sealed.extend(body);
    Ok(sealed)
}

/// Reads what [`to_checksummed_json`] wrote. Fails with `InvalidData` if the checksum does not match.
pub fn from_checksummed_json<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "it fails its checksum");
    let (head, body) = bytes.split_at_checked(HEAD_BYTES).ok_or_else(damaged)?;
    if head != format!("{:032x}\n", xxh3_128(body)).as_bytes() {
        return Err(damaged());
    }
    serde_json::from_slice(body).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
