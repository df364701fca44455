//! A boundary where foreign bytes come in, which is fuzzed.

use crate::Inputs;

/// A boundary, opened with all it needs to be tried many times.
pub trait Target {
    /// The inputs to try. They must not depend on the machine or on chance, so that a seed repeats them.
    fn inputs(&self) -> Inputs;

    /// Puts one input through the boundary. The error says which promise was broken; a panic breaks
    /// one too, even if the code under test catches it.
    fn check(&mut self, input: &[u8]) -> Result<(), String>;
}

/// The properties of a target that are known before it is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub name: String,
    /// Inputs in the short run.
    pub n_short: u32,
    /// Inputs that one child runs in a longer run.
    pub n_batch: u32,
    /// Memory that an input may take for each of its bytes, beyond [`BASE_BYTES`].
    pub limit_bytes_per_byte: u64,
}

/// Memory that an input of any length may take, because an index is opened and threads are started.
const BASE_BYTES: u64 = 64 << 20;

impl Plan {
    /// Returns whether an input took too much memory for its length.
    pub fn is_too_much(&self, memory_bytes: u64, input_bytes: usize) -> bool {
        memory_bytes > BASE_BYTES + self.limit_bytes_per_byte * input_bytes as u64
    }
}
