//! Estimates from names alone how much depends on a symbol.
//!
//! The number of files that refer to a name is divided among all symbols of that name. Resolving every
//! reference would be exact and take far longer.

use rutter_domain::ReferenceKind;

use crate::base::hash::HashedMap;

/// Weight of a use in the symbol's own file; one in another file counts 1.
const OWN_FILE: f32 = 0.3;

/// Counts of definitions and uses by name. Names are given as hashes.
#[derive(Debug, Default)]
pub struct NameUses {
    counts: HashedMap<Counts>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    n_definitions: u32,
    n_files: u32,
}

impl NameUses {
    /// Counts from the names that all files define, and those that they refer to, each once a file.
    pub fn count(
        defined: impl Iterator<Item = u64>,
        referred: impl Iterator<Item = u64>,
    ) -> NameUses {
        let mut uses = NameUses::default();
        for name in defined {
            uses.counts.entry(name).or_default().n_definitions += 1;
        }
        for name in referred {
            if let Some(counts) = uses.counts.get_mut(&name) {
                counts.n_files += 1;
            }
        }
        uses
    }

    /// In how many files a defined name is used; 0 for one that is not defined.
    pub fn n_files(&self, name: u64) -> u32 {
        self.counts.get(&name).map_or(0, |counts| counts.n_files)
    }

    /// The estimated number of uses of one symbol of a name. `own_file` says whether its own file refers
    /// to the name.
    pub fn estimate(&self, name: u64, own_file: OwnFile) -> f32 {
        let Some(counts) = self.counts.get(&name) else { return 0.0 };
        let (n_own, own) = match own_file {
            OwnFile::Refers => (1, OWN_FILE),
            OwnFile::DoesNot => (0, 0.0),
        };
        let n_others = counts.n_files.saturating_sub(n_own) as f32;
        (n_others + own) / counts.n_definitions.max(1) as f32
    }
}

/// Whether the file of a symbol refers to its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnFile {
    Refers,
    DoesNot,
}

/// Whether a reference makes its file depend on what it names.
pub fn is_dependency(kind: ReferenceKind) -> bool {
    !kind.is_of_data() && kind != ReferenceKind::Mention
}
