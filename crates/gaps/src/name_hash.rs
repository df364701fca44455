//! Hashes of names, by which files are compared without their texts.

use std::hash::{Hash, Hasher};

/// Hash of a name. It is stored, so it must not change between runs.
pub fn name_hash(name: &str) -> u64 {
    let mut hasher = Fnv(0xCBF2_9CE4_8422_2325);
    name.hash(&mut hasher);
    hasher.finish()
}

/// FNV-1a with a final mix: fast for the short texts that names are, and the same everywhere.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}
