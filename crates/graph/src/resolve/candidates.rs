//! The definitions a reference may mean, collected one by one; only the best are kept.

use rutter_domain::{Provenance, SymbolKind};

use crate::base::kinds::Role;
use crate::base::names::DefinitionAt;

/// The best definitions so far.
#[derive(Debug)]
pub struct Candidates {
    pub definitions: Vec<DefinitionAt>,
    worst: u8,
    collect: Collect,
    /// Which definitions can be meant at all.
    pub admitted: Admitted,
}

/// Macros of Rust share their names with functions; how a call is written tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admitted {
    All,
    Macros,
    /// All but macros.
    Functions,
}

/// How many definitions the caller needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Collect {
    All,
    /// Stop once it is certain that there are several.
    UntilAmbiguous,
}

impl Candidates {
    pub fn new(collect: Collect) -> Candidates {
        Candidates { definitions: Vec::new(), worst: u8::MAX, collect, admitted: Admitted::All }
    }

    pub fn clear(&mut self) {
        self.definitions.clear();
        self.worst = u8::MAX;
    }

    /// Empties the candidates and returns what they were.
    pub fn take(&mut self) -> Vec<DefinitionAt> {
        let definitions = std::mem::take(&mut self.definitions);
        self.clear();
        definitions
    }

    /// Adds a definition unless a better one is known, and drops those that are worse. A mere
    /// declaration is worse than a definition of the same fitness.
    pub fn offer(&mut self, definition: DefinitionAt, fitness: u8) {
        let is_macro = definition.kind == SymbolKind::Macro;
        match self.admitted {
            Admitted::Macros if !is_macro => return,
            Admitted::Functions if is_macro => return,
            Admitted::All | Admitted::Macros | Admitted::Functions => {}
        }
        let fitness = 2 * fitness + u8::from(definition.flags.is_declaration());
        if fitness < self.worst {
            self.definitions.clear();
            self.worst = fitness;
        }
        if fitness == self.worst {
            self.definitions.push(definition);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// Whether no further definition can change the answer.
    pub fn is_settled(&self) -> bool {
        self.collect == Collect::UntilAmbiguous && self.worst == 0 && self.n_homes() > 1
    }

    /// Whether there are candidates and all of them are mere declarations.
    pub fn is_declared_only(&self) -> bool {
        let mut definitions = self.definitions.iter();
        !self.is_empty() && definitions.all(|definition| definition.flags.is_declaration())
    }

    /// The provenance of a reference to these candidates: `provenance` if all of them are in one
    /// type and file, as overloads are, and ambiguous otherwise. `None` if there are none.
    pub fn known_by(&self, provenance: Provenance) -> Option<Provenance> {
        match self.n_homes() {
            0 => None,
            1 => Some(provenance),
            n_homes => Some(Provenance::Ambiguous(n_homes)),
        }
    }

    /// The number of types and files that the definitions lie in.
    fn n_homes(&self) -> u32 {
        // The members of an enum of C are names of its file, which may be macros as well.
        let home = |definition: &DefinitionAt| match (definition.kind, definition.role) {
            (SymbolKind::EnumMember, Role::Free) => (definition.file, 0),
            (_, _) => (definition.file, definition.container),
        };
        let Some(first) = self.definitions.first().map(home) else { return 0 };
        if self.definitions.iter().all(|definition| home(definition) == first) {
            return 1;
        }
        if self.collect == Collect::UntilAmbiguous {
            return 2;
        }
        let mut homes: Vec<(u32, u32)> = self.definitions.iter().map(home).collect();
        homes.sort_unstable();
        homes.dedup();
        homes.len() as u32
    }
}

/// The provenance of two links in a row: that of the less certain one, where a link by import and
/// one within a file make a link by import.
pub fn weaker(one: Provenance, other: Provenance) -> Provenance {
    match (one, other) {
        (Provenance::SameFile, Provenance::Import) | (Provenance::Import, Provenance::SameFile) => {
            Provenance::Import
        }
        (one, other) => one.max(other),
    }
}
