//! The index of chunks: finds them by their words and by their vectors.
//!
//! [`Writer`] takes the chunks of files in, [`Reader`] answers from what was published last. The
//! index itself is tantivy's; how code is cut into words (`words`), which fields there are
//! (`schema`), how a chunk is scored (`score`) and how the best are ordered (`rank`) is ours.

mod aim;
mod candidates;
mod document;
mod error;
mod folder;
mod merge;
mod names;
mod published;
mod query;
mod rank;
mod reader;
mod scan;
mod schema;
mod score;
mod segment;
mod shares;
mod stem;
mod tokenizer;
#[cfg(test)]
mod tree;
mod vectors;
mod versions;
mod view;
mod weights;
mod words;
mod writer;

pub use error::Error;
pub use query::{By, Query, is_small_word};
pub use rank::{Contest, Ranked, rank};
pub use reader::{Files, Reader, VectorState};
pub use scan::{HEAD, Rows, similarities};
pub use score::{FieldWeight, FieldWeights};
pub use shares::Shares;
pub use view::is_side_path;
pub use weights::Weights;
pub use words::{Parts, Words};
pub use writer::{Base, Effort, Writer};
