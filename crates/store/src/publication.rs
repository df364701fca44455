//! What is published of a repository for everybody who may see it: the manifest of its chunks.
//!
//! The manifest in the database decides what exists. An index of candidates holds the chunks themselves and may lag
//! behind: ids in which it may differ are kept beside the manifest until the index has acknowledged them.

use serde::{Deserialize, Serialize};

/// The content-addressed id of a chunk; its repository is part of it.
pub type ChunkId = [u8; 16];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkRow {
    pub id: ChunkId,
    pub path: String,
    /// The number of the chunk in its file.
    pub number: u32,
    pub first_line: u32,
    pub last_line: u32,
    /// Hash of the file.
    pub content: [u8; 16],
}

/// Everything that a publication consists of.
#[derive(Debug, Clone, Default)]
pub struct Manifest {
    /// The commit, if there is one.
    pub revision: Option<String>,
    pub embedder: String,
    pub chunks: Vec<ChunkRow>,
    /// In how many chunks a word occurs; those of one chunk need not be listed.
    pub words: Vec<(String, u32)>,
    /// Commit messages about files, in an encoding that only the caller knows.
    pub messages: Vec<u8>,
}

/// The newest publication of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    pub number: u64,
    pub revision: Option<String>,
    pub embedder: String,
    pub n_chunks: u64,
    /// The address of the index of candidates; empty before the first one was complete.
    pub index: String,
    /// The newest publication that the index holds completely.
    pub indexed: u64,
}

/// Outcome of [`crate::Publisher::replace`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replaced {
    Done {
        number: u64,
        n_added: u64,
        n_removed: u64,
    },
    /// The lease has expired or was given to somebody else; nothing was changed.
    LeaseLost,
}

/// A repository that can be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedRepository {
    pub name: String,
    pub revision: Option<String>,
    pub embedder: String,
    pub n_chunks: u64,
    /// Whether the index of candidates holds the newest publication completely.
    pub is_indexed: bool,
    pub(crate) id: i64,
}

impl PublishedRepository {
    pub fn id(&self) -> i64 {
        self.id
    }
}
