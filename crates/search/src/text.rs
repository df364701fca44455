//! Text as the index sees it: runs of words, and keys for symbol names.

pub mod interner;
pub mod runs;
pub mod symbol_key;
pub mod word_numbers;
