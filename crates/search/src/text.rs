//! Text as the index sees it: words, stems, and keys for symbol names.

pub mod stemmer;
pub mod symbol_key;
pub mod tantivy_tokenizer;
pub mod tokenizer;

pub use tokenizer::tokenize;
