//! Symbols that are public by their language and yet only there for the file around them.

use rutter_domain::{Symbol, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::Overloads;

use crate::repository::RepositoryView;
use crate::view::FileView;

/// Whether the docstring of a Python module says that others are not meant to use it.
pub fn is_of_private_module(file: &FileView<'_>) -> bool {
    const WORDS: [&str; 6] = [
        "private api",
        "internal",
        "should not",
        "not part of the public",
        "for private use",
        "not intended for",
    ];
    let header = file.facts.annotations.header.as_deref();
    let header = header.filter(|_| profile(file.language).has_types_as_values());
    header.is_some_and(|header| {
        let header = header.to_lowercase();
        WORDS.iter().any(|word| header.contains(word))
    })
}

/// Whether a method of C# has lost its type, or one of C++ has got another, because a part of the file could
/// not be parsed.
pub fn is_lost_member(file: &FileView<'_>, symbol: &Symbol) -> bool {
    let mut parts = symbol.qualified_name.split("::");
    let first = parts.next().filter(|_| profile(file.language).is_like_c());
    if first.is_some_and(|first| parts.any(|part| part == first) && symbol.name != first) {
        return true;
    }
    let parent = file.parent_of(symbol);
    profile(file.language).calls.overloads == Overloads::Inherited
        && matches!(symbol.kind, SymbolKind::Method | SymbolKind::Function)
        && parent.is_none_or(|parent| parent.kind == SymbolKind::Module)
}

/// Whether a function of C++ is a constructor, or a macro wraps words of the compiler or of the library.
pub fn is_constructor_or_macro_of_cpp(file: &FileView<'_>, symbol: &Symbol) -> bool {
    let is_constructor = file.parent_of(symbol).is_some_and(|parent| parent.name == symbol.name);
    let is_of_cpp = profile(file.language).calls.overloads == Overloads::Hiding;
    is_of_cpp && (symbol.kind == SymbolKind::Macro || symbol.kind.is_callable() && is_constructor)
}

/// Whether only its own file needs a symbol: a function that only this file calls, or a class of Python
/// inside of another or without a public method.
pub fn is_helper(file: &FileView<'_>, repository: &RepositoryView<'_>, at: usize) -> bool {
    let Some(symbol) = file.facts.symbols.get(at) else { return false };
    let is_of_c = profile(file.language).is_like_c();
    if symbol.kind.is_callable() && !is_of_c {
        return file.index.uses(&symbol.name) && repository.n_using_files(&symbol.name) <= 1;
    }
    if !profile(file.language).has_types_as_values() || symbol.kind != SymbolKind::Class {
        return false;
    }
    let is_nested = file.parent_of(symbol).is_some_and(|parent| parent.kind == SymbolKind::Class);
    let inside = file.index.members(at).map(|(_, inner)| inner);
    let mut methods = inside.filter(|inner| inner.kind.is_callable()).peekable();
    let is_closed = methods.peek().is_some()
        && methods.all(|method| method.name.starts_with('_'))
        && repository.n_using_files(&symbol.name) <= 1;
    is_nested || is_closed
}
