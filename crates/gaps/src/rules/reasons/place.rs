//! Reasons in the path of a file, and in what its language offers to other projects.

use rutter_domain::SymbolKind;
use rutter_graph::path_text::{ancestors_of, name_of, parent_of, stem_of, under};
use rutter_syntax::profile::Offer;

use super::PublicSymbol;
use crate::lexicon::paths;
use crate::repository::RepositoryView;
use crate::rules::rust_paths::is_reachable_in_rust;

pub fn is_tooling(it: &PublicSymbol<'_>) -> bool {
    let path = it.file.path;
    let mut folders = path.split('/').rev().skip(1);
    // A script is run, wherever it lies.
    if folders.any(|folder| folder == "scripts" || paths::BUILDS.has(folder)) {
        return true;
    }
    let Some((first, _)) = path.split_once('/') else { return false };
    if it.profile().offered.tools {
        // A package may have such a name.
        paths::TOOLS.has(first) && !it.repository().has_file(&format!("{first}/__init__.py"))
    } else {
        paths::SCRIPTS.has(first)
    }
}

/// Whether a file is code that makes or is shown in the documentation.
pub fn is_part_of_documentation(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    path.starts_with("doc/") || folders.any(|folder| matches!(folder, "docs" | "website"))
}

pub fn is_for_documents(it: &PublicSymbol<'_>) -> bool {
    is_part_of_documentation(it.file.path)
}

pub fn is_not_offered(it: &PublicSymbol<'_>) -> bool {
    !is_offered(it)
}

fn is_offered(it: &PublicSymbol<'_>) -> bool {
    let (path, repository) = (it.file.path, it.repository());
    let name = name_of(path);
    let mut folders = path.split('/').rev().skip(1);
    // Uses of a name with several definitions may mean another one.
    let is_used =
        |name: &str| repository.definitions(name).len() == 1 && it.n_other_files(name) >= 1;
    let top = it.file.ancestors_of(it.symbol).last().unwrap_or(it.symbol);
    match it.profile().offered.by {
        Offer::Headers => {
            paths::HEADERS.end(name) && is_offered_header(path, repository) && !is_internal(path)
        }
        Offer::Crate => is_reachable_in_rust(path, repository, &top.name),
        Offer::Package => {
            let is_private = |part: &str| part.starts_with('_') && !part.starts_with("__");
            !paths::RUN.has(stem_of(path))
                && !path.split('/').any(is_private)
                && !is_beside_package(path, repository)
        }
        Offer::Folder => !folders.any(|folder| paths::CLOSED_PACKAGES.has(folder)),
        // Methods at the top of a script belong to that script.
        Offer::TypesAndUsed => {
            it.symbol.kind.is_type() || it.parent().is_some() || is_used(&it.symbol.name)
        }
        Offer::Used => {
            let is_configuration = name.contains(".config.") || name.starts_with('.');
            let is_method = it.parent().is_none() || it.symbol.kind == SymbolKind::Method;
            let stem = stem_of(path);
            !is_configuration
                && !is_frontend(path)
                && is_method
                && (is_used(&top.name)
                    || repository.is_passed_on(&top.name)
                    || stem == "index"
                    || repository.is_passed_on(stem))
        }
        Offer::ByPath => !is_internal(path),
        // The file of a project's settings is a module as well.
        Offer::All => name != "mix.exs",
        Offer::Nothing => false,
    }
}

/// Whether a path says that a file is internal to its library.
pub fn is_internal(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    folders.any(|folder| paths::INTERNAL.has(folder)) || paths::INTERNAL_NAMES.occur_in(path)
}

/// Whether a header is for users of the library: it lies in `include`, or no header does.
fn is_offered_header(path: &str, repository: &RepositoryView<'_>) -> bool {
    let is_included = path.split('/').rev().skip(1).any(|folder| paths::OFFERED.has(folder));
    let has_offered =
        |above: &str| paths::OFFERED.iter().any(|name| repository.has_folder(&under(above, name)));
    is_included || !has_offered("") && !ancestors_of(parent_of(path)).any(has_offered)
}

/// Whether a file of Python lies beside the package of its project: in the root, or outside of `src`.
fn is_beside_package(path: &str, repository: &RepositoryView<'_>) -> bool {
    let is_project = || ["pyproject.toml", "setup.py"].iter().any(|file| repository.has_file(file));
    if path.starts_with("src/") || !is_project() {
        return false;
    }
    let packages = repository.files_ending("__init__.py");
    packages.iter().any(|package| package.starts_with("src/"))
        || !path.contains('/') && !packages.is_empty()
}

/// Whether a file is part of a user interface: a component, or a page of a site.
pub fn is_frontend(path: &str) -> bool {
    let is_component = path.ends_with(".tsx") || path.ends_with(".jsx");
    is_component || path.split('/').rev().skip(1).any(|folder| folder == "pages")
}
