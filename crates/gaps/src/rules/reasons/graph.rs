//! Reasons in what other definitions of the repository say: supertypes, interfaces, users.

use std::collections::HashSet;

use rutter_domain::{Reference, Symbol, SymbolKind, Visibility};
use rutter_syntax::profile::Overrides;

use super::PublicSymbol;
use super::syntax::DECLARING;
use crate::lexicon::symbols;
use crate::repository::{Definition, Inherited};

/// A method of this many classes is an interface that no class declares.
const FEWEST_CLASSES: usize = 3;

/// The last part of a supertype's name.
fn bare_name(reference: &Reference) -> &str {
    reference.name.rsplit(['.', '\\', ':']).next().unwrap_or(&reference.name)
}

pub fn is_exception(it: &PublicSymbol<'_>) -> bool {
    it.supertypes().any(|above| {
        above.name == it.symbol.name
            || symbols::FAILURES.end(&above.name)
            || it.repository().is_below_exception(bare_name(above))
    })
}

pub fn is_bare_subclass(it: &PublicSymbol<'_>) -> bool {
    // A constructor of C++ has the name of its class.
    let is_constructor = |inner: &Symbol| {
        it.profile().is_like_c() && inner.name.trim_start_matches('~') == it.symbol.name
    };
    let mut inside = it.file.index.members(it.at).map(|(_, inner)| inner);
    !inside.any(|inner| inner.kind.is_callable() && !is_constructor(inner))
        && it.supertypes().any(|above| {
            let found = it.repository().definitions(bare_name(above));
            found.iter().any(|one| one.kind().is_type() && one.language() == it.file.language)
        })
}

/// As `Table` that of `TableInterface` or `ITable`.
pub fn implements_namesake(it: &PublicSymbol<'_>) -> bool {
    let own = it.symbol.name.as_str();
    it.supertypes().any(|above| {
        let name = bare_name(above);
        let base = name.strip_suffix("Interface").or_else(|| name.strip_prefix('I'));
        let is_namesake = base.is_some_and(|base| base.ends_with(own) || own.ends_with(base))
            || own.strip_suffix("Impl") == Some(name);
        is_namesake
            && it.repository().definitions(name).iter().any(|one| DECLARING.contains(&one.kind()))
    })
}

pub fn is_helper(it: &PublicSymbol<'_>) -> bool {
    let name = it.symbol.name.as_str();
    let n_files = || it.repository().n_using_files(name);
    if it.symbol.kind.is_callable() {
        return !it.profile().is_like_c() && it.file.index.uses(name) && n_files() <= 1;
    }
    if !it.profile().has_types_as_values() || it.symbol.kind != SymbolKind::Class {
        return false;
    }
    let inside = it.file.index.members(it.at).map(|(_, inner)| inner);
    let mut methods = inside.filter(|inner| inner.kind.is_callable()).peekable();
    let is_closed = methods.peek().is_some() && methods.all(|one| one.name.starts_with('_'));
    it.is_in(&[SymbolKind::Class]) || is_closed && n_files() <= 1
}

pub fn is_inherited(it: &PublicSymbol<'_>) -> bool {
    let (profile, repository) = (it.profile(), it.repository());
    if !it.symbol.kind.is_callable() && it.symbol.kind != SymbolKind::TypeAlias {
        return false;
    }
    if let Some(parent) = it.parent().filter(|one| one.kind == SymbolKind::Implementation) {
        let is_declared = parent.signature.contains(" for ")
            || ["instance", "defimpl"].iter().any(|word| parent.signature.starts_with(word));
        return is_declared || is_of_private_type(it, parent);
    }
    if profile.is_structural() {
        // A type implements an interface without saying so, and the comment of an interface describes its methods.
        let is_interface = |name: &str| {
            repository.definitions(name).iter().any(|one| one.kind() == SymbolKind::Interface)
        };
        let is_declared = |other: &Definition<'_>| {
            other.kind() == SymbolKind::Method
                && other.containers().next().is_some_and(is_interface)
        };
        return it.is_in(&[SymbolKind::Interface])
            || it.symbol.kind == SymbolKind::Method
                && repository.definitions(&it.symbol.name).iter().any(is_declared);
    }
    let Some(parent) = it.symbol.parent else { return false };
    // Where overriding has a keyword, a member without it is a new one.
    let has_keyword = profile.calls.overrides == Overrides::Marked;
    let is_described = it.parent().is_some_and(|parent| parent.doc.is_some());
    it.file.index.supertypes(parent as usize).any(|above| {
        // A described protocol of Python says what others have.
        if bare_name(above) == "Protocol" && profile.has_types_as_values() && is_described {
            return true;
        }
        !symbols::PLAIN_BASES.has(&above.name)
            && match repository.inherited(&above.name, &it.symbol.name) {
                Inherited::Declared => true,
                Inherited::Unknown => !has_keyword,
                Inherited::No => false,
            }
    })
}

/// Whether the type of an `impl` cannot be named from outside.
fn is_of_private_type(it: &PublicSymbol<'_>, implementation: &Symbol) -> bool {
    let name = implementation.name.split('<').next().unwrap_or(&implementation.name);
    let types = it.repository().definitions(name);
    let is_type =
        |one: &&Definition<'_>| one.language() == it.file.language && one.kind().is_type();
    let mut types = types.iter().filter(is_type).peekable();
    types.peek().is_some() && types.all(|one| one.visibility() != Visibility::Public)
}

pub fn is_of_silent_interface(it: &PublicSymbol<'_>) -> bool {
    let is_silent = it.profile().calls.overrides == Overrides::Silent;
    let parent = it.parent().filter(|_| is_silent && it.symbol.kind == SymbolKind::Method);
    let Some(parent) = parent else { return false };
    let n_parameters = it.n_parameters();
    let alike = it.repository().definitions(&it.symbol.name);
    let alike = alike.iter().filter(|other| {
        other.kind() == SymbolKind::Method
            && other.language() == it.file.language
            && other.n_parameters() == n_parameters
    });
    let is_base = alike.clone().any(|other| other.is_below(&parent.name));
    let classes: HashSet<&str> = alike.filter_map(|other| other.containers().next()).collect();
    !is_base && classes.len() >= FEWEST_CLASSES
}
