//! Text as the index sees it: words, stems, and keys for symbol names.

pub mod interner;
pub mod runs;
pub mod stemmer;
pub mod symbol_key;
pub mod tokenizer;
pub mod word_numbers;

pub use tokenizer::tokenize;
