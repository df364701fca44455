//! The hash by which names and paths are looked up.
//!
//! Names are short and many, so it takes eight bytes at a time and mixes once at the end. It need
//! not resist attacks: a collision gains the author of the code nothing.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

// 2^64 divided by the golden ratio, as in Fibonacci hashing. It is odd, so a multiplication loses nothing.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Hash of a name or path. All bits are well mixed: tables use the high ones, sets the low ones.
pub fn hash_name(name: &str) -> u64 {
    hash_bytes(name.as_bytes())
}

fn hash_bytes(bytes: &[u8]) -> u64 {
    // The last word is padded with zeros, so only the length tells `ab` from `ab\0`.
    let mut hash = bytes.len() as u64;
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = word.try_into().map_or(0, u64::from_le_bytes);
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    }
    let mut last = [0; 8];
    let rest = words.remainder();
    last[..rest.len()].copy_from_slice(rest);
    hash = (hash.rotate_left(23) ^ u64::from_le_bytes(last)).wrapping_mul(FACTOR);
    // A multiplication carries upwards only: without these steps the low bits would depend on few bytes.
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(FACTOR);
    hash ^ (hash >> 29)
}

/// [`hash_name`] for tables whose keys are names.
#[derive(Default)]
pub struct NameHasher(u64);

impl Hasher for NameHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = hash_bytes(bytes);
    }

    /// Written after every `str`; the length of the name is in the hash already.
    fn write_u8(&mut self, _: u8) {}
}

/// A set of hashes.
pub type HashSetOf<T> = HashSet<T, BuildHasherDefault<PrehashedHasher>>;

/// The hashes of the words of a list between blanks.
pub fn hash_words(list: &str) -> HashSetOf<u64> {
    list.split_ascii_whitespace().map(hash_name).collect()
}

/// A table whose keys are hashes.
pub type HashedMap<T> = HashMap<u64, T, BuildHasherDefault<PrehashedHasher>>;

/// Uses a `u64` key, which is already a hash, as it is, and mixes a `u32` key, which is a position.
#[derive(Debug, Default)]
pub struct PrehashedHasher(u64);

impl Hasher for PrehashedHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    // The trait demands it; keys of other types than these two are not used.
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn write_u32(&mut self, position: u32) {
        // Positions are small and dense, and a table takes the high bits to tell keys apart.
        self.0 = u64::from(position).wrapping_mul(FACTOR);
    }
}

/// A shorter hash for the names of types and modules; never 0, which stands for none.
pub fn hash_container(name: &str) -> u32 {
    container_of_name(hash_name(name))
}

/// [`hash_container`] of a name whose [`hash_name`] is known.
pub fn container_of_name(name: u64) -> u32 {
    (name >> 32) as u32 | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_have_different_hashes() {
        let names: Vec<String> = (0..20_000).map(|n| format!("name_{n}")).collect();
        let hashes: HashSet<u64> = names.iter().map(|name| hash_name(name)).collect();
        let high: HashSet<u64> = hashes.iter().map(|hash| hash >> 40).collect();
        assert_eq!(hashes.len(), names.len());
        assert!(high.len() > 19_900, "{}", high.len());
        assert_ne!(hash_name("ab"), hash_name("ab\0"));
    }
}
