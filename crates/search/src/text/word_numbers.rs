//! Numbers the words of texts, for an index that counts them.
//!
//! Most identifiers of a text were met before. What words each consists of is remembered, so that it is not
//! split, lower-cased and stemmed again: one lookup gives the numbers of all its words.

use super::interner::Interner;
use super::tokenizer::{PartRanges, Tokenizer, for_each_identifier};

/// Longer identifiers are rarely met again.
const MAX_KNOWN_BYTES: usize = 48;
/// With more than this, all are forgotten: the common ones come back soon.
const MAX_KNOWN: usize = 1 << 16;

/// The words of all texts so far.
#[derive(Debug, Default)]
pub struct WordNumbers {
    words: Interner,
    identifiers: Interner,
    /// Where the words of each identifier end in `lists`.
    ends: Vec<u32>,
    lists: Vec<u32>,
    buffers: Buffers,
}

#[derive(Debug, Default)]
struct Buffers {
    parts: PartRanges,
    word: String,
}

impl WordNumbers {
    /// All words, by their numbers.
    pub fn words(&self) -> &Interner {
        &self.words
    }

    /// The words alone; what the identifiers consist of is forgotten.
    pub fn into_words(self) -> Interner {
        self.words
    }

    /// How much memory it takes, roughly.
    pub fn n_bytes(&self) -> usize {
        let n_numbers = self.ends.len() + self.lists.len();
        self.words.n_bytes() + self.identifiers.n_bytes() + n_numbers * 4
    }

    /// Calls `visit` with the number of every word of a text, in order.
    pub fn for_each(&mut self, text: &str, mut visit: impl FnMut(u32)) {
        let WordNumbers { words, identifiers, ends, lists, buffers } = self;
        for_each_identifier(text, |identifier| {
            if identifier.len() > MAX_KNOWN_BYTES {
                return buffers.split(identifier, words, &mut visit);
            }
            if identifiers.len() >= MAX_KNOWN {
                identifiers.clear();
                ends.clear();
                lists.clear();
            }
            let number = identifiers.intern(identifier.as_bytes()) as usize;
            if number == ends.len() {
                buffers.split(identifier, words, |word| lists.push(word));
                ends.push(lists.len() as u32);
            }
            let start = if number == 0 { 0 } else { ends[number - 1] };
            lists[start as usize..ends[number] as usize].iter().for_each(|&word| visit(word));
        });
    }
}

impl Buffers {
    fn split(&mut self, identifier: &str, words: &mut Interner, mut visit: impl FnMut(u32)) {
        let mut tokenizer = Tokenizer::new(identifier, &mut self.parts);
        while tokenizer.next_into(&mut self.word).is_some() {
            visit(words.intern(self.word.as_bytes()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize;

    #[test]
    fn the_words_are_those_of_the_tokenizer() {
        let mut numbers = WordNumbers::default();
        let long = "aLongNameOfManyParts".repeat(5);
        let texts = [
            "fn getUserById(id: UserId) -> HTTPServer { x86_64; __init__ + 404 }",
            "getUserById naïve_Straße 検索する parse検索file — “quoted” é1É",
            "",
            "_ 7 a_é\u{301}b ﬃX1 getUserById",
            &long,
            &long,
        ];
        for text in texts {
            let mut found = Vec::new();
            numbers.for_each(text, |number| found.push(number));
            let found: Vec<&str> = found
                .iter()
                .map(|&number| std::str::from_utf8(numbers.words().get(number)).unwrap())
                .collect();
            assert_eq!(found, tokenize(text), "{text}");
        }
    }

    #[test]
    fn forgotten_identifiers_give_the_same_words() {
        let mut numbers = WordNumbers::default();
        let mut first = Vec::new();
        numbers.for_each("getUserById", |number| first.push(number));
        for number in 0..=MAX_KNOWN {
            numbers.for_each(&format!("x{number}"), |_| {});
        }
        let mut again = Vec::new();
        numbers.for_each("getUserById", |number| again.push(number));
        assert_eq!(again, first);
    }
}
