//! Python: relative imports by dots, absolute ones from any source root.
//!
//! A source root is a folder that is not itself a package. The roots above the importing file are
//! tried first, the nearest before the others; then those that manifests declare, and last any other
//! folder that has the top package.

use crate::base::Base;
use crate::base::digest::ImportView;
use crate::base::paths::{ancestors_of, name_of, parent_of, under};
use crate::imports::target::{ImportTarget, ModuleFiles};

const ENDINGS: [&str; 5] = [".py", "/__init__.py", ".pyi", "/__init__.pyi", ".pyx"];
/// Folders that are put on the search path by convention.
const ROOTS: [&str; 3] = ["src", "lib", "python"];

pub fn locate(base: &Base<'_>, file: u32, import: ImportView<'_>) -> ImportTarget {
    let n_dots = import.module.bytes().take_while(|byte| *byte == b'.').count();
    let path = import.module[n_dots..].replace('.', "/");
    let folder = parent_of(base.paths.path(file));
    let (home, path) = match n_dots {
        0 => absolute(base, folder, &path),
        n_dots => {
            // One dot is the package of the file itself.
            let folder = (1..n_dots).fold(folder, |folder, _| parent_of(folder));
            let path = under(folder, &path);
            let home = module_at(base, &path).unwrap_or(ModuleFiles::Missing);
            (home, Some(path))
        }
    };
    match import.name {
        None => ImportTarget::module(home),
        Some("*") => ImportTarget::home(home),
        Some(name) => {
            let module = path.and_then(|path| module_at(base, &under(&path, name)));
            ImportTarget { home, module, container: 0 }
        }
    }
}

/// The module of this name in a package.
pub fn child(base: &Base<'_>, package: u32, name: &str) -> Option<ModuleFiles> {
    let path = base.paths.path(package);
    let is_package = name_of(path).starts_with("__init__.");
    is_package.then(|| module_at(base, &under(parent_of(path), name))).flatten()
}

/// Finds a module by its path from a source root. Returns also its path from the root of the
/// repository, if it or its package is there.
fn absolute(base: &Base<'_>, folder: &str, path: &str) -> (ModuleFiles, Option<String>) {
    let top = path.split('/').next().unwrap_or("");
    let above = ancestors_of(folder).chain([""]);
    let mut has_top = false;
    let is_root = |folder: &str| !is_package(base, folder);
    let builds = &base.build_files().python;
    if let Some(path) = builds.module_path(path)
        && let Some(module) = module_at(base, &path)
    {
        return (module, Some(path));
    }
    let declared = builds.roots_for(folder).into_iter();
    let conventional = ROOTS.into_iter().filter(|root| base.paths.folder(root).is_some());
    for root in above.filter(|folder| is_root(folder)).chain(declared).chain(conventional) {
        let rooted = under(root, path);
        if let Some(module) = module_at(base, &rooted) {
            return (module, Some(rooted));
        }
        // The top package is here but the module is not: it is missing, and not from outside.
        let top = under(root, top);
        if base.paths.folder(&top).is_some() && path.contains('/') {
            has_top |= is_package(base, &top);
            if base.paths.folder(&rooted).is_some() {
                return (ModuleFiles::Missing, Some(rooted));
            }
        }
    }
    let tops = base.paths.folders_ending(top).map(|top| base.paths.folder_path(top));
    let mut rooted: Vec<String> = tops
        .filter(|top| is_package(base, top) && is_root(parent_of(top)))
        .map(|top| under(parent_of(top), path))
        .collect();
    // Shortest path first: nearest to the root of the repository.
    rooted.sort_unstable_by(|left, right| (left.len(), left).cmp(&(right.len(), right)));
    has_top |= !rooted.is_empty();
    let mut found = rooted.into_iter().filter_map(|path| Some((module_at(base, &path)?, path)));
    match found.next() {
        Some((module, path)) => (module, Some(path)),
        None if has_top => (ModuleFiles::Missing, None),
        None => (ModuleFiles::External, None),
    }
}

fn is_package(base: &Base<'_>, folder: &str) -> bool {
    base.paths.file(&under(folder, "__init__.py")).is_some()
}

fn module_at(base: &Base<'_>, path: &str) -> Option<ModuleFiles> {
    let mut candidate = String::with_capacity(path.len() + 16);
    ENDINGS.into_iter().find_map(|ending| {
        candidate.clear();
        candidate.push_str(path);
        candidate.push_str(if path.is_empty() { ending.trim_start_matches('/') } else { ending });
        base.paths.file(&candidate).map(ModuleFiles::One)
    })
}
