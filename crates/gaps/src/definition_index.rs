//! Where each name is defined. Made in two passes without sorting, since it is made for every evaluation.

use std::sync::Arc;

use crate::extract::Extract;

/// The first bits of a hash choose its bucket.
const BUCKET_BITS: u32 = 16;

/// A definition: a file and an index into its symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefinitionAt {
    pub file: u32,
    pub symbol: u32,
}

/// All definitions, by the hash of their name.
pub struct DefinitionIndex {
    /// Where each bucket starts, and the end of the last.
    starts: Vec<u32>,
    /// In order of bucket, then of path.
    definitions: Vec<(u64, DefinitionAt)>,
}

impl DefinitionIndex {
    pub fn of(files: &[Arc<Extract>]) -> DefinitionIndex {
        let mut starts = vec![0_u32; (1 << BUCKET_BITS) + 1];
        for defined in files.iter().flat_map(|file| &file.defined) {
            starts[bucket(defined.hash) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let n_definitions = starts.last().copied().unwrap_or(0) as usize;
        let mut definitions = vec![(0, DefinitionAt { file: 0, symbol: 0 }); n_definitions];
        let mut next = starts.clone();
        for (extract, file) in files.iter().zip(0..) {
            for (defined, symbol) in extract.defined.iter().zip(0..) {
                let next = &mut next[bucket(defined.hash)];
                definitions[*next as usize] = (defined.hash, DefinitionAt { file, symbol });
                *next += 1;
            }
        }
        DefinitionIndex { starts, definitions }
    }

    /// The definitions of a name, in order of path.
    pub fn definitions(&self, hash: u64) -> impl Iterator<Item = DefinitionAt> {
        let at = bucket(hash);
        let bucket = &self.definitions[self.starts[at] as usize..self.starts[at + 1] as usize];
        bucket.iter().filter(move |(known, _)| *known == hash).map(|(_, at)| *at)
    }
}

fn bucket(hash: u64) -> usize {
    usize::try_from(hash >> (u64::BITS - BUCKET_BITS)).unwrap_or(0)
}
