//! Words: cutting text into them, stop words, and finding names in text.

mod stemmer;
mod stop_words;
mod tokenizer;
mod whole;

pub use stemmer::stem;
pub use stop_words::{STOP_WORDS, is_in_list, is_stop_word, trim_punctuation};
pub use tokenizer::{MAX_WORD_BYTES, PartRanges, TokenKind, WordReader, tokenize};
pub use whole::{contains_word, find_word};
