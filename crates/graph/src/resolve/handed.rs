//! The types that a closure's parameters get from the call that the closure is passed to.
//!
//! In `operate((source) => source.close())`, the parameter of `operate` says what `source` is: a function
//! type, an alias of one, or one in a choice. Overloads have to agree. Nothing is inferred from other
//! arguments, so a parameter for types stays unknown. Start at [`FileResolver::typing_of_handed`].

use rutter_domain::{Provenance, ReferenceKind, SymbolKind};
use rutter_syntax::profile;

use crate::base::function_type::{choices, result_of, type_of_parameter};
use crate::base::names::DefinitionAt;
use crate::base::written::{Written, read_type};
use crate::resolve::FileResolver;
use crate::resolve::candidates::{Candidates, Collect};
use crate::resolve::imported::TypeAt;
use crate::resolve::value_type::{
    Spot, TypeHome, Typing, WrittenAt, WrittenBy, reference_to, split_path,
};

/// Overloads that are compared.
const MOST_OVERLOADS: usize = 32;
/// Bounds of following aliases of aliases, and classes up to a constructor.
const MOST_HOPS: usize = 4;

/// A parameter of a function that is handed to a call.
#[derive(Debug, Clone, Copy)]
struct Handed<'t> {
    /// The path of the callee.
    path: &'t str,
    argument: usize,
    parameter: usize,
}

impl<'t> Handed<'t> {
    fn parse(text: &'t str) -> Option<Handed<'t>> {
        let (path, place) = text.rsplit_once('#')?;
        let (argument, parameter) = place.split_once('.')?;
        let (argument, parameter) = (argument.parse().ok()?, parameter.parse().ok()?);
        Some(Handed { path, argument, parameter })
    }
}

impl<'r> FileResolver<'r> {
    /// The type of a parameter of a function that is handed to a call, as `path#argument.parameter`.
    pub fn typing_of_handed(&self, text: &'r str, spot: Spot) -> Typing<'r> {
        let Some(spot) = spot.next().filter(|_| self.takes_step()) else { return Typing::Unknown };
        let Some(handed) = Handed::parse(text) else { return Typing::Unknown };
        if let Some(annotation) = text.strip_prefix(':') {
            let found = self.parameter_by_annotation(annotation, handed.parameter, spot);
            return found.map_or(Typing::Unknown, Typing::Written);
        }
        let mut found: Option<WrittenAt<'r>> = None;
        for definition in self.surely_called(handed.path, spot).iter().take(MOST_OVERLOADS) {
            for callee in self.constructors_of(definition) {
                let Some(function) = self.function_taken(&callee, handed.argument) else {
                    continue;
                };
                let Some(text) = type_of_parameter(function.text, handed.parameter) else {
                    continue;
                };
                // Which overload is meant may depend on the closure itself.
                if found.is_some_and(|found| (found.file, found.text) != (function.file, text)) {
                    return Typing::Unknown;
                }
                found = Some(WrittenAt { text, ..function });
            }
        }
        found.map_or(Typing::Unknown, Typing::Written)
    }

    /// The type of a parameter of a function that is held by what has a written type, or by a member of it:
    /// `type;member#…`.
    fn parameter_by_annotation(
        &self,
        text: &'r str,
        parameter: usize,
        spot: Spot,
    ) -> Option<WrittenAt<'r>> {
        let (annotation, member) = text.rsplit_once('#')?.0.rsplit_once(';')?;
        let at = WrittenAt::of_value(annotation, self.view.file, spot.place.from);
        if member.is_empty() {
            return match self.as_function(at, MOST_HOPS) {
                Some(function) => Some(WrittenAt {
                    text: type_of_parameter(function.text, parameter)?,
                    ..function
                }),
                None => self.parameter_of_interface(at, parameter, spot),
            };
        }
        let reference = reference_to(ReferenceKind::Read, member, Some("()"), spot);
        let mut candidates = Candidates::new(Collect::All);
        let known = self.member_of_typing(Typing::Written(at), &reference, spot, &mut candidates);
        let definition =
            candidates.definitions.first().filter(|_| known.is_some_and(Provenance::is_sure))?;
        let digest = self.view.base.digest(definition.file);
        let (file, from) = (definition.file, Some(definition.symbol));
        let written = |text| WrittenAt::of_value(text, file, from);
        if !definition.kind.is_data() {
            return digest.type_of_parameter(definition.symbol, parameter).map(written);
        }
        let text = digest.result_of(definition.symbol).as_type()?;
        let function = self.as_function(written(text), MOST_HOPS)?;
        Some(WrittenAt { text: type_of_parameter(function.text, parameter)?, ..function })
    }

    /// The type of a parameter of an interface that can be called.
    fn parameter_of_interface(
        &self,
        at: WrittenAt<'r>,
        parameter: usize,
        spot: Spot,
    ) -> Option<WrittenAt<'r>> {
        let TypeHome::Types(types, known) = self.home_behind_aliases(Typing::Written(at), spot)
        else {
            return None;
        };
        let interface = types.first().filter(|_| known.is_sure())?;
        let digest = self.view.base.digest(interface.file);
        let text = digest.type_of_parameter(interface.symbol, parameter)?;
        Some(WrittenAt::of_value(text, interface.file, Some(interface.symbol)))
    }

    /// The definitions that a path surely means when it is called.
    fn surely_called(&self, path: &str, spot: Spot) -> Vec<DefinitionAt> {
        let mut candidates = Candidates::new(Collect::All);
        let known = match split_path(path, self.view.language) {
            Some((before, name)) => {
                let found = self.find_called(before, name, spot, &mut candidates);
                found.continue_value().and_then(|(_, known)| known)
            }
            None => {
                let reference = reference_to(ReferenceKind::Call, path, None, spot);
                self.bare(&reference, &mut candidates)
            }
        };
        if known.is_some_and(Provenance::is_sure) { candidates.take() } else { Vec::new() }
    }

    /// The constructors of a class, or of the nearest class above it that has some; of all else, the
    /// definition itself.
    fn constructors_of(&self, definition: &DefinitionAt) -> Vec<DefinitionAt> {
        if definition.kind != SymbolKind::Class {
            return vec![*definition];
        }
        let mut class = TypeAt::of(definition);
        for _ in 0..MOST_HOPS {
            let digest = self.view.base.digest(class.file);
            let constructors = digest.definitions().iter().zip(0..).filter(|(symbol, _)| {
                symbol.kind == SymbolKind::Constructor
                    && digest.container_hash_of(symbol) == class.name
            });
            let found: Vec<DefinitionAt> = constructors
                .map(|(symbol, id)| DefinitionAt::of(class.file, digest, id, symbol))
                .collect();
            match self.resolver.supertypes_of(class).next() {
                // A class without constructors inherits those of its base class.
                Some(above) if found.is_empty() => class = above.at,
                Some(_) | None => return found,
            }
        }
        Vec::new()
    }

    /// The function type of the parameter of a definition at a place.
    fn function_taken(&self, definition: &DefinitionAt, place: usize) -> Option<WrittenAt<'r>> {
        let digest = self.view.base.digest(definition.file);
        let (file, from) = (definition.file, Some(definition.symbol));
        let written = |text| WrittenAt::of_value(text, file, from);
        if let Some(text) = digest.type_of_parameter(definition.symbol, place) {
            return self.as_function(written(text), MOST_HOPS);
        }
        // A field or variable whose type is that of a function.
        if !definition.kind.is_data() {
            return None;
        }
        let text = digest.result_of(definition.symbol).as_type()?;
        let holder = self.as_function(written(text), MOST_HOPS)?;
        let text = type_of_parameter(holder.text, place)?;
        self.as_function(WrittenAt { text, ..holder }, MOST_HOPS)
    }

    /// The type of the result of a function that a field or variable holds.
    pub fn typing_of_held_function(&self, definition: &DefinitionAt) -> Typing<'r> {
        if !profile(definition.language).is_script() {
            return Typing::Unknown;
        }
        let yielded = || {
            let result = self.view.base.digest(definition.file).result_of(definition.symbol);
            let (file, from, by) = (definition.file, Some(definition.symbol), WrittenBy::Result);
            let held = WrittenAt { text: result.as_type()?, file, from, by };
            let function = self.as_function(held, MOST_HOPS)?;
            Some(WrittenAt { text: result_of(function.text)?, ..function })
        };
        yielded().map_or(Typing::Unknown, Typing::Written)
    }

    /// The only function type among the choices of a type, behind aliases.
    fn as_function(&self, at: WrittenAt<'r>, n_hops: usize) -> Option<WrittenAt<'r>> {
        let mut only = None;
        for text in choices(at.text) {
            let found = if text.contains("=>") {
                Some(WrittenAt { text, ..at })
            } else {
                self.function_behind_alias(text, at, n_hops)
            };
            match (only, found) {
                (_, None) => {}
                (None, Some(found)) => only = Some(found),
                (Some(_), Some(_)) => return None,
            }
        }
        only
    }

    fn function_behind_alias(
        &self,
        text: &'r str,
        at: WrittenAt<'r>,
        n_hops: usize,
    ) -> Option<WrittenAt<'r>> {
        let n_hops = n_hops.checked_sub(1).filter(|_| self.takes_step())?;
        let resolver = self.beside(at.file);
        let Written::Named { path, .. } = read_type(resolver.view.language, text) else {
            return None;
        };
        match resolver.find_types(path, at.from) {
            TypeHome::Types(types, known) if known.is_sure() => {
                resolver.as_function(resolver.alias_of(&types)?, n_hops)
            }
            _ => None,
        }
    }
}
