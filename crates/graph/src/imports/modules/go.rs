//! Go: an import path is a module's path and the folder within it.
//!
//! The path of a module is declared in `go.mod`. Where that is not known, it is inferred from the
//! imports of the module's own files: each import that ends in the path of one of its folders votes for
//! what precedes that path, weighted by the number of matching parts.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use rutter_syntax::profile;
use rutter_syntax::profile::has_word;

use crate::base::Base;
use crate::base::digest::ImportView;
use crate::base::paths::{ancestors_of, join, parent_of, under};
use crate::imports::modules::Modules;
use crate::imports::target::{ImportTarget, ModuleFiles};

// The imports of a few files are enough for the vote, and reading them all would defeat laziness.
const MAX_FILES_PER_MODULE: usize = 64;
const MAX_FILES: usize = 512;

/// The first parts of the import paths of the standard library.
const STANDARD: &str = "\
    archive bufio bytes cmp compress container context crypto database debug embed encoding \
    errors expvar flag fmt go hash html image index io iter log maps math mime net os path \
    plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing \
    text time unicode unique unsafe weak";

/// A module of the repository.
pub struct GoModule {
    /// The import path of the module.
    prefix: String,
    /// The folder of its `go.mod`.
    root: String,
}

pub fn locate(modules: &Modules<'_>, file: u32, import: ImportView<'_>) -> ImportTarget {
    let base = &modules.base;
    let path = import.module;
    if let Some(relative) = path.strip_prefix('.') {
        let folder = parent_of(base.paths.path(file));
        let found = join(folder, &format!(".{relative}"));
        let found = found.and_then(|path| package_at(base, &path));
        return ImportTarget::module(found.map_or(ModuleFiles::Missing, ModuleFiles::Folder));
    }
    let mut otherwise = ModuleFiles::External;
    for module in modules.go_modules() {
        let Some(inner) = within(path, &module.prefix) else { continue };
        match package_at(base, &under(&module.root, inner)) {
            Some(folder) => return ImportTarget::module(ModuleFiles::Folder(folder)),
            // A shorter prefix, of a module further out, may have the package.
            None => otherwise = ModuleFiles::Missing,
        }
    }
    let vendored = base.paths.folders_ending(path).find(|folder| {
        let before = base.paths.folder_path(*folder).strip_suffix(path);
        before.is_some_and(|before| before.ends_with("vendor/"))
    });
    ImportTarget::module(vendored.map_or(otherwise, ModuleFiles::Folder))
}

/// The last part of an import path, and the likely name of the package in it.
pub fn local_names(path: &str) -> [Option<&str>; 2] {
    let is_version = |part: &str| {
        part.strip_prefix('v')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let last = path.rsplit('/').find(|part| !is_version(part)).unwrap_or(path);
    // `gopkg.in/yaml.v3` is the package `yaml`, `go-redis` is `redis`.
    let base = last.split_once('.').map_or(last, |(base, _)| base);
    let base = base.strip_prefix("go-").unwrap_or(base);
    let base = base.strip_suffix("-go").unwrap_or(base);
    [Some(last), (base != last).then_some(base)]
}

pub fn find_modules(base: &Base<'_>) -> Vec<GoModule> {
    let paths = &base.paths;
    let declared = base.build_files().go.modules();
    let is_declared = |folder: &str| declared.iter().any(|(_, root)| root == folder);
    let mut roots: HashSet<&str> =
        paths.files_named("go.mod").map(|file| parent_of(paths.path(file))).collect();
    if roots.is_empty() {
        roots.insert("");
    }
    let mut votes: HashMap<&str, HashMap<String, usize>> = HashMap::new();
    let mut n_read: HashMap<&str, usize> = HashMap::new();
    let mut n_left = MAX_FILES;
    for (file, position) in base.files.iter().zip(0..) {
        if !profile(file.language).has_folder_packages() {
            continue;
        }
        let mut above = ancestors_of(parent_of(&file.path)).chain([""]);
        let root = above.find(|folder| roots.contains(folder));
        let Some(root) = root.filter(|root| !is_declared(root)) else { continue };
        let n_read = n_read.entry(root).or_default();
        if *n_read >= MAX_FILES_PER_MODULE || n_left == 0 {
            continue;
        }
        *n_read += 1;
        n_left -= 1;
        for import in base.digest(position).imports() {
            if let Some((prefix, n_parts)) = prefix_of(base, root, import.module) {
                *votes.entry(root).or_default().entry(prefix.into()).or_default() += n_parts;
            }
        }
    }
    let inferred = votes.into_iter().filter_map(|(root, votes)| {
        let best = votes
            .into_iter()
            .max_by_key(|(prefix, n_votes)| (*n_votes, Reverse(prefix.clone())))?;
        Some(GoModule { prefix: best.0, root: root.into() })
    });
    let declared = (declared.iter())
        .map(|(prefix, root)| GoModule { prefix: prefix.clone(), root: root.clone() });
    let mut modules: Vec<GoModule> = inferred.chain(declared).collect();
    // The longest prefix first: a module may lie in another one.
    modules.sort_by_cached_key(|module| {
        (Reverse(module.prefix.len()), module.prefix.clone(), module.root.clone())
    });
    modules
}

/// Splits an import path before the longest folder path it ends in: the prefix, and how many parts
/// the folder path has.
fn prefix_of<'p>(base: &Base<'_>, root: &str, path: &'p str) -> Option<(&'p str, usize)> {
    // A folder of the repository may be called like one of the standard library.
    if has_word(STANDARD, path.split('/').next()?) {
        return None;
    }
    path.match_indices('/').find_map(|(slash, _)| {
        let inner = &path[slash + 1..];
        package_at(base, &under(root, inner))?;
        Some((&path[..slash], inner.split('/').count()))
    })
}

fn package_at(base: &Base<'_>, path: &str) -> Option<u32> {
    let folder = base.paths.folder(path)?;
    let mut files = base.paths.files_in(folder).iter();
    files.any(|file| profile(base.language(*file)).has_folder_packages()).then_some(folder)
}

fn within<'p>(path: &'p str, prefix: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(prefix)?;
    if rest.is_empty() { Some("") } else { rest.strip_prefix('/') }
}
