//! Resolves a qualified name: through an import, along a path, as a member of a type or a value.

use std::ops::ControlFlow;

use rutter_domain::{Provenance, ReferenceKind, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::LowerCase;

use crate::base::digest::ReferenceView;
use crate::base::hash::hash_container;
use crate::base::names::DefinitionAt;
use crate::base::qualifier::{QualifierShape, looks_like_a_type, segments, shape};
use crate::imports::modules::{RustPath, may_name_crate, walk_rust};
use crate::imports::target::ModuleFiles;
use crate::resolve::builtins::{is_builtin, is_common_method};
use crate::resolve::candidates::{Candidates, weaker};
use crate::resolve::fitness::{CALL_OF_DATA, NameForm, fitness};
use crate::resolve::imported::TypeAt;
use crate::resolve::lookup::{NameQuery, look_up};
use crate::resolve::members::{MemberReach, find_member};
use crate::resolve::type_homes::is_type_parameter;
use crate::resolve::value_type::{Spot, head_of, reference_to};
use crate::resolve::{FileResolver, can_be_a_member};

impl FileResolver<'_> {
    /// Along a qualifier that consists of names and is not known to be a value.
    pub fn along_path(
        &self,
        reference: &ReferenceView<'_>,
        qualifier: &str,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        candidates.clear();
        match shape(qualifier) {
            QualifierShape::Path => self.qualified_by_path(reference, qualifier, candidates),
            QualifierShape::Value => None,
        }
    }

    /// A name without a definition: a module may export something else under it.
    pub fn offered_by_module(
        &self,
        reference: &ReferenceView<'_>,
        qualifier: &str,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let view = &self.view;
        let head = head_of(qualifier);
        let is_own_crate = profile(view.language).has_crates() && matches!(head, "crate" | "super");
        let leads_to_module = |import| {
            let target = view.target(import);
            target.is_some_and(|target| target.module.is_some())
        };
        if !is_own_crate && !view.scope.binding(head).any(leads_to_module) {
            return None;
        }
        self.along_path(reference, qualifier, candidates).filter(|known| known.is_sure())
    }

    /// Through names that may be modules, types or values.
    pub fn qualified_by_path(
        &self,
        reference: &ReferenceView<'_>,
        qualifier: &str,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let view = &self.view;
        let segments: Vec<&str> = segments(qualifier).collect();
        let (first, last) = (*segments.first()?, *segments.last()?);
        if let [parameter] = segments[..]
            && let Some(known) = self.member_of_parameter(parameter, reference, candidates)
        {
            return known;
        }
        if let [owner, associated] = segments[..]
            && let Some(known) = self.member_of_associated(owner, associated, reference, candidates)
        {
            return known;
        }
        if let ControlFlow::Break(known) =
            self.qualified_by_import(reference, &segments, candidates)
        {
            return known;
        }
        candidates.clear();
        // `String.valueOf` is not a member of a type of the repository.
        if self.is_from_language(first) {
            return None;
        }
        let is_rooted = matches!(first, "crate" | "super");
        let is_path = is_rooted || qualifier.contains("::");
        if profile(view.language).has_crates()
            && (is_path || may_name_crate(&view.scopes.modules, view.file, first))
        {
            let known = self.along_rust_path(reference, &segments, candidates);
            let is_outside = matches!(first, "std" | "core" | "alloc" | "proc_macro");
            if known.is_some() || is_rooted || is_outside || self.is_foreign_crate(first) {
                return known;
            }
        }
        let lower_case = profile(view.language).names.lower_case;
        let can_be_a_value = !is_path && !looks_like_a_type(last);
        if segments.len() == 1
            && (!can_be_a_value || lower_case != LowerCase::Value)
            && let ControlFlow::Break(known) = self.member_of_type(last, reference, candidates)
        {
            return known;
        }
        if !(is_type_parameter(last) || can_be_a_value && lower_case == LowerCase::Typed) {
            let owner = hash_container(last);
            let known = find_member(view, owner, MemberReach::Anywhere, reference, candidates);
            // A Rust path that cannot be followed is known by its last part alone.
            let has_crates = profile(view.language).has_crates();
            match known {
                Some(known)
                    if has_crates && known.is_sure() && segments.len() > 1
                        || has_crates && known == Provenance::UniqueName =>
                {
                    return Some(Provenance::SameName);
                }
                Some(known) => return Some(known),
                None => {}
            }
        }
        if can_be_a_member(reference.kind) && can_be_a_value && !self.is_foreign_crate(first) {
            return self.member_of_value(reference, candidates);
        }
        None
    }

    /// A member of a value of unknown type: any member of that name may be meant.
    pub fn member_of_value(
        &self,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let view = &self.view;
        candidates.clear();
        let definitions = view.base.definitions(reference.name);
        // A field or object of another file that happens to hold a function is not a likely target,
        // and a method that hands a call on to another object does not call itself.
        let most = if reference.kind.is_of_data() { 1 } else { CALL_OF_DATA };
        let is_likely = |definition: &DefinitionAt| {
            let is_self = definition.file == view.file && Some(definition.symbol) == reference.from;
            let fits = || {
                fitness(reference.kind, NameForm::Member, definition)
                    .is_some_and(|fitness| fitness < most)
            };
            let is_likely = if definition.file == view.file {
                !reference.kind.is_of_data() || fits()
            } else {
                !definition.flags.is_of_value() && fits()
            };
            !is_self && is_likely
        };
        view.offer_all(&definitions, reference, NameForm::Member, is_likely, candidates);
        let is_common = is_common_method(view.language, reference.name);
        let known = candidates.known_by(self.view.base, Provenance::SameName)?;
        // The method of the language's own types is one more that may be meant.
        Some(match known {
            known if !is_common => known,
            Provenance::Ambiguous(n_definitions) => Provenance::Ambiguous(n_definitions + 1),
            _ => Provenance::Ambiguous(2),
        })
    }

    /// A member of the type that a path names. Continues if the path names no known type; breaks
    /// with `None` if the type is external or has no such member.
    pub fn member_of_type(
        &self,
        path: &str,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> ControlFlow<Option<Provenance>> {
        let view = &self.view;
        let segments: Vec<&str> = segments(path).collect();
        self.qualified_by_import(reference, &segments, candidates)?;
        let [name] = segments[..] else { return ControlFlow::Continue(()) };
        if self.is_from_language(name) {
            return ControlFlow::Break(None);
        }
        let of_type = reference_to(ReferenceKind::Type, name, None, Spot::of(reference));
        candidates.clear();
        let Some(way) = view.bare(&of_type, candidates) else { return ControlFlow::Continue(()) };
        let types = candidates.take();
        let owner = hash_container(name);
        if types.iter().any(|at| !at.role.is_type()) {
            let known = find_member(view, owner, MemberReach::Anywhere, reference, candidates);
            return known
                .map_or(ControlFlow::Continue(()), |known| ControlFlow::Break(Some(known)));
        }
        let known = self.member_of_types(&types, way, reference, candidates);
        ControlFlow::Break(known.map(|known| match known {
            // The type is named here, and not only known through a value.
            Provenance::ByType => view.known_here_or(way, candidates).unwrap_or(way),
            known => known,
        }))
    }

    /// Whether a name is one of the language itself, and no type of this file hides it.
    fn is_from_language(&self, name: &str) -> bool {
        let view = &self.view;
        let hides = |at: &DefinitionAt| at.role.is_type();
        is_builtin(view.language, name)
            && !view.base.definitions(name).in_file(view.file).iter().any(hides)
    }

    /// Resolves through the imports that bind the first of `segments`. Continues if there are none
    /// or if they bind a value.
    fn qualified_by_import(
        &self,
        reference: &ReferenceView<'_>,
        segments: &[&str],
        candidates: &mut Candidates,
    ) -> ControlFlow<Option<Provenance>> {
        let inherit = |owner, candidates: &mut Candidates| {
            let inherited = self.inherited(owner, reference, candidates);
            inherited.map(|known| weaker(Provenance::Import, known))
        };
        let found = self.view.qualified_by_import(reference, segments, candidates, inherit);
        match (found, candidates.definitions.first()) {
            (ControlFlow::Break(Some(known)), Some(first)) if self.has_overloads(reference) => {
                let owner = TypeAt::around(first);
                ControlFlow::Break(self.among_overloads(owner, known, reference, candidates))
            }
            (found, _) => found,
        }
    }

    /// Resolves along a Rust path: `crate::a::b`, `super::c`, `some_crate::d`.
    fn along_rust_path(
        &self,
        reference: &ReferenceView<'_>,
        segments: &[&str],
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let view = &self.view;
        let enclosing = view.digest.enclosing(reference.from);
        let n_inline = enclosing.filter(|(_, item)| item.kind == SymbolKind::Module).count();
        let modules = &view.scopes.modules;
        let end = walk_rust(modules, view.file, n_inline, segments, Some(reference.name));
        let RustPath::At { file, container } = end else { return None };
        let query = NameQuery { kind: reference.kind, name: reference.name, alias: None };
        look_up(view.scopes, &ModuleFiles::One(file), container, query, candidates);
        view.known_by_import(candidates)
    }

    /// Whether a word is an external crate, as another import of the file shows.
    fn is_foreign_crate(&self, word: &str) -> bool {
        let view = &self.view;
        profile(view.language).has_crates()
            && (view.digest.imports().zip(view.targets())).any(|(import, target)| {
                target.home == ModuleFiles::External
                    && import.module.split("::").next() == Some(word)
            })
    }
}
