//! Finds a member of a type: its own, or one it inherits.

use rutter_domain::{Language, Provenance, ReferenceKind};

use crate::digest::Referring;
use crate::directory::Directory;
use crate::found::{Found, Wanted};
use crate::hash::hash_container;
use crate::kinds::{Form, Role, fitness, is_type};
use crate::names::Entry;
use crate::viewpoint::{Inheritance, Viewpoint};

/// How many types are looked at for one inherited member.
const MOST_TYPES: usize = 32;
/// How many definitions of one base are followed.
const MOST_TARGETS: usize = 4;

/// A type and one it extends or implements.
#[derive(Debug, Clone, Copy)]
pub struct Base {
    /// Hash of the name of the type that has this base.
    of: u32,
    file: u32,
    /// Hash of the base's own name.
    name: u32,
    provenance: Provenance,
}

/// Where the members of a type may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Where the type is, and in the scope it shares with others.
    Scope,
    /// In any file that adds to a type of that name.
    Anywhere,
}

/// Where the members of a type that is known may lie: a type can be added to from afar in some
/// languages; in the others, one of the same name elsewhere is another type.
pub fn reach_of(language: Language) -> Reach {
    match language {
        Language::Rust | Language::Cpp | Language::CSharp | Language::Swift | Language::Ruby => {
            Reach::Anywhere
        }
        _ => Reach::Scope,
    }
}

/// The bases of the types of a file.
pub fn bases_of(directory: &Directory<'_>, file: u32) -> Box<[Base]> {
    let viewpoint = Viewpoint::new(directory, file, Inheritance::Ignore);
    let mut found = Found::new(Wanted::All);
    let mut bases = Vec::new();
    let heads = viewpoint.digest.references().filter(|referring| match referring.kind {
        ReferenceKind::Extends | ReferenceKind::Implements => true,
        ReferenceKind::Call | ReferenceKind::Type | ReferenceKind::Mention => false,
    });
    for referring in heads {
        let Some(heir) = referring.from.and_then(|from| viewpoint.digest.definition(from)) else {
            continue;
        };
        if !is_type(heir.kind) {
            continue;
        }
        let of = hash_container(viewpoint.digest.name_of(heir));
        let Some(provenance) = viewpoint.resolve_base(&referring, &mut found) else { continue };
        bases.extend(found.entries.iter().take(MOST_TARGETS).filter_map(|entry| {
            let digest = directory.digest(entry.file);
            let name = hash_container(digest.name_of(digest.definition(entry.symbol)?));
            Some(Base { of, file: entry.file, name, provenance })
        }));
    }
    bases.into()
}

impl Viewpoint<'_> {
    /// A member of a type known by its name: in this file, in what this file has in its scope, or
    /// else wherever a type of that name has it.
    pub fn member_of(
        &self,
        owner: u32,
        reach: Reach,
        referring: &Referring<'_>,
        found: &mut Found,
    ) -> Option<Provenance> {
        found.clear();
        let entries = self.directory.entries(referring.name);
        let fitting = |entry: &Entry| {
            (entry.container == owner && self.is_candidate(referring.name, entry))
                .then(|| fitness(referring.kind, Form::Path, entry.kind, entry.role))
                .flatten()
        };
        for entry in entries.in_file(self.file) {
            if let Some(fitness) = fitting(entry) {
                found.offer(*entry, fitness);
            }
        }
        // A class may be here and the body of its method beside it.
        if !found.is_empty() && !found.is_declared_only() {
            return found.known_by(Provenance::SameFile);
        }
        let is_declared_here = !found.is_empty();
        let mut is_known = is_declared_here;
        for entry in
            entries.iter().filter(|entry| entry.file != self.file && !entry.traits.is_of_value())
        {
            let Some(fitness) = fitting(entry) else { continue };
            if is_declared_here {
                found.offer(*entry, fitness);
                continue;
            }
            match (self.is_in_scope(entry), is_known) {
                (true, false) => {
                    found.clear();
                    is_known = true;
                }
                (true, true) => {}
                (false, false) if reach == Reach::Anywhere => {}
                (false, _) => continue,
            }
            found.offer(*entry, fitness);
        }
        if is_known { self.known_by_import(found) } else { found.known_by(Provenance::UniqueName) }
    }

    /// A member that a type of a file has from the types it extends or implements.
    pub fn inherited(
        &self,
        file: u32,
        owner: u32,
        referring: &Referring<'_>,
        found: &mut Found,
    ) -> Option<Provenance> {
        found.clear();
        let entries = self.directory.entries(referring.name);
        if entries.is_empty() || self.inheritance == Inheritance::Ignore {
            return None;
        }
        let mut queue = vec![(file, owner, Provenance::SameFile)];
        let mut n_done = 0;
        while n_done < queue.len() && n_done < MOST_TYPES {
            let (file, owner, way) = queue[n_done];
            n_done += 1;
            for base in self.directory.bases(file).iter().filter(|base| base.of == owner) {
                let way = weaker(way, base.provenance);
                for entry in entries.in_file(base.file) {
                    if entry.container == base.name
                        && entry.role != Role::Local
                        && let Some(fitness) =
                            fitness(referring.kind, Form::Path, entry.kind, entry.role)
                    {
                        found.offer(*entry, fitness);
                    }
                }
                if !found.is_empty() {
                    return found.known_by(way);
                }
                if queue.iter().all(|(file, owner, _)| (*file, *owner) != (base.file, base.name)) {
                    queue.push((base.file, base.name, way));
                }
            }
        }
        None
    }
}

/// The less certain of two links. One import on the way makes all of it known by import.
pub fn weaker(one: Provenance, other: Provenance) -> Provenance {
    match (one, other) {
        (Provenance::SameFile, Provenance::Import) | (Provenance::Import, Provenance::SameFile) => {
            Provenance::Import
        }
        (one, other) => one.max(other),
    }
}
