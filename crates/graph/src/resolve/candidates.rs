//! The definitions a reference may mean, collected one by one; only the best are kept.

use rutter_domain::{Provenance, ReferenceKind, SymbolKind};
use rutter_syntax::profile;

use crate::base::Base;
use crate::base::kinds::Role;
use crate::base::names::DefinitionAt;
use crate::resolve::fitness::{NameForm, fitness};

/// The best definitions so far.
#[derive(Debug)]
pub struct Candidates {
    pub definitions: Vec<DefinitionAt>,
    worst: u8,
    collect: Collect,
    /// The definitions that can be meant at all.
    pub admitted: Admitted,
}

/// Rust macros share their names with functions; the form of a call tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admitted {
    All,
    Macros,
    /// All but macros.
    Functions,
}

/// The number of definitions that the caller needs.
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
        // Doubled, so that a declaration ranks between two definitions of neighbouring fitness.
        let fitness = 2 * fitness + u8::from(definition.flags.is_declaration());
        if fitness < self.worst {
            self.definitions.clear();
            self.worst = fitness;
        }
        if fitness == self.worst {
            self.definitions.push(definition);
        }
    }

    /// [`Candidates::offer`]s a definition if a use of this kind and form may mean it.
    pub fn offer_fitting(
        &mut self,
        used: ReferenceKind,
        form: NameForm,
        definition: &DefinitionAt,
    ) {
        if let Some(fitness) = fitness(used, form, definition) {
            self.offer(*definition, fitness);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// Whether no further definition can change the answer.
    pub fn is_settled(&self, base: &Base<'_>) -> bool {
        self.collect == Collect::UntilAmbiguous && self.worst == 0 && self.n_homes(base) > 1
    }

    /// Whether there are candidates and all of them are mere declarations.
    pub fn is_declared_only(&self) -> bool {
        let mut definitions = self.definitions.iter();
        !self.is_empty() && definitions.all(|definition| definition.flags.is_declaration())
    }

    /// The provenance of a reference to these candidates: `provenance` if all of them have the same home, as
    /// overloads do, and ambiguous otherwise. `None` if there are none.
    pub fn known_by(&self, base: &Base<'_>, provenance: Provenance) -> Option<Provenance> {
        match self.n_homes(base) {
            0 => None,
            1 => Some(provenance),
            n_homes => Some(Provenance::Ambiguous(n_homes)),
        }
    }

    fn n_homes(&self, base: &Base<'_>) -> u32 {
        let Some(first) = self.definitions.first() else { return 0 };
        if self.definitions.iter().all(|definition| has_same_home(base, first, definition)) {
            return 1;
        }
        // The caller asks only whether there are several.
        if self.collect == Collect::UntilAmbiguous {
            return 2;
        }
        let mut homes: Vec<&DefinitionAt> = self.definitions.iter().collect();
        // Those that may have the same home come to stand beside each other.
        homes.sort_unstable_by_key(|at| (base.paths.folder_of(at.file), container_of(at), at.file));
        homes.dedup_by(|one, other| has_same_home(base, one, other));
        homes.len() as u32
    }
}

/// Whether definitions of one name are one thing: in one type and file, as overloads are, or in one
/// Go package, which defines a name once for each build.
pub fn has_same_home(base: &Base<'_>, one: &DefinitionAt, other: &DefinitionAt) -> bool {
    if container_of(one) != container_of(other) {
        return false;
    }
    let is_of_package = |at: &DefinitionAt| {
        profile(at.language).has_folder_packages() && !matches!(at.role, Role::Local | Role::Nested)
    };
    one.file == other.file
        || is_of_package(one)
            && is_of_package(other)
            && base.paths.folder_of(one.file) == base.paths.folder_of(other.file)
            // Tests from outside and programs may have a package of their own in the same folder.
            && base.digest(one.file).package() == base.digest(other.file).package()
}

/// The members of a C enum are names of its file, which may be macros as well.
fn container_of(definition: &DefinitionAt) -> u32 {
    match (definition.kind, definition.role) {
        (SymbolKind::EnumMember, Role::Free) => 0,
        (_, _) => definition.container,
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
