//! Adapts our [`Tokenizer`] to the trait that tantivy indexes through.

use tantivy::tokenizer::{Token, TokenStream};

use super::tokenizer::{PartRanges, Tokenizer};

/// Tokenizes code, prose and paths alike.
#[derive(Clone, Default)]
pub struct CodeTokenizer {
    token: Token,
    parts: PartRanges,
}

impl tantivy::tokenizer::Tokenizer for CodeTokenizer {
    type TokenStream<'a> = CodeTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> CodeTokens<'a> {
        self.token.reset();
        CodeTokens { words: Tokenizer::new(text, &mut self.parts), token: &mut self.token }
    }
}

pub struct CodeTokens<'a> {
    words: Tokenizer<'a>,
    token: &'a mut Token,
}

impl TokenStream for CodeTokens<'_> {
    #[inline]
    fn advance(&mut self) -> bool {
        // Positions are not indexed, so every token may keep position 0.
        self.token.position = 0;
        self.words.next_into(&mut self.token.text).is_some()
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}
