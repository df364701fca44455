//! Vectors from an embedding service, under the model and the text they were made from.
//!
//! They cost time and money, so an indexing pass that is interrupted or repeated requests only those that
//! are missing. Vectors of the built-in model are not stored: computing one is faster than reading it.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::cache::{cannot_read, cannot_write, open_or_replace, seal, unseal};
use crate::Error;

/// Identifies the vector of one text by one model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VectorKey([u8; 16]);

impl VectorKey {
    pub fn new(model: &str, text: &str) -> VectorKey {
        let mut hasher = blake3::Hasher::new();
        hasher.update(model.as_bytes());
        hasher.update(&[0]);
        hasher.update(text.as_bytes());
        let mut key = [0; 16];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        VectorKey(key)
    }
}

/// One connection: give each thread its own, or a lock.
#[derive(Debug)]
pub struct VectorCache {
    connection: Connection,
    path: PathBuf,
}

impl VectorCache {
    /// Opens the cache in a folder. Creates it if it does not exist, and replaces it if it is damaged.
    pub fn open(folder: &Path) -> Result<VectorCache, Error> {
        let table =
            "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, data BLOB NOT NULL);";
        let path = folder.join("vectors.db");
        Ok(VectorCache { connection: open_or_replace(&path, table)?, path })
    }

    /// The vector under a key, if it exists and has `dims` numbers.
    pub fn get(&self, key: VectorKey, dims: usize) -> Result<Option<Vec<i8>>, Error> {
        let read = || -> rusqlite::Result<Option<Vec<u8>>> {
            let mut select =
                self.connection.prepare_cached("SELECT data FROM vectors WHERE key = ?1")?;
            select.query_row(params![&key.0[..]], |row| row.get(0)).optional()
        };
        let data = read().map_err(|source| cannot_read(&self.path, source))?;
        let values = data.as_deref().and_then(|data| unseal(&key.0, data));
        let values = values.filter(|values| values.len() == dims);
        Ok(values.map(|values| values.iter().map(|value| value.cast_signed()).collect()))
    }

    /// Stores vectors in one transaction.
    pub fn put(&mut self, batch: &[(VectorKey, Vec<i8>)]) -> Result<(), Error> {
        let mut write = || -> rusqlite::Result<()> {
            let transaction =
                self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            {
                let mut insert = transaction
                    .prepare_cached("INSERT OR REPLACE INTO vectors (key, data) VALUES (?1, ?2)")?;
                for (key, values) in batch {
                    let data: Vec<u8> = values.iter().map(|value| value.cast_unsigned()).collect();
                    insert.execute(params![&key.0[..], seal(&key.0, &data)])?;
                }
            }
            transaction.commit()
        };
        write().map_err(|source| cannot_write(&self.path, source))
    }

    /// Deletes the oldest rows until `n_kept` are left.
    pub fn keep_newest(&mut self, n_kept: u64) -> Result<(), Error> {
        self.connection
            .execute(
                "DELETE FROM vectors WHERE rowid NOT IN
                    (SELECT rowid FROM vectors ORDER BY rowid DESC LIMIT ?1)",
                params![n_kept.cast_signed()],
            )
            .map(|_| ())
            .map_err(|source| cannot_write(&self.path, source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_comes_back_for_the_same_model_and_text_only() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = VectorCache::open(folder.path()).unwrap();
        let key = VectorKey::new("a:b", "fn x");
        cache.put(&[(key, vec![1, -2, 127])]).unwrap();
        assert_eq!(cache.get(key, 3).unwrap(), Some(vec![1, -2, 127]));
        assert_eq!(cache.get(key, 4).unwrap(), None);
        assert_eq!(cache.get(VectorKey::new("a:c", "fn x"), 3).unwrap(), None);
    }

    #[test]
    fn the_newest_stay() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = VectorCache::open(folder.path()).unwrap();
        let keys = ["a", "b", "c"].map(|text| VectorKey::new("m", text));
        for key in keys {
            cache.put(&[(key, vec![0])]).unwrap();
        }
        cache.keep_newest(2).unwrap();
        assert_eq!(keys.map(|key| cache.get(key, 1).unwrap().is_some()), [false, true, true]);
    }
}
