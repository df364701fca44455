//! Hashes that are the same on every machine and in every run.
//!
//! [`Tokens`] hashes a file's tokens as one polynomial. The hash of any stretch of them is then a
//! difference of two states, so that however deep definitions nest, a token is hashed once.

use std::hash::Hasher;

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
const BASE: u64 = 0xD6E8_FEB8_6659_FD93;

/// Hash of a short run of bytes.
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    // The length is mixed in, or else zeros at the end would not count.
    let mut hash = (bytes.len() as u64).wrapping_mul(MULTIPLIER);
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let mut eight = [0; 8];
        eight.copy_from_slice(word);
        hash = combine(hash, u64::from_le_bytes(eight));
    }
    let rest = words.remainder().iter().fold(0, |rest, byte| (rest << 8) | u64::from(*byte));
    combine(hash, rest)
}

/// One hash of two, in which their order counts.
pub fn combine(first: u64, second: u64) -> u64 {
    let mixed = (first.rotate_left(23) ^ second).wrapping_mul(MULTIPLIER);
    mixed ^ (mixed >> 29)
}

/// The hash of all tokens so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tokens {
    value: u64,
    n_tokens: u32,
}

impl Tokens {
    /// Adds a token.
    pub fn push(&mut self, token: &[u8]) {
        self.value = self.value.wrapping_mul(BASE).wrapping_add(hash_bytes(token));
        self.n_tokens += 1;
    }

    /// The hash of the tokens pushed since this was `earlier`.
    pub fn since(&self, earlier: Tokens) -> u64 {
        let n_tokens = self.n_tokens.wrapping_sub(earlier.n_tokens);
        // The tokens before are worth a power of the base more for each token that followed them.
        let before = earlier.value.wrapping_mul(BASE.wrapping_pow(n_tokens));
        combine(u64::from(n_tokens), self.value.wrapping_sub(before))
    }
}

/// Passes on keys that are hashes already.
#[derive(Default)]
pub struct Ready(u64);

impl Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = hash_bytes(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_of(words: &str, from: usize) -> u64 {
        let mut tokens = Tokens::default();
        let mut earlier = tokens;
        for (index, word) in words.split(' ').enumerate() {
            if index == from {
                earlier = tokens;
            }
            tokens.push(word.as_bytes());
        }
        tokens.since(earlier)
    }

    #[test]
    fn a_stretch_has_the_same_hash_wherever_it_stands() {
        assert_eq!(hash_of("let a = 1", 0), hash_of("fn f { let a = 1", 3));
        assert_ne!(hash_of("let a = 1", 0), hash_of("let b = 1", 0));
        assert_ne!(hash_of("a b", 0), hash_of("b a", 0));
    }

    #[test]
    fn a_hash_never_changes() {
        assert_eq!(hash_of("fn main ( ) { }", 0), 6_046_148_742_513_500_425);
    }
}
