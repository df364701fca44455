//! Go: an import path is a module's path and the folder within it.
//!
//! The path of a module stands in `go.mod`, which is not read. It is what the imports of the
//! module's own files have in front of the path of one of its folders; the prefix with which most
//! imports fit, weighed by how much of a path they fit, is taken.

use std::collections::{HashMap, HashSet};

use rutter_domain::Language;

use crate::digest::Importing;
use crate::directory::Directory;
use crate::paths::{ancestors_of, parent_of, under};
use crate::place::{Place, Target};

const MOST_FILES_A_MODULE: usize = 64;
const MOST_FILES: usize = 512;

/// The beginnings of the standard library's import paths.
const STANDARD: [&str; 48] = [
    "archive",
    "bufio",
    "bytes",
    "cmp",
    "compress",
    "container",
    "context",
    "crypto",
    "database",
    "debug",
    "embed",
    "encoding",
    "errors",
    "expvar",
    "flag",
    "fmt",
    "go",
    "hash",
    "html",
    "image",
    "index",
    "io",
    "iter",
    "log",
    "maps",
    "math",
    "mime",
    "net",
    "os",
    "path",
    "plugin",
    "reflect",
    "regexp",
    "runtime",
    "slices",
    "sort",
    "strconv",
    "strings",
    "structs",
    "sync",
    "syscall",
    "testing",
    "text",
    "time",
    "unicode",
    "unique",
    "unsafe",
    "weak",
];

/// A module of the repository.
pub struct GoModule {
    prefix: String,
    root: String,
}

pub fn locate(directory: &Directory<'_>, file: u32, importing: Importing<'_>) -> Target {
    let path = importing.module;
    if let Some(relative) = path.strip_prefix('.') {
        let folder = parent_of(directory.paths.path(file));
        let found = crate::paths::join(folder, &format!(".{relative}"));
        let found = found.and_then(|path| package_at(directory, &path));
        return Target::module(found.map_or(Place::Missing, Place::Folder));
    }
    let modules = directory.go_modules.get_or_init(|| find_modules(directory));
    let own = modules.iter().filter_map(|module| Some((module, within(path, &module.prefix)?)));
    let mut place = Place::Outside;
    for (module, inner) in own {
        match package_at(directory, &under(&module.root, inner)) {
            Some(folder) => return Target::module(Place::Folder(folder)),
            None => place = Place::Missing,
        }
    }
    let vendored = directory.paths.folders_ending(path).find(|folder| {
        let before = directory.paths.folder_path(*folder).strip_suffix(path);
        before.is_some_and(|before| before.ends_with("vendor/"))
    });
    Target::module(vendored.map_or(place, Place::Folder))
}

/// The last part of an import path, and what the package in it is likely called.
pub fn local_names(path: &str) -> [Option<&str>; 2] {
    let is_version = |part: &str| {
        part.strip_prefix('v')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let last = path.rsplit('/').find(|part| !is_version(part)).unwrap_or(path);
    let base = last.split_once('.').map_or(last, |(base, _)| base);
    let base = base.strip_prefix("go-").unwrap_or(base);
    let base = base.strip_suffix("-go").unwrap_or(base);
    [Some(last), (base != last).then_some(base)]
}

fn find_modules(directory: &Directory<'_>) -> Vec<GoModule> {
    let paths = &directory.paths;
    let mut roots: HashSet<&str> =
        paths.files_named("go.mod").map(|file| parent_of(paths.path(file))).collect();
    if roots.is_empty() {
        roots.insert("");
    }
    let mut votes: HashMap<&str, HashMap<String, usize>> = HashMap::new();
    let mut n_read: HashMap<&str, usize> = HashMap::new();
    let mut n_left = MOST_FILES;
    for (file, position) in directory.files.iter().zip(0..) {
        if file.language != Language::Go {
            continue;
        }
        let mut above = ancestors_of(parent_of(&file.path)).chain([""]);
        let Some(root) = above.find(|folder| roots.contains(folder)) else {
            continue;
        };
        let n_read = n_read.entry(root).or_default();
        if *n_read >= MOST_FILES_A_MODULE || n_left == 0 {
            continue;
        }
        *n_read += 1;
        n_left -= 1;
        for importing in directory.digest(position).imports() {
            if let Some((prefix, n_parts)) = prefix_of(directory, root, importing.module) {
                *votes.entry(root).or_default().entry(prefix.into()).or_default() += n_parts;
            }
        }
    }
    let mut modules: Vec<GoModule> = (votes.into_iter())
        .filter_map(|(root, votes)| {
            let best = votes
                .into_iter()
                .max_by(|left, right| (left.1, &right.0).cmp(&(right.1, &left.0)))?;
            Some(GoModule { prefix: best.0, root: root.into() })
        })
        .collect();
    modules.sort_by(|left, right| {
        (right.prefix.len(), &left.prefix, &left.root).cmp(&(
            left.prefix.len(),
            &right.prefix,
            &right.root,
        ))
    });
    modules
}

/// What an import path has in front of the longest path of a folder it ends in, and how many parts
/// that path has.
fn prefix_of<'p>(directory: &Directory<'_>, root: &str, path: &'p str) -> Option<(&'p str, usize)> {
    if STANDARD.contains(&path.split('/').next()?) {
        return None;
    }
    path.match_indices('/').find_map(|(slash, _)| {
        let inner = &path[slash + 1..];
        package_at(directory, &under(root, inner))?;
        Some((&path[..slash], inner.split('/').count()))
    })
}

fn package_at(directory: &Directory<'_>, path: &str) -> Option<u32> {
    let folder = directory.paths.folder(path)?;
    let mut files = directory.paths.files_in(folder).iter();
    files.any(|file| directory.language(*file) == Language::Go).then_some(folder)
}

fn within<'p>(path: &'p str, prefix: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(prefix)?;
    if rest.is_empty() { Some("") } else { rest.strip_prefix('/') }
}
