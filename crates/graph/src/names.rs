//! Who defines a name.
//!
//! To count every edge of a repository, all definitions are laid out in order of the hash of their
//! name in one [`Table`]. To answer a question, the few names it touches are looked up one by one;
//! both give the same [`Entry`] in the same order.

use std::ops::Deref;
use std::sync::Arc;

use rayon::prelude::*;
use rutter_domain::{Language, SymbolKind};

use crate::digest::{Definition, Digest};
use crate::hash::hash_name;
use crate::kinds::{Role, Traits};

/// A definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Hash of its name.
    name: u64,
    pub file: u32,
    pub symbol: u32,
    /// Hash of the last part of what qualifies its name; 0 for none.
    pub container: u32,
    pub kind: SymbolKind,
    pub role: Role,
    pub language: Language,
    pub traits: Traits,
}

impl Entry {
    pub fn of(file: u32, digest: &Digest, symbol: u32, definition: &Definition) -> Entry {
        Entry {
            name: hash_name(digest.name_of(definition)),
            file,
            symbol,
            container: digest.container_hash_of(definition),
            kind: definition.kind,
            role: definition.role,
            language: digest.language,
            traits: definition.traits,
        }
    }
}

/// The definitions of one name, in order of file and symbol.
pub enum Entries<'t> {
    Borrowed(&'t [Entry]),
    Shared(Arc<[Entry]>),
}

impl Deref for Entries<'_> {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        match self {
            Entries::Borrowed(entries) => entries,
            Entries::Shared(entries) => entries,
        }
    }
}

impl Entries<'_> {
    /// Those of one file.
    pub fn in_file(&self, file: u32) -> &[Entry] {
        let start = self.partition_point(|entry| entry.file < file);
        let n_entries = self[start..].partition_point(|entry| entry.file == file);
        &self[start..start + n_entries]
    }
}

/// Every definition of a repository, in order of the hash of its name.
pub struct Table {
    entries: Vec<Entry>,
    /// Where the entries start whose hashes begin alike.
    buckets: Vec<u32>,
    shift: u32,
}

impl Table {
    pub fn of(digests: &[Digest]) -> Table {
        let mut entries: Vec<Entry> = (digests.par_iter().enumerate())
            .flat_map_iter(|(file, digest)| {
                let definitions = digest.definitions.iter().zip(0..);
                let named = definitions.filter(|(item, _)| item.role != Role::Nameless);
                named.map(move |(item, symbol)| Entry::of(file as u32, digest, symbol, item))
            })
            .collect();
        entries.par_sort_unstable_by_key(|entry| (entry.name, entry.file, entry.symbol));
        let n_bits = (usize::BITS - entries.len().leading_zeros()).clamp(1, 28);
        let shift = u64::BITS - n_bits;
        let mut buckets = vec![0u32; (1 << n_bits) + 1];
        for entry in &entries {
            buckets[(entry.name >> shift) as usize + 1] += 1;
        }
        for bucket in 1..buckets.len() {
            buckets[bucket] += buckets[bucket - 1];
        }
        Table { entries, buckets, shift }
    }

    pub fn entries(&self, name: &str) -> &[Entry] {
        self.find(hash_name(name)).unwrap_or(&[])
    }

    fn find(&self, name: u64) -> Option<&[Entry]> {
        let bucket = (name >> self.shift) as usize;
        let bounds = *self.buckets.get(bucket)? as usize..*self.buckets.get(bucket + 1)? as usize;
        let alike = self.entries.get(bounds)?;
        let start = alike.partition_point(|entry| entry.name < name);
        let n_entries = alike[start..].partition_point(|entry| entry.name == name);
        alike.get(start..start + n_entries)
    }
}
