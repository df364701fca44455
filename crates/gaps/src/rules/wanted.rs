//! Which symbols need a description, as a demanding maintainer would judge.
//!
//! Public names that others use need one. What takes its meaning from elsewhere does not: overrides,
//! members that a trait or an interface declares, conventional names, accessors, and what only tests see.
//! Where a language has no visibility, its conventions decide. In doubt, no description is asked for.

use rutter_domain::{Language, MarkerKind, Symbol, SymbolKind, Visibility};
use rutter_syntax::profile;
use rutter_syntax::profile::{Aliases, Offer, Sight};

use crate::repository::RepositoryView;
use crate::rules::accessors::{is_accessor, is_accessor_of_c};
use crate::rules::derived_types::{
    is_bare_implementation, is_bare_subclass, is_below_exception, is_exception,
    is_implementation_of_namesake, is_namespace,
};
use crate::rules::helpers_of_file::{
    is_constructor_or_macro_of_cpp, is_helper, is_lost_member, is_of_private_module,
};
use crate::rules::inherited::is_inherited;
use crate::rules::meaning::{has_doc, is_described_elsewhere, is_explained};
use crate::rules::rust_paths::is_reachable_in_rust;
use crate::rules::source_paths::{
    is_beside_package, is_frontend, is_internal_path, is_of_inner_application, is_offered_header,
    is_test_support, is_tooling,
};
use crate::view::FileView;

/// How far a symbol that needs a description reaches, between 0 and 1; `None` if it needs none.
pub fn description_reach(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    at: usize,
) -> Option<f32> {
    let symbol = file.facts.symbols.get(at)?;
    let reach = reach_by_kind(file, symbol)?;
    if symbol.visibility != Visibility::Public || is_private_name(file.language, &symbol.name) {
        return None;
    }
    let annotations = &file.facts.annotations;
    let is_marked = |kind| annotations.has_marker(at, kind);
    let excluding = [
        MarkerKind::Override,
        MarkerKind::Overload,
        MarkerKind::Hidden,
        MarkerKind::TestOnly,
        MarkerKind::Setter,
        MarkerKind::NotExported,
        MarkerKind::Registered,
        MarkerKind::Plain,
    ];
    if excluding.into_iter().any(is_marked) || is_hidden_with_container(file, symbol) {
        return None;
    }
    if is_tooling(file.path, file.language, repository)
        || is_of_inner_application(file.path, repository)
        || is_test_support(file.path)
    {
        return None;
    }
    if is_of_private_module(file)
        || is_lost_member(file, symbol)
        || is_constructor_or_macro_of_cpp(file, symbol)
        || is_helper(file, repository, at)
    {
        return None;
    }
    let is_plain_type = || {
        is_exception(file, symbol, at)
            || is_below_exception(file, repository, at)
            || is_bare_implementation(file, at)
            || is_namespace(file, symbol, at)
            || is_bare_subclass(file, repository, at)
            || is_implementation_of_namesake(file, repository, symbol, at)
    };
    if symbol.kind.is_type() && is_plain_type() {
        return None;
    }
    let is_callable = symbol.kind.is_callable();
    let is_free = symbol.kind == SymbolKind::Function;
    let is_conventional = profile(file.language).is_conventional;
    if is_callable && (symbol.name == "main" || is_conventional(&symbol.name, is_free))
        || is_accessor(file, symbol)
        || is_accessor_of_c(file, symbol)
    {
        return None;
    }
    if !is_reachable(file, symbol) || !is_interface(file, repository, symbol) {
        return None;
    }
    if (is_callable || symbol.kind == SymbolKind::TypeAlias)
        && is_inherited(file, repository, symbol)
    {
        return None;
    }
    if is_explained(file, repository, symbol) {
        return None;
    }
    Some(reach)
}

/// Whether a symbol has a description, by itself or through another definition of it.
pub fn is_described(file: &FileView<'_>, repository: &RepositoryView<'_>, symbol: &Symbol) -> bool {
    if file.has_good_entry(&symbol.qualified_name) {
        return true;
    }
    let is_documented = file.index.is_described(&symbol.qualified_name, |at| {
        has_doc(file, at) || file.facts.annotations.has_marker(at, MarkerKind::Described)
    });
    if is_documented {
        return true;
    }
    // A comment at the prototype describes the definition, and the reverse.
    if profile(file.language).is_like_c() {
        let container = file.parent_of(symbol).map(|parent| parent.name.as_str());
        let others = repository.definitions(&symbol.name);
        if others.iter().any(|other| {
            other.is_documented()
                && profile(other.language()).is_like_c()
                && (container.is_none() || other.containers().next() == container)
        }) {
            return true;
        }
    }
    // One variant of a build is enough.
    if profile(file.language).has_folder_packages() && symbol.qualified_name == symbol.name {
        let folder = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let others = repository.definitions(&symbol.name);
        if others.iter().any(|other| {
            other.is_documented()
                && other.kind() == symbol.kind
                && other.language() == file.language
                && folder(other.path()) == folder(file.path)
        }) {
            return true;
        }
    }
    is_declared_elsewhere(file, repository, symbol)
        || has_described_override(file, repository, symbol)
        || is_heading(repository, symbol)
        || is_described_elsewhere(file, repository, symbol)
}

/// Whether a class below the one around a method describes the method.
fn has_described_override(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    symbol: &Symbol,
) -> bool {
    let is_left_to_those_below = profile(file.language).has_types_as_values();
    let Some(parent) = file.parent_of(symbol).filter(|_| is_left_to_those_below) else {
        return false;
    };
    symbol.kind == SymbolKind::Method
        && repository
            .definitions(&symbol.name)
            .iter()
            .any(|other| other.is_documented() && other.is_below(&parent.name))
}

/// Whether another definition of the same symbol is documented: a declaration beside a script, or a
/// type that several files open.
fn is_declared_elsewhere(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    symbol: &Symbol,
) -> bool {
    let is_script = profile(file.language).is_script();
    let has_parts = profile(file.language).open.parts;
    let is_shared = is_script || has_parts && symbol.kind.is_type();
    if !is_shared {
        return false;
    }
    let container = file.parent_of(symbol).map(|parent| parent.name.as_str());
    repository.definitions(&symbol.name).iter().any(|other| {
        let is_same_place = match is_script {
            true => other.path().ends_with(".d.ts"),
            false => other.language() == file.language && other.kind() == symbol.kind,
        };
        // `export const merge = tables.merge` hands out a method as a function.
        let is_handed_out = is_script
            && symbol.kind == SymbolKind::Method
            && other.language() == file.language
            && other.containers().next().is_none();
        other.is_documented()
            && (is_handed_out || is_same_place && other.containers().next() == container)
    })
}

/// Whether something around a symbol is left out of the documentation, or only there for tests.
fn is_hidden_with_container(file: &FileView<'_>, symbol: &Symbol) -> bool {
    let mut above = symbol.parent;
    // Parents stand before their children; the bound holds even on damaged facts.
    for _ in 0..16 {
        let Some(at) = above else { return false };
        let annotations = &file.facts.annotations;
        if annotations.has_marker(at as usize, MarkerKind::Hidden)
            || annotations.has_marker(at as usize, MarkerKind::TestOnly)
        {
            return true;
        }
        above = file.facts.symbols.get(at as usize).and_then(|symbol| symbol.parent);
    }
    false
}

/// Whether a document has a section about exactly this symbol.
fn is_heading(repository: &RepositoryView<'_>, symbol: &Symbol) -> bool {
    let is_member = symbol.parent.is_some() || symbol.qualified_name != symbol.name;
    let mut names = vec![symbol.qualified_name.clone(), format!("{}()", symbol.qualified_name)];
    if !is_member {
        names.push(format!("{}()", symbol.name));
    }
    names.iter().any(|name| {
        let found = repository.definitions(name);
        found.iter().any(|definition| definition.kind() == SymbolKind::Section)
    })
}

fn reach_by_kind(file: &FileView<'_>, symbol: &Symbol) -> Option<f32> {
    let offered = &profile(file.language).offered;
    match symbol.kind {
        SymbolKind::Class | SymbolKind::Interface | SymbolKind::Trait => Some(1.0),
        SymbolKind::Struct | SymbolKind::Enum | SymbolKind::Union => Some(1.0),
        SymbolKind::Function | SymbolKind::Macro => Some(0.9),
        SymbolKind::Method => Some(0.75),
        SymbolKind::Module => offered.modules.then_some(1.0),
        SymbolKind::TypeAlias => match offered.aliases {
            Aliases::None => None,
            Aliases::Defined if symbol.signature.contains('=') => None,
            // It only fixes the type of errors.
            Aliases::All if symbol.name == "Result" => None,
            Aliases::All | Aliases::Defined => Some(0.7),
        },
        SymbolKind::Constructor
        | SymbolKind::EnumMember
        | SymbolKind::Implementation
        | SymbolKind::Constant
        | SymbolKind::Variable
        | SymbolKind::Field
        | SymbolKind::Property
        | SymbolKind::Test
        | SymbolKind::Section
        | SymbolKind::File => None,
    }
}

fn is_private_name(language: Language, name: &str) -> bool {
    let is_marked = name.starts_with('_') || name.starts_with('#');
    match profile(language).names.reach {
        Sight::Capitalized => !name.starts_with(char::is_uppercase),
        Sight::Included => is_marked || name.ends_with('_'),
        Sight::All | Sight::Public | Sight::PublicMembers => is_marked,
    }
}

/// Whether everything around a symbol is public as well, and no function or test is around it.
fn is_reachable(file: &FileView<'_>, symbol: &Symbol) -> bool {
    let mut around = file.ancestors_of(symbol);
    let is_open = around.all(|above| match above.kind {
        SymbolKind::Module => {
            !matches!(
                above.name.as_str(),
                "test"
                    | "tests"
                    | "imp"
                    | "detail"
                    | "details"
                    | "impl"
                    | "internal"
                    | "private"
                    | "sealed"
                    | "__private"
            ) && (above.visibility == Visibility::Public || !profile(file.language).has_crates())
        }
        SymbolKind::Implementation => true,
        SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor => false,
        SymbolKind::Test | SymbolKind::Macro | SymbolKind::Property | SymbolKind::Field => false,
        SymbolKind::Variable | SymbolKind::Constant => !is_private_name(file.language, &above.name),
        SymbolKind::Class
        | SymbolKind::Struct
        | SymbolKind::Union
        | SymbolKind::Enum
        | SymbolKind::EnumMember
        | SymbolKind::Interface
        | SymbolKind::Trait
        | SymbolKind::TypeAlias
        | SymbolKind::Section
        | SymbolKind::File => {
            above.visibility == Visibility::Public && !is_private_name(file.language, &above.name)
        }
    });
    if !is_open {
        return false;
    }
    let separated = symbol.qualified_name.rsplit_once(['.', ':']).map(|(owner, _)| owner);
    match (profile(file.language).names.reach, separated) {
        // A method names its type, which may stand in another file.
        (Sight::Capitalized, Some(owner)) => owner.starts_with(char::is_uppercase),
        // A function assigned to a property belongs to what it is assigned to.
        (Sight::PublicMembers, Some(owner)) => file.index.has_public_type(owner),
        (_, Some(owner)) => {
            !owner.split(['.', ':']).any(|part| is_private_name(file.language, part))
        }
        (_, None) => true,
    }
}

/// Whether other code is meant to use a symbol that its language calls public.
fn is_interface(file: &FileView<'_>, repository: &RepositoryView<'_>, symbol: &Symbol) -> bool {
    let name = file.path.rsplit('/').next().unwrap_or(file.path);
    let stem = name.split('.').next().unwrap_or(name);
    let n_others = |name: &str| {
        let own = file.index.uses(name);
        // Uses of a common name may mean another definition.
        match repository.definitions(name).len() {
            1 => repository.n_using_files(name).saturating_sub(u32::from(own)),
            _ => 0,
        }
    };
    let top = file.ancestors_of(symbol).last().unwrap_or(symbol);
    match profile(file.language).offered.by {
        Offer::Headers => {
            let is_header =
                [".h", ".hpp", ".hh", ".hxx", ".h++"].iter().any(|end| name.ends_with(end));
            // Where a folder holds the headers for others, the rest is for the library itself.
            let is_offered = is_offered_header(file.path, repository);
            is_header && is_offered && !is_internal_path(file.path)
        }
        Offer::Crate => is_reachable_in_rust(file.path, repository, &top.name),
        Offer::Package => {
            let is_script =
                matches!(stem, "setup" | "conf" | "manage" | "__main__" | "conftest" | "noxfile");
            let is_private =
                file.path.split('/').any(|part| part.starts_with('_') && !part.starts_with("__"));
            !is_script && !is_private && !is_beside_package(file.path, repository)
        }
        Offer::Folder => {
            !file.path.split('/').any(|part| matches!(part, "cmd" | "internal" | "main"))
        }
        Offer::TypesAndUsed => {
            // Methods at the top of a script belong to that script.
            symbol.kind.is_type() || file.parent_of(symbol).is_some() || n_others(&symbol.name) >= 1
        }
        Offer::Used => {
            let is_configuration =
                name.contains(".config.") || name.starts_with('.') || is_frontend(file.path);
            let is_member = file.parent_of(symbol).is_some();
            let is_used = n_others(&top.name) >= 1
                || repository.is_passed_on(&top.name)
                || is_passed_on_by_index(file, repository);
            !is_configuration && is_used && (!is_member || symbol.kind == SymbolKind::Method)
        }
        Offer::ByPath => !is_internal_path(file.path),
        // The file of a project's settings is a module as well.
        Offer::All => name != "mix.exs",
        Offer::Nothing => false,
    }
}

/// Whether an index file exports everything of this module.
fn is_passed_on_by_index(file: &FileView<'_>, repository: &RepositoryView<'_>) -> bool {
    let name = file.path.rsplit('/').next().unwrap_or(file.path);
    let stem = name.split('.').next().unwrap_or(name);
    stem == "index" || repository.is_passed_on(stem)
}
