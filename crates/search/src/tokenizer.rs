//! Hands [`Words`] to tantivy.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::words::{Parts, Words};

/// Reads code, prose and paths as words.
#[derive(Clone, Default)]
pub struct CodeTokenizer {
    token: Token,
    parts: Parts,
}

impl Tokenizer for CodeTokenizer {
    type TokenStream<'a> = CodeTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> CodeTokens<'a> {
        self.token.reset();
        CodeTokens { words: Words::new(text, &mut self.parts), token: &mut self.token }
    }
}

pub struct CodeTokens<'a> {
    words: Words<'a>,
    token: &'a mut Token,
}

impl TokenStream for CodeTokens<'_> {
    #[inline]
    fn advance(&mut self) -> bool {
        // Positions are not indexed, so the token keeps the one it was made with.
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
