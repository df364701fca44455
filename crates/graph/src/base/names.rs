//! Which definitions a name has.
//!
//! To count all edges of a repository, all definitions are sorted by the hash of their name into
//! one [`NameTable`]. To answer one question, [`Base`](crate::base::Base) reads only the few names
//! it needs. Both yield the same [`DefinitionAt`]s in the same order.

use std::ops::Deref;
use std::sync::Arc;

use rayon::prelude::*;
use rutter_domain::{Language, SymbolKind};

use crate::base::digest::{Definition, Digest};
use crate::base::hash::hash_name;
use crate::base::kinds::{Role, SymbolFlags};

/// A symbol of a file, with all that resolution asks about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefinitionAt {
    /// Hash of its name.
    name: u64,
    pub file: u32,
    pub symbol: u32,
    /// Hash of the last part of what qualifies its name; 0 for none.
    pub container: u32,
    pub kind: SymbolKind,
    pub role: Role,
    pub language: Language,
    pub flags: SymbolFlags,
}

impl DefinitionAt {
    pub fn of(file: u32, digest: &Digest, symbol: u32, definition: &Definition) -> DefinitionAt {
        DefinitionAt {
            name: hash_name(digest.name_of(definition)),
            file,
            symbol,
            container: digest.container_hash_of(definition),
            kind: definition.kind,
            role: definition.role,
            language: digest.language,
            flags: definition.flags,
        }
    }
}

/// The definitions of one name, in order of file and symbol.
pub enum Definitions<'t> {
    Borrowed(&'t [DefinitionAt]),
    Shared(Arc<[DefinitionAt]>),
}

impl Deref for Definitions<'_> {
    type Target = [DefinitionAt];

    fn deref(&self) -> &[DefinitionAt] {
        match self {
            Definitions::Borrowed(definitions) => definitions,
            Definitions::Shared(definitions) => definitions,
        }
    }
}

impl Definitions<'_> {
    /// The definitions in one file.
    pub fn in_file(&self, file: u32) -> &[DefinitionAt] {
        let start = self.partition_point(|at| at.file < file);
        let n_found = self[start..].partition_point(|at| at.file == file);
        &self[start..start + n_found]
    }
}

/// Every definition of a repository, sorted by the hash of its name.
pub struct NameTable {
    definitions: Vec<DefinitionAt>,
    /// For each value of the first bits of a hash, where its definitions start.
    buckets: Vec<u32>,
    shift: u32,
}

impl NameTable {
    pub fn of(digests: &[Digest]) -> NameTable {
        let mut definitions: Vec<DefinitionAt> = (digests.par_iter().enumerate())
            .flat_map_iter(|(file, digest)| {
                let symbols = digest.definitions.iter().zip(0..);
                let named = symbols.filter(|(item, _)| item.role != Role::Nameless);
                named.map(move |(item, symbol)| DefinitionAt::of(file as u32, digest, symbol, item))
            })
            .collect();
        definitions.par_sort_unstable_by_key(|at| (at.name, at.file, at.symbol));
        // About one definition a bucket; 28 bits bound the memory of the buckets to 1 GiB.
        let n_bits = (usize::BITS - definitions.len().leading_zeros()).clamp(1, 28);
        let shift = u64::BITS - n_bits;
        let mut buckets = vec![0u32; (1 << n_bits) + 1];
        for definition in &definitions {
            buckets[(definition.name >> shift) as usize + 1] += 1;
        }
        for bucket in 1..buckets.len() {
            buckets[bucket] += buckets[bucket - 1];
        }
        NameTable { definitions, buckets, shift }
    }

    pub fn definitions(&self, name: &str) -> &[DefinitionAt] {
        self.find(hash_name(name)).unwrap_or(&[])
    }

    fn find(&self, name: u64) -> Option<&[DefinitionAt]> {
        let bucket = (name >> self.shift) as usize;
        let bounds = *self.buckets.get(bucket)? as usize..*self.buckets.get(bucket + 1)? as usize;
        let alike = self.definitions.get(bounds)?;
        let start = alike.partition_point(|at| at.name < name);
        let n_found = alike[start..].partition_point(|at| at.name == name);
        alike.get(start..start + n_found)
    }
}
