//! The search index: finds chunks of files by their words and by their vectors.
//!
//! [`Writer`] adds the chunks of files and publishes them, [`Reader`] answers queries from the state
//! that was published last. Storage and posting lists are tantivy's; the rest is ours, and each folder
//! uses only those above it:
//! - `text`: cuts code and prose into words, stems them, and hashes symbol names;
//! - `vector`: the file of vectors beside each segment, and the scan over it;
//! - `index`: the fields of a chunk, segments, checksums and publishing;
//! - `passage`: chunks that are kept elsewhere and ranked here;
//! - `message_index`: commit messages by file;
//! - `lexicon`: the words that queries and paths are judged by;
//! - `query`: from the text of a query through its intent and its candidates to ranked hits.

mod error;
mod files;
mod index;
mod lexicon;
mod message_index;
mod passage;
mod path_traits;
mod query;
mod reader;
#[cfg(test)]
mod sample_tree;
mod text;
mod vector;

pub use error::Error;
pub use files::Files;
pub use index::{ChunkVectors, StartFrom, Workload, Writer};
pub use message_index::MessageIndex;
pub use passage::{
    CorpusStatistics, FoundPassage, Passage, PassageQuery, PassageWords, WordFrequencies,
    kind_keys, name_keys, passages,
};
pub use path_traits::PathTraits;
pub use query::{
    CandidateSet, Counted, FieldWeight, FieldWeights, OwnWeights, Query, Ranked, ScoreBreakdown,
    TunableWeight, Weights, describes_change, rank,
};
pub use reader::{Reader, VectorState};
pub use vector::{HEAD, Rows, similarities};
