//! Writes the manifest of one repository, and remembers what the index of candidates still lacks.
//!
//! A manifest is replaced in one transaction, by the difference to the one before. The ids of that difference are
//! written in the same transaction. The holder of the repository's lease then applies them to the index; a writer
//! that is killed in between leaves them for the next.

use std::collections::{HashMap, HashSet};

use rutter_domain::{RemoteStore, Timestamp};
use tokio_postgres::Row;

use super::transaction::Transaction;
use super::{Failure, PostgresStore, WRITE_RETRY_TIME};
use crate::{ChunkId, ChunkRow, Error, Lease, LeaseStore, Manifest, Publication, Replaced};

/// Where the keys of locks begin; the number of the repository is the rest.
const LOCK: i64 = 0x7275_7475 << 32;
/// Rows of one statement.
const BATCH: usize = 5_000;

/// The publications of one repository, for its writer.
#[derive(Debug)]
pub struct Publisher {
    store: PostgresStore,
}

impl Publisher {
    pub fn open(remote: &RemoteStore) -> Result<Publisher, Error> {
        Ok(Publisher { store: PostgresStore::open(remote)? })
    }

    pub fn leases(&mut self) -> &mut dyn LeaseStore {
        &mut self.store
    }

    /// Locks the repository's publications for as long as this connection lives. Returns `false` if another live
    /// process has locked them: so a lease whose holder was killed need not expire first.
    pub fn lock(&mut self) -> Result<bool, Error> {
        self.store.link.run(WRITE_RETRY_TIME, |session| {
            if let Some(reason) = &session.obstacle {
                return Err(Failure::ReadOnly(reason.clone()));
            }
            let repository = self.store.link.find_or_create_repository(session)?;
            let lock = "SELECT pg_try_advisory_lock($1)";
            let locked = session.query_first(lock, &[&(LOCK ^ repository)])?;
            Ok(locked.is_some_and(|row| row.get(0)))
        })
    }

    /// The newest publication, if there is one.
    pub fn publication(&self) -> Result<Option<Publication>, Error> {
        self.store.read_once(|session, repository| {
            let find = "SELECT number, revision, embedder, n_chunks, index, indexed
                FROM rutter.publications WHERE repository = $1";
            let found = session.query_first(find, &[&repository])?;
            Ok(found.map(|row| Publication {
                number: row.get::<_, i64>(0).cast_unsigned(),
                revision: row.get(1),
                embedder: row.get(2),
                n_chunks: row.get::<_, i64>(3).cast_unsigned(),
                index: row.get(4),
                indexed: row.get::<_, i64>(5).cast_unsigned(),
            }))
        })
    }

    /// Replaces the manifest. One that is the same in everything is left as it is, with its number.
    pub fn replace(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        manifest: &Manifest,
    ) -> Result<Replaced, Error> {
        self.store.write(|transaction| {
            if !is_leased(transaction, lease, now)? {
                return Ok(Replaced::LeaseLost);
            }
            let difference = Difference::of(transaction, manifest)?;
            difference.apply(transaction)?;
            replace_words(transaction, manifest)?;
            let number = replace_publication(transaction, manifest, difference.is_empty())?;
            Ok(Replaced::Done {
                number: number.cast_unsigned(),
                n_added: difference.added.len() as u64,
                n_removed: difference.removed.len() as u64,
            })
        })
    }

    /// Ids in which the index may differ from the manifest.
    pub fn unindexed(&self) -> Result<HashSet<ChunkId>, Error> {
        self.store.read_once(|session, repository| {
            let find = "SELECT id FROM rutter.unindexed WHERE repository = $1";
            let rows = session.query(find, &[&repository])?;
            Ok(rows.iter().filter_map(|row| row.get::<_, &[u8]>(0).try_into().ok()).collect())
        })
    }

    /// Remembers ids in which the index was found to differ.
    pub fn mark_unindexed(&mut self, ids: &[ChunkId]) -> Result<(), Error> {
        self.store.write(|transaction| {
            let insert = "INSERT INTO rutter.unindexed SELECT $1, unnest($2::bytea[])
                ON CONFLICT DO NOTHING";
            for batch in ids.chunks(BATCH) {
                transaction.execute(insert, &[&transaction.repository, &bytes(batch)])?;
            }
            Ok(())
        })
    }

    /// Forgets ids that the index has acknowledged. Returns `false`, and forgets none, if the lease has expired or
    /// was given to somebody else, who may have published them again.
    pub fn mark_indexed(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        ids: &[ChunkId],
    ) -> Result<bool, Error> {
        self.store.write(|transaction| {
            if !is_leased(transaction, lease, now)? {
                return Ok(false);
            }
            let delete = "DELETE FROM rutter.unindexed WHERE repository = $1 AND id = ANY ($2)";
            transaction.execute(delete, &[&transaction.repository, &bytes(ids)])?;
            Ok(true)
        })
    }

    /// Records that the index holds nothing, of no repository. Each is then compared with it before it counts as
    /// held again. Of all repositories, since the same index may be known by several addresses. Call this before the
    /// index is created, so that a publisher that finds it created reads this record.
    pub fn mark_index_lost(&mut self, embedder: &str) -> Result<(), Error> {
        self.store.write(|transaction| {
            let update = "UPDATE rutter.publications SET indexed = 0, index = ''
                WHERE embedder = $1 AND (indexed <> 0 OR index <> '')";
            transaction.execute(update, &[&embedder]).map(drop)
        })
    }

    /// Records that the index at this address holds a publication completely. Returns `false` if there is a
    /// newer publication, if ids are left, or if the lease was lost.
    pub fn finish(
        &mut self,
        lease: &Lease,
        now: Timestamp,
        number: u64,
        index: &str,
    ) -> Result<bool, Error> {
        self.store.write(|transaction| {
            if !is_leased(transaction, lease, now)? {
                return Ok(false);
            }
            let update = "UPDATE rutter.publications SET indexed = $2, index = $3
                WHERE repository = $1 AND number = $2
                    AND NOT EXISTS (SELECT FROM rutter.unindexed WHERE repository = $1)";
            let parameters: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
                [&transaction.repository, &number.cast_signed(), &index];
            Ok(transaction.execute(update, &parameters)? > 0)
        })
    }
}

fn bytes(ids: &[ChunkId]) -> Vec<&[u8]> {
    ids.iter().map(|id| &id[..]).collect()
}

fn is_leased(
    transaction: &Transaction<'_>,
    lease: &Lease,
    now: Timestamp,
) -> Result<bool, Failure> {
    let find = "SELECT FROM rutter.leases
        WHERE repository = $1 AND name = $2 AND token = $3 AND expires_at > $4";
    let found = transaction.query_first(
        find,
        &[&transaction.repository, &lease.name, &lease.token.cast_signed(), &now.0.cast_signed()],
    )?;
    Ok(found.is_some())
}

/// The difference between two manifests.
struct Difference<'a> {
    added: Vec<&'a ChunkRow>,
    /// The same chunk elsewhere in its file, or in a file that changed.
    moved: Vec<&'a ChunkRow>,
    removed: Vec<ChunkId>,
}

impl<'a> Difference<'a> {
    fn of(transaction: &Transaction<'_>, manifest: &'a Manifest) -> Result<Self, Failure> {
        let find = "SELECT id, path, number, first_line, last_line, content
            FROM rutter.chunks WHERE repository = $1";
        let rows = transaction.query(find, &[&transaction.repository])?;
        let mut before: HashMap<ChunkId, ChunkRow> =
            rows.iter().filter_map(chunk_row).map(|chunk| (chunk.id, chunk)).collect();
        let (mut added, mut moved) = (Vec::new(), Vec::new());
        for chunk in &manifest.chunks {
            match before.remove(&chunk.id) {
                None => added.push(chunk),
                Some(same) if same == *chunk => {}
                Some(_) => moved.push(chunk),
            }
        }
        Ok(Difference { added, moved, removed: before.into_keys().collect() })
    }

    fn is_empty(&self) -> bool {
        self.added.is_empty() && self.moved.is_empty() && self.removed.is_empty()
    }

    fn apply(&self, transaction: &Transaction<'_>) -> Result<(), Failure> {
        let repository = transaction.repository;
        for batch in self.removed.chunks(BATCH) {
            let delete = "WITH gone AS (
                    DELETE FROM rutter.chunks WHERE repository = $1 AND id = ANY ($2)
                ) INSERT INTO rutter.unindexed SELECT $1, unnest($2::bytea[]) ON CONFLICT DO NOTHING";
            transaction.execute(delete, &[&repository, &bytes(batch)])?;
        }
        for batch in self.added.chunks(BATCH).chain(self.moved.chunks(BATCH)) {
            let insert = "INSERT INTO rutter.chunks
                    (repository, id, path, number, first_line, last_line, content)
                SELECT $1, * FROM unnest($2::bytea[], $3::text[], $4::int[], $5::int[], $6::int[], $7::bytea[])
                ON CONFLICT (repository, id) DO UPDATE SET path = excluded.path,
                    number = excluded.number, first_line = excluded.first_line,
                    last_line = excluded.last_line, content = excluded.content";
            let ids: Vec<&[u8]> = batch.iter().map(|chunk| &chunk.id[..]).collect();
            let paths: Vec<String> = batch.iter().map(|chunk| super::key(&chunk.path)).collect();
            let contents: Vec<&[u8]> = batch.iter().map(|chunk| &chunk.content[..]).collect();
            let column = |of: fn(&ChunkRow) -> u32| -> Vec<i32> {
                batch.iter().map(|chunk| of(chunk).cast_signed()).collect()
            };
            let numbers = column(|chunk| chunk.number);
            let first = column(|chunk| chunk.first_line);
            let last = column(|chunk| chunk.last_line);
            transaction.execute(
                insert,
                &[&repository, &ids, &paths, &numbers, &first, &last, &contents],
            )?;
        }
        for batch in self.added.chunks(BATCH) {
            let insert = "INSERT INTO rutter.unindexed SELECT $1, unnest($2::bytea[])
                ON CONFLICT DO NOTHING";
            let ids: Vec<&[u8]> = batch.iter().map(|chunk| &chunk.id[..]).collect();
            transaction.execute(insert, &[&repository, &ids])?;
        }
        Ok(())
    }
}

/// The chunk of a row; `None` if its id has another length than ours.
pub(super) fn chunk_row(row: &Row) -> Option<ChunkRow> {
    Some(ChunkRow {
        id: row.get::<_, &[u8]>(0).try_into().ok()?,
        path: row.get(1),
        number: row.get::<_, i32>(2).cast_unsigned(),
        first_line: row.get::<_, i32>(3).cast_unsigned(),
        last_line: row.get::<_, i32>(4).cast_unsigned(),
        content: row.get::<_, &[u8]>(5).try_into().ok()?,
    })
}

fn replace_words(transaction: &Transaction<'_>, manifest: &Manifest) -> Result<(), Failure> {
    let repository = transaction.repository;
    let find = "SELECT word, n_chunks FROM rutter.words WHERE repository = $1";
    let rows = transaction.query(find, &[&repository])?;
    let mut before: HashMap<String, i32> =
        rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let mut changed: Vec<(String, i32)> = Vec::new();
    for (word, n_chunks) in manifest.words.iter().filter(|(_, n_chunks)| *n_chunks > 1) {
        let (word, n_chunks) = (super::key(word), n_chunks.cast_signed());
        if before.remove(&word) != Some(n_chunks) {
            changed.push((word, n_chunks));
        }
    }
    let gone: Vec<String> = before.into_keys().collect();
    for batch in gone.chunks(BATCH) {
        let delete = "DELETE FROM rutter.words WHERE repository = $1 AND word = ANY ($2)";
        transaction.execute(delete, &[&repository, &batch])?;
    }
    for batch in changed.chunks(BATCH) {
        let insert = "INSERT INTO rutter.words (repository, word, n_chunks)
            SELECT $1, * FROM unnest($2::text[], $3::int[])
            ON CONFLICT (word, repository) DO UPDATE SET n_chunks = excluded.n_chunks";
        let (words, counts): (Vec<&str>, Vec<i32>) =
            batch.iter().map(|(word, n_chunks)| (word.as_str(), *n_chunks)).unzip();
        transaction.execute(insert, &[&repository, &words, &counts])?;
    }
    Ok(())
}

/// Records the publication and returns its number. It grows unless no chunk changed and it was of the same embedder.
fn replace_publication(
    transaction: &Transaction<'_>,
    manifest: &Manifest,
    is_same: bool,
) -> Result<i64, Failure> {
    let upsert = "INSERT INTO rutter.publications AS known
            (repository, number, revision, embedder, n_chunks, messages)
            VALUES ($1, 1, $2, $3, $4, $6)
        ON CONFLICT (repository) DO UPDATE SET revision = excluded.revision,
            embedder = excluded.embedder, n_chunks = excluded.n_chunks,
            messages = excluded.messages, published_at = now(),
            index = CASE WHEN known.embedder = excluded.embedder THEN known.index ELSE '' END,
            number = known.number
                + CASE WHEN $5 AND known.embedder = excluded.embedder THEN 0 ELSE 1 END
        RETURNING number";
    let n_chunks = i64::try_from(manifest.chunks.len()).unwrap_or(i64::MAX);
    let rows = transaction.query(
        upsert,
        &[
            &transaction.repository, &manifest.revision, &manifest.embedder, &n_chunks, &is_same,
            &manifest.messages,
        ],
    )?;
    // The upsert ran through `query`, which does not mark the transaction as written.
    let touch = "UPDATE rutter.publications SET number = number WHERE repository = $1";
    transaction.execute(touch, &[&transaction.repository])?;
    rows.first().map(|row| row.get(0)).ok_or(Failure::RepositoryGone)
}
