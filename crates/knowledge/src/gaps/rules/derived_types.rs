//! Types that what they derive from, or what is in them, describes.

use rutter_domain::{Language, ReferenceKind, Symbol, SymbolKind};

use crate::gaps::repository::RepositoryView;
use crate::gaps::view::FileView;

/// Whether a type is an exception, which its name describes, or only derives from its namesake.
pub fn is_exception(file: &FileView<'_>, symbol: &Symbol, at: usize) -> bool {
    const ENDS: [&str; 4] = ["Error", "Exception", "Failure", "Warning"];
    let is_failure = |name: &str| ENDS.iter().any(|end| name.ends_with(end));
    let mut above = file.facts.references.iter().filter(|reference| {
        matches!(reference.kind, ReferenceKind::Extends | ReferenceKind::Implements)
            && reference.from.is_some_and(|from| from as usize == at)
    });
    above.any(|above| is_failure(&above.name) || above.name == symbol.name)
}

/// Whether a type has no methods of its own and a supertype in the repository, which describes it.
pub fn is_bare_subclass(file: &FileView<'_>, repository: &RepositoryView<'_>, at: usize) -> bool {
    let mut inside = file.facts.symbols.iter().filter(|inner| inner.parent == Some(at as u32));
    if inside.any(|inner| inner.kind.is_callable()) {
        return false;
    }
    let mut above = file.facts.references.iter().filter(|reference| {
        matches!(reference.kind, ReferenceKind::Extends | ReferenceKind::Implements)
            && reference.from.is_some_and(|from| from as usize == at)
    });
    above.any(|above| {
        let name = above.name.rsplit(['.', '\\', ':']).next().unwrap_or(&above.name);
        let found = repository.definitions(name);
        found.iter().any(|found| found.kind().is_type() && found.language() == file.language)
    })
}

/// Whether a class implements an interface of the repository that has its name: `Table` that of
/// `TableInterface` or `ITable`. The interface is where the description belongs.
pub fn is_implementation_of_namesake(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    symbol: &Symbol,
    at: usize,
) -> bool {
    let mut above = file.facts.references.iter().filter(|reference| {
        matches!(reference.kind, ReferenceKind::Extends | ReferenceKind::Implements)
            && reference.from.is_some_and(|from| from as usize == at)
    });
    above.any(|above| {
        let name = above.name.rsplit(['.', '\\', ':']).next().unwrap_or(&above.name);
        let own = symbol.name.as_str();
        let is_namesake = name
            .strip_suffix("Interface")
            .is_some_and(|base| base.ends_with(own) || own.ends_with(base))
            || name.strip_prefix('I').is_some_and(|base| own.ends_with(base))
            || own.strip_suffix("Impl") == Some(name);
        let found = repository.definitions(name);
        is_namesake
            && found
                .iter()
                .any(|found| matches!(found.kind(), SymbolKind::Interface | SymbolKind::Trait))
    })
}

/// Whether a type of Ruby only holds other types.
pub fn is_namespace(file: &FileView<'_>, symbol: &Symbol, at: usize) -> bool {
    const CORE: [&str; 10] = [
        "Array", "Hash", "String", "Object", "Module", "Class", "Integer", "Kernel", "Symbol",
        "Range",
    ];
    if file.language != Language::Ruby {
        return false;
    }
    let inside = file.facts.symbols.iter().filter(|inner| inner.parent == Some(at as u32));
    let is_type = |inner: &&Symbol| inner.kind.is_type() || inner.kind == SymbolKind::Module;
    let is_core = symbol.parent.is_none() && CORE.contains(&symbol.name.as_str());
    is_core || inside.clone().count() > 0 && inside.clone().all(|inner| is_type(&inner))
}
