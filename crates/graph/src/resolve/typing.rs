//! Finds the type of a value, as far as the text says it.
//!
//! A value is a path, such as `self.pool.take()`: its head is a local, a member of the own type or a
//! name in scope, and every further step is a member of the type before it. Nothing is inferred
//! that is not written: a type, a constructor, or the result of a function that is surely known.
//! Start at [`FileResolver::typing`].

use std::ops::ControlFlow;

use rutter_domain::{Provenance, ReferenceKind, SymbolKind};
use rutter_syntax::profile;

use crate::base::digest::LinePlace;
use crate::base::hash::hash_container;
use crate::base::locals::{ALL, Origin};
use crate::base::names::DefinitionAt;
use crate::base::qualifier::looks_like_a_type;
use crate::resolve::builtins::is_builtin;
use crate::resolve::candidates::{Candidates, Collect};
use crate::resolve::held::yields_itself;
use crate::resolve::imported::TypeAt;
use crate::resolve::value_type::{
    Spot, TypeHome, Typing, WrittenAt, WrittenBy, head_of, last_of, reference_to, split_path,
};
use crate::resolve::{FileResolver, Receiver};

/// Types and supertypes that are searched for assignments of a member.
const MOST_TYPES: usize = 16;

impl<'r> FileResolver<'r> {
    /// The type of the value of a path.
    pub fn typing(&self, path: &str, spot: Spot) -> Typing<'r> {
        let Some(spot) = spot.next().filter(|_| self.takes_step()) else { return Typing::Unknown };
        let path = path.trim_start_matches(['*', '&', '(', ' ']);
        if let Some(called) = path.strip_suffix("()") {
            return self.typing_of_call(called, spot);
        }
        if let Some(written) = path.strip_suffix("{}") {
            return self.typing_of_cast(written, spot);
        }
        if let Some(list) = path.strip_suffix("[]") {
            let list = self.typing(list, spot);
            return self.element_of(list, spot);
        }
        if let Some(tried) = path.strip_suffix('?') {
            let tried = self.typing(tried, spot);
            return self.held_by(tried, spot);
        }
        // A Go struct without a name, in a literal.
        if path == "struct" && profile(self.view.language).is_structural() {
            return self.written_here("struct", spot);
        }
        match split_path(path, self.view.language) {
            Some((before, name)) => self.typing_of_member(before, name, spot),
            None => self.typing_of_name(path, spot),
        }
    }

    /// The type of a value that is said to have one: `(T) x`, `x as T`, `new(T)`.
    fn typing_of_cast(&self, written: &str, spot: Spot) -> Typing<'r> {
        match self.find_types(written, spot.place.from) {
            TypeHome::Types(types, known) if known.is_sure() => match self.alias_of(&types) {
                Some(target) => Typing::Written(target),
                None => types.first().map_or(Typing::Unknown, |made| Typing::Made(*made)),
            },
            TypeHome::Outside => Typing::Outside,
            _ => Typing::Unknown,
        }
    }

    fn typing_of_name(&self, name: &str, spot: Spot) -> Typing<'r> {
        let view = &self.view;
        if let Some(place) = view.local_meant(spot.place, name, spot.before) {
            let Some(local) = view.digest.local(place) else { return Typing::Unknown };
            let place_of_local = LinePlace { from: local.owner, line: local.start_line };
            let spot = Spot { place: place_of_local, before: place, ..spot };
            return self.typing_of_origin(local.origin, spot);
        }
        match self.receiver(name) {
            Some(Receiver::Own) => return self.typing_of_own(spot),
            Some(Receiver::Supertype) => return Typing::NoValue,
            None => {}
        }
        if !name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '@')) {
            return Typing::Unknown;
        }
        let reference = reference_to(ReferenceKind::Read, name, None, spot);
        let mut candidates = Candidates::new(Collect::UntilAmbiguous);
        let known = self.bare(&reference, &mut candidates).filter(|known| known.is_sure());
        let Some(_) = known else { return self.typing_of_unfound(name) };
        self.agreed(&candidates.definitions, |definition| self.typing_of_held(definition, spot))
    }

    /// The path of a module or type that a local is another name for.
    pub fn path_behind(&self, name: &str, spot: Spot) -> Option<&'r str> {
        let place = self.view.local_meant(spot.place, name, spot.before)?;
        let Origin::Value(path) = self.view.digest.local(place)?.origin else { return None };
        Some(path)
    }

    /// A name that means no definition: it may be known to come from outside.
    fn typing_of_unfound(&self, name: &str) -> Typing<'r> {
        let is_own = self.view.base.definitions(name).in_file(self.view.file).is_empty();
        if is_own && !looks_like_a_type(name) && self.is_bound_outside(name) {
            // A module or a value from outside: neither has members here.
            return Typing::Outside;
        }
        Typing::NoValue
    }

    /// Whether imports bind a name, and all of them lead out of the repository.
    pub fn is_bound_outside(&self, name: &str) -> bool {
        let view = &self.view;
        let bindings = view.scope.binding(name);
        let mut targets = bindings.filter_map(|import| view.target(import)).peekable();
        targets.peek().is_some() && targets.all(|target| target.is_external())
    }

    fn typing_of_own(&self, spot: Spot) -> Typing<'r> {
        match self.view.own_types(spot.place.from).next() {
            Some(text) => self.written_here(text, spot),
            None => Typing::NoValue,
        }
    }

    /// The type of a value that is written at a spot of this file.
    fn written_here(&self, text: &'r str, spot: Spot) -> Typing<'r> {
        Typing::Written(WrittenAt::of_value(text, self.view.file, spot.place.from))
    }

    pub fn typing_of_origin(&self, origin: Origin<'r>, spot: Spot) -> Typing<'r> {
        let found = match origin {
            Origin::Unknown => Typing::Unknown,
            Origin::Type(text) => self.written_here(text, spot),
            Origin::Call(path) => self.typing_of_call(path, spot),
            Origin::Value(path) => match self.typing(path, spot) {
                // The braces of a literal of several lines are not part of a signature.
                Typing::NoValue if profile(self.view.language).is_structural() => {
                    self.typing_of_call(path, spot)
                }
                found => found,
            },
            Origin::Element(path) => {
                let list = self.typing(path, spot);
                self.element_of(list, spot)
            }
            Origin::Handed(text) => self.typing_of_handed(text, spot),
        };
        match found {
            Typing::NoValue => Typing::Unknown,
            found => found,
        }
    }

    /// The type of a member of the value of a path.
    fn typing_of_member(&self, before: &str, name: &str, spot: Spot) -> Typing<'r> {
        if let Ok(index) = name.parse::<usize>() {
            if let Some(variant) = self.find_variant(before, spot) {
                return self.part_of_definition(&variant, index);
            }
            let owner = self.typing(before, spot);
            return self.part_of(owner, index, spot);
        }
        // The fields of a variant are not those of its enum.
        let is_variant = profile(self.view.language).has_traits()
            && before.contains("::")
            && looks_like_a_type(last_of(before));
        let owner = if is_variant { Typing::NoValue } else { self.typing(before, spot) };
        match owner {
            Typing::Written(_) | Typing::Made(_) => self.typing_of_field(owner, name, spot),
            Typing::Outside | Typing::Unknown => owner,
            Typing::NoValue => {
                let reference = reference_to(ReferenceKind::Read, name, Some(before), spot);
                let mut candidates = Candidates::new(Collect::UntilAmbiguous);
                match self.along_path(&reference, before, &mut candidates) {
                    Some(known) if known.is_sure() => {
                        let held = |definition: &_| self.typing_of_held(definition, spot);
                        self.agreed(&candidates.definitions, held)
                    }
                    Some(_) | None => Typing::NoValue,
                }
            }
        }
    }

    /// The type of a field, by its own type or by what the methods of its type assign to it.
    fn typing_of_field(&self, owner: Typing<'r>, name: &str, spot: Spot) -> Typing<'r> {
        let reference = reference_to(ReferenceKind::Read, name, Some("()"), spot);
        let mut candidates = Candidates::new(Collect::UntilAmbiguous);
        let known = self.member_of_typing(owner, &reference, spot, &mut candidates);
        if known.is_some_and(Provenance::is_sure)
            && let Some(definition) = candidates.definitions.first()
        {
            match self.agreed(&candidates.definitions, |at| self.typing_of_held(at, spot)) {
                Typing::Unknown | Typing::NoValue => {}
                found => return self.with_argument(found, owner, definition),
            }
        }
        match self.home_behind_aliases(owner, spot) {
            TypeHome::Types(types, _) => match self.embedded(&types, name) {
                Some(embedded) => Typing::Made(embedded),
                None => self.typing_of_assigned(&types, name, spot),
            },
            TypeHome::Outside
            | TypeHome::Holder(_)
            | TypeHome::Container(_)
            | TypeHome::Several(_) => Typing::Outside,
            TypeHome::Unknown => Typing::Unknown,
        }
    }

    /// The type that a Go struct embeds under its own name.
    fn embedded(&self, types: &[DefinitionAt], name: &str) -> Option<DefinitionAt> {
        let name_hash = hash_container(name);
        types.iter().filter(|at| profile(at.language).is_structural()).find_map(|at| {
            let mut supertypes = self.resolver.supertypes_of(TypeAt::of(at));
            let embedded = supertypes.find(|supertype| supertype.at.name == name_hash)?;
            let definitions = self.view.base.definitions(name);
            definitions.in_file(embedded.at.file).iter().find(|at| at.role.is_type()).copied()
        })
    }

    /// The type of what the methods of a type, or of one that it inherits from, assign to a member.
    fn typing_of_assigned(&self, types: &[DefinitionAt], name: &str, spot: Spot) -> Typing<'r> {
        let mut homes: Vec<TypeAt> = types.iter().map(TypeAt::of).collect();
        let mut n_done = 0;
        while n_done < homes.len().min(MOST_TYPES) {
            let home = homes[n_done];
            n_done += 1;
            let resolver = self.beside(home.file);
            for (place, origin) in resolver.view.digest.assigned(home.name, name) {
                let Some(local) = resolver.view.digest.local(place) else { continue };
                let place_of_local = LinePlace { from: local.owner, line: local.start_line };
                let spot = Spot { place: place_of_local, before: ALL, ..spot };
                match resolver.typing_of_origin(origin, spot) {
                    Typing::Unknown | Typing::NoValue => {}
                    found => return found,
                }
            }
            for supertype in self.resolver.supertypes_of(home) {
                if !homes.contains(&supertype.at) {
                    homes.push(supertype.at);
                }
            }
        }
        Typing::Unknown
    }

    /// The type of the result of calling a path.
    fn typing_of_call(&self, path: &str, spot: Spot) -> Typing<'r> {
        let Some(spot) = spot.next().filter(|_| self.takes_step()) else { return Typing::Unknown };
        let mut candidates = Candidates::new(Collect::UntilAmbiguous);
        let Some((before, name)) = split_path(path, self.view.language) else {
            return self.typing_of_bare_call(path, spot);
        };
        let (owner, known) = match self.find_called(before, name, spot, &mut candidates) {
            ControlFlow::Continue(found) => found,
            ControlFlow::Break(typing) => return typing,
        };
        // The type of the receiver has its arguments, which `Self` in the signature does not say.
        match (known, candidates.definitions.first()) {
            (Some(known), Some(definition)) if known.is_sure() => {
                if self.yields_its_owner(definition) && !matches!(owner, Typing::NoValue) {
                    return owner;
                }
                let called = |at: &_| self.typing_of_called(at, spot);
                let found = self.agreed(&candidates.definitions, called);
                match owner {
                    Typing::NoValue => found,
                    owner => self.with_argument(found, owner, definition),
                }
            }
            (Some(_), _) => Typing::Unknown,
            (None, _) => self.passed_on(owner, name, spot),
        }
    }

    /// Resolves a member that is called: the type of its receiver, and how the member is known. Breaks with
    /// the type of the result if that does not depend on a definition.
    pub fn find_called(
        &self,
        before: &str,
        name: &str,
        spot: Spot,
        candidates: &mut Candidates,
    ) -> ControlFlow<Typing<'r>, (Typing<'r>, Option<Provenance>)> {
        let reference = reference_to(ReferenceKind::Call, name, Some(before), spot);
        let found = match self.receiver(before) {
            Some(Receiver::Own) => {
                let known = self.member_of_own_type(&reference, candidates);
                let owner = self.typing_of_own(spot);
                // `self.as_mut()` of a trait from outside, though others have such a method.
                if yields_itself(name) && !known.is_some_and(Provenance::is_sure) {
                    return ControlFlow::Break(owner);
                }
                (owner, known)
            }
            Some(Receiver::Supertype) => return ControlFlow::Break(Typing::Unknown),
            None => match self.typing(before, spot) {
                Typing::NoValue => {
                    let known = self.along_path(&reference, before, candidates);
                    if known.is_none() {
                        let typing = self.typing_of_unfound_call(before, name, spot);
                        return ControlFlow::Break(typing);
                    }
                    (Typing::NoValue, known)
                }
                Typing::Outside => return ControlFlow::Break(Typing::Outside),
                Typing::Unknown => return ControlFlow::Break(Typing::Unknown),
                owner => (owner, self.member_of_typing(owner, &reference, spot, candidates)),
            },
        };
        ControlFlow::Continue(found)
    }

    fn typing_of_bare_call(&self, name: &str, spot: Spot) -> Typing<'r> {
        let mut candidates = Candidates::new(Collect::UntilAmbiguous);
        // `cls()` makes a value of the own type.
        if matches!(name, "cls" | "Self") {
            return self.typing_of_own(spot);
        }
        let reference = reference_to(ReferenceKind::Call, name, None, spot);
        let known = self.bare(&reference, &mut candidates);
        match (known, candidates.definitions.first()) {
            (Some(known), Some(_)) if known.is_sure() => {
                let called = |at: &_| self.typing_of_called(at, spot);
                self.agreed(&candidates.definitions, called)
            }
            (Some(_), _) => Typing::Unknown,
            (None, _) if self.view.local_meant(spot.place, name, spot.before).is_some() => {
                Typing::Unknown
            }
            (None, _) if is_builtin(self.view.language, name) || self.is_bound_outside(name) => {
                Typing::Outside
            }
            (None, _) => Typing::Unknown,
        }
    }

    /// A call without a definition, through a path that is not a value.
    fn typing_of_unfound_call(&self, before: &str, name: &str, spot: Spot) -> Typing<'r> {
        let head = head_of(before);
        if self.is_bound_outside(head) || is_builtin(self.view.language, head) {
            return Typing::Outside;
        }
        // Constructors that are derived, or that a trait from outside provides.
        let makes = matches!(name, "default" | "new" | "from" | "try_from" | "from_str" | "parse");
        if profile(self.view.language).has_traits() && makes && looks_like_a_type(last_of(before)) {
            let types = self.find_types(before, spot.place.from);
            if let TypeHome::Types(types, known) = types
                && known.is_sure()
                && let Some(made) = types.first()
            {
                return Typing::Made(*made);
            }
        }
        Typing::Unknown
    }

    /// The type of the result of calling a definition.
    fn typing_of_called(&self, definition: &DefinitionAt, spot: Spot) -> Typing<'r> {
        if definition.kind.is_type() && definition.kind != SymbolKind::TypeAlias {
            return Typing::Made(*definition);
        }
        match definition.kind {
            SymbolKind::Constructor | SymbolKind::EnumMember => self.typing_of_parent(definition),
            kind if kind.is_data() => self.typing_of_held_function(definition),
            _ => self.typing_of_result(definition, spot),
        }
    }

    /// The type of the value that a definition holds; types and functions are not such values.
    fn typing_of_held(&self, definition: &DefinitionAt, spot: Spot) -> Typing<'r> {
        match definition.kind {
            SymbolKind::EnumMember => self.typing_of_parent(definition),
            kind if kind.is_data() => self.typing_of_result(definition, spot),
            _ => Typing::NoValue,
        }
    }

    fn typing_of_parent(&self, definition: &DefinitionAt) -> Typing<'r> {
        let digest = self.view.base.digest(definition.file);
        match digest.enclosing(Some(definition.symbol)).nth(1) {
            Some((id, parent)) if parent.role.is_type() => {
                Typing::Made(DefinitionAt::of(definition.file, digest, id, parent))
            }
            Some(_) | None => Typing::Unknown,
        }
    }

    fn typing_of_result(&self, definition: &DefinitionAt, spot: Spot) -> Typing<'r> {
        let resolver = self.beside(definition.file);
        let origin = resolver.view.digest.result_of(definition.symbol);
        // A type without a name has its members under the name of what has it.
        if let Origin::Type(text) = origin
            && definition.kind.is_data()
            && (text.starts_with('{') || text.starts_with("struct") || text.starts_with("union"))
            && (resolver.view.digest.definitions().iter())
                .any(|inner| inner.parent == definition.symbol)
        {
            return Typing::Made(*definition);
        }
        let place = LinePlace { from: Some(definition.symbol), line: 0 };
        let found = match origin {
            Origin::Unknown => self.typing_of_returned(definition, spot),
            origin => resolver.typing_of_origin(origin, Spot { place, before: ALL, ..spot }),
        };
        match (found, definition.kind) {
            (Typing::Written(at), kind) if kind.is_callable() => {
                Typing::Written(WrittenAt { by: WrittenBy::Result, ..at })
            }
            // An object may have members of its own that its file defines.
            (Typing::Unknown, SymbolKind::Constant | SymbolKind::Variable) => Typing::NoValue,
            (found, _) => found,
        }
    }

    /// Whether the signature of a method says that its result has the type of its receiver.
    fn yields_its_owner(&self, definition: &DefinitionAt) -> bool {
        let digest = self.view.base.digest(definition.file);
        matches!(
            digest.result_of(definition.symbol),
            Origin::Type("Self" | "this" | "&Self" | "&mut Self")
        )
    }
}
