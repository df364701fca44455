//! Text as vectors: the built-in embedding model and the search for the nearest.

mod error;
mod pieces;
mod tokenizer;
mod words;

pub use error::ModelError;
pub use tokenizer::Tokenizer;
