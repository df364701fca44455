//! Python: relative imports by dots, absolute ones from any source root.
//!
//! A source root is a folder that is not itself a package. The roots above the importing file come
//! first, nearest first; then any other that holds the top package.

use crate::digest::Importing;
use crate::directory::Directory;
use crate::paths::{ancestors_of, name_of, parent_of, under};
use crate::place::{Place, Target};

const ENDINGS: [&str; 5] = [".py", "/__init__.py", ".pyi", "/__init__.pyi", ".pyx"];
/// Folders that are put on the search path by convention.
const ROOTS: [&str; 3] = ["src", "lib", "python"];

pub fn locate(directory: &Directory<'_>, file: u32, importing: Importing<'_>) -> Target {
    let n_dots = importing.module.bytes().take_while(|byte| *byte == b'.').count();
    let path = importing.module[n_dots..].replace('.', "/");
    let folder = parent_of(directory.paths.path(file));
    let (home, base) = match n_dots {
        0 => absolute(directory, folder, &path),
        n_dots => {
            let folder = (1..n_dots).fold(folder, |folder, _| parent_of(folder));
            let base = under(folder, &path);
            let home = module_at(directory, &base).unwrap_or(Place::Missing);
            (home, Some(base))
        }
    };
    match importing.name {
        None => Target::module(home),
        Some("*") => Target::home(home),
        Some(name) => {
            let module = base.and_then(|base| module_at(directory, &under(&base, name)));
            Target { home, module, container: 0 }
        }
    }
}

/// The module of this name in a package.
pub fn child(directory: &Directory<'_>, package: u32, name: &str) -> Option<Place> {
    let path = directory.paths.path(package);
    let is_package = name_of(path).starts_with("__init__.");
    is_package.then(|| module_at(directory, &under(parent_of(path), name))).flatten()
}

/// Finds a module by its path from a source root, and the path at which it is.
fn absolute(directory: &Directory<'_>, folder: &str, path: &str) -> (Place, Option<String>) {
    let top = path.split('/').next().unwrap_or("");
    let above = ancestors_of(folder).chain([""]);
    let mut has_top = false;
    let is_root = |folder: &str| !is_package(directory, folder);
    let conventional = ROOTS.into_iter().filter(|root| directory.paths.folder(root).is_some());
    for root in above.filter(|folder| is_root(folder)).chain(conventional) {
        let base = under(root, path);
        if let Some(place) = module_at(directory, &base) {
            return (place, Some(base));
        }
        let top = under(root, top);
        if directory.paths.folder(&top).is_some() && path.contains('/') {
            has_top |= is_package(directory, &top);
            if directory.paths.folder(&base).is_some() {
                return (Place::Missing, Some(base));
            }
        }
    }
    let tops = directory.paths.folders_ending(top).map(|top| directory.paths.folder_path(top));
    let mut bases: Vec<String> = tops
        .filter(|top| is_package(directory, top) && is_root(parent_of(top)))
        .map(|top| under(parent_of(top), path))
        .collect();
    bases.sort_unstable_by(|left, right| (left.len(), left).cmp(&(right.len(), right)));
    has_top |= !bases.is_empty();
    let mut found = bases.into_iter().filter_map(|base| Some((module_at(directory, &base)?, base)));
    match found.next() {
        Some((place, base)) => (place, Some(base)),
        None if has_top => (Place::Missing, None),
        None => (Place::Outside, None),
    }
}

fn is_package(directory: &Directory<'_>, folder: &str) -> bool {
    directory.paths.file(&under(folder, "__init__.py")).is_some()
}

fn module_at(directory: &Directory<'_>, base: &str) -> Option<Place> {
    let mut path = String::with_capacity(base.len() + 16);
    ENDINGS.into_iter().find_map(|ending| {
        path.clear();
        path.push_str(base);
        path.push_str(if base.is_empty() { ending.trim_start_matches('/') } else { ending });
        directory.paths.file(&path).map(Place::File)
    })
}
