//! Which members take their meaning from a supertype, a trait or an interface.

use rutter_domain::{ReferenceKind, Symbol, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::Overrides;

use crate::repository::{Inherited, RepositoryView};
use crate::view::FileView;

/// Whether a supertype, a trait or an interface declares the member, or may do so.
pub fn is_inherited(file: &FileView<'_>, repository: &RepositoryView<'_>, symbol: &Symbol) -> bool {
    let parent = symbol.parent.and_then(|at| Some((at, file.facts.symbols.get(at as usize)?)));
    if let Some((_, parent)) = parent
        && parent.kind == SymbolKind::Implementation
    {
        return parent.signature.contains(" for ")
            || ["instance", "defimpl"].iter().any(|word| parent.signature.starts_with(word));
    }
    if profile(file.language).is_structural() {
        // A type implements an interface without saying so.
        let is_method = symbol.kind == SymbolKind::Method;
        // The comment of an interface describes its methods.
        return is_member_of_interface(file, symbol)
            || is_method && {
                let alike = repository.definitions(&symbol.name);
                alike.iter().any(|other| {
                    other.kind() == SymbolKind::Method && {
                        let container = other.containers().next();
                        container.is_some_and(|name| is_interface_name(repository, name))
                    }
                })
            };
    }
    let Some((at, _)) = parent else { return false };
    let supertypes = file.facts.references.iter().filter(|reference| {
        let is_above = matches!(reference.kind, ReferenceKind::Extends | ReferenceKind::Implements);
        reference.from == Some(at) && is_above && !is_harmless_base(&reference.name)
    });
    // Where overriding has a keyword, a member without it is a new one.
    let has_keyword = profile(file.language).calls.overrides == Overrides::Marked;
    let mut found = supertypes.map(|reference| repository.inherited(&reference.name, &symbol.name));
    found.any(|inherited| match inherited {
        Inherited::Declared => true,
        Inherited::Unknown => !has_keyword,
        Inherited::No => false,
    })
}

fn is_member_of_interface(file: &FileView<'_>, symbol: &Symbol) -> bool {
    file.parent_of(symbol).is_some_and(|parent| parent.kind == SymbolKind::Interface)
}

fn is_interface_name(repository: &RepositoryView<'_>, name: &str) -> bool {
    repository.definitions(name).iter().any(|found| found.kind() == SymbolKind::Interface)
}

/// Supertypes that declare no methods worth overriding.
fn is_harmless_base(name: &str) -> bool {
    const BASES: [&str; 22] = [
        "object",
        "Object",
        "Generic",
        "Protocol",
        "ABC",
        "Enum",
        "NamedTuple",
        "TypedDict",
        "Exception",
        "Error",
        "RuntimeException",
        "StandardError",
        "ValueError",
        "RuntimeError",
        "Serializable",
        "Cloneable",
        "Sendable",
        "Hashable",
        "Equatable",
        "Codable",
        "Struct",
        "BaseModel",
    ];
    BASES.contains(&name)
}
