//! JavaScript and TypeScript: relative paths, and packages of the workspace by their folder.

use crate::digest::Importing;
use crate::directory::Directory;
use crate::paths::{ancestors_of, join, parent_of};
use crate::place::{Place, Target};

const EXTENSIONS: [&str; 12] = [
    ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte",
    ".json",
];
/// What is written for a file that is compiled from another.
const COMPILED: [(&str, &[&str]); 4] = [
    (".js", &[".ts", ".tsx", ".d.ts"]),
    (".jsx", &[".tsx"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
];
/// Where a package's own module lies in its folder.
const ENTRIES: [&str; 5] = ["src/index", "index", "lib/index", "src/main", "main"];

pub fn locate(directory: &Directory<'_>, file: u32, importing: Importing<'_>) -> Target {
    let folder = parent_of(directory.paths.path(file));
    let place = place_of(directory, folder, importing.module);
    match importing.name {
        None => Target::module(place),
        Some("*") if importing.alias.is_some() => Target::module(place),
        Some(_) => Target::home(place),
    }
}

fn place_of(directory: &Directory<'_>, folder: &str, module: &str) -> Place {
    if module == "." || module == ".." || module.starts_with("./") || module.starts_with("../") {
        let found = join(folder, module).and_then(|path| file_at(directory, &path));
        return found.map_or(Place::Missing, Place::File);
    }
    if let Some(path) = module.strip_prefix('/') {
        return file_at(directory, path).map_or(Place::Missing, Place::File);
    }
    if module.contains(':') {
        return Place::Outside;
    }
    let found = match module.strip_prefix("@/").or_else(|| module.strip_prefix("~/")) {
        Some(path) => above(directory, folder, path),
        None => package(directory, module)
            .or_else(|| module.contains('/').then(|| above(directory, folder, module)).flatten()),
    };
    found.map_or(Place::Outside, Place::File)
}

/// A path taken from a folder above, or from its sources.
fn above(directory: &Directory<'_>, folder: &str, path: &str) -> Option<u32> {
    ancestors_of(folder).chain([""]).find_map(|folder| {
        let at = |base: &str| {
            file_at(directory, &join(folder, base).and_then(|base| join(&base, path))?)
        };
        at("src").or_else(|| at(""))
    })
}

/// A module of a package of the workspace: `name`, `@scope/name`, `name/inner/path`.
fn package(directory: &Directory<'_>, module: &str) -> Option<u32> {
    let unscoped = match module.strip_prefix('@') {
        Some(scoped) => scoped.split_once('/')?.1,
        None => module,
    };
    let (name, path) = unscoped.split_once('/').unwrap_or((unscoped, ""));
    let folders = directory.paths.folders_ending(name);
    let mut folders: Vec<&str> = folders
        .map(|folder| directory.paths.folder_path(folder))
        .filter(|folder| directory.paths.file(&format!("{folder}/package.json")).is_some())
        .collect();
    folders.sort_unstable_by_key(|folder| (folder.len(), *folder));
    folders.into_iter().find_map(|folder| {
        if path.is_empty() {
            return ENTRIES
                .iter()
                .find_map(|entry| file_at(directory, &format!("{folder}/{entry}")));
        }
        file_at(directory, &format!("{folder}/{path}"))
            .or_else(|| file_at(directory, &format!("{folder}/src/{path}")))
    })
}

fn file_at(directory: &Directory<'_>, path: &str) -> Option<u32> {
    if let Some(file) = directory.paths.file(path) {
        return Some(file);
    }
    for (written, sources) in COMPILED {
        let Some(base) = path.strip_suffix(written) else { continue };
        let found =
            sources.iter().find_map(|source| directory.paths.file(&format!("{base}{source}")));
        if found.is_some() {
            return found;
        }
    }
    let mut candidate = String::with_capacity(path.len() + 16);
    ["", "/index"].into_iter().find_map(|middle| {
        EXTENSIONS.into_iter().find_map(|extension| {
            candidate.clear();
            candidate.push_str(path);
            candidate.push_str(if path.is_empty() {
                middle.trim_start_matches('/')
            } else {
                middle
            });
            candidate.push_str(extension);
            directory.paths.file(&candidate)
        })
    })
}
