//! The graph of an index.

use rutter_domain::{FileId, Provenance, Reference};

use crate::code::{Code, SymbolAt};
use crate::digest::Referring;
use crate::directory::Directory;
use crate::found::{Found, Wanted};
use crate::viewpoint::{Inheritance, Viewpoint};

/// How many definitions an answer names at most.
pub(crate) const MOST_TARGETS: usize = 64;

/// The code graph over an index. It keeps what it has read, so that it is good for several questions
/// about one state of the index, and for no other.
pub struct Graph<'a> {
    pub(crate) directory: Directory<'a>,
}

/// What a reference means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    Resolved {
        /// The definitions it may mean, in order of path; at most 64, where there are more.
        targets: Vec<SymbolAt>,
        provenance: Provenance,
    },
    Unresolved,
}

impl<'a> Graph<'a> {
    pub fn new(code: &'a dyn Code) -> Graph<'a> {
        Graph { directory: Directory::over(code) }
    }

    /// Ties a reference of a file to what it means.
    pub fn resolve(&self, file: FileId, reference: &Reference) -> Resolution {
        let Some(file) = self.directory.position(file) else { return Resolution::Unresolved };
        let viewpoint = Viewpoint::new(&self.directory, file, Inheritance::Follow);
        let referring = Referring {
            kind: reference.kind,
            name: &reference.name,
            qualifier: reference.qualifier.as_deref(),
            line: reference.line,
            from: reference.from,
        };
        self.resolve_from(&viewpoint, &referring, &mut Found::new(Wanted::All))
    }

    pub(crate) fn resolve_from(
        &self,
        viewpoint: &Viewpoint<'_>,
        referring: &Referring<'_>,
        found: &mut Found,
    ) -> Resolution {
        match viewpoint.resolve(referring, found) {
            Some(provenance) => {
                let entries = found.entries.iter().take(MOST_TARGETS);
                let targets =
                    entries.map(|entry| self.directory.symbol_at(entry.file, entry.symbol));
                Resolution::Resolved { targets: targets.collect(), provenance }
            }
            None => Resolution::Unresolved,
        }
    }
}
