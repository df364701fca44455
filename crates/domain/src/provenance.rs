//! The provenance of an edge of the code graph.

use std::fmt;

use serde::{Serialize, Serializer};

/// The way in which a reference was resolved, the most certain first. A reference that fits none of these stays
/// unresolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provenance {
    /// Through an import, an include or the package's own scope; from a document, through a link or a path.
    Import,
    /// Defined in the same file.
    SameFile,
    /// A member of the type that the text gives its receiver: by a written type, a constructor or a
    /// written return type.
    ByType,
    /// The only definition of that name in the repository.
    UniqueName,
    /// The only member of that name in the repository, used through a value of unknown type. The
    /// value may as well be of a type from outside.
    SameName,
    /// One of the above, but it depends on lines at which the parser lost its place.
    PartlyRead,
    /// One of this many definitions of that name.
    Ambiguous(u32),
}

impl Provenance {
    /// Whether the text says which definition is meant, so that it can be relied upon.
    pub fn is_sure(self) -> bool {
        match self {
            Provenance::Import
            | Provenance::SameFile
            | Provenance::ByType
            | Provenance::UniqueName => true,
            Provenance::SameName | Provenance::PartlyRead | Provenance::Ambiguous(_) => false,
        }
    }

    /// Its name in output and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Provenance::Import => "import",
            Provenance::SameFile => "same-file",
            Provenance::ByType => "by-type",
            Provenance::UniqueName => "unique-name",
            Provenance::SameName => "same-name",
            Provenance::PartlyRead => "partly-read",
            Provenance::Ambiguous(_) => "ambiguous",
        }
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Provenance::Ambiguous(n) => write!(f, "ambiguous({n})"),
            Provenance::Import
            | Provenance::SameFile
            | Provenance::ByType
            | Provenance::UniqueName
            | Provenance::SameName
            | Provenance::PartlyRead => f.write_str(self.name()),
        }
    }
}

impl Serialize for Provenance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
