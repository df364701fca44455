//! The lexical index: finds chunks by the words in them.
//!
//! [`Writer`] takes the chunks of files in, [`Reader`] answers from what was published last. The
//! index itself is tantivy's; how code is cut into words (`words`), which fields there are
//! (`schema`), how a chunk is scored (`score`) and how the best are ordered (`rank`) is ours.

mod document;
mod error;
mod folder;
mod merge;
mod names;
mod query;
mod rank;
mod reader;
mod schema;
mod score;
mod segment;
mod stem;
mod tokenizer;
#[cfg(test)]
mod tree;
mod words;
mod writer;

pub use error::Error;
pub use query::Query;
pub use rank::{Ranked, Weights};
pub use reader::{Files, Reader};
pub use score::{FieldWeight, FieldWeights};
pub use writer::{Effort, Writer};
