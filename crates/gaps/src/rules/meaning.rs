//! Symbols that take their meaning from elsewhere, or that their language, place or body explains.

use std::collections::HashSet;

use rutter_domain::{MarkerKind, ReferenceKind, Symbol, SymbolKind, Visibility};

use crate::documents::described::{prose_key, title_key};
use crate::repository::RepositoryView;
use crate::view::FileView;
use rutter_syntax::parameters;
use rutter_syntax::profile;
use rutter_syntax::profile::Overrides;

/// A method of this many classes is an interface that no class declares.
const FEWEST_CLASSES: usize = 3;

/// A predicate of this many lines has a body of one statement.
const PREDICATE_LINES: u32 = 3;

/// A getter of one parameter and this many lines only looks something up.
const GETTER_LINES: u32 = 8;

/// Whether nobody describes such a symbol at its definition.
pub fn is_explained(file: &FileView<'_>, repository: &RepositoryView<'_>, symbol: &Symbol) -> bool {
    is_part_of_documentation(file.path)
        || is_of_rust_implementation(file, repository, symbol)
        || is_predicate(file, symbol)
        || is_of_protocol(file, symbol)
        || is_of_silent_interface(file, repository, symbol)
}

/// Whether a described protocol, which only says what others have, declares the method.
fn is_of_protocol(file: &FileView<'_>, symbol: &Symbol) -> bool {
    let Some(parent) = symbol.parent.filter(|_| profile(file.language).has_types_as_values())
    else {
        return false;
    };
    let mut above = file.facts.references.iter().filter(|reference| {
        reference.kind == ReferenceKind::Extends && reference.from == Some(parent)
    });
    let is_described = file.parent_of(symbol).is_some_and(|parent| parent.doc.is_some());
    symbol.kind == SymbolKind::Method
        && is_described
        && above.any(|above| above.name.rsplit('.').next() == Some("Protocol"))
}

/// Whether a file is code that makes or is shown in the documentation.
pub fn is_part_of_documentation(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    path.starts_with("doc/") || folders.any(|folder| matches!(folder, "docs" | "website"))
}

/// Whether the doc of a symbol is one by the conventions of its language.
pub fn has_doc(file: &FileView<'_>, at: usize) -> bool {
    let symbol = file.facts.symbols.get(at);
    symbol.is_some_and(|symbol| symbol.doc.as_deref().is_some_and(|doc| !is_mark(doc)))
        && !file.facts.annotations.has_marker(at, MarkerKind::Comment)
}

/// Whether a comment is only a status word, or the name of the file that the code below it is about.
fn is_mark(doc: &str) -> bool {
    let doc = doc.trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.');
    let is_file = [".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".go", ".rb", ".py", ".js", ".ts"]
        .iter()
        .any(|end| doc.ends_with(end));
    matches!(doc, "Public" | "Public." | "Public:" | "EXPORT" | "DO NOT EXPORT")
        || is_file && doc.chars().all(is_name)
}

/// Whether a declaration or the heading of a section, in another file, describes a symbol.
pub fn is_described_elsewhere(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    symbol: &Symbol,
) -> bool {
    let is_of_c = profile(file.language).is_like_c();
    if is_of_c
        && matches!(symbol.kind, SymbolKind::Struct | SymbolKind::Class)
        && repository.is_described_elsewhere(&format!("struct {}", symbol.name))
    {
        return true;
    }
    let is_title = symbol.kind.is_type()
        && title_key(&symbol.name).is_some_and(|key| repository.has_description(key));
    // A member is meant only with its type.
    let name = match file.parent_of(symbol) {
        Some(parent) if parent.kind != SymbolKind::Module => {
            format!("{}.{}", parent.name, symbol.name)
        }
        Some(_) | None => symbol.name.clone(),
    };
    let names = [name.as_str(), symbol.qualified_name.as_str()];
    let mut keys = names.iter().filter_map(|name| prose_key(name));
    is_title
        || keys.any(|key| repository.has_description(key))
        || repository.is_described_elsewhere(&symbol.qualified_name)
}

/// Whether a trait declares the item, or its type cannot be named from outside.
fn is_of_rust_implementation(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    symbol: &Symbol,
) -> bool {
    if !profile(file.language).has_traits() {
        return false;
    }
    let parent = file.parent_of(symbol);
    let Some(parent) = parent.filter(|parent| parent.kind == SymbolKind::Implementation) else {
        return false;
    };
    if parent.signature.contains(" for ") {
        return true;
    }
    let name = parent.name.split('<').next().unwrap_or(&parent.name);
    let types = repository.definitions(name);
    let mut types = types
        .iter()
        .filter(|found| found.language() == file.language && found.kind().is_type())
        .peekable();
    types.peek().is_some() && types.all(|found| found.visibility() != Visibility::Public)
}

/// Whether a function answers by its name: `is_open`, with a body of one statement.
fn is_predicate(file: &FileView<'_>, symbol: &Symbol) -> bool {
    let is_function = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method);
    // Prototypes of C have no body.
    let has_body = !profile(file.language).is_like_c()
        && file
            .parent_of(symbol)
            .is_none_or(|parent| !matches!(parent.kind, SymbolKind::Interface | SymbolKind::Trait));
    let is_named_so = ["is_", "has_"].iter().any(|start| symbol.name.starts_with(start));
    let n_parameters = parameters(symbol, file.language).map_or(0, |list| list.len());
    let is_small_getter = profile(file.language).has_types_as_values()
        && n_parameters <= 1
        && (is_named_so || symbol.name.starts_with("get_"))
        && symbol.span.n_lines() <= GETTER_LINES;
    let is_short = is_named_so && symbol.span.n_lines() <= PREDICATE_LINES;
    is_function && has_body && (is_short || is_small_getter)
}

/// Whether several classes have the method, and this one is not the base of any of them.
fn is_of_silent_interface(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    symbol: &Symbol,
) -> bool {
    let has_silent_interfaces = profile(file.language).calls.overrides == Overrides::Silent;
    if !has_silent_interfaces || symbol.kind != SymbolKind::Method {
        return false;
    }
    let Some(parent) = file.parent_of(symbol) else { return false };
    let n_parameters = parameters(symbol, file.language).map_or(0, |list| list.len());
    let alike = repository.definitions(&symbol.name);
    let alike = alike.iter().filter(|other| {
        other.kind() == SymbolKind::Method
            && other.language() == file.language
            && other.n_parameters() == n_parameters
    });
    let is_base = alike.clone().any(|other| other.is_below(&parent.name));
    let classes: HashSet<&str> = alike.filter_map(|other| other.containers().next()).collect();
    !is_base && classes.len() >= FEWEST_CLASSES
}
