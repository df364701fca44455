//! Finds the definitions of a written type, and the members of a value by its type.

use std::cell::LazyCell;

use rutter_domain::{CallForm, Provenance, ReferenceKind, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::{Overloads, Route};

use crate::base::digest::ReferenceView;
use crate::base::kinds::Role;
use crate::base::names::{DefinitionAt, Definitions};
use crate::base::qualifier::segments;
use crate::base::written::{Written, nth_argument, read_holder, read_type};
use crate::resolve::FileResolver;
use crate::resolve::bounds::is_hidden;
use crate::resolve::builtins::{is_builtin, is_common_method};
use crate::resolve::candidates::{Candidates, Collect};
use crate::resolve::fitness::NameForm;
use crate::resolve::imported::TypeAt;
use crate::resolve::members::{MemberReach, reach_of};
use crate::resolve::value_type::{Spot, TypeHome, Typing, WrittenAt, result_type};

/// Aliases of aliases that are followed.
const MOST_ALIASES: usize = 4;

impl<'r> FileResolver<'r> {
    /// The home of a value's members. Of several values that Go returns together, the
    /// first is the one that is used without a number.
    pub fn home_of(&self, typing: Typing<'r>, spot: Spot) -> TypeHome<'r> {
        match self.whole_home_of(typing) {
            TypeHome::Several(types)
                if profile(self.view.base.language(types.file)).is_structural() =>
            {
                let first = nth_argument(types.text, 0).map(result_type);
                let (Some(text), Some(spot)) = (first, spot.next()) else {
                    return TypeHome::Unknown;
                };
                self.home_of(Typing::Written(WrittenAt { text, ..types }), spot)
            }
            home => home,
        }
    }

    /// As [`FileResolver::home_of`], with all of several values.
    pub fn whole_home_of(&self, typing: Typing<'r>) -> TypeHome<'r> {
        match typing {
            Typing::Made(made) => TypeHome::Types(vec![made], Provenance::Import),
            Typing::Written(at) if at.file == self.view.file => self.home_of_written(at),
            Typing::Written(at) => self.beside(at.file).home_of_written(at),
            Typing::Outside => TypeHome::Outside,
            Typing::Unknown | Typing::NoValue => TypeHome::Unknown,
        }
    }

    /// The home of a type that is written in this file.
    pub fn home_of_written(&self, at: WrittenAt<'r>) -> TypeHome<'r> {
        let written = |text| WrittenAt { text, ..at };
        let is_struct = profile(self.view.language).is_structural()
            && at.text.trim_start_matches('*') == "struct";
        // The members of an object are symbols of the function in which it is written.
        if (is_struct || at.text == "{}")
            && let Some(around) = self.definition_around(at.from)
        {
            return TypeHome::Types(vec![around], Provenance::SameFile);
        }
        if profile(self.view.language).is_script()
            && let Some(home) = self.home_of_parts(at)
        {
            return home;
        }
        match read_type(self.view.language, at.text) {
            Written::Named { path, arguments } => match self.find_types(path, at.from) {
                TypeHome::Types(types, known) => match read_holder(path, arguments) {
                    // An alias of `Result` leaves out what is always the same.
                    Some(Written::Holder(text)) if is_alias(&types) => {
                        TypeHome::Holder(written(text))
                    }
                    Some(_) | None => TypeHome::Types(types, known),
                },
                found => match read_holder(path, arguments) {
                    Some(Written::Holder(text)) => TypeHome::Holder(written(text)),
                    Some(Written::Container(text)) => TypeHome::Container(written(text)),
                    Some(_) => TypeHome::Outside,
                    None => found,
                },
            },
            Written::Holder(text) => TypeHome::Holder(written(text)),
            Written::Container(text) => TypeHome::Container(written(text)),
            Written::Several(text) => TypeHome::Several(written(text)),
            Written::Opaque => TypeHome::Outside,
            Written::Unknown => TypeHome::Unknown,
        }
    }

    /// The function, variable or field in which a struct without a name is written: its fields are
    /// defined there.
    fn definition_around(&self, from: Option<u32>) -> Option<DefinitionAt> {
        let digest = self.view.digest;
        let definition = digest.definition(from?)?;
        Some(DefinitionAt::of(self.view.file, digest, from?, definition))
    }

    /// The type that the only definition of a type stands for, if it is an alias.
    pub fn alias_of(&self, types: &[DefinitionAt]) -> Option<WrittenAt<'r>> {
        let alias = types.first().filter(|_| is_alias(types))?;
        let text = self.view.base.digest(alias.file).result_of(alias.symbol).as_type()?;
        Some(WrittenAt::of_value(text, alias.file, Some(alias.symbol)))
    }

    /// The type whose members a Rust type has as well: the target of its `Deref`.
    fn deref_of(&self, typing: Typing<'r>, types: &[DefinitionAt]) -> Option<WrittenAt<'r>> {
        let at = types.first().filter(|at| profile(at.language).has_traits())?;
        let targets = self.view.base.definitions("Target");
        let here = targets.in_file(at.file);
        let target = here.iter().find(|target| target.container == at.as_container())?;
        let text = self.view.base.digest(at.file).result_of(target.symbol).as_type()?;
        if !is_type_parameter(text) {
            return Some(WrittenAt::of_value(text, at.file, Some(target.symbol)));
        }
        // A wrapper of any type: its argument is what it holds.
        let Typing::Written(outer) = typing else { return None };
        match read_type(at.language, outer.text) {
            Written::Named { arguments, .. } => {
                Some(WrittenAt { text: nth_argument(arguments, 0)?, ..outer })
            }
            _ => None,
        }
    }

    /// As [`FileResolver::home_of`], but of what an alias stands for.
    pub fn home_behind_aliases(&self, typing: Typing<'r>, spot: Spot) -> TypeHome<'r> {
        let mut home = self.home_of(typing, spot);
        for _ in 0..MOST_ALIASES {
            let TypeHome::Types(types, _) = &home else { break };
            let Some(target) = self.alias_of(types) else { break };
            home = self.home_of(Typing::Written(target), spot);
        }
        home
    }

    /// The definitions of a type by its path, as it is written in a symbol of this file.
    pub fn find_types(&self, path: &str, from: Option<u32>) -> TypeHome<'r> {
        let view = &self.view;
        let segments: Vec<&str> = segments(path).collect();
        let Some((name, before)) = segments.split_last() else { return TypeHome::Unknown };
        if before.is_empty()
            && let Some(home) = self.home_of_parameter(name, from)
        {
            return home;
        }
        // `te.Self` of Python is the type around it as well, whatever module it comes from.
        let (name, before) = match *name {
            "Self" | "self" => match view.own_types(from).next() {
                Some(own) => (own, &[][..]),
                None => return TypeHome::Unknown,
            },
            name => (name, before),
        };
        let mut candidates = Candidates::new(Collect::All);
        let mut known = if before.is_empty() {
            view.bare(&type_reference(name, None, from), &mut candidates)
        } else {
            let qualifier = &path[..path.len() - name.len()];
            let qualifier = qualifier.trim_end_matches(['.', ':', '\\']);
            let reference = type_reference(name, Some(qualifier), from);
            self.along_path(&reference, qualifier, &mut candidates)
        };
        if known.is_none()
            && profile(view.language).imports.scheme == Route::Classes
            && !before.is_empty()
        {
            known = self.type_of_package(name, before, &mut candidates);
        }
        let mut types = candidates.take();
        // A type that a function defines has the role of its other locals.
        types.retain(|at| at.role.is_type() || at.role == Role::Local);
        match known {
            Some(known) if !types.is_empty() => TypeHome::Types(types, known),
            Some(_) => TypeHome::Unknown,
            None => {
                let head = segments.first().copied().unwrap_or(name);
                let is_defined = view.base.definitions(name).iter().any(|at| at.role.is_type());
                // A name that no type of the repository has must come from outside, unless it may be a type
                // parameter.
                let is_outside = is_builtin(view.language, head)
                    || self.is_bound_outside(head)
                    || !is_defined && !is_type_parameter(name);
                if is_outside { TypeHome::Outside } else { TypeHome::Unknown }
            }
        }
    }

    /// A type by its whole path: `com.x.Door`, which needs no import.
    fn type_of_package(
        &self,
        name: &str,
        package: &[&str],
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        candidates.clear();
        let base = self.view.base;
        let folder = package.join("/");
        for at in base.definitions(name).iter().filter(|at| at.role == Role::Type) {
            let path = base.paths.path(at.file);
            let around = path.rsplit_once('/').map_or("", |(around, _)| around);
            let is_inside = around.strip_suffix(folder.as_str());
            if is_inside.is_some_and(|rest| rest.is_empty() || rest.ends_with('/')) {
                candidates.offer(*at, 0);
            }
        }
        candidates.known_by(self.view.base, Provenance::Import)
    }

    /// A member of a value of a known type.
    pub fn member_of_typing(
        &self,
        typing: Typing<'r>,
        reference: &ReferenceView<'_>,
        spot: Spot,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        candidates.clear();
        match self.home_of(typing, spot) {
            TypeHome::Types(types, known) => {
                let found = self.member_of_types(&types, known, reference, candidates);
                let behind = || self.alias_of(&types).or_else(|| self.deref_of(typing, &types));
                match (found, found.is_none().then(behind).flatten()) {
                    (None, Some(target)) => {
                        let target = Typing::Written(target);
                        self.member_of_typing(target, reference, spot.next()?, candidates)
                    }
                    (Some(known), _) if is_hidden(typing) => {
                        Some(self.with_implementations(reference.name, known, candidates))
                    }
                    (Some(known), _) => Some(known),
                    // An object is given members elsewhere, too.
                    (None, None) if matches!(typing, Typing::Written(at) if at.text == "{}") => {
                        self.member_of_value(reference, candidates)
                    }
                    (None, None) => self.member_of_extension(&types, reference, candidates),
                }
            }
            // `Arc<Mutex<T>>` and the like mostly lead to the members of `T`, apart from their own methods.
            TypeHome::Holder(held) if !is_common_method(self.view.language, reference.name) => {
                self.member_of_typing(Typing::Written(held), reference, spot.next()?, candidates)
            }
            TypeHome::Holder(_)
            | TypeHome::Container(_)
            | TypeHome::Several(_)
            | TypeHome::Outside => None,
            TypeHome::Unknown => self.member_of_value(reference, candidates),
        }
    }

    /// A member of one of these types, its own or inherited.
    pub fn member_of_types(
        &self,
        types: &[DefinitionAt],
        known: Provenance,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Option<Provenance> {
        candidates.clear();
        let provenance = if known.is_sure() { Provenance::ByType } else { Provenance::SameName };
        let definitions = self.view.base.definitions(reference.name);
        if definitions.is_empty() {
            return None;
        }
        for at in types {
            self.offer_members_here(at, &definitions, reference, candidates);
            // Other files may define the same member for another build.
            if profile(at.language).has_folder_packages() {
                self.offer_members_elsewhere(at, &definitions, reference, candidates);
            }
        }
        let is_here = |definition: &DefinitionAt| {
            profile(definition.language).has_folder_packages() && definition.file == self.view.file
        };
        if candidates.definitions.iter().any(is_here) {
            candidates.definitions.retain(is_here);
        }
        if types.len() > 1 {
            candidates.definitions.sort_by_key(|at| (at.file, at.symbol));
            candidates.definitions.dedup();
        }
        // A field that is called may have the name of a method that another file defines.
        let is_field_called = reference.kind == ReferenceKind::Call
            && candidates.definitions.iter().all(|definition| definition.kind.is_data());
        if !candidates.is_empty() && !candidates.is_declared_only() && !is_field_called {
            // Each of the types that a TypeScript value may have declares the member.
            if types.len() > 1 && types.iter().all(|at| profile(at.language).is_script()) {
                return Some(provenance);
            }
            let known = candidates.known_by(self.view.base, provenance)?;
            if let ([at], CallForm::Arguments(n_arguments)) = (types, reference.form)
                && profile(at.language).calls.overloads == Overloads::Hiding
            {
                // Another overload may only be declared here, and be defined elsewhere.
                self.offer_members_elsewhere(at, &definitions, reference, candidates);
                if candidates.definitions.iter().any(|at| self.takes(at, n_arguments)) {
                    candidates.definitions.retain(|at| self.takes(at, n_arguments));
                } else {
                    self.with_declared(TypeAt::of(at), reference, candidates);
                }
                return Some(known);
            }
            return match types {
                [at] => {
                    let owner = TypeAt::of(at);
                    let known = self.among_overloads(owner, known, reference, candidates)?;
                    self.declared_by_supertype(owner, reference, candidates).or(Some(known))
                }
                _ => Some(known),
            };
        }
        for at in types {
            self.offer_members_elsewhere(at, &definitions, reference, candidates);
        }
        if !candidates.is_empty() {
            return candidates.known_by(self.view.base, provenance);
        }
        types.iter().find_map(|at| {
            let known = self.inherited(TypeAt::of(at), reference, candidates)?;
            Some(if known.is_sure() { provenance } else { known })
        })
    }

    /// Members of a type that its own file defines. Of several types of that name, those inside this
    /// one are its members.
    fn offer_members_here(
        &self,
        at: &DefinitionAt,
        definitions: &Definitions<'_>,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) {
        let digest = self.view.base.digest(at.file);
        let owner = at.as_container();
        let is_inside = |definition: &&DefinitionAt| {
            let symbol = digest.definition(definition.symbol);
            definition.container == owner && symbol.is_some_and(|symbol| symbol.parent == at.symbol)
        };
        let here = definitions.in_file(at.file);
        // Some languages write the members of a type beside it.
        let is_closed = profile(at.language).members.are_inside;
        let has_inner = is_closed && here.iter().any(|definition| is_inside(&definition));
        let is_alone = is_closed && at.role == Role::Local;
        let is_member = |definition: &&DefinitionAt| {
            if has_inner || is_alone {
                is_inside(definition)
            } else {
                definition.container == owner
            }
        };
        for definition in here.iter().filter(is_member) {
            candidates.offer_fitting(reference.kind, NameForm::Path, definition);
        }
    }

    /// Members of a type that other files define: of its package, or wherever it may be added to.
    fn offer_members_elsewhere(
        &self,
        at: &DefinitionAt,
        definitions: &Definitions<'_>,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) {
        let is_of_folder = profile(at.language).has_folder_packages();
        let is_closed = !is_of_folder && reach_of(at.language) == MemberReach::Scope;
        if is_closed || at.role == Role::Local {
            return;
        }
        let base = self.view.base;
        let digest = base.digest(at.file);
        let Some(name) = digest.definition(at.symbol).map(|symbol| digest.name_of(symbol)) else {
            return;
        };
        let is_same_package = |file| base.paths.folder_of(file) == base.paths.folder_of(at.file);
        // Found out once at most, and only if a member lies in another file.
        let is_only = LazyCell::new(|| {
            let types = base.definitions(name);
            let alike = |other: &&DefinitionAt| {
                other.role.is_type() && other.language.interoperates(at.language)
            };
            types.iter().filter(alike).take(2).count() == 1
        });
        for definition in definitions.of_container(at.as_container()) {
            if definition.file == at.file
                || definition.flags.is_of_value()
                || !definition.language.interoperates(at.language)
            {
                continue;
            }
            let is_member = if is_of_folder {
                is_same_package(definition.file)
            } else {
                *is_only || self.means(definition.file, definition.symbol, name, at)
            };
            if is_member {
                candidates.offer_fitting(reference.kind, NameForm::Path, definition);
            }
        }
    }

    /// Whether the name of a type means this one in a symbol of another file.
    fn means(&self, file: u32, from: u32, name: &str, at: &DefinitionAt) -> bool {
        let resolver = self.beside(file);
        let mut candidates = Candidates::new(Collect::All);
        let reference = type_reference(name, None, Some(from));
        let known = resolver.view.bare(&reference, &mut candidates);
        known.is_some()
            && (candidates.definitions.iter())
                .any(|found| (found.file, found.symbol) == (at.file, at.symbol))
    }
}

/// A use of a type by its name, anywhere in a symbol.
fn type_reference<'n>(
    name: &'n str,
    qualifier: Option<&'n str>,
    from: Option<u32>,
) -> ReferenceView<'n> {
    // The line of a signature is not known here; 0 stands before all locals.
    ReferenceView {
        kind: ReferenceKind::Type,
        name,
        qualifier,
        line: 0,
        from,
        form: CallForm::Plain,
    }
}

fn is_alias(types: &[DefinitionAt]) -> bool {
    matches!(types, [only] if only.kind == SymbolKind::TypeAlias)
}

/// Whether a name is a type's parameter by convention.
pub fn is_type_parameter(name: &str) -> bool {
    name.len() <= 2 && name.starts_with(|c: char| c.is_uppercase())
        || name.starts_with('T') && name[1..].starts_with(|c: char| c.is_uppercase())
}
