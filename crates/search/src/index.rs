//! The stored index: the fields of a chunk, segments of chunks, and how a state of them is published.
//!
//! A state is a set of segment files and the `meta.json` that lists them with their checksums. It
//! becomes visible as a whole, by renaming `meta.json` into place. Start at [`Writer`] for writing and
//! at [`segment`] for reading.

pub mod directory;
pub mod document;
pub mod merge;
pub mod posting_log;
pub mod published;
pub mod schema;
pub mod segment;
pub mod segment_builder;
pub mod writer;

pub use writer::{ChunkVectors, StartFrom, Workload, Writer};
