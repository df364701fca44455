//! The upper layer: ties a reference to the definitions it means.
//!
//! A name is looked up in this order: a definition local to the same function; what an import binds
//! it to; a definition in the same file; what the file has in its scope without an import that
//! mentions it (its package, its includes, a module imported as a whole); then the whole
//! repository, where the name is unique or ambiguous. A name that an import binds to something
//! external is never looked up in the repository. A use through a value whose type is not written
//! can only mean a member and is known by its name at best; if the types of the language itself
//! have a method of that name, it is ambiguous.
//!
//! [`Viewpoint`] resolves what needs no inheritance, [`supertypes`] uses it to find out what types
//! inherit from, and [`FileResolver`] uses both. Start at [`FileResolver::resolve`].

mod bare;
mod bounds;
mod builtins;
pub mod candidates;
mod fitness;
mod handed;
mod held;
mod imported;
mod inherited;
mod lookup;
mod members;
mod mentions;
mod overloads;
mod qualified;
mod returned;
mod supertypes;
mod type_homes;
mod type_parts;
mod typing;
mod value_type;
mod variants;
mod viewpoint;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use rutter_domain::{CallForm, Family, Provenance, ReferenceKind};
use rutter_syntax::profile;

use crate::base::Base;
use crate::base::digest::ReferenceView;
use crate::base::hash::hash_container;
use crate::base::qualifier::{QualifierShape, looks_like_a_type, shape};
use crate::imports::modules::{ModuleMemory, Modules};
use crate::imports::scopes::{ScopeMemory, Scopes};
use candidates::{Admitted, Candidates, Collect};
use imported::TypeAt;
use members::{MemberReach, find_member, reach_of};
use mentions::resolve_mention;
use supertypes::{Supertype, supertypes_in};
use value_type::{Spot, Typing, last_of};
use viewpoint::Viewpoint;

/// Everything that resolution knows about a repository, each thing computed on first use.
pub struct Resolver<'a> {
    pub scopes: Scopes<'a>,
    supertypes: Arc<SupertypeMemory>,
}

/// The supertypes of the types of each file, as far as they were computed.
type SupertypeMemory = Vec<OnceLock<Box<[Supertype]>>>;

/// Everything that was computed about the files of a repository.
#[derive(Clone)]
pub struct ResolverMemory {
    modules: Arc<ModuleMemory>,
    scopes: Arc<ScopeMemory>,
    supertypes: Arc<SupertypeMemory>,
}

impl ResolverMemory {
    /// For an index of `n_files` files.
    pub fn new(n_files: usize) -> ResolverMemory {
        let supertypes = std::iter::repeat_with(OnceLock::new).take(n_files).collect();
        ResolverMemory {
            modules: Arc::default(),
            scopes: Arc::new(ScopeMemory::new(n_files)),
            supertypes: Arc::new(supertypes),
        }
    }
}

impl<'a> Resolver<'a> {
    pub fn new(base: Base<'a>) -> Resolver<'a> {
        let memory = ResolverMemory::new(base.files.len());
        Resolver::with_memory(base, &memory)
    }

    /// `memory` is of the same files.
    pub fn with_memory(base: Base<'a>, memory: &ResolverMemory) -> Resolver<'a> {
        let modules = Modules::new(base, Arc::clone(&memory.modules));
        let scopes = Scopes::new(modules, Arc::clone(&memory.scopes));
        Resolver { scopes, supertypes: Arc::clone(&memory.supertypes) }
    }

    pub fn base(&self) -> &Base<'a> {
        self.scopes.base()
    }

    /// Resolves from the point of view of a file.
    pub fn in_file(&self, file: u32) -> FileResolver<'_> {
        let steps_left = Rc::new(Cell::new(MOST_STEPS_IN_ALL));
        FileResolver { resolver: self, view: Viewpoint::new(&self.scopes, file), steps_left }
    }

    /// The types that a type extends or implements, in the order they are written.
    fn supertypes_of(&self, subtype: TypeAt) -> impl Iterator<Item = &Supertype> {
        let of_file = &self.supertypes[subtype.file as usize];
        let of_file = of_file.get_or_init(|| supertypes_in(&self.scopes, subtype.file));
        of_file.iter().filter(move |supertype| supertype.subtype == subtype.name)
    }
}

/// The most steps that are taken to find the types that one reference depends on. A member may be assigned
/// at many places from members that are assigned at many places, and so on.
// In yjs, whose fields are assigned from one another, a search without this bound took minutes.
const MOST_STEPS_IN_ALL: usize = 500;

/// Resolves the references of one file.
pub struct FileResolver<'r> {
    resolver: &'r Resolver<'r>,
    pub view: Viewpoint<'r>,
    /// Steps that may still be taken for the current reference, here and in other files.
    steps_left: Rc<Cell<usize>>,
}

/// The meaning of a keyword before a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Receiver {
    /// The type in whose body it is: `self`, `this`.
    Own,
    /// The supertypes of that type: `super`.
    Supertype,
}

impl<'r> FileResolver<'r> {
    /// Resolves a reference: returns its provenance, and puts the definitions it may mean in `candidates`.
    /// Returns `None` if it stays unresolved.
    pub fn resolve(
        &self,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let known = self.resolve_as_read(reference, candidates)?;
        // Looked for only if the answer would be sure: the others promise nothing.
        let is_damaged = || {
            self.view.digest.is_damaged(reference.line)
                || candidates.definitions.iter().any(|target| target.flags.is_damaged())
        };
        Some(if known.is_sure() && is_damaged() { Provenance::PartlyRead } else { known })
    }

    /// As [`FileResolver::resolve`], as if every file had been read without an error.
    fn resolve_as_read(
        &self,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        candidates.clear();
        candidates.admitted = match (reference.kind, reference.form) {
            (ReferenceKind::Call, CallForm::Macro) => Admitted::Macros,
            (ReferenceKind::Call, _) if profile(self.view.language).has_traits() => {
                Admitted::Functions
            }
            _ => Admitted::All,
        };
        // Once for each reference: what other files resolve for it counts as well.
        self.steps_left.set(MOST_STEPS_IN_ALL);
        if self.view.language.family() != Family::Code {
            return resolve_mention(&self.view, reference, candidates);
        }
        let Some(qualifier) = reference.qualifier else { return self.bare(reference, candidates) };
        // Only a module can give a name to what is defined by another.
        if self.view.base.definitions(reference.name).is_empty() {
            return self.offered_by_module(reference, qualifier, candidates);
        }
        let known = self.qualified(reference, qualifier, candidates)?;
        let known = self.declared_in_trait(reference, known, candidates)?;
        Some(self.weigh_implementations(reference, qualifier, known, candidates))
    }

    fn qualified(
        &self,
        reference: &ReferenceView<'_>,
        qualifier: &str,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        match self.receiver(qualifier) {
            Some(Receiver::Own) => self.member_of_own_type(reference, candidates),
            Some(Receiver::Supertype) => {
                let name = hash_container(self.view.own_types(reference.from).next()?);
                self.inherited(TypeAt { file: self.view.file, name }, reference, candidates)
            }
            // `Shape::Circle { x: 1 }`: the fields of a variant are not those of its enum.
            None if reference.kind.is_of_data()
                && profile(self.view.language).has_traits()
                && qualifier.contains("::")
                && looks_like_a_type(last_of(qualifier)) =>
            {
                self.along_path(reference, qualifier, candidates)
            }
            None if can_be_a_member(reference.kind) => {
                let spot = Spot::of(reference);
                match self.typing(qualifier, spot) {
                    typing @ (Typing::Written(_) | Typing::Made(_)) => {
                        self.member_of_typing(typing, reference, spot, candidates)
                    }
                    // A member of a type from outside is not in the repository, whatever has its name here.
                    Typing::Outside => None,
                    Typing::Unknown => {
                        let path = self.path_behind(qualifier, spot);
                        let known =
                            path.and_then(|path| self.along_path(reference, path, candidates));
                        match known {
                            Some(known) if known.is_sure() => Some(known),
                            Some(_) | None => self.member_of_value(reference, candidates),
                        }
                    }
                    Typing::NoValue if shape(qualifier) == QualifierShape::Value => {
                        self.member_of_value(reference, candidates)
                    }
                    Typing::NoValue => {
                        let known = self.qualified_by_path(reference, qualifier, candidates);
                        if known.is_some_and(Provenance::is_sure) {
                            return known;
                        }
                        let mut others = Candidates::new(Collect::All);
                        let of_function =
                            self.member_of_function(qualifier, reference, &mut others);
                        if of_function.is_some() {
                            *candidates = others;
                        }
                        of_function.or(known)
                    }
                }
            }
            None => self.along_path(reference, qualifier, candidates),
        }
    }

    /// A resolver for another file that shares the steps that are left.
    fn beside(&self, file: u32) -> FileResolver<'r> {
        let steps_left = Rc::clone(&self.steps_left);
        FileResolver { steps_left, ..self.resolver.in_file(file) }
    }

    /// Takes a step towards a type; false when there were too many.
    fn takes_step(&self) -> bool {
        let steps_left = self.steps_left.get();
        self.steps_left.set(steps_left.saturating_sub(1));
        steps_left > 0
    }

    /// A name alone. A call may also mean a method of a type around it, in some languages.
    fn bare(
        &self,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let definitions = self.view.base.definitions(reference.name);
        if let ControlFlow::Break(known) = self.view.bound(reference, &definitions, candidates) {
            return known;
        }
        if can_be_a_member(reference.kind) && profile(self.view.language).members.are_bare {
            let mut owners = self.view.own_types(reference.from);
            let known = owners.find_map(|owner| self.own_member(owner, reference, candidates));
            if known.is_some() {
                return known;
            }
            candidates.clear();
        }
        if let Some(class) = self.view.class_body_around(reference.from) {
            let (name, reach) = (hash_container(class), MemberReach::Scope);
            let known = find_member(&self.view, name, reach, reference, candidates);
            if known.is_some() {
                return known;
            }
            candidates.clear();
        }
        self.view.unbound(reference, &definitions, candidates)
    }

    /// A member of the innermost type around the reference; outside any type, a name of the module.
    fn member_of_own_type(
        &self,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let Some(owner) = self.view.own_types(reference.from).next() else {
            return self.bare(&ReferenceView { qualifier: None, ..*reference }, candidates);
        };
        let known = self.own_member(owner, reference, candidates);
        if known.is_some() || reference.kind != ReferenceKind::Call {
            return known;
        }
        self.member_of_value(reference, candidates)
    }

    /// A member of a type around the reference, its own or inherited.
    fn own_member(
        &self,
        owner: &str,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let view = &self.view;
        let name = hash_container(owner);
        let at = TypeAt { file: view.file, name };
        // `impl Trait for Range` adds to a type from outside, which is not another of its name.
        let is_outside = profile(view.language).has_traits() && self.is_bound_outside(owner);
        let reach = if is_outside { MemberReach::Scope } else { reach_of(view.language) };
        let known = find_member(view, name, reach, reference, candidates)
            .filter(|_| self.may_be_called(at, reference, candidates))
            .and_then(|known| self.among_overloads(at, known, reference, candidates))
            .or_else(|| self.inherited(at, reference, candidates));
        if known.is_some() {
            return self.declared_by_supertype(at, reference, candidates).or(known);
        }
        // The body of a method and its type may be in different files.
        let types = view.base.definitions(owner);
        if types.in_file(view.file).iter().any(|definition| definition.role.is_type()) {
            return None;
        }
        self.member_of_type(owner, reference, candidates).break_value().flatten()
    }

    fn receiver(&self, qualifier: &str) -> Option<Receiver> {
        let language = self.view.language;
        match qualifier {
            "self" | "this" | "Self" | "cls" | "$this" | "static" | "__MODULE__" => {
                Some(Receiver::Own)
            }
            "super()" => Some(Receiver::Supertype),
            word if word == profile(language).members.supertype => Some(Receiver::Supertype),
            _ => None,
        }
    }
}

/// Whether a use may be that of a member of a value.
fn can_be_a_member(kind: ReferenceKind) -> bool {
    kind == ReferenceKind::Call || kind.is_of_data()
}
