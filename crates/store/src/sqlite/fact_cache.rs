//! Parsed facts, and digests of them, under the hash of the content they were parsed from. All worktrees of
//! a repository share them.
//!
//! Any number of processes read and write it at the same time; writes are batches in one transaction. A
//! damaged cache is replaced by an empty one, and a row that cannot be decoded is a miss: the caller can
//! always parse the file again.

mod stored_facts;

pub use stored_facts::StoredFacts;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use rutter_domain::{ContentHash, Facts, Language, Outline};

use super::cache::{cannot_read, cannot_write, open_or_replace, replace, seal, unseal};
use crate::Error;
use stored_facts::{decode_facts, decode_outline};

/// Rows younger than this may belong to a pass that has not been published yet.
const YOUNG: Duration = Duration::from_secs(24 * 60 * 60);

/// Identifies one content, parsed as one language by one version of the parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FactKey([u8; 21]);

impl FactKey {
    pub fn new(content: ContentHash, language: Language, syntax_version: u32) -> FactKey {
        let mut key = [0; 21];
        key[..16].copy_from_slice(&content.0);
        key[16] = language as u8;
        key[17..].copy_from_slice(&syntax_version.to_le_bytes());
        FactKey(key)
    }
}

/// One connection: give each thread its own.
#[derive(Debug)]
pub struct FactCache {
    connection: Connection,
    path: PathBuf,
}

/// The row of one content.
#[derive(Debug)]
pub struct FactRow {
    pub key: FactKey,
    /// `None` keeps those that are stored.
    pub facts: Option<StoredFacts>,
    pub digest: StoredDigest,
}

/// Data derived from facts, in an encoding that only the caller knows.
#[derive(Debug)]
pub struct StoredDigest {
    /// Digests of other versions are not read.
    pub version: u32,
    pub data: Vec<u8>,
}

/// Keys have an index of their own: in a table that is ordered by them, SQLite reads the whole rows that it
/// passes on its way to one.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS file_facts (
    key BLOB PRIMARY KEY, added INTEGER NOT NULL, outline BLOB NOT NULL, rest BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS graph_digests (
    key BLOB PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL);";

impl FactCache {
    /// Opens the cache in a folder. Creates it if it does not exist, and replaces it if it is damaged.
    pub fn open(folder: &Path) -> Result<FactCache, Error> {
        let path = folder.join("facts.db");
        Ok(FactCache { connection: open_or_replace(&path, TABLE)?, path })
    }

    /// Opens the cache for a reader that asks for each row once, with a small page cache.
    pub fn open_for_reading(folder: &Path) -> Result<FactCache, Error> {
        let cache = FactCache::open(folder)?;
        let shrunk = cache.connection.execute_batch("PRAGMA cache_size = -1000;");
        shrunk.map_err(|source| cannot_read(&cache.path, source))?;
        Ok(cache)
    }

    /// Deletes everything, damage included.
    pub fn reset(&mut self) -> Result<(), Error> {
        self.connection = replace(&self.path, TABLE)?;
        Ok(())
    }

    /// The facts under `key`, if they exist and can be decoded.
    pub fn get(&self, key: &FactKey) -> Result<Option<Facts>, Error> {
        let read = || -> rusqlite::Result<Option<Facts>> {
            let mut select = self
                .connection
                .prepare_cached("SELECT outline, rest FROM file_facts WHERE key = ?1")?;
            let decoded = |row: &rusqlite::Row<'_>| {
                let outline = unseal(&key.0, row.get_ref(0)?.as_blob()?);
                let rest = unseal(&key.0, row.get_ref(1)?.as_blob()?);
                Ok(outline.zip(rest).and_then(|(outline, rest)| decode_facts(outline, rest)))
            };
            Ok(select.query_row(params![&key.0[..]], decoded).optional()?.flatten())
        };
        read().map_err(|source| cannot_read(&self.path, source))
    }

    /// Their symbols and chunks alone.
    pub fn outline(&self, key: &FactKey) -> Result<Option<Outline>, Error> {
        let read = || -> rusqlite::Result<Option<Outline>> {
            let mut select =
                self.connection.prepare_cached("SELECT outline FROM file_facts WHERE key = ?1")?;
            let decoded = |row: &rusqlite::Row<'_>| {
                Ok(unseal(&key.0, row.get_ref(0)?.as_blob()?).and_then(decode_outline))
            };
            Ok(select.query_row(params![&key.0[..]], decoded).optional()?.flatten())
        };
        read().map_err(|source| cannot_read(&self.path, source))
    }

    /// The digest of this version under `key`, if it exists and is whole, as `decode` reads it.
    pub fn digest<T>(
        &self,
        key: &FactKey,
        version: u32,
        decode: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let read = || -> rusqlite::Result<Option<T>> {
            let mut select = self
                .connection
                .prepare_cached("SELECT data FROM graph_digests WHERE key = ?1 AND version = ?2")?;
            let unsealed = |row: &rusqlite::Row<'_>| {
                let data = row.get_ref(0)?.as_blob()?;
                Ok(unseal(&key.0, data).and_then(decode))
            };
            Ok(select.query_row(params![&key.0[..], version], unsealed).optional()?.flatten())
        };
        read().map_err(|source| cannot_read(&self.path, source))
    }

    /// Whether there is a digest of this version under `key`.
    pub fn has_digest(&self, key: &FactKey, version: u32) -> Result<bool, Error> {
        let read = || -> rusqlite::Result<bool> {
            let mut select = self
                .connection
                .prepare_cached("SELECT 1 FROM graph_digests WHERE key = ?1 AND version = ?2")?;
            select.exists(params![&key.0[..], version])
        };
        read().map_err(|source| cannot_read(&self.path, source))
    }

    /// Number of files whose facts are stored.
    pub fn n_rows(&self) -> Result<u64, Error> {
        self.connection
            .query_row("SELECT count(*) FROM file_facts", [], |row| row.get::<_, i64>(0))
            .map(i64::cast_unsigned)
            .map_err(|source| cannot_read(&self.path, source))
    }

    /// Stores a batch in one transaction.
    pub fn put_batch(&mut self, batch: &[FactRow]) -> Result<(), Error> {
        let added = seconds_since_epoch(SystemTime::now());
        let mut write = || -> rusqlite::Result<()> {
            let transaction =
                self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            {
                let mut insert = transaction.prepare_cached(
                    "INSERT OR REPLACE INTO file_facts (key, added, outline, rest)
                     VALUES (?1, ?2, ?3, ?4)",
                )?;
                let mut insert_digest = transaction.prepare_cached(
                    "INSERT OR REPLACE INTO graph_digests (key, version, data) VALUES (?1, ?2, ?3)",
                )?;
                for FactRow { key, facts, digest } in batch {
                    let key = &key.0;
                    if let Some(facts) = facts {
                        let (outline, rest) = (seal(key, &facts.outline), seal(key, &facts.rest));
                        insert.execute(params![&key[..], added, outline, rest])?;
                    }
                    let data = seal(key, &digest.data);
                    insert_digest.execute(params![&key[..], digest.version, data])?;
                }
            }
            transaction.commit()
        };
        write().map_err(|source| cannot_write(&self.path, source))
    }

    /// Deletes rows that no index refers to, except those younger than a day. Returns how many.
    pub fn keep_only(&mut self, live: &HashSet<FactKey>) -> Result<u64, Error> {
        let oldest_kept = seconds_since_epoch(SystemTime::now() - YOUNG);
        let mut sweep = || -> rusqlite::Result<u64> {
            let transaction =
                self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let dead: Vec<Vec<u8>> = {
                let mut select =
                    transaction.prepare("SELECT key FROM file_facts WHERE added < ?1")?;
                let keys = select.query_map([oldest_kept], |row| row.get::<_, Vec<u8>>(0))?;
                keys.filter(|key| match key {
                    Ok(key) => <[u8; 21]>::try_from(key.as_slice())
                        .map_or(true, |key| !live.contains(&FactKey(key))),
                    Err(_) => true,
                })
                .collect::<rusqlite::Result<_>>()?
            };
            {
                let mut delete = transaction.prepare("DELETE FROM file_facts WHERE key = ?1")?;
                let mut delete_digest =
                    transaction.prepare("DELETE FROM graph_digests WHERE key = ?1")?;
                for key in &dead {
                    delete.execute([key])?;
                    delete_digest.execute([key])?;
                }
            }
            transaction.commit()?;
            Ok(dead.len() as u64)
        };
        sweep().map_err(|source| cannot_write(&self.path, source))
    }
}

fn seconds_since_epoch(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs().cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(problem: &str) -> Facts {
        Facts { problems: vec![problem.to_owned()], ..Facts::empty(Language::Rust) }
    }

    fn row(byte: u8, problem: &str) -> FactRow {
        let digest = StoredDigest { version: 1, data: problem.as_bytes().to_vec() };
        FactRow { key: key(byte), facts: Some(StoredFacts::of(facts(problem)).0), digest }
    }

    fn key(byte: u8) -> FactKey {
        FactKey::new(ContentHash([byte; 16]), Language::Rust, 1)
    }

    #[test]
    fn facts_come_back_as_they_were_put_in() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = FactCache::open(folder.path()).unwrap();
        cache.put_batch(&[row(1, "a")]).unwrap();
        let second = FactCache::open(folder.path()).unwrap();
        assert_eq!(second.get(&key(1)).unwrap(), Some(facts("a")));
        assert_eq!(second.get(&key(2)).unwrap(), None);
    }

    #[test]
    fn a_digest_is_read_by_its_version_alone_and_only_whole() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = FactCache::open(folder.path()).unwrap();
        cache.put_batch(&[row(1, "a")]).unwrap();
        let bytes = |version| {
            let read = |data: &[u8]| Some(data.to_vec());
            cache.digest(&key(1), version, read).unwrap()
        };
        assert_eq!(bytes(1).as_deref(), Some(&b"a"[..]));
        assert_eq!(bytes(2), None);
        assert!(cache.has_digest(&key(1), 1).unwrap() && !cache.has_digest(&key(2), 1).unwrap());
        cache.put_batch(&[FactRow { facts: None, ..row(1, "b") }]).unwrap();
        assert_eq!(cache.get(&key(1)).unwrap(), Some(facts("a")));
        cache.connection.execute("UPDATE graph_digests SET data = x'00'", []).unwrap();
        assert_eq!(cache.digest(&key(1), 1, |_| Some(())).unwrap(), None);
    }

    #[test]
    fn the_same_content_read_as_another_language_is_another_row() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = FactCache::open(folder.path()).unwrap();
        cache.put_batch(&[row(1, "a")]).unwrap();
        let as_c = FactKey::new(ContentHash([1; 16]), Language::C, 1);
        assert_eq!(cache.get(&as_c).unwrap(), None);
        assert_eq!(cache.get(&key(1)).unwrap(), Some(facts("a")));
    }

    #[test]
    fn a_damaged_cache_is_replaced_by_an_empty_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("facts.db");
        std::fs::write(&path, "this is not a database, however long it is, and it is long")
            .unwrap();
        let cache = FactCache::open(folder.path()).unwrap();
        assert_eq!(cache.n_rows().unwrap(), 0);
    }

    #[test]
    fn a_row_that_cannot_be_decoded_is_a_miss() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = FactCache::open(folder.path()).unwrap();
        let broken = StoredFacts { outline: vec![255; 3], rest: vec![255; 3] };
        let rows = [FactRow { facts: Some(broken), ..row(1, "a") }, row(2, "b")];
        cache.put_batch(&rows).unwrap();
        assert_eq!(cache.get(&key(2)).unwrap(), Some(facts("b")));
        assert_eq!(cache.get(&key(1)).unwrap(), None);
        assert_eq!(cache.outline(&key(1)).unwrap(), None);
    }

    #[test]
    fn young_rows_survive_a_sweep() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = FactCache::open(folder.path()).unwrap();
        cache.put_batch(&[row(1, "a")]).unwrap();
        assert_eq!(cache.keep_only(&HashSet::new()).unwrap(), 0);
        cache.connection.execute("UPDATE file_facts SET added = 0", []).unwrap();
        assert_eq!(cache.keep_only(&HashSet::from([key(1)])).unwrap(), 0);
        assert_eq!(cache.keep_only(&HashSet::new()).unwrap(), 1);
    }
}
