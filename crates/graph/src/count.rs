//! Resolves all references of a repository, to count its edges.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rutter_domain::Provenance;

use crate::base::Base;
use crate::base::builds::BuildFiles;
use crate::base::digest::Digest;
use crate::code::{Code, CodeFile};
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

/// What is known of a repository when every reference has been resolved.
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
            digest.decode_parts();
            digest
        })
        .collect();
    if is_stopped() {
        return None;
    }
    let resolver = Resolver::new(Base::from_digests(files, &digests, code.build_files()));
    let definitions = is_whole.into_inner().then(|| resolver.base().encode_names()).flatten();
    let edges = count_all(&resolver, stopped);
    (!is_stopped()).then_some(LinkedCode { edges, definitions })
}

/// Resolves every reference of files whose digests are in memory. The files are in order of path, the
/// digests in that of the files. The counts are incomplete if `stopped` was set meanwhile.
pub fn count_edges_of(
    files: &[CodeFile],
    digests: &[Digest],
    build_files: Arc<BuildFiles>,
    stopped: &AtomicBool,
) -> EdgeCounts {
    let n_files = files.len().min(digests.len());
    let (files, digests) = (&files[..n_files], &digests[..n_files]);
    count_all(&Resolver::new(Base::from_digests(files, digests, build_files)), stopped)
}

fn count_all(resolver: &Resolver<'_>, stopped: &AtomicBool) -> EdgeCounts {
    let n_files = resolver.base().files.len() as u32;
    let tally = (0..n_files)
        .into_par_iter()
        .fold(Tally::default, |mut tally, file| {
            if !stopped.load(Ordering::Relaxed) {
                tally.add_file(resolver, file);
            }
            tally
        })
        .reduce(Tally::default, Tally::plus);
    tally.into()
}

/// The counts of some of the files.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    import: u64,
    same_file: u64,
    by_type: u64,
    unique_name: u64,
    same_name: u64,
    partly_read: u64,
    ambiguous: u64,
    unresolved: u64,
    external: u64,
}

impl Tally {
    fn add_file(&mut self, resolver: &Resolver<'_>, file: u32) {
        let resolver = resolver.in_file(file);
        for target in resolver.view.targets() {
            match target.files() {
                ModuleFiles::One(_) | ModuleFiles::AnyOf(_) | ModuleFiles::Folder(_) => {
                    self.import += 1
                }
                ModuleFiles::External => self.external += 1,
                ModuleFiles::Missing => self.unresolved += 1,
            }
        }
        let mut candidates = Candidates::new(Collect::UntilAmbiguous);
        // Reads and writes are most of all references, and nobody asks for their number.
        let counted = resolver.view.digest.references().filter(|one| !one.kind.is_of_data());
        for reference in counted {
            match resolver.resolve(&reference, &mut candidates) {
                Some(Provenance::Import) => self.import += 1,
                Some(Provenance::SameFile) => self.same_file += 1,
                Some(Provenance::ByType) => self.by_type += 1,
                Some(Provenance::UniqueName) => self.unique_name += 1,
                Some(Provenance::SameName) => self.same_name += 1,
                Some(Provenance::PartlyRead) => self.partly_read += 1,
                Some(Provenance::Ambiguous(_)) => self.ambiguous += 1,
                None => self.unresolved += 1,
            }
        }
    }

    fn plus(self, other: Tally) -> Tally {
        Tally {
            import: self.import + other.import,
            same_file: self.same_file + other.same_file,
            by_type: self.by_type + other.by_type,
            unique_name: self.unique_name + other.unique_name,
            same_name: self.same_name + other.same_name,
            partly_read: self.partly_read + other.partly_read,
            ambiguous: self.ambiguous + other.ambiguous,
            unresolved: self.unresolved + other.unresolved,
            external: self.external + other.external,
        }
    }
}

impl From<Tally> for EdgeCounts {
    fn from(tally: Tally) -> EdgeCounts {
        let by_provenance = BTreeMap::from([
            (Provenance::Import.name(), tally.import),
            (Provenance::SameFile.name(), tally.same_file),
            (Provenance::ByType.name(), tally.by_type),
            (Provenance::UniqueName.name(), tally.unique_name),
            (Provenance::SameName.name(), tally.same_name),
            (Provenance::PartlyRead.name(), tally.partly_read),
            (Provenance::Ambiguous(2).name(), tally.ambiguous),
        ]);
        EdgeCounts { by_provenance, unresolved: tally.unresolved, external: tally.external }
    }
}
