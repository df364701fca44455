//! The documentation of a symbol, as a hash of its words.
//!
//! Re-wrapping, comment marks and rulers change nothing in it; a word or a number does.

use crate::token_hash;
use rutter_domain::Symbol;

use super::ParsedFile;
use super::sequence::sequence_hash;

/// Documentation of this length may have been cut in the facts.
const LONG_BYTES: usize = 1900;

impl ParsedFile {
    /// A hash of the words of the documentation of all definitions of a symbol; 0 if there is none.
    pub fn doc_hash(&self, symbol: &Symbol) -> u64 {
        let definitions = self.definitions_of(symbol);
        let docs: Vec<String> = definitions.iter().filter_map(|one| self.doc_of(one)).collect();
        let mut words = docs.iter().flat_map(|doc| words_of(doc)).map(token_hash).peekable();
        match words.peek() {
            Some(_) => sequence_hash(words),
            None => 0,
        }
    }

    /// The documentation of a definition, with what was cut from it in the facts.
    fn doc_of(&self, symbol: &Symbol) -> Option<String> {
        let doc = symbol.doc.as_deref()?;
        let mut whole = doc.to_owned();
        if doc.len() >= LONG_BYTES
            && let Some(rest) = self.rest_of_doc(symbol, doc)
        {
            whole.push_str(rest);
        }
        Some(whole)
    }

    /// What follows the last line of a doc, up to the next token: no comment is a token.
    fn rest_of_doc(&self, symbol: &Symbol, doc: &str) -> Option<&str> {
        let last = doc.lines().last()?.trim();
        let (start, end) = (symbol.span.start_byte as usize, symbol.span.end_byte as usize);
        let inside = || Some(start + self.text.get(start..end)?.find(last)?);
        let at = self.text.get(..start)?.rfind(last).or_else(inside)? + last.len();
        let tokens = self.tokens();
        let next = tokens.partition_point(|token| (token.start_byte as usize) < at);
        let end = tokens.get(next).map_or(self.text.len(), |token| token.start_byte as usize);
        self.text.get(at..end)
    }
}

/// The words of a text, without punctuation around them.
fn words_of(doc: &str) -> impl Iterator<Item = &str> {
    doc.split_whitespace().filter_map(|word| {
        let is_ruler = word.chars().all(|c| "-=*#/~_+|!\\{}".contains(c));
        let edge = ['.', ',', ';', ':', '!', '?', '"', '\'', '`', '(', ')', '*', '/'];
        let word = word.trim_matches(edge.as_slice());
        (!is_ruler && !word.is_empty()).then_some(word)
    })
}
