//! Who defines a name.
//!
//! To count every edge of a repository, all definitions are laid out in order of the hash of their
//! name in one [`Table`]. To answer a question, the few names it touches are looked up one by one;
//! both give the same [`Entry`] in the same order.

use std::ops::{Deref, Range};
use std::sync::Arc;

use rayon::prelude::*;
use rutter_domain::{Language, SymbolKind};

use crate::digest::{Definition, Digest};
use crate::hash::hash_name;
use crate::kinds::Role;

/// A definition of a name that is known from context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    pub file: u32,
    pub symbol: u32,
    pub container: u32,
    pub kind: SymbolKind,
    pub role: Role,
    pub language: Language,
    pub is_private: bool,
    pub is_of_value: bool,
    pub is_declaration: bool,
}

impl Entry {
    pub fn of(file: u32, language: Language, symbol: u32, definition: &Definition) -> Entry {
        Entry {
            file,
            symbol,
            container: definition.container,
            kind: definition.kind,
            role: definition.role,
            language,
            is_private: definition.is_private,
            is_of_value: definition.is_of_value,
            is_declaration: definition.is_declaration,
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

/// Every definition of a repository.
pub struct Table {
    entries: Vec<Entry>,
    /// The hash of each name and where its entries start, in order of hash.
    names: Vec<(u64, u32)>,
    /// Where in `names` the hashes with each beginning start.
    buckets: Vec<u32>,
    shift: u32,
}

impl Table {
    pub fn of(digests: &[Digest]) -> Table {
        let mut hashed: Vec<(u64, Entry)> = (digests.par_iter().enumerate())
            .flat_map_iter(|(file, digest)| {
                let definitions = digest.definitions.iter().enumerate();
                definitions.filter(|(_, definition)| definition.role != Role::Nameless).map(
                    move |(symbol, definition)| {
                        let entry =
                            Entry::of(file as u32, digest.language, symbol as u32, definition);
                        (hash_name(digest.name_of(definition)), entry)
                    },
                )
            })
            .collect();
        hashed.par_sort_unstable_by_key(|(hash, entry)| (*hash, entry.file, entry.symbol));
        let mut names: Vec<(u64, u32)> = Vec::new();
        for (position, (hash, _)) in hashed.iter().enumerate() {
            if names.last().is_none_or(|(last, _)| last != hash) {
                names.push((*hash, position as u32));
            }
        }
        let n_bits = (usize::BITS - names.len().leading_zeros()).clamp(1, 28);
        let shift = u64::BITS - n_bits;
        let mut buckets = vec![0u32; (1 << n_bits) + 1];
        for (hash, _) in &names {
            buckets[(hash >> shift) as usize + 1] += 1;
        }
        for bucket in 1..buckets.len() {
            buckets[bucket] += buckets[bucket - 1];
        }
        let entries = hashed.into_iter().map(|(_, entry)| entry).collect();
        Table { entries, names, buckets, shift }
    }

    pub fn entries(&self, name: &str) -> &[Entry] {
        self.range_of(hash_name(name)).and_then(|range| self.entries.get(range)).unwrap_or(&[])
    }

    fn range_of(&self, hash: u64) -> Option<Range<usize>> {
        let bucket = (hash >> self.shift) as usize;
        let bounds = *self.buckets.get(bucket)? as usize..*self.buckets.get(bucket + 1)? as usize;
        let at = bounds.start
            + self.names.get(bounds)?.iter().position(|(candidate, _)| *candidate == hash)?;
        let start = self.names[at].1 as usize;
        let end = self.names.get(at + 1).map_or(self.entries.len(), |(_, next)| *next as usize);
        Some(start..end)
    }
}
