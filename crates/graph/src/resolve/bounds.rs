//! Resolves members of types that stand for others: type parameters with bounds, and traits.
//!
//! A method of a value whose type is a parameter is the one that a bound declares. Which implementation will
//! run is not known there, so none is named. A type that a function hides behind `impl Trait` may implement
//! each of the trait's methods itself, and so may the type that `Trait::f(x)` is called for. Start at
//! [`FileResolver::home_of_parameter`].

use rutter_domain::{Provenance, ReferenceKind, SymbolKind};
use rutter_syntax::profile;

use crate::base::digest::ReferenceView;
use crate::base::hash::hash_container;
use crate::base::kinds::Role;
use crate::base::names::DefinitionAt;
use crate::base::parameters::find_word;
use crate::base::qualifier::segments;
use crate::base::written::{Written, arguments_of, bounds_of, read_type};
use crate::resolve::FileResolver;
use crate::resolve::builtins::is_common_method;
use crate::resolve::candidates::{Candidates, Collect, weaker};
use crate::resolve::imported::TypeAt;
use crate::resolve::value_type::{Spot, TypeHome, Typing, WrittenAt, WrittenBy, reference_to};

/// If more methods have a name, it is not looked up which of them implement a trait's.
const MOST_NAMESAKES: usize = 400;

impl<'r> FileResolver<'r> {
    /// The home of a type parameter's members: the traits that bound it. Returns
    /// `None` if there is no such parameter around a symbol.
    pub fn home_of_parameter(&self, name: &str, from: Option<u32>) -> Option<TypeHome<'r>> {
        let language = self.view.language;
        if !profile(language).has_traits() && !profile(language).is_script() {
            return None;
        }
        let (owner, bounds) = self.view.digest.type_parameter(from, name)?;
        if profile(language).is_script() {
            let text = bounds.first().filter(|_| self.takes_step())?;
            let bound = WrittenAt::of_value(text, self.view.file, Some(owner));
            // `T extends T` would be followed for ever.
            let is_own = read_type(language, text) == Written::Named { path: name, arguments: "" };
            return (!is_own).then(|| self.whole_home_of(Typing::Written(bound)));
        }
        let mut traits = Vec::new();
        let mut weakest = Provenance::SameFile;
        for bound in bounds.iter().flat_map(|bounds| bounds_of(bounds)) {
            let Written::Named { path, .. } = read_type(language, bound) else { continue };
            if path == name || !self.takes_step() {
                continue;
            }
            if let TypeHome::Types(types, known) = self.find_types(path, Some(owner)) {
                traits.extend(types);
                weakest = weaker(weakest, known);
            }
        }
        // A bound from outside may have the member, so that nothing is known without one from here.
        Some(if traits.is_empty() { TypeHome::Unknown } else { TypeHome::Types(traits, weakest) })
    }

    /// A member by the path of a type parameter: `T::make()`.
    pub fn member_of_parameter(
        &self,
        parameter: &str,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Option<Provenance>> {
        let home = self.home_of_parameter(parameter, reference.from)?;
        candidates.clear();
        let TypeHome::Types(traits, known) = home else { return Some(None) };
        Some(self.member_of_types(&traits, known, reference, candidates))
    }

    /// A member by the path of a type that a trait leaves open: `T::Error::make()`, and
    /// `Trait::Error::make()` for `<T as Trait>::Error`. Its bounds say what it has.
    pub fn member_of_associated(
        &self,
        owner: &str,
        associated: &str,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Option<Provenance>> {
        if !profile(self.view.language).has_traits() {
            return None;
        }
        let home = match self.home_of_parameter(owner, reference.from) {
            Some(home) => home,
            None => self.find_types(owner, reference.from),
        };
        let TypeHome::Types(traits, known) = home else { return None };
        // Only traits leave types open.
        if !known.is_sure() || traits.iter().any(|at| at.kind != SymbolKind::Trait) {
            return None;
        }
        let spot = Spot::of(reference);
        let of_type = reference_to(ReferenceKind::Type, associated, None, spot);
        let mut declared = Candidates::new(Collect::All);
        self.member_of_types(&traits, known, &of_type, &mut declared)?;
        let at = *declared.definitions.first()?;
        candidates.clear();
        match self.beside(at.file).home_of_parameter(associated, Some(at.symbol)) {
            Some(TypeHome::Types(traits, known)) => {
                Some(self.member_of_types(&traits, known, reference, candidates))
            }
            Some(_) | None => Some(None),
        }
    }

    /// A member that a trait adds to any type, if the bounds of a value's type do not offer it.
    pub fn member_of_extension(
        &self,
        types: &[DefinitionAt],
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let is_open = types.iter().all(|at| at.kind == SymbolKind::Trait);
        let language = self.view.language;
        let has_traits = profile(language).has_traits() && !types.is_empty();
        if !has_traits || !is_open || is_common_method(language, reference.name) {
            return None;
        }
        self.member_of_value(reference, candidates)
    }

    /// Adds the implementations of a method that a trait declares. If there are any, the reference is ambiguous
    /// between all of them.
    pub fn with_implementations(
        &self,
        name: &str,
        known: Provenance,
        candidates: &mut Candidates,
    ) -> Provenance {
        let Some(&declared) = candidates.definitions.first() else { return known };
        let is_one = candidates.definitions.iter().all(|at| *at == declared);
        if !known.is_sure() || !is_one || !self.is_in(SymbolKind::Trait, &declared) {
            return known;
        }
        let declaring = TypeAt::around(&declared);
        let definitions = self.view.base.definitions(name);
        if definitions.len() > MOST_NAMESAKES {
            return Provenance::SameName;
        }
        // The others are the same definition, found by another way.
        candidates.definitions.truncate(1);
        for at in definitions.iter().filter(|at| at.role == Role::Member) {
            let own = TypeAt::around(at);
            let is_implementing = own != declaring
                && self.resolver.supertypes_of(own).any(|supertype| supertype.at == declaring);
            if is_implementing {
                candidates.definitions.push(*at);
            }
        }
        match candidates.definitions.len() {
            1 => known,
            n_found => Provenance::Ambiguous(n_found as u32),
        }
    }

    /// As [`FileResolver::with_implementations`] for `Trait::f(x)`, unless it is in the trait itself or in
    /// code that is generic over it: there the declaration is meant.
    pub fn weigh_implementations(
        &self,
        reference: &ReferenceView<'_>,
        qualifier: &str,
        known: Provenance,
        candidates: &mut Candidates,
    ) -> Provenance {
        let is_called = matches!(reference.kind, ReferenceKind::Call | ReferenceKind::Read);
        if !profile(self.view.language).has_traits() || !is_called {
            return known;
        }
        let Some(last) = segments(qualifier).last() else { return known };
        let is_named = |at: &DefinitionAt| at.container == hash_container(last);
        if !candidates.definitions.iter().all(is_named) || self.is_generic(reference.from, last) {
            return known;
        }
        self.with_implementations(reference.name, known, candidates)
    }

    /// An associated type in a Rust `impl` block is also the one that its trait declares. Adds the
    /// declaration; returns `None` if the trait is from outside.
    pub fn declared_in_trait(
        &self,
        reference: &ReferenceView<'_>,
        known: Provenance,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let is_type = reference.kind == ReferenceKind::Type && known.is_sure();
        let first = candidates.definitions.first().copied();
        let Some(first) = first.filter(|_| is_type && profile(self.view.language).has_traits())
        else {
            return Some(known);
        };
        if !candidates.definitions.iter().all(|at| self.is_in(SymbolKind::Implementation, at)) {
            return Some(known);
        }
        let owner = TypeAt::around(&first);
        let mut declared = Candidates::new(Collect::All);
        self.inherited(owner, reference, &mut declared).filter(|known| known.is_sure())?;
        candidates.definitions.extend(declared.take());
        Some(known)
    }

    /// Whether a symbol is in a trait, or where a parameter is bounded by it.
    fn is_generic(&self, from: Option<u32>, name: &str) -> bool {
        let digest = self.view.digest;
        digest.enclosing(from).any(|(id, around)| {
            around.kind == SymbolKind::Trait && digest.name_of(around) == name
                || digest.bounds_of(id).any(|bounds| find_word(bounds, name).is_some())
        })
    }

    /// Whether the symbol around a definition is of this kind.
    fn is_in(&self, kind: SymbolKind, at: &DefinitionAt) -> bool {
        let mut around = self.view.base.digest(at.file).enclosing(Some(at.symbol)).skip(1);
        around.next().is_some_and(|(_, parent)| parent.kind == kind)
    }

    /// A method of a function: it has none but those of traits.
    pub fn member_of_function(
        &self,
        path: &str,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        let language = self.view.language;
        let is_common = is_common_method(language, reference.name);
        if !profile(language).has_traits() || is_common || !self.is_function(path, reference) {
            return None;
        }
        let definitions = self.view.base.definitions(reference.name);
        candidates.clear();
        for at in definitions.iter().filter(|at| self.is_in(SymbolKind::Trait, at)) {
            candidates.offer(*at, 0);
        }
        let known = candidates.known_by(self.view.base, Provenance::ByType)?;
        Some(self.with_implementations(reference.name, known, candidates))
    }

    fn is_function(&self, path: &str, reference: &ReferenceView<'_>) -> bool {
        let spot = Spot::of(reference);
        let (before, name) = match path.rsplit_once("::") {
            Some((before, name)) => (Some(before), name),
            None => (None, path),
        };
        let read = reference_to(ReferenceKind::Read, name, before, spot);
        let mut found = Candidates::new(Collect::UntilAmbiguous);
        let known = match before {
            Some(before) => self.along_path(&read, before, &mut found),
            None => self.bare(&read, &mut found),
        };
        known.is_some_and(Provenance::is_sure)
            && (found.definitions.first()).is_some_and(|at| at.kind == SymbolKind::Function)
    }

    /// Replaces a parameter of the type that a member belongs to by what a value's type has for it.
    pub fn with_argument(
        &self,
        found: Typing<'r>,
        owner: Typing<'r>,
        member: &DefinitionAt,
    ) -> Typing<'r> {
        let Typing::Written(at) = found else { return found };
        if !profile(member.language).has_traits() {
            return found;
        }
        let Written::Named { path, arguments: "" } = read_type(member.language, at.text) else {
            return found;
        };
        let Some(place) = self.place_of_parameter(member, path) else { return found };
        let Typing::Written(outer) = owner else { return Typing::Unknown };
        let argument = |of: WrittenAt<'r>| match read_type(member.language, of.text) {
            Written::Named { arguments, .. } => {
                let text = arguments_of(arguments).nth(place)?;
                Some(Typing::Written(WrittenAt { text, ..of }))
            }
            _ => None,
        };
        // Within an `impl` block, the value may have the type of the block, whose arguments are written
        // there.
        let of_own = || {
            let digest = self.view.base.digest(outer.file);
            let (block, text) = digest.implemented_type(outer.from)?;
            argument(WrittenAt::of_value(text, outer.file, Some(block)))
        };
        argument(outer).or_else(of_own).unwrap_or(Typing::Unknown)
    }

    /// The position of a type parameter among the arguments of the type that a member belongs to.
    fn place_of_parameter(&self, member: &DefinitionAt, name: &str) -> Option<usize> {
        let digest = self.view.base.digest(member.file);
        let (owner, _) = digest.type_parameter(Some(member.symbol), name)?;
        if owner == member.symbol {
            return None;
        }
        match digest.implemented_type(Some(owner)) {
            Some((block, text)) if block == owner => match read_type(member.language, text) {
                Written::Named { arguments, .. } => {
                    arguments_of(arguments).position(|argument| argument == name)
                }
                _ => None,
            },
            Some(_) | None => digest.parameters_of(owner).position(|known| known == name),
        }
    }
}

/// Whether a type is hidden behind a trait that it is known to implement.
pub fn is_hidden(typing: Typing<'_>) -> bool {
    matches!(typing, Typing::Written(WrittenAt { text, by: WrittenBy::Result, .. })
        if text.trim_start_matches(['&', ' ']).starts_with("impl "))
}
