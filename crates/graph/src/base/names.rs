//! Finds the definitions of a name.
//!
//! To count all edges of a repository, all definitions are sorted by the hash of their name into
//! one [`NameTable`]. To answer one question, [`Base`](crate::base::Base) reads only the few names
//! it needs. Both yield the same [`DefinitionAt`]s in the same order.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use rutter_domain::{Language, SymbolKind};

use crate::base::Base;
use crate::base::digest::{Definition, Digest};
use crate::base::hash::{container_of_name, hash_name};
use crate::base::kinds::{Role, SymbolFlags};

/// A symbol of a file, with all that resolution asks about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefinitionAt {
    /// Hash of its name.
    pub(super) name: u64,
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
    /// The hash that [`DefinitionAt::container`] has for the members of this definition.
    pub fn as_container(&self) -> u32 {
        container_of_name(self.name)
    }

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

/// The definitions of a file that a reference can mean.
pub fn definitions_of(file: u32, digest: &Digest) -> impl Iterator<Item = DefinitionAt> {
    let symbols = digest.definitions().iter().zip(0..);
    let named = symbols.filter(|(item, _)| item.role != Role::Nameless);
    named.map(move |(item, symbol)| DefinitionAt::of(file, digest, symbol, item))
}

/// The definitions of one name, in order of file and symbol. Those of one file can be had without
/// finding all of them.
pub struct Definitions<'t> {
    base: &'t Base<'t>,
    name: &'t str,
    all: OnceCell<AllDefinitions<'t>>,
}

enum AllDefinitions<'t> {
    Borrowed(&'t [DefinitionAt]),
    Shared(Arc<NameDefinitions>),
}

/// All definitions of a name, in order of file and symbol.
#[derive(Debug)]
pub struct NameDefinitions {
    list: Box<[DefinitionAt]>,
    /// Their positions in order of their container.
    by_container: OnceLock<Box<[u32]>>,
}

/// At most this many definitions are looked through one by one.
// Sorting so few by container would cost more than looking at each.
const FEW_DEFINITIONS: usize = 16;

impl FromIterator<DefinitionAt> for NameDefinitions {
    fn from_iter<I: IntoIterator<Item = DefinitionAt>>(definitions: I) -> NameDefinitions {
        let list = definitions.into_iter().collect();
        NameDefinitions { list, by_container: OnceLock::new() }
    }
}

impl NameDefinitions {
    /// The positions of those in a container.
    fn of_container(&self, container: u32) -> &[u32] {
        let container_of = |at: &u32| self.list[*at as usize].container;
        let positions = self.by_container.get_or_init(|| {
            let mut positions: Box<[u32]> = (0..self.list.len() as u32).collect();
            positions.sort_by_key(container_of);
            positions
        });
        let start = positions.partition_point(|at| container_of(at) < container);
        let n_found = positions[start..].partition_point(|at| container_of(at) == container);
        &positions[start..start + n_found]
    }
}

impl<'t> Definitions<'t> {
    /// Definitions that are all in memory.
    pub fn borrowed(base: &'t Base<'t>, name: &'t str, all: &'t [DefinitionAt]) -> Definitions<'t> {
        Definitions { base, name, all: OnceCell::from(AllDefinitions::Borrowed(all)) }
    }

    /// Definitions that are read from an index on first use, unless `all` are known from an earlier question.
    pub fn on_demand(
        base: &'t Base<'t>,
        name: &'t str,
        all: Option<Arc<NameDefinitions>>,
    ) -> Definitions<'t> {
        let all = all.map_or_else(OnceCell::new, |all| AllDefinitions::Shared(all).into());
        Definitions { base, name, all }
    }

    /// The definitions in a container, given by the hash of its name. A common name has thousands of
    /// definitions, and each use of it would look at all of them.
    pub fn of_container(&self, container: u32) -> impl Iterator<Item = &DefinitionAt> {
        let all: &[DefinitionAt] = self;
        let (positions, rest): (&[u32], &[DefinitionAt]) = match self.all.get() {
            Some(AllDefinitions::Shared(known)) if all.len() > FEW_DEFINITIONS => {
                (known.of_container(container), &[])
            }
            Some(_) | None => (&[], all),
        };
        let rest = rest.iter().filter(move |at| at.container == container);
        positions.iter().filter_map(|at| all.get(*at as usize)).chain(rest)
    }

    /// The definitions in one file.
    pub fn in_file(&self, file: u32) -> Cow<'_, [DefinitionAt]> {
        // Without a table, finding all definitions would read the digest of every file that has the name.
        if self.all.get().is_none() && !self.base.has_table() {
            return self.base.definitions_in(file, self.name).into();
        }
        let all: &[DefinitionAt] = self;
        let start = all.partition_point(|at| at.file < file);
        let n_found = all[start..].partition_point(|at| at.file == file);
        all[start..start + n_found].into()
    }
}

impl Deref for Definitions<'_> {
    type Target = [DefinitionAt];

    fn deref(&self) -> &[DefinitionAt] {
        self.all.get_or_init(|| AllDefinitions::Shared(self.base.all_definitions(self.name)))
    }
}

impl Deref for AllDefinitions<'_> {
    type Target = [DefinitionAt];

    fn deref(&self) -> &[DefinitionAt] {
        match self {
            AllDefinitions::Borrowed(definitions) => definitions,
            AllDefinitions::Shared(definitions) => &definitions.list,
        }
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
            .flat_map_iter(|(file, digest)| definitions_of(file as u32, digest))
            .collect();
        // The key is unique, so that an unstable sort has one result.
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

    /// All definitions, in order of the hash of their name, file and symbol.
    pub fn all(&self) -> &[DefinitionAt] {
        &self.definitions
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
