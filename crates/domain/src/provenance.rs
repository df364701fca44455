//! How an edge of the code graph is known.

use std::fmt;

use serde::{Serialize, Serializer};

/// How a reference was resolved, the most certain first. A reference that fits none of these stays
/// unresolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provenance {
    /// Through an import, an include or the package's own scope; from a document, through a link or a path.
    Import,
    /// Defined in the same file.
    SameFile,
    /// The only definition of that name in the repository.
    UniqueName,
    /// One of this many definitions of that name.
    Ambiguous(u32),
}

impl Provenance {
    /// Its name in output and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Provenance::Import => "import",
            Provenance::SameFile => "same-file",
            Provenance::UniqueName => "unique-name",
            Provenance::Ambiguous(_) => "ambiguous",
        }
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Provenance::Ambiguous(n) => write!(f, "ambiguous({n})"),
            Provenance::Import | Provenance::SameFile | Provenance::UniqueName => {
                f.write_str(self.name())
            }
        }
    }
}

impl Serialize for Provenance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
