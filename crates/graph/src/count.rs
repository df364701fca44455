//! Resolves all references of a repository, to count its edges.

use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rutter_domain::Provenance;

use crate::base::Base;
use crate::base::digest::Digest;
use crate::code::Code;
use crate::imports::target::ModuleFiles;
use crate::resolve::Resolver;
use crate::resolve::candidates::{Candidates, Collect};

/// The number of edges of a repository, by how they are known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EdgeCounts {
    /// By [`Provenance::name`]; every name is present.
    pub by_provenance: BTreeMap<&'static str, u64>,
    /// References, and imports into the repository, for which no target was found.
    pub unresolved: u64,
    /// Imports that lead out of the repository.
    pub external: u64,
}

/// The result of resolving every reference of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedCode {
    pub edges: EdgeCounts,
    /// The records of a [`DefinitionTable`]; `None` if a file could not be read.
    pub definitions: Option<Vec<u8>>,
}

/// Resolves every reference of an index. Returns `None` if `stopped` was set meanwhile.
pub fn link_code(code: &dyn Code, stopped: &AtomicBool) -> Option<LinkedCode> {
    let files = code.files();
    let is_stopped = || stopped.load(Ordering::Relaxed);
    let is_whole = AtomicBool::new(true);
    let digests: Vec<Digest> = (files.par_iter())
        .map(|file| {
            let digest = (!is_stopped()).then(|| code.digest(file.id)).flatten();
            let mut digest = digest.unwrap_or_else(|| {
                is_whole.store(false, Ordering::Relaxed);
                Digest::empty(file.language)
            });
            // Every part is needed, and this frees the encoded bytes.
            digest.decode_parts();
            digest
        })
        .collect();
    if is_stopped() {
        return None;
    }
    let resolver = Resolver::new(Base::from_digests(files, &digests, code.build_files()));
    // A table that lacks a file would say that its definitions do not exist.
    let definitions = is_whole.into_inner().then(|| resolver.base().encode_names()).flatten();
    let edges = count_all(&resolver, stopped);
    (!is_stopped()).then_some(LinkedCode { edges, definitions })
}

fn count_all(resolver: &Resolver<'_>, stopped: &AtomicBool) -> EdgeCounts {
    let n_files = resolver.base().files.len() as u32;
    let tallies = (0..n_files).into_par_iter().fold(Tally::default, |mut tally, file| {
        if !stopped.load(Ordering::Relaxed) {
            tally.add_file(resolver, file);
        }
        tally
    });
    tallies.reduce(Tally::default, Tally::plus).into()
}

/// The counts of some of the files.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    /// In the order of [`KNOWN`].
    by_provenance: [u64; KNOWN.len()],
    unresolved: u64,
    external: u64,
}

/// One provenance of each name.
const KNOWN: [Provenance; 7] = [
    Provenance::Import,
    Provenance::SameFile,
    Provenance::ByType,
    Provenance::UniqueName,
    Provenance::SameName,
    Provenance::PartlyRead,
    Provenance::Ambiguous(2),
];

impl Tally {
    fn add_file(&mut self, resolver: &Resolver<'_>, file: u32) {
        let resolver = resolver.in_file(file);
        for target in resolver.view.targets() {
            match target.files() {
                ModuleFiles::External => self.external += 1,
                ModuleFiles::Missing => self.unresolved += 1,
                ModuleFiles::One(_) | ModuleFiles::AnyOf(_) | ModuleFiles::Folder(_) => {
                    self.count(Provenance::Import);
                }
            }
        }
        let mut candidates = Candidates::new(Collect::UntilAmbiguous);
        // Reads and writes are most of all references, and nobody asks for their number.
        let counted = resolver.view.digest.references().filter(|one| !one.kind.is_of_data());
        for reference in counted {
            match resolver.resolve(&reference, &mut candidates) {
                Some(known) => self.count(known),
                None => self.unresolved += 1,
            }
        }
    }

    fn count(&mut self, known: Provenance) {
        // Ambiguous references count as one, however many definitions they may mean.
        let is_same = |one: &Provenance| mem::discriminant(one) == mem::discriminant(&known);
        if let Some(at) = KNOWN.iter().position(is_same) {
            self.by_provenance[at] += 1;
        }
    }

    fn plus(mut self, other: Tally) -> Tally {
        for (sum, more) in self.by_provenance.iter_mut().zip(other.by_provenance) {
            *sum += more;
        }
        self.unresolved += other.unresolved;
        self.external += other.external;
        self
    }
}

impl From<Tally> for EdgeCounts {
    fn from(tally: Tally) -> EdgeCounts {
        let names = KNOWN.iter().map(|known| known.name());
        EdgeCounts {
            by_provenance: names.zip(tally.by_provenance).collect(),
            unresolved: tally.unresolved,
            external: tally.external,
        }
    }
}
