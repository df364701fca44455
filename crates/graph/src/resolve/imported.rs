//! Resolves a qualified name through the imports that bind the first part of its qualifier.

use std::ops::ControlFlow;

use rutter_domain::{Provenance, ReferenceKind};
use rutter_syntax::profile;
use rutter_syntax::profile::Bound;

use crate::base::digest::{ImportView, ReferenceView};
use crate::base::hash::hash_container;
use crate::base::kinds::Role;
use crate::base::names::DefinitionAt;
use crate::base::qualifier::looks_like_a_type;
use crate::imports::modules::submodule;
use crate::imports::target::{ImportTarget, ModuleFiles};
use crate::resolve::candidates::Candidates;
use crate::resolve::lookup::{NameQuery, look_up};
use crate::resolve::members::{find_member, reach_of};
use crate::resolve::viewpoint::Viewpoint;

/// A type, by the file that defines it and the hash of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeAt {
    pub file: u32,
    pub name: u32,
}

impl TypeAt {
    pub fn of(definition: &DefinitionAt) -> TypeAt {
        TypeAt { file: definition.file, name: definition.as_container() }
    }

    /// The type that a definition is a member of.
    pub fn around(member: &DefinitionAt) -> TypeAt {
        TypeAt { file: member.file, name: member.container }
    }
}

/// The outcome of following one import for a qualified name.
enum Finding {
    Resolved(Provenance),
    /// The name is not in the repository, or not where the import leads.
    NotFound,
    /// The import binds a value, whose members are not known.
    Value,
    /// The import binds a type that has no such member of its own; it may inherit one.
    NoOwnMember(TypeAt),
}

impl Viewpoint<'_> {
    /// Resolves through the imports that bind the first of `segments`. Continues if there are none
    /// or if they bind a value. `inherit` looks for a member among the supertypes of a type.
    pub fn qualified_by_import(
        &self,
        reference: &ReferenceView<'_>,
        segments: &[&str],
        candidates: &mut Candidates,
        mut inherit: impl FnMut(TypeAt, &mut Candidates) -> Option<Provenance>,
    ) -> ControlFlow<Option<Provenance>> {
        let Some(first) = segments.first() else { return ControlFlow::Continue(()) };
        let mut is_value = false;
        let mut is_bound = false;
        let mut found: Option<(Provenance, Vec<DefinitionAt>)> = None;
        let mut is_missing_somewhere = false;
        for index in self.bindings_for(first, reference) {
            let Some(import) = self.digest.import(index) else { continue };
            let Some(target) = self.target(index) else { continue };
            is_bound = true;
            candidates.clear();
            // `mod gone;` without a file says nothing about another platform.
            let is_declared = target.home != ModuleFiles::Missing;
            match self.through_target(import, target, reference, segments, candidates) {
                // A Rust module may have one file for each platform.
                Finding::Resolved(known) if profile(self.language).has_crates() => {
                    let definitions = candidates.take();
                    found.get_or_insert((known, Vec::new())).1.extend(definitions);
                }
                Finding::Resolved(known) => return ControlFlow::Break(Some(known)),
                Finding::NotFound => is_missing_somewhere |= is_declared,
                Finding::Value => is_value = true,
                Finding::NoOwnMember(owner) => {
                    if let Some(known) = inherit(owner, candidates) {
                        return ControlFlow::Break(Some(known));
                    }
                }
            }
        }
        if let Some((known, definitions)) = found {
            candidates.clear();
            for definition in definitions {
                candidates.offer(definition, 0);
            }
            let known = match self.known_by_import(candidates) {
                // On another platform it may come from outside.
                Some(_) if is_missing_somewhere => Some(Provenance::Ambiguous(2)),
                found if known.is_sure() => found,
                _ => Some(known),
            };
            return ControlFlow::Break(known);
        }
        if is_bound && !is_value { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
    }

    /// Through the target of an import: a module, or a symbol taken from one.
    fn through_target(
        &self,
        import: ImportView<'_>,
        target: &ImportTarget,
        reference: &ReferenceView<'_>,
        segments: &[&str],
        candidates: &mut Candidates,
    ) -> Finding {
        let Some(module) = &target.module else {
            return if target.home.is_internal() {
                self.through_symbol(import, target, reference, segments, candidates)
            } else {
                Finding::NotFound
            };
        };
        // `import a.b` in Python binds `a`, and all of `a.b` must be written to use it.
        let is_written_out = profile(self.language).imports.binds == Bound::First
            && import.name.is_none()
            && import.alias.is_none();
        let n_used = if is_written_out { import.module.split('.').count() } else { 1 };
        let Some(rest) = segments.get(n_used..) else { return Finding::NotFound };
        let is_same = || import.module.split('.').eq(segments[..n_used].iter().copied());
        if n_used > 1 && !is_same() {
            return Finding::NotFound;
        }
        let (inner, rest) = self.descend(module, rest);
        let container = rest.last().map_or(0, |last| hash_container(last));
        let query = NameQuery { kind: reference.kind, name: reference.name, alias: None };
        look_up(self.scopes, &inner, container, query, candidates);
        if let Some(known) = self.known_by_import(candidates) {
            // On the platform of another file of the module it may come from outside.
            let is_missing_somewhere = profile(self.language).has_crates()
                && inner.listed().iter().any(|file| {
                    candidates.definitions.iter().all(|definition| definition.file != *file)
                });
            let is_of_several = matches!(inner, ModuleFiles::AnyOf(_));
            let is_open = is_of_several && is_missing_somewhere;
            return Finding::Resolved(if is_open { Provenance::Ambiguous(2) } else { known });
        }
        match rest.last() {
            Some(last) if !looks_like_a_type(last) => Finding::Value,
            Some(_) => Finding::NotFound,
            // `require` of a script gives the module or its default export, so both are tried there.
            None if target.home == *module && !profile(self.language).is_script() => {
                Finding::NotFound
            }
            None => match self.through_symbol(import, target, reference, segments, candidates) {
                Finding::Value if target.home == *module => Finding::NotFound,
                finding => finding,
            },
        }
    }

    /// Through a symbol that an import takes from a module: a type, a namespace or a value.
    fn through_symbol(
        &self,
        import: ImportView<'_>,
        target: &ImportTarget,
        reference: &ReferenceView<'_>,
        segments: &[&str],
        candidates: &mut Candidates,
    ) -> Finding {
        let is_script = profile(self.language).is_script();
        let local_name = segments.first().copied().unwrap_or("");
        // `import name from "m"` of JavaScript has no name of its own in the module.
        let imported_name = import.name.unwrap_or(if is_script { "default" } else { local_name });
        let kind = ReferenceKind::Mention;
        let query = NameQuery { kind, name: imported_name, alias: import.alias };
        look_up(self.scopes, &target.home, target.container, query, candidates);
        let owners = candidates.take();
        let Some(owner) = owners.first() else {
            // A type that the module takes from elsewhere is not a value.
            let is_type = looks_like_a_type(imported_name) && !is_script;
            return if is_type { Finding::NotFound } else { Finding::Value };
        };
        // `imported.inner.member` is a member of `inner`; `imported.member` is one of the symbol by the name that
        // it has in its file, which an alias hides.
        let inner = segments.get(1..).and_then(<[&str]>::last);
        let container = inner.map_or(owner.as_container(), |inner| hash_container(inner));
        let files: Vec<u32> = owners.iter().map(|owner| owner.file).collect();
        let home = ModuleFiles::of_files(files, ModuleFiles::Missing);
        let query = NameQuery { kind: reference.kind, name: reference.name, alias: None };
        look_up(self.scopes, &home, container, query, candidates);
        if let Some(known) = self.known_by_import(candidates) {
            return Finding::Resolved(known);
        }
        if let Some(inner) = inner {
            return if looks_like_a_type(inner) { Finding::NotFound } else { Finding::Value };
        }
        match owner.role {
            Role::Type | Role::Nested => {
                let reach = reach_of(self.language);
                match find_member(self, container, reach, reference, candidates) {
                    Some(known) => Finding::Resolved(known),
                    None => Finding::NoOwnMember(TypeAt::of(owner)),
                }
            }
            Role::Module => Finding::NotFound,
            Role::Free | Role::Member | Role::Local | Role::Nameless => Finding::Value,
        }
    }

    /// Descends into submodules while the names are such. Returns the names that are left.
    fn descend<'s>(
        &self,
        module: &ModuleFiles,
        names: &'s [&'s str],
    ) -> (ModuleFiles, &'s [&'s str]) {
        let mut module = module.clone();
        let mut rest = names;
        while let [name, further @ ..] = rest {
            let Some(inner) = submodule(self.base, self.language, &module, name) else { break };
            module = inner;
            rest = further;
        }
        (module, rest)
    }
}
