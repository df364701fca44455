//! Types that what they derive from, or what is in them, describes.

use rutter_domain::{MarkerKind, Symbol, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::Offer;

use crate::repository::RepositoryView;
use crate::view::FileView;

/// Whether a type is an exception, which its name describes, or only derives from its namesake.
pub fn is_exception(file: &FileView<'_>, symbol: &Symbol, at: usize) -> bool {
    const ENDS: [&str; 4] = ["Error", "Exception", "Failure", "Warning"];
    let is_failure = |name: &str| ENDS.iter().any(|end| name.ends_with(end));
    let mut above = file.index.supertypes(at);
    above.any(|above| is_failure(&above.name) || above.name == symbol.name)
}

/// An exception with more methods has something to tell.
const MOST_METHODS: usize = 2;

/// Whether a small type derives from an exception through types of the repository.
pub fn is_below_exception(file: &FileView<'_>, repository: &RepositoryView<'_>, at: usize) -> bool {
    let inside = file.index.members(at);
    if inside.filter(|(_, inner)| inner.kind == SymbolKind::Method).count() > MOST_METHODS {
        return false;
    }
    let mut above = file.index.supertypes(at);
    above.any(|above| {
        let name = above.name.rsplit(['.', '\\', ':']).next().unwrap_or(&above.name);
        repository.is_below_exception(name)
    })
}

/// Whether a small class only overrides, with nothing in it.
pub fn is_bare_implementation(file: &FileView<'_>, at: usize) -> bool {
    const MOST_LINES: u32 = 12;
    let Some(symbol) = file.facts.symbols.get(at) else { return false };
    let mut inside = file.index.members(at).peekable();
    symbol.kind == SymbolKind::Class
        && symbol.span.n_lines() <= MOST_LINES
        && inside.peek().is_some()
        && inside.all(|(inner, one)| {
            file.facts.annotations.has_marker(inner, MarkerKind::Override)
                && one.span.n_lines() <= 2
        })
}

/// Whether a type has no methods of its own and a supertype in the repository, which describes it.
pub fn is_bare_subclass(file: &FileView<'_>, repository: &RepositoryView<'_>, at: usize) -> bool {
    let mut inside = file.index.members(at);
    let name = file.facts.symbols.get(at).map_or("", |symbol| symbol.name.as_str());
    // A constructor of C++ has the name of its class.
    let is_constructor = |inner: &Symbol| {
        profile(file.language).is_like_c() && inner.name.trim_start_matches('~') == name
    };
    if inside.any(|(_, inner)| inner.kind.is_callable() && !is_constructor(inner)) {
        return false;
    }
    let mut above = file.index.supertypes(at);
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
    let mut above = file.index.supertypes(at);
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

/// Whether a type only holds other types, where modules are types.
pub fn is_namespace(file: &FileView<'_>, symbol: &Symbol, at: usize) -> bool {
    const CORE: [&str; 10] = [
        "Array", "Hash", "String", "Object", "Module", "Class", "Integer", "Kernel", "Symbol",
        "Range",
    ];
    if profile(file.language).offered.by != Offer::TypesAndUsed {
        return false;
    }
    let inside = file.index.members(at);
    let is_type = |inner: &Symbol| inner.kind.is_type() || inner.kind == SymbolKind::Module;
    let is_core = symbol.parent.is_none() && CORE.contains(&symbol.name.as_str());
    is_core || inside.clone().count() > 0 && inside.clone().all(|(_, inner)| is_type(inner))
}
