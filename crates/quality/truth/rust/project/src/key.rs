//! Keys: a hash over everything a build step depends on.

use std::fmt;
use std::fs;
use std::path::Path;

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// Bumped when the layout of entries changes, so that old entries are not found.
pub const FORMAT_VERSION: u8 = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CacheKey(u64);

impl CacheKey {
    /// Folder and file name of the entry: two digits, then the other fourteen.
    pub fn file_parts(self) -> (String, String) {
        let hex = self.to_string();
        (hex[..2].to_string(), hex[2..].to_string())
    }
}

impl fmt::Display for CacheKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Collects the inputs of a build step. The order of the inputs matters.
pub struct KeyBuilder {
    state: u64,
    n_inputs: usize,
}

impl KeyBuilder {
    pub fn new() -> Self {
        let mut builder = KeyBuilder { state: FNV_OFFSET, n_inputs: 0 };
        builder.mix(&[FORMAT_VERSION]);
        builder
    }

    pub fn text(mut self, text: &str) -> Self {
        self.mix(text.as_bytes());
        self.n_inputs += 1;
        self
    }

    /// Mixes in the content of a file, not its name or its times.
    pub fn file(mut self, path: &Path) -> std::io::Result<Self> {
        let bytes = fs::read(path)?;
        self.mix(&bytes);
        self.n_inputs += 1;
        Ok(self)
    }

    /// # Panics
    ///
    /// Panics if no input was added.
    pub fn finish(self) -> CacheKey {
        assert!(self.n_inputs > 0, "a key needs at least one input");
        CacheKey(self.state)
    }

    fn mix(&mut self, bytes: &[u8]) {
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.state ^= u64::from(*byte);
            self.state = self.state.wrapping_mul(FNV_PRIME);
        }
    }
}

impl Default for KeyBuilder {
    fn default() -> Self {
        KeyBuilder::new()
    }
}

/// 32-bit checksum of an entry's bytes.
pub fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(1, |sum: u32, byte| sum.rotate_left(5) ^ u32::from(*byte))
}
