//! Reads what was published of all repositories that one may see.
//!
//! [`PublicationReader::published`] takes the [`Access`]; everything else takes repositories that it returned. So
//! nothing outside of the access can be reached.

use std::collections::HashMap;

use rutter_domain::RemoteStore;

use super::publisher::chunk_row;
use super::{Link, READ_RETRY_TIME};
use crate::{Access, ChunkId, ChunkRow, Error, PublishedRepository};

/// The publications of a store.
#[derive(Debug)]
pub struct PublicationReader {
    link: Link,
}

impl PublicationReader {
    /// Connects. Which repository `remote` names does not matter.
    pub fn open(remote: &RemoteStore) -> Result<PublicationReader, Error> {
        Ok(PublicationReader { link: Link::open(remote)? })
    }

    /// The repositories that were published and that one may see, by name.
    pub fn published(&self, access: &Access) -> Result<Vec<PublishedRepository>, Error> {
        let list = "SELECT repository, name, revision, embedder, n_chunks, indexed = number
            FROM rutter.publications JOIN rutter.repositories ON repositories.id = repository
            WHERE $1::text[] IS NULL OR labels && $1 ORDER BY name";
        self.link.run(READ_RETRY_TIME, |session| {
            let rows = session.query(list, &[&access.parameter()])?;
            let repositories = rows.iter().map(|row| PublishedRepository {
                id: row.get(0),
                name: row.get(1),
                revision: row.get(2),
                embedder: row.get(3),
                n_chunks: row.get::<_, i64>(4).cast_unsigned(),
                is_indexed: row.get(5),
            });
            Ok(repositories.collect())
        })
    }

    /// In how many chunks of these repositories each word occurs. A word that is missing occurs in at most one of
    /// each repository.
    pub fn word_counts(
        &self,
        repositories: &[&PublishedRepository],
        words: &[&str],
    ) -> Result<HashMap<String, u64>, Error> {
        let ids: Vec<i64> = repositories.iter().map(|repository| repository.id).collect();
        let sum = "SELECT word, sum(n_chunks)::bigint FROM rutter.words
            WHERE word = ANY ($1) AND repository = ANY ($2) GROUP BY word";
        let words: Vec<String> = words.iter().map(|word| super::key(word)).collect();
        self.link.run(READ_RETRY_TIME, |session| {
            let rows = session.query(sum, &[&words, &ids])?;
            let count =
                |row: &tokio_postgres::Row| (row.get(0), row.get::<_, i64>(1).cast_unsigned());
            Ok(rows.iter().map(count).collect())
        })
    }

    /// The encoded commit messages about files of these repositories, by repository name.
    pub fn messages(
        &self,
        repositories: &[&PublishedRepository],
    ) -> Result<HashMap<String, Vec<u8>>, Error> {
        let ids: Vec<i64> = repositories.iter().map(|repository| repository.id).collect();
        let find = "SELECT name, messages FROM rutter.publications
            JOIN rutter.repositories ON repositories.id = repository
            WHERE repository = ANY ($1) AND messages <> ''";
        self.link.run(READ_RETRY_TIME, |session| {
            let rows = session.query(find, &[&ids])?;
            Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
        })
    }

    /// The rows of those chunks that are in the current manifests, each with the id of its repository.
    pub fn current(
        &self,
        chunks: &[(&PublishedRepository, ChunkId)],
    ) -> Result<HashMap<ChunkId, (i64, ChunkRow)>, Error> {
        let repositories: Vec<i64> = chunks.iter().map(|(repository, _)| repository.id).collect();
        let ids: Vec<&[u8]> = chunks.iter().map(|(_, id)| &id[..]).collect();
        let find = "SELECT chunks.id, path, number, first_line, last_line, content,
                chunks.repository
            FROM unnest($1::bigint[], $2::bytea[]) AS wanted (repository, id)
            JOIN rutter.chunks ON chunks.repository = wanted.repository AND chunks.id = wanted.id";
        self.link.run(READ_RETRY_TIME, |session| {
            let rows = session.query(find, &[&repositories, &ids])?;
            let read = rows.iter().filter_map(|row| {
                let chunk = chunk_row(row)?;
                Some((chunk.id, (row.get(6), chunk)))
            });
            Ok(read.collect())
        })
    }
}
