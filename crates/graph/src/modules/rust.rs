//! Rust: paths from `crate`, `self`, `super`, a child module or a crate of the workspace.
//!
//! A crate of the workspace is a folder with `src/lib.rs`. It is known by the folder's name, or, as
//! package names are not read, by a longer name that ends in it (`rutter_domain` in `domain`) or by
//! any name from its own tests and binaries; the latter two only when the crate has what is asked
//! of it.

use std::collections::HashMap;

use rutter_domain::Language;

use crate::digest::Importing;
use crate::directory::Directory;
use crate::hash::hash_container;
use crate::kinds::Role;
use crate::modules::local_names;
use crate::paths::{ancestors_of, name_of, parent_of, under};
use crate::place::{Place, Target};

const DEEPEST_MODULE: usize = 32;
/// How many re-exports are followed for one path, in all and one to the next.
const MOST_REEXPORTS: usize = 48;
const MOST_HOPS: usize = 3;

/// The crates of the workspace.
pub struct Crates {
    /// The roots of the libraries by their folder's name, with `_` for `-`; the shortest path first.
    by_name: HashMap<String, Vec<u32>>,
}

impl Crates {
    fn named(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).and_then(|roots| roots.first()).copied()
    }

    /// Those whose name a longer one ends in: `domain` for `rutter_domain`.
    fn ending(&self, long_name: &str) -> impl Iterator<Item = u32> {
        let ends = long_name.match_indices('_').map(|(at, _)| &long_name[at + 1..]);
        ends.filter_map(|end| self.by_name.get(end)).flatten().copied()
    }
}

/// Where a path leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walked {
    /// Into a file, and there into the type or inner module with this hash, if it is not 0.
    At {
        file: u32,
        container: u32,
    },
    Outside,
    Missing,
}

pub fn locate(directory: &Directory<'_>, file: u32, importing: Importing<'_>) -> Target {
    let (module, name) = match importing.name {
        Some(name) if name != "self" => (importing.module, Some(name)),
        Some(_) | None => match importing.module.rsplit_once("::") {
            Some((module, name)) => (module, Some(name)),
            None => (importing.module, None),
        },
    };
    let segments: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    let n_inline = inline_depth_at(directory, file, importing.line);
    match walk(directory, file, n_inline, &segments, name) {
        // `mod gone;` of a file that is not there.
        Walked::At { file: same, container: 0 }
            if module == "self"
                && same == file
                && name.is_some_and(|name| !offers(directory, file, name, importing.line)) =>
        {
            Target::home(Place::Missing)
        }
        Walked::At { file, container } => {
            let module = match name {
                Some(name) if container == 0 => child(directory, file, name).map(Place::File),
                Some(_) => None,
                None => Some(Place::File(file)),
            };
            Target { home: Place::File(file), module, container }
        }
        Walked::Outside => Target::home(Place::Outside),
        Walked::Missing => Target::home(Place::Missing),
    }
}

/// Follows a path from a file, below so many modules within it. `next` is what will be asked of
/// where it leads.
pub fn walk(
    directory: &Directory<'_>,
    file: u32,
    n_inline: usize,
    segments: &[&str],
    next: Option<&str>,
) -> Walked {
    let mut budget = Budget { n_left: MOST_REEXPORTS, n_hops: MOST_HOPS };
    follow(directory, file, n_inline, segments, next, &mut budget)
}

/// How much more may be looked at.
struct Budget {
    n_left: usize,
    n_hops: usize,
}

fn follow(
    directory: &Directory<'_>,
    file: u32,
    n_inline: usize,
    segments: &[&str],
    next: Option<&str>,
    budget: &mut Budget,
) -> Walked {
    let Some((first, rest)) = segments.split_first() else {
        return Walked::At { file, container: 0 };
    };
    let mut n_inline = n_inline;
    let start = match *first {
        "crate" | "$crate" => Walked::At { file: crate_root(directory, file), container: 0 },
        "self" => Walked::At { file, container: 0 },
        "super" => parent(directory, file, &mut n_inline),
        "std" | "core" | "alloc" | "proc_macro" => Walked::Outside,
        name => match step(directory, file, name, &mut Budget { n_left: 0, n_hops: 0 }) {
            Walked::At { file, container } => Walked::At { file, container },
            Walked::Outside | Walked::Missing => {
                crate_named(directory, file, name, rest.first().copied().or(next))
            }
        },
    };
    let mut at = start;
    for name in rest {
        at = match at {
            Walked::At { file, container: 0 } if *name == "super" => {
                parent(directory, file, &mut n_inline)
            }
            Walked::At { file, container: 0 } => step(directory, file, name, budget),
            Walked::At { file, .. } => Walked::At { file, container: hash_container(name) },
            Walked::Outside | Walked::Missing => return at,
        };
    }
    at
}

/// One name further: a child module, an item of the file, or what it re-exports by that name.
fn step(directory: &Directory<'_>, file: u32, name: &str, budget: &mut Budget) -> Walked {
    if let Some(child) = child(directory, file, name) {
        return Walked::At { file: child, container: 0 };
    }
    let digest = directory.digest(file);
    let is_owner = |role: Role| role.is_type() || role == Role::Module;
    if digest.defined(name).any(|(_, item)| is_owner(item.role)) {
        return Walked::At { file, container: hash_container(name) };
    }
    if budget.n_hops == 0 {
        return Walked::Missing;
    }
    for importing in digest.imports() {
        let is_star = importing.name == Some("*");
        if !is_star && local_names(Language::Rust, importing)[0] != Some(name) {
            continue;
        }
        if budget.n_left == 0 {
            return Walked::Missing;
        }
        budget.n_left -= 1;
        let mut segments: Vec<&str> = importing.module.split("::").collect();
        let wanted = if is_star { name } else { importing.name.unwrap_or("self") };
        if wanted != "self" {
            segments.push(wanted);
        }
        let n_inline = inline_depth_at(directory, file, importing.line);
        budget.n_hops -= 1;
        let found = follow(directory, file, n_inline, &segments, None, budget);
        budget.n_hops += 1;
        if matches!(found, Walked::At { .. }) {
            return found;
        }
    }
    Walked::Missing
}

/// Whether a word can be the name of a crate of the workspace, as far as that can be told at once.
pub fn names_crate(directory: &Directory<'_>, file: u32, word: &str) -> bool {
    let crates = crates_of(directory);
    crates.named(word).is_some()
        || crates.ending(word).next().is_some()
        || is_beside_library(directory.paths.path(file))
}

/// The module of this name declared in a file, when it is a file of its own.
pub fn child(directory: &Directory<'_>, file: u32, name: &str) -> Option<u32> {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let path = directory.paths.path(file);
    let (folder, stem) = (parent_of(path), name_of(path).trim_end_matches(".rs"));
    let is_root = matches!(stem, "mod" | "lib" | "main" | "build")
        || matches!(name_of(folder), "bin" | "tests" | "examples" | "benches");
    let own_folder = under(folder, stem);
    let folders = [Some(own_folder.as_str()), is_root.then_some(folder)];
    folders
        .into_iter()
        .flatten()
        .find_map(|folder| module_in(directory, folder, name))
        .filter(|child| *child != file)
}

/// How many modules within the file enclose a line.
fn inline_depth_at(directory: &Directory<'_>, file: u32, line: u32) -> usize {
    let blocks = directory.digest(file).blocks.iter();
    blocks.filter(|(first, last)| (*first..=*last).contains(&line)).count()
}

fn parent(directory: &Directory<'_>, file: u32, n_inline: &mut usize) -> Walked {
    if *n_inline > 0 {
        *n_inline -= 1;
        return Walked::At { file, container: 0 };
    }
    match parent_file(directory, file) {
        Some(file) => Walked::At { file, container: 0 },
        None => Walked::Missing,
    }
}

fn parent_file(directory: &Directory<'_>, file: u32) -> Option<u32> {
    let path = directory.paths.path(file);
    let (folder, stem) = (parent_of(path), name_of(path).trim_end_matches(".rs"));
    let (folder, module) = match stem {
        "lib" | "main" | "build" => return None,
        "mod" => (parent_of(folder), name_of(folder)),
        stem => (folder, stem),
    };
    let in_folder = |name: &str| directory.paths.file(&under(folder, name));
    let declares = |file: &u32| {
        directory
            .digest(*file)
            .imports()
            .any(|importing| importing.module == "self" && importing.name == Some(module))
    };
    in_folder("mod.rs")
        .or_else(|| in_folder("main.rs").filter(|main| declares(main)))
        .or_else(|| in_folder("lib.rs"))
        .or_else(|| in_folder("main.rs"))
        .or_else(|| directory.paths.file(&format!("{folder}.rs")))
}

fn crate_root(directory: &Directory<'_>, file: u32) -> u32 {
    let parents = std::iter::successors(Some(file), |file| parent_file(directory, *file));
    parents.take(DEEPEST_MODULE).last().unwrap_or(file)
}

fn crate_named(directory: &Directory<'_>, file: u32, name: &str, next: Option<&str>) -> Walked {
    let crates = crates_of(directory);
    let found = crates.named(name).or_else(|| {
        let mut roots = crates.ending(name).chain(own_library(directory, file));
        next.and_then(|next| roots.find(|root| offers(directory, *root, next, 0)))
    });
    found.map_or(Walked::Outside, |root| Walked::At { file: root, container: 0 })
}

/// The library of the package that a test, example or binary belongs to.
fn own_library(directory: &Directory<'_>, file: u32) -> Option<u32> {
    if !is_beside_library(directory.paths.path(file)) {
        return None;
    }
    let root = crate_root(directory, file);
    let folder = parent_of(directory.paths.path(file));
    let candidates = ancestors_of(folder).chain([""]);
    let mut libraries =
        candidates.filter_map(|folder| directory.paths.file(&under(folder, "src/lib.rs")));
    libraries.next().filter(|library| *library != root)
}

/// Whether a file belongs to a test, example or binary by where it lies.
fn is_beside_library(path: &str) -> bool {
    name_of(path) == "main.rs"
        || path.split('/').any(|part| matches!(part, "tests" | "examples" | "benches" | "bin"))
}

/// Whether a file has something of this name other than by its import at a line.
fn offers(directory: &Directory<'_>, root: u32, name: &str, but_line: u32) -> bool {
    let digest = directory.digest(root);
    child(directory, root, name).is_some()
        || digest.defined(name).any(|(_, item)| item.role != Role::Nameless)
        || (digest.imports())
            .filter(|importing| importing.line != but_line)
            .any(|importing| local_names(Language::Rust, importing)[0] == Some(name))
}

fn crates_of<'d>(directory: &'d Directory<'_>) -> &'d Crates {
    directory.crates.get_or_init(|| {
        let mut roots: Vec<u32> = directory.paths.files_ending("src/lib.rs").collect();
        roots.sort_unstable_by_key(|root| (directory.paths.path(*root).len(), *root));
        let mut by_name: HashMap<String, Vec<u32>> = HashMap::new();
        for root in roots {
            let folder = parent_of(parent_of(directory.paths.path(root)));
            by_name.entry(name_of(folder).replace('-', "_")).or_default().push(root);
        }
        Crates { by_name }
    })
}

fn module_in(directory: &Directory<'_>, folder: &str, name: &str) -> Option<u32> {
    let mut path = under(folder, name);
    let n_bytes = path.len();
    path.push_str(".rs");
    directory.paths.file(&path).or_else(|| {
        path.truncate(n_bytes);
        path.push_str("/mod.rs");
        directory.paths.file(&path)
    })
}
