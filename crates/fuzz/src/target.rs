//! What is fuzzed: one boundary where foreign bytes come in.

use std::time::Duration;

use crate::{Kind, Random};

/// A boundary, opened with all it needs to be tried many times.
pub trait Target {
    /// The input that this random sequence leads to.
    fn make(&self, kind: Kind, random: &mut Random) -> Vec<u8>;

    /// Puts one input through the boundary. The error says which promise was broken; a panic breaks
    /// one too, even if the code under test catches it.
    fn check(&mut self, input: &[u8]) -> Result<(), String>;
}

/// What the runner knows of a target before it is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub name: String,
    pub group: Group,
    /// Inputs of each kind in the short run.
    pub n_short: u64,
    /// An input that takes more processor time is slow.
    pub limit_time: Duration,
    /// An input that takes more memory for each of its bytes, beside [`BASE_BYTES`], takes too much.
    pub limit_bytes_per_byte: u64,
}

/// What an input of any length may take: an index is opened, threads are started.
pub const BASE_BYTES: u64 = 64 << 20;

impl Plan {
    /// Whether an input took too much memory for its length.
    pub fn is_too_much(&self, memory_bytes: u64, input_bytes: usize) -> bool {
        memory_bytes > BASE_BYTES + self.limit_bytes_per_byte * input_bytes as u64
    }
}

/// What a target is about; an acceptance run is counted by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Source text of one language.
    Syntax,
    /// Data files of rutter's own that were damaged.
    Damage,
    /// Everything else: queries, messages, replies, other people's files.
    Exchange,
}
