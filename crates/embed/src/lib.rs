//! Text as vectors: the built-in embedding model and the search for the nearest.
//!
//! The model is static: every piece of a word has a vector, and a text's vector is their weighted
//! sum. That is fast enough to embed all of a codebase while it is being parsed, needs no network,
//! and gives the same bits on every machine. `training/` makes the model and holds a second,
//! independent implementation, against which the tests compare this one.
//!
//! [`Tokenizer`] cuts a text into pieces, [`Model`] makes its vector, [`scan`] compares it with many.

mod error;
mod model;
mod pieces;
mod scan;
pub mod signs;
mod tokenizer;
mod vector;
mod words;

pub use error::ModelError;
pub use model::Model;
pub use scan::{dot_row, scan};
pub use tokenizer::Tokenizer;
pub use vector::{Scratch, TextVector, Vector, norm, similarity};
pub use words::split_words;
