//! Ties a reference to what it means.
//!
//! In this order: a definition local to the same function; what an import binds the name to; a
//! definition in the same file; what the file has in its scope without naming it (its package, its
//! includes, all of a module); then the repository at large, where a name is unique or ambiguous.
//! A name that an import binds to something outside is never looked for inside. A use through a
//! value whose type is not written can only mean a member, and is known by its name at best; where
//! the language has a method of that name itself, it is ambiguous. Start at [`Viewpoint::resolve`].

use rutter_domain::{Family, Language, Provenance, ReferenceKind};

use crate::builtins::{is_builtin, is_common_method};
use crate::digest::Referring;
use crate::found::Found;
use crate::hash::hash_container;
use crate::kinds::{Form, LAST_CALLED, Role, fitness, has_implicit_receiver};
use crate::lookup::{Wish, look_up};
use crate::members::{Reach, reach_of};
use crate::modules::names_crate;
use crate::names::Entry;
use crate::qualifier::{Shape, looks_like_a_type, segments, shape};
use crate::viewpoint::{Inheritance, Viewpoint};

/// Which value or type a fixed word stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// That in whose body it stands.
    Own,
    /// What that one inherits from.
    Base,
}

impl Viewpoint<'_> {
    /// How a reference of this file is known, with what it means in `found`; nothing when it stays
    /// unresolved.
    pub fn resolve(&self, referring: &Referring<'_>, found: &mut Found) -> Option<Provenance> {
        found.clear();
        if self.language.family() != Family::Code {
            return self.mentioned(referring, found);
        }
        let Some(qualifier) = referring.qualifier else { return self.bare(referring, found) };
        if self.directory.entries(referring.name).is_empty() {
            return None;
        }
        match self.word(qualifier) {
            Some(Word::Own) => self.own(referring, found),
            Some(Word::Base) => {
                let owner = hash_container(self.own_types(referring.from).next()?);
                self.inherited(self.file, owner, referring, found)
            }
            None => {
                if let Some(path) = self.type_of_value(qualifier, referring.from)
                    && let Some(known) = self.of_type(path, referring, found)
                {
                    return known;
                }
                match shape(qualifier) {
                    Shape::Path => self.through_path(referring, qualifier, found),
                    Shape::Value => self.through_value(referring, found),
                }
            }
        }
    }

    /// Resolves the base of a type, without asking for the bases of any.
    pub fn resolve_base(&self, referring: &Referring<'_>, found: &mut Found) -> Option<Provenance> {
        found.clear();
        match referring.qualifier {
            None => self.bare(referring, found),
            Some(qualifier) => {
                let segments: Vec<&str> = segments(qualifier).collect();
                self.through_import(referring, &segments, found).unwrap_or_else(|| {
                    let owner = hash_container(segments.last().copied().unwrap_or(""));
                    self.member_of(owner, Reach::Anywhere, referring, found)
                })
            }
        }
    }

    /// A name alone.
    pub(crate) fn bare(&self, referring: &Referring<'_>, found: &mut Found) -> Option<Provenance> {
        let entries = self.directory.entries(referring.name);
        let fitting = |entry: &Entry, form| fitness(referring.kind, form, entry.kind, entry.role);
        let here = entries.in_file(self.file);
        for entry in here.iter().filter(|entry| entry.role == Role::Local) {
            if let Some(fitness) =
                fitting(entry, Form::Bare).filter(|_| self.encloses(entry, referring))
            {
                found.offer(*entry, fitness);
            }
        }
        if !found.is_empty() {
            return found.known_by(Provenance::SameFile);
        }
        let mut is_bound = false;
        for import in self.scope.binding(referring.name) {
            is_bound = true;
            self.look_up_import(import, referring.kind, found);
        }
        // A file may define what it fails to import.
        let is_own = |entry: &Entry| matches!(entry.role, Role::Free | Role::Type);
        if is_bound && !(found.is_empty() && here.iter().any(is_own)) {
            return self.known_by_import(found);
        }
        if entries.is_empty() {
            return None;
        }
        if referring.kind == ReferenceKind::Call && has_implicit_receiver(self.language) {
            let mut owners = self.own_types(referring.from);
            let known = owners.find_map(|owner| self.own_member(owner, referring, found));
            if known.is_some() {
                return known;
            }
            found.clear();
        }
        let is_nested_there =
            |entry: &Entry| entry.role == Role::Nested && self.language == Language::Rust;
        let is_here = |entry: &&Entry| entry.role != Role::Local && !is_nested_there(entry);
        for entry in here.iter().filter(is_here) {
            if let Some(fitness) = fitting(entry, Form::Bare) {
                found.offer(*entry, fitness);
            }
        }
        if !found.is_empty() && !found.is_declared_only() {
            return found.known_by(Provenance::SameFile);
        }
        if self.has_wide_scope() {
            for entry in entries.iter().filter(|entry| self.is_candidate(referring.name, entry)) {
                let fitness = fitting(entry, Form::Bare);
                let fitness = fitness.filter(|_| entry.role != Role::Nested);
                if let Some(fitness) = fitness.filter(|_| self.is_in_scope(entry)) {
                    found.offer(*entry, fitness);
                }
            }
            if found.is_empty() {
                self.look_up_stars(referring, found);
            }
        }
        let is_declared = found.is_declared_only();
        if !found.is_empty() && !is_declared {
            return self.known_by_import(found);
        }
        if is_builtin(self.language, referring.name) {
            return None;
        }
        let form = match self.language {
            // What is not in the package or imported by name is not there.
            Language::Go | Language::Java => return None,
            Language::Ruby => Form::Path,
            _ => Form::Bare,
        };
        let is_shared = |entry: &Entry| {
            entry.role != Role::Nested && !self.directory.digest(entry.file).is_module
        };
        self.anywhere(&entries, referring, form, is_shared, found);
        if is_declared { self.known_by_import(found) } else { self.known_by_name(found) }
    }

    /// A member of the type in whose body the reference stands.
    fn own(&self, referring: &Referring<'_>, found: &mut Found) -> Option<Provenance> {
        let Some(owner) = self.own_types(referring.from).next() else {
            return self.in_module(referring, found);
        };
        let known = self.own_member(owner, referring, found);
        if known.is_some() || referring.kind != ReferenceKind::Call {
            return known;
        }
        self.through_value(referring, found)
    }

    /// A member of a type in whose body, here, a reference stands.
    fn own_member(
        &self,
        owner_name: &str,
        referring: &Referring<'_>,
        found: &mut Found,
    ) -> Option<Provenance> {
        let owner = hash_container(owner_name);
        let known = self
            .member_of(owner, reach_of(self.language), referring, found)
            .or_else(|| self.inherited(self.file, owner, referring, found));
        if known.is_some() || self.inheritance == Inheritance::Ignore {
            return known;
        }
        // A method may stand in one file and its type in another.
        let types = self.directory.entries(owner_name);
        if types.in_file(self.file).iter().any(|entry| entry.role.is_type()) {
            return None;
        }
        self.of_type(owner_name, referring, found).flatten()
    }

    /// `self::name` outside of any type.
    fn in_module(&self, referring: &Referring<'_>, found: &mut Found) -> Option<Provenance> {
        self.bare(&Referring { qualifier: None, ..*referring }, found)
    }

    /// Through names that may be modules, types or values.
    fn through_path(
        &self,
        referring: &Referring<'_>,
        qualifier: &str,
        found: &mut Found,
    ) -> Option<Provenance> {
        let segments: Vec<&str> = segments(qualifier).collect();
        let (first, last) = (*segments.first()?, *segments.last()?);
        if let Some(known) = self.through_import(referring, &segments, found) {
            return known;
        }
        found.clear();
        if is_builtin(self.language, first) {
            return None;
        }
        let is_rooted = matches!(first, "crate" | "super");
        let is_path = is_rooted || qualifier.contains("::");
        if self.language == Language::Rust
            && (is_path || names_crate(self.directory, self.file, first))
        {
            let known = self.along_rust_path(referring, &segments, found);
            if known.is_some() || is_rooted {
                return known;
            }
        }
        let can_be_a_value = !is_path && !looks_like_a_type(last);
        if segments.len() == 1
            && (!can_be_a_value || self.language == Language::Cpp)
            && let Some(known) = self.of_type(last, referring, found)
        {
            return known;
        }
        if !(can_be_a_value && self.language == Language::Go) {
            let owner = hash_container(last);
            let known = self.member_of(owner, Reach::Anywhere, referring, found);
            if known.is_some() {
                return known;
            }
        }
        match referring.kind {
            ReferenceKind::Call if can_be_a_value && !self.is_foreign_crate(first) => {
                self.through_value(referring, found)
            }
            ReferenceKind::Call
            | ReferenceKind::Type
            | ReferenceKind::Extends
            | ReferenceKind::Implements
            | ReferenceKind::Mention => None,
        }
    }

    /// Through a value of unknown type: any member of that name may be meant.
    fn through_value(&self, referring: &Referring<'_>, found: &mut Found) -> Option<Provenance> {
        found.clear();
        let entries = self.directory.entries(referring.name);
        // That a field or an object elsewhere holds a function is no reason to think it is meant.
        let is_callable = |entry: &Entry| {
            entry.file == self.file
                || !entry.traits.is_of_value()
                    && fitness(referring.kind, Form::Member, entry.kind, entry.role)
                        .is_some_and(|fitness| fitness < LAST_CALLED)
        };
        self.anywhere(&entries, referring, Form::Member, is_callable, found);
        match self.known_by_name(found)? {
            // The language's own is one more that may be meant.
            known if !is_common_method(self.language, referring.name) => Some(known),
            Provenance::Ambiguous(n_definitions) => Some(Provenance::Ambiguous(n_definitions + 1)),
            Provenance::Import | Provenance::SameFile | Provenance::UniqueName => {
                Some(Provenance::Ambiguous(2))
            }
        }
    }

    /// Takes what all modules brought in as a whole say of a name.
    fn look_up_stars(&self, referring: &Referring<'_>, found: &mut Found) {
        let (kind, name) = (referring.kind, referring.name);
        let stars = self.scope.stars.iter();
        for target in stars.filter_map(|import| self.scope.targets.get(*import as usize)) {
            let mut more = Found::default();
            more.clear();
            let wish = Wish { kind, name, alias: None };
            look_up(self.directory, &target.home, target.container, wish, &mut more);
            for entry in more.entries {
                let fitness = fitness(kind, Form::Path, entry.kind, entry.role);
                found.offer(entry, fitness.unwrap_or(u8::MAX / 4));
            }
        }
    }

    /// Takes every definition of a name that fits.
    fn anywhere(
        &self,
        entries: &[Entry],
        referring: &Referring<'_>,
        form: Form,
        is_wanted: impl Fn(&Entry) -> bool,
        found: &mut Found,
    ) {
        for entry in entries {
            if let Some(fitness) = fitness(referring.kind, form, entry.kind, entry.role)
                && self.is_candidate(referring.name, entry)
                && is_wanted(entry)
            {
                found.offer(*entry, fitness);
                if found.is_settled() {
                    return;
                }
            }
        }
    }

    pub(crate) fn known_by_import(&self, found: &Found) -> Option<Provenance> {
        let is_here = found.entries.iter().all(|entry| entry.file == self.file);
        found.known_by(if is_here { Provenance::SameFile } else { Provenance::Import })
    }

    pub(crate) fn known_by_name(&self, found: &Found) -> Option<Provenance> {
        let is_here = found.entries.iter().all(|entry| entry.file == self.file);
        found.known_by(if is_here { Provenance::SameFile } else { Provenance::UniqueName })
    }

    fn word(&self, qualifier: &str) -> Option<Word> {
        match qualifier {
            "self" | "this" | "Self" | "cls" | "$this" | "static" | "__MODULE__" => Some(Word::Own),
            "super" if self.language != Language::Rust => Some(Word::Base),
            "super()" => Some(Word::Base),
            "parent" if self.language == Language::Php => Some(Word::Base),
            "base" if self.language == Language::CSharp => Some(Word::Base),
            _ => None,
        }
    }

    /// The path of the type that a value is said to have: a parameter's, or what it constructs.
    fn type_of_value<'t>(&'t self, qualifier: &'t str, from: Option<u32>) -> Option<&'t str> {
        match qualifier.strip_suffix("()") {
            Some(made) => looks_like_a_type(made).then_some(made),
            None => self.digest.type_of_parameter(from, qualifier),
        }
    }
}
