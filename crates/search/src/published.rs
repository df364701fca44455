//! What is published: tantivy's meta file, and a record of every file that it refers to.
//!
//! Tantivy trusts the bytes it finds, so they are proved before it sees them. A record holds the size
//! and the checksum of a file as it was written, and its stat. While the stat is the same nobody has
//! touched the file, and opening an index costs one stat a file; otherwise all its bytes are compared.
//! An index that was copied has other stats: once its bytes are found to be good, the new stats are
//! kept beside it. Start at [`Published::damaged_files`].

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use rayon::prelude::*;
use rutter_domain::Stat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// Stats of files whose bytes were compared after they were copied or restored.
const VERIFIED: &str = "verified.json";

/// The length of the line with the checksum: 32 digits and a line break.
const HEAD_BYTES: usize = 33;

const BUFFER_BYTES: usize = 1 << 20;

/// A published state.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Published {
    /// Tantivy's meta file.
    pub meta: serde_json::Value,
    /// Every file of the state, by name.
    pub files: BTreeMap<String, FileRecord>,
}

/// A file as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    pub checksum: u64,
    pub stat: Stat,
}

/// What is known of the files since they were published.
#[derive(Debug, Serialize, Deserialize)]
struct Verified {
    /// The checksum of the published state this is about.
    of: String,
    stats: BTreeMap<String, Stat>,
}

/// A file that is not what was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedFile {
    pub name: String,
    pub why: &'static str,
}

/// How much of a file is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The bytes of files whose stat differs.
    Touched,
    /// All bytes of all files.
    AllBytes,
}

impl Published {
    /// The files of this state in `dir` that are damaged.
    pub fn damaged_files(&self, dir: &Path, proof: Proof) -> Vec<DamagedFile> {
        let stats: BTreeMap<&str, Option<Stat>> =
            self.files.keys().map(|name| (name.as_str(), stat_of(&dir.join(name)))).collect();
        let is_same = |name: &str, record: &FileRecord| stats[name] == Some(record.stat);
        let mut unproved: Vec<(&String, &FileRecord)> = self
            .files
            .iter()
            .filter(|(name, record)| proof == Proof::AllBytes || !is_same(name, record))
            .collect();
        if unproved.is_empty() {
            return Vec::new();
        }
        let verified = read_verified(dir, &self.checksum());
        if proof == Proof::Touched {
            unproved.retain(|(name, _)| {
                stats[name.as_str()].is_none()
                    || verified.get(*name) != stats[name.as_str()].as_ref()
            });
        }
        let damaged: Vec<DamagedFile> = unproved
            .par_iter()
            .filter_map(|(name, record)| {
                let why = compare(&dir.join(name), record)?;
                Some(DamagedFile { name: (*name).clone(), why })
            })
            .collect();
        if damaged.is_empty() && proof == Proof::Touched && !unproved.is_empty() {
            self.keep_verified(dir, stats);
        }
        damaged
    }

    /// Keeps the stats that were found to belong to good bytes. If that fails, the bytes are compared
    /// again next time.
    fn keep_verified(&self, dir: &Path, stats: BTreeMap<&str, Option<Stat>>) {
        let stats = stats.into_iter().filter_map(|(name, stat)| Some((name.to_owned(), stat?)));
        let verified = Verified { of: self.checksum(), stats: stats.collect() };
        let beside = dir.join(format!("{VERIFIED}.{}", std::process::id()));
        let Ok(bytes) = seal(&verified) else { return };
        if fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, dir.join(VERIFIED))).is_err()
        {
            // Nothing is lost but time.
            let _ = fs::remove_file(&beside);
        }
    }

    fn checksum(&self) -> String {
        let body = serde_json::to_vec(self).unwrap_or_default();
        format!("{:032x}", xxh3_128(&body))
    }
}

fn read_verified(dir: &Path, of: &str) -> BTreeMap<String, Stat> {
    let bytes = fs::read(dir.join(VERIFIED)).unwrap_or_default();
    match unseal::<Verified>(&bytes) {
        Ok(verified) if verified.of == of => verified.stats,
        Ok(_) | Err(_) => BTreeMap::new(),
    }
}

/// The stat of a regular file, `None` if there is none at the path.
pub fn stat_of(path: &Path) -> Option<Stat> {
    let metadata = fs::symlink_metadata(path).ok()?;
    metadata.is_file().then(|| Stat::of(&metadata))
}

/// Why a file is not what was written; `None` if it is.
fn compare(path: &Path, record: &FileRecord) -> Option<&'static str> {
    let Some(stat) = stat_of(path) else { return Some("is missing") };
    if stat.n_bytes != record.stat.n_bytes {
        return Some("has another length than was written");
    }
    match checksum_of(path) {
        Ok(checksum) if checksum == record.checksum => None,
        Ok(_) => Some("is not what was written"),
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

/// A value as JSON, behind a line with its checksum.
pub fn seal(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let body = serde_json::to_vec(value)?;
    let mut sealed = format!("{:032x}\n", xxh3_128(&body)).into_bytes();
    sealed.extend(body);
    Ok(sealed)
}

/// A value that was sealed; an error of kind `InvalidData` if the bytes are not what was written.
pub fn unseal<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "it fails its checksum");
    let (head, body) = bytes.split_at_checked(HEAD_BYTES).ok_or_else(damaged)?;
    if head != format!("{:032x}\n", xxh3_128(body)).as_bytes() {
        return Err(damaged());
    }
    serde_json::from_slice(body).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
