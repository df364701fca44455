//! One file's view of the repository: the definitions that it may name, and those in its scope.
//!
//! A viewpoint knows imports, includes and packages, but no inheritance: the supertypes of a file
//! are themselves resolved from a viewpoint.

use std::cell::OnceCell;

use rutter_domain::{Language, Provenance, ReferenceKind, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::Sight;

use crate::base::Base;
use crate::base::digest::{Digest, LinePlace, ReferenceView};
use crate::base::hash::HashSetOf;
use crate::base::kinds::{Role, has_members};
use crate::base::locals::{ALL, Origin};
use crate::base::names::DefinitionAt;
use crate::imports::scopes::{Scope, Scopes};
use crate::imports::target::ImportTarget;
use crate::resolve::candidates::Candidates;

/// Depth to which includes of includes are followed. Deeper ones add mostly system headers, and far more files.
const MAX_INCLUDE_DEPTH: usize = 3;

/// One file, as the place from which names are resolved.
pub struct Viewpoint<'v> {
    pub scopes: &'v Scopes<'v>,
    pub base: &'v Base<'v>,
    pub file: u32,
    pub language: Language,
    pub digest: &'v Digest,
    pub scope: &'v Scope,
    included: OnceCell<Included>,
}

/// The files that a C or C++ file includes, directly or not.
struct Included {
    files: Vec<u32>,
    /// Hashes of the names of the headers, without extension.
    stems: Vec<u64>,
}

impl<'v> Viewpoint<'v> {
    pub fn new(scopes: &'v Scopes<'v>, file: u32) -> Viewpoint<'v> {
        let base = scopes.base();
        let digest = base.digest(file);
        Viewpoint {
            scopes,
            base,
            file,
            language: digest.language,
            digest,
            scope: scopes.scope(file),
            included: OnceCell::new(),
        }
    }

    /// The target of an import.
    pub fn target(&self, import: u32) -> Option<&'v ImportTarget> {
        self.scopes.target(self.file, import)
    }

    /// The targets of all imports, in order.
    pub fn targets(&self) -> impl Iterator<Item = &'v ImportTarget> + use<'v> {
        self.scopes.targets(self.file)
    }

    /// The targets of imports that bring in every name of a module.
    pub fn star_targets(&self) -> impl Iterator<Item = &'v ImportTarget> + use<'v> {
        self.scopes.star_targets(self.file)
    }

    /// Whether the rules of visibility allow this file to name a definition.
    pub fn can_see(&self, name: &str, definition: &DefinitionAt) -> bool {
        if definition.file == self.file {
            return true;
        }
        match profile(definition.language).names.reach {
            Sight::Included => {
                !definition.flags.is_private()
                    || self.is_header(definition.file)
                    || self.is_imported(definition.file)
                    || self.included().files.binary_search(&definition.file).is_ok()
            }
            Sight::Capitalized => {
                let folder_of = |file| self.base.paths.folder_of(file);
                name.starts_with(char::is_uppercase)
                    || folder_of(definition.file) == folder_of(self.file)
            }
            Sight::Public => !definition.flags.is_private(),
            Sight::PublicMembers => {
                !(definition.flags.is_private() && definition.role == Role::Member)
            }
            Sight::All => true,
        }
    }

    /// Whether a reference in this file may mean a definition: its language can be used from here,
    /// and it can be seen.
    pub fn is_candidate(&self, name: &str, definition: &DefinitionAt) -> bool {
        definition.role != Role::Local
            && self.language.interoperates(definition.language)
            && self.can_see(name, definition)
    }

    /// Whether names are in scope here that no import mentions.
    pub fn has_wide_scope(&self) -> bool {
        !self.scope.package.is_empty()
            || !self.scope.stars.is_empty()
            || profile(self.language).is_like_c()
    }

    /// Whether a definition is in scope here without an import that mentions it.
    pub fn is_in_scope(&self, definition: &DefinitionAt) -> bool {
        if !self.scope.package.is_empty()
            && self.scope.package.contains(&self.base.paths.folder_of(definition.file))
        {
            // A Go folder may hold a package and its tests from outside, or a program.
            return !profile(self.language).has_folder_packages()
                || !profile(definition.language).has_folder_packages()
                || self.digest.package() == self.base.digest(definition.file).package();
        }
        let mut starred = self.star_targets();
        starred.any(|target| target.home.contains(self.base, definition.file))
            || self.is_included(definition)
    }

    /// The names of the types whose body or method a symbol lies in, innermost first.
    pub fn own_types(&self, from: Option<u32>) -> impl Iterator<Item = &'v str> {
        let digest = self.digest;
        digest.enclosing(from).filter_map(move |(_, definition)| {
            if has_members(definition.kind) {
                Some(digest.name_of(definition))
            } else if matches!(definition.role, Role::Member | Role::Nameless)
                && !definition.flags.keeps_object()
            {
                digest.container_of(definition)
            } else {
                None
            }
        })
    }

    /// The Python class in whose body a symbol is, outside of methods: there the members are names
    /// like any other.
    pub fn class_body_around(&self, from: Option<u32>) -> Option<&'v str> {
        if !profile(self.language).has_types_as_values() {
            return None;
        }
        let mut around = self.digest.enclosing(from);
        let (_, outer) = around.find(|(_, definition)| !definition.kind.is_data())?;
        has_members(outer.kind).then(|| self.digest.name_of(outer))
    }

    /// Whether a local definition is in the same function as a reference, or in one around it.
    pub fn encloses(&self, definition: &DefinitionAt, reference: &ReferenceView<'_>) -> bool {
        let parent = self.digest.definition(definition.symbol).map(|symbol| symbol.parent);
        self.digest.enclosing(reference.from).any(|(id, _)| Some(id) == parent)
    }

    /// The imports that bind a name for a reference. Of several in Rust, those of its own inline module,
    /// or else of the file, as a module of tests may import another thing of that name.
    pub fn bindings_for(
        &self,
        name: &str,
        reference: &ReferenceView<'_>,
    ) -> impl Iterator<Item = u32> {
        let digest = self.digest;
        let innermost = |line: u32| {
            let modules = digest.inline_modules().iter();
            let around = modules.filter(|(first, last)| (*first..=*last).contains(&line));
            around.max_by_key(|(first, _)| *first).copied()
        };
        let line = reference.line;
        // The lines of inline modules are compared only if there is a choice: most names are bound once.
        let is_several =
            profile(self.language).has_crates() && self.scope.binding(name).nth(1).is_some();
        let own = if is_several { innermost(line) } else { None };
        let is_inside = is_several && {
            let mut around = digest.enclosing(reference.from);
            around.any(|(_, outer)| outer.kind == SymbolKind::Module)
        };
        let is_own = move |import: &u32| {
            let module = digest.import(*import).and_then(|import| innermost(import.line));
            // A type that is written in a signature has no line.
            if line == 0 { module.is_some() == is_inside } else { module == own }
        };
        let has_own = is_several && self.scope.binding(name).any(|import| is_own(&import));
        self.scope.binding(name).filter(move |import| !has_own || is_own(import))
    }

    /// The local that a name means in a line. A variable that is declared there with a value in which
    /// its own name stands does not mean itself.
    pub fn local_meant(&self, place: LinePlace, name: &str, before: u32) -> Option<u32> {
        let mut before = before;
        loop {
            let found = self.digest.find_local(place, name, before)?;
            let local = self.digest.local(found)?;
            let is_its_own_value = local.start_line == place.line
                && match local.origin {
                    Origin::Call(path) | Origin::Value(path) | Origin::Element(path) => {
                        path.strip_prefix(name).is_some_and(|rest| {
                            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                        })
                    }
                    Origin::Type(_) | Origin::Handed(_) | Origin::Unknown => false,
                };
            if !is_its_own_value {
                return Some(found);
            }
            // `let x = x.next();` reads an earlier `x`, so the search goes on before this one.
            before = found;
        }
    }

    /// Whether a variable or parameter hides what has this name outside its function.
    pub fn is_shadowed(&self, reference: &ReferenceView<'_>) -> bool {
        // Java methods and variables have separate names.
        let is_call = reference.kind == ReferenceKind::Call;
        let can_be_a_variable =
            reference.kind.is_of_data() || is_call && !profile(self.language).calls.are_apart;
        let place = LinePlace { from: reference.from, line: reference.line };
        can_be_a_variable && self.local_meant(place, reference.name, ALL).is_some()
    }

    /// The provenance of candidates that were found through the scope of this file.
    pub fn known_by_import(&self, candidates: &Candidates) -> Option<Provenance> {
        self.known_here_or(Provenance::Import, candidates)
    }

    /// The provenance of candidates that were found by their name alone.
    pub fn known_by_name(&self, candidates: &Candidates) -> Option<Provenance> {
        self.known_here_or(Provenance::UniqueName, candidates)
    }

    pub fn known_here_or(
        &self,
        elsewhere: Provenance,
        candidates: &Candidates,
    ) -> Option<Provenance> {
        let is_here = candidates.definitions.iter().all(|at| at.file == self.file);
        candidates.known_by(self.base, if is_here { Provenance::SameFile } else { elsewhere })
    }

    /// Whether a definition comes with an include: from a header, or from the source file of the
    /// same name.
    fn is_included(&self, definition: &DefinitionAt) -> bool {
        if !profile(self.language).is_like_c() {
            return false;
        }
        let included = self.included();
        let stem = || self.base.paths.stem_hash(definition.file);
        included.files.binary_search(&definition.file).is_ok()
            || !definition.flags.is_declaration() && included.stems.binary_search(&stem()).is_ok()
    }

    /// Of several definitions in C, keeps those in an included file, or beside an included
    /// header of the same name, if there are such: another folder may have files of the same names.
    pub fn keep_beside_headers(&self, candidates: &mut Candidates) {
        let paths = &self.base.paths;
        let files = &self.included().files;
        let is_beside = |at: &DefinitionAt| {
            let (stem, folder) = (paths.stem_hash(at.file), paths.folder_of(at.file));
            files.binary_search(&at.file).is_ok()
                || files.iter().any(|header| {
                    paths.stem_hash(*header) == stem && paths.folder_of(*header) == folder
                })
        };
        if candidates.definitions.iter().any(is_beside) {
            candidates.definitions.retain(is_beside);
        }
    }

    /// Whether another file includes this one.
    pub fn is_included_by(&self, file: u32) -> bool {
        file != self.file
            && self.scopes.targets(file).any(|target| target.files().contains(self.base, self.file))
    }

    fn included(&self) -> &Included {
        self.included.get_or_init(|| self.follow_includes())
    }

    pub fn is_header(&self, file: u32) -> bool {
        let path = self.base.paths.path(file);
        let extension = path.rsplit('.').next().unwrap_or("");
        !matches!(extension, "c" | "cc" | "cpp" | "cxx" | "c++" | "cu")
    }

    fn is_imported(&self, file: u32) -> bool {
        self.targets().any(|target| target.files().contains(self.base, file))
    }

    fn follow_includes(&self) -> Included {
        let mut seen: HashSetOf<u32> = HashSetOf::default();
        seen.insert(self.file);
        let mut files = Vec::new();
        let mut next = vec![self.file];
        // Level by level, so that a header counts by its shortest way.
        for _ in 0..MAX_INCLUDE_DEPTH {
            let first_new = files.len();
            for file in next {
                for target in self.scopes.targets(file) {
                    let headers = target.files().listed().iter();
                    files.extend(headers.filter(|header| seen.insert(**header)));
                }
            }
            next = files[first_new..].to_vec();
        }
        let paths = &self.base.paths;
        let mut stems: Vec<u64> = files.iter().map(|file| paths.stem_hash(*file)).collect();
        stems.sort_unstable();
        files.sort_unstable();
        Included { files, stems }
    }
}
