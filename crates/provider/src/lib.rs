//! Models that run somewhere else, reached over the network.
//!
//! Nothing here knows what a symbol or a chunk is: text goes in, what the model makes of it comes
//! out. Services that turn text into vectors start at [`embedding::connect`], language models at
//! [`language::connect`].

pub mod embedding;
pub mod language;
