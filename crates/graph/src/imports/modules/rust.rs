//! Rust: paths from `crate`, `self`, `super`, a child module or a crate of the workspace.
//!
//! `Cargo.toml` says which crates a package knows, and by which names. Without one, a crate of the
//! workspace is a folder with `src/lib.rs`. It is recognized by the name of its folder, by a longer
//! name that ends in it (`rutter_domain` for `domain`), or by any name used from its own tests and
//! binaries. The latter two are guesses and count only if the crate has the name that is looked up in
//! it. Start at [`locate`] for imports and
//! at [`walk`] for paths in code.

use std::collections::HashMap;

use rutter_syntax::profile::Bound;

use crate::base::Base;
use crate::base::builds::CrateOrigin;
use crate::base::digest::ImportView;
use crate::base::hash::hash_container;
use crate::base::kinds::Role;
use crate::base::paths::{Paths, ancestors_of, name_of, parent_of, under};
use crate::imports::modules::{Modules, local_names};
use crate::imports::target::{ImportTarget, ModuleFiles};

const MAX_MODULE_DEPTH: usize = 32;
/// Bounds of following re-exports for one path: in all, and in one chain.
const MAX_REEXPORTS: usize = 48;
const MAX_HOPS: usize = 3;

/// The crates of the workspace.
pub struct Crates {
    /// The `lib.rs` files by the name of the crate's folder, with `_` for `-`; the shortest path first.
    by_name: HashMap<String, Vec<u32>>,
}

impl Crates {
    pub fn of(paths: &Paths<'_>) -> Crates {
        let mut roots: Vec<u32> = paths.files_ending("src/lib.rs").collect();
        roots.sort_unstable_by_key(|root| (paths.path(*root).len(), *root));
        let mut by_name: HashMap<String, Vec<u32>> = HashMap::new();
        for root in roots {
            let folder = parent_of(parent_of(paths.path(root)));
            by_name.entry(name_of(folder).replace('-', "_")).or_default().push(root);
        }
        Crates { by_name }
    }

    fn named(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).and_then(|roots| roots.first()).copied()
    }

    /// The crates whose name a longer one ends in: `domain` for `rutter_domain`.
    fn ending(&self, long_name: &str) -> impl Iterator<Item = u32> {
        let ends = long_name.match_indices('_').map(|(at, _)| &long_name[at + 1..]);
        ends.filter_map(|end| self.by_name.get(end)).flatten().copied()
    }
}

/// The target of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RustPath {
    /// Into a file, and there into the type or inner module with this hash, if it is not 0.
    At {
        file: u32,
        container: u32,
    },
    External,
    Missing,
}

pub fn locate(modules: &Modules<'_>, file: u32, import: ImportView<'_>) -> ImportTarget {
    let base = &modules.base;
    let (module, name) = match import.name {
        Some(name) if name != "self" => (import.module, Some(name)),
        Some(_) | None => match import.module.rsplit_once("::") {
            Some((module, name)) => (module, Some(name)),
            None => (import.module, None),
        },
    };
    let segments: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    let n_inline = inline_depth_at(base, file, import.line);
    match walk(modules, file, n_inline, &segments, name) {
        // `mod gone;` of a file that is not there.
        RustPath::At { file: same, container: 0 }
            if module == "self"
                && same == file
                && name.is_some_and(|name| !offers(base, file, name, import.line)) =>
        {
            ImportTarget::home(ModuleFiles::Missing)
        }
        RustPath::At { file, container } => {
            let module = match name {
                Some(name) if container == 0 => {
                    let files = children(base, file, name);
                    Some(ModuleFiles::of_files(files, ModuleFiles::Missing))
                        .filter(ModuleFiles::is_internal)
                }
                Some(_) => None,
                None => Some(ModuleFiles::One(file)),
            };
            ImportTarget { home: ModuleFiles::One(file), module, container }
        }
        RustPath::External => ImportTarget::home(ModuleFiles::External),
        RustPath::Missing => ImportTarget::home(ModuleFiles::Missing),
    }
}

/// Follows a path from a file, below `n_inline` inline modules. `next` is the name that will be
/// looked up at its end.
pub fn walk(
    modules: &Modules<'_>,
    file: u32,
    n_inline: usize,
    segments: &[&str],
    next: Option<&str>,
) -> RustPath {
    let mut budget = Budget { n_left: MAX_REEXPORTS, n_hops: MAX_HOPS };
    follow(modules, file, n_inline, segments, next, &mut budget)
}

/// The remaining bounds.
struct Budget {
    n_left: usize,
    n_hops: usize,
}

fn follow(
    modules: &Modules<'_>,
    file: u32,
    n_inline: usize,
    segments: &[&str],
    next: Option<&str>,
    budget: &mut Budget,
) -> RustPath {
    let Some((first, rest)) = segments.split_first() else {
        return RustPath::At { file, container: 0 };
    };
    let base = &modules.base;
    let mut n_inline = n_inline;
    let start = match *first {
        "crate" | "$crate" => RustPath::At { file: modules.crate_root(file), container: 0 },
        "self" => RustPath::At { file, container: 0 },
        "super" => parent(base, file, &mut n_inline),
        "std" | "core" | "alloc" | "proc_macro" => RustPath::External,
        // A child module or an item of the file hides a crate of its name. Without hops, imports are not followed.
        name => match step(modules, file, name, &mut Budget { n_left: 0, n_hops: 0 }) {
            RustPath::At { file, container } => RustPath::At { file, container },
            RustPath::External | RustPath::Missing => {
                crate_named(modules, file, name, rest.first().copied().or(next))
            }
        },
    };
    let mut at = start;
    for name in rest {
        at = match at {
            RustPath::At { file, container: 0 } if *name == "super" => {
                parent(base, file, &mut n_inline)
            }
            RustPath::At { file, container: 0 } => step(modules, file, name, budget),
            RustPath::At { file, .. } => RustPath::At { file, container: hash_container(name) },
            RustPath::External | RustPath::Missing => return at,
        };
    }
    at
}

/// Follows one segment: a child module, an item of the file, or a re-export.
fn step(modules: &Modules<'_>, file: u32, name: &str, budget: &mut Budget) -> RustPath {
    let base = &modules.base;
    if let Some(child) = child(base, file, name) {
        return RustPath::At { file: child, container: 0 };
    }
    let digest = base.digest(file);
    let is_owner = |role: Role| role.is_type() || role == Role::Module;
    if digest.defined(name).any(|(_, item)| is_owner(item.role)) {
        return RustPath::At { file, container: hash_container(name) };
    }
    if budget.n_hops == 0 {
        return RustPath::Missing;
    }
    for import in digest.imports() {
        let is_star = import.name == Some("*");
        if !is_star && local_names(Bound::Last, import)[0] != Some(name) {
            continue;
        }
        if budget.n_left == 0 {
            return RustPath::Missing;
        }
        budget.n_left -= 1;
        let mut segments: Vec<&str> = import.module.split("::").collect();
        let wanted = if is_star { name } else { import.name.unwrap_or("self") };
        if wanted != "self" {
            segments.push(wanted);
        }
        let n_inline = inline_depth_at(base, file, import.line);
        // Given back below: the bound is for one chain, `n_left` for all together.
        budget.n_hops -= 1;
        let found = follow(modules, file, n_inline, &segments, None, budget);
        budget.n_hops += 1;
        if matches!(found, RustPath::At { .. }) {
            return found;
        }
    }
    RustPath::Missing
}

/// Whether a word may name a crate of the workspace, judged by its name and by where the file lies.
pub fn may_name_crate(modules: &Modules<'_>, file: u32, word: &str) -> bool {
    match origin_of(modules, file, word) {
        CrateOrigin::Here(library) => return modules.base.paths.file(library).is_some(),
        CrateOrigin::Outside => return false,
        CrateOrigin::Unknown => {}
    }
    let crates = modules.crates();
    crates.named(word).is_some()
        || crates.ending(word).next().is_some()
        || is_beside_library(modules.base.paths.path(file))
}

/// The file of a module declared in a file; `None` if the module is inline or not indexed.
pub fn child(base: &Base<'_>, file: u32, name: &str) -> Option<u32> {
    // `mod r#type;` has the file `type.rs`.
    let name = name.strip_prefix("r#").unwrap_or(name);
    let path = base.paths.path(file);
    let (folder, stem) = (parent_of(path), name_of(path).trim_end_matches(".rs"));
    // Written as `#[path = "…"]`.
    if name.ends_with(".rs") {
        let mut folder = folder;
        let mut rest = name;
        while let Some(inner) = rest.strip_prefix("../") {
            (folder, rest) = (parent_of(folder), inner);
        }
        return base.paths.file(&under(folder, rest.trim_start_matches("./")));
    }
    // Most names that are asked for are those of items.
    if !base.paths.may_be_rust_module(name) {
        return None;
    }
    let is_root = matches!(stem, "mod" | "lib" | "main" | "build")
        || base.build_files().cargo.is_root(path)
        || matches!(name_of(folder), "bin" | "tests" | "examples" | "benches");
    let own_folder = under(folder, stem);
    let folders = [Some(own_folder.as_str()), is_root.then_some(folder)];
    folders
        .into_iter()
        .flatten()
        .find_map(|folder| module_in(base, folder, name))
        .filter(|child| *child != file)
}

/// The files that a module may have: its own, or those that attributes give it on each platform.
fn children(base: &Base<'_>, file: u32, name: &str) -> Vec<u32> {
    if let Some(child) = child(base, file, name) {
        return vec![child];
    }
    let declared = base.digest(file).imports().filter(|import| {
        import.module == "self" && import.alias == Some(name) && import.name.is_some()
    });
    declared.filter_map(|import| child(base, file, import.name?)).collect()
}

/// The number of inline modules around a line.
fn inline_depth_at(base: &Base<'_>, file: u32, line: u32) -> usize {
    let blocks = base.digest(file).inline_modules().iter();
    blocks.filter(|(first, last)| (*first..=*last).contains(&line)).count()
}

fn parent(base: &Base<'_>, file: u32, n_inline: &mut usize) -> RustPath {
    if *n_inline > 0 {
        *n_inline -= 1;
        return RustPath::At { file, container: 0 };
    }
    match parent_file(base, file) {
        Some(file) => RustPath::At { file, container: 0 },
        None => RustPath::Missing,
    }
}

fn parent_file(base: &Base<'_>, file: u32) -> Option<u32> {
    let path = base.paths.path(file);
    let (folder, stem) = (parent_of(path), name_of(path).trim_end_matches(".rs"));
    if base.build_files().cargo.is_root(path) {
        return None;
    }
    let (folder, module) = match stem {
        "lib" | "main" | "build" => return None,
        "mod" => (parent_of(folder), name_of(folder)),
        stem => (folder, stem),
    };
    let in_folder = |name: &str| base.paths.file(&under(folder, name));
    let declares = |file: &u32| {
        base.digest(*file)
            .imports()
            .any(|import| import.module == "self" && import.name == Some(module))
    };
    // `main.rs` goes before `lib.rs` only if it declares the module, as a package may have both.
    in_folder("mod.rs")
        .or_else(|| in_folder("main.rs").filter(|main| declares(main)))
        .or_else(|| in_folder("lib.rs"))
        .or_else(|| in_folder("main.rs"))
        .or_else(|| base.paths.file(&format!("{folder}.rs")))
        .or_else(|| {
            let roots = base.build_files().cargo.roots_in(folder);
            roots.filter_map(|root| base.paths.file(root)).find(declares)
        })
        // `#[path = "…"]` may lead into a folder that is not a module.
        .or_else(|| {
            let mut folders = ancestors_of(folder);
            folders.find_map(|folder| base.paths.file(&under(folder, "lib.rs")))
        })
}

pub fn crate_root(base: &Base<'_>, file: u32) -> u32 {
    let parents = std::iter::successors(Some(file), |file| parent_file(base, *file));
    parents.take(MAX_MODULE_DEPTH).last().unwrap_or(file)
}

fn crate_named(modules: &Modules<'_>, file: u32, name: &str, next: Option<&str>) -> RustPath {
    let (base, crates) = (&modules.base, modules.crates());
    match origin_of(modules, file, name) {
        CrateOrigin::Here(library) => {
            let root = base.paths.file(library);
            return root.map_or(RustPath::Missing, |file| RustPath::At { file, container: 0 });
        }
        CrateOrigin::Outside => return RustPath::External,
        CrateOrigin::Unknown => {}
    }
    // A name that only ends like a crate, or any name in a test, is a guess: it counts if the crate has the
    // name that is looked up in it.
    let found = crates.named(name).or_else(|| {
        let mut roots = crates.ending(name).chain(own_library(modules, file));
        next.and_then(|next| roots.find(|root| offers(base, *root, next, 0)))
    });
    found.map_or(RustPath::External, |root| RustPath::At { file: root, container: 0 })
}

/// Looks a crate up in the manifest of a file's package.
fn origin_of<'b>(modules: &'b Modules<'_>, file: u32, name: &str) -> CrateOrigin<'b> {
    modules.base.build_files().cargo.crate_named(modules.cargo_package(file), name)
}

/// The library of the package that a test, example or binary belongs to.
fn own_library(modules: &Modules<'_>, file: u32) -> Option<u32> {
    let base = &modules.base;
    if !is_beside_library(base.paths.path(file)) {
        return None;
    }
    let root = modules.crate_root(file);
    let folder = parent_of(base.paths.path(file));
    let candidates = ancestors_of(folder).chain([""]);
    let mut libraries =
        candidates.filter_map(|folder| base.paths.file(&under(folder, "src/lib.rs")));
    libraries.next().filter(|library| *library != root)
}

/// Whether a file belongs to a test, example or binary, judged by its path.
fn is_beside_library(path: &str) -> bool {
    name_of(path) == "main.rs"
        || path.split('/').any(|part| matches!(part, "tests" | "examples" | "benches" | "bin"))
}

/// Whether a file defines, declares or imports a name, not counting its import at line `but_line`.
fn offers(base: &Base<'_>, root: u32, name: &str, but_line: u32) -> bool {
    let digest = base.digest(root);
    child(base, root, name).is_some()
        || digest.defined(name).any(|(_, item)| item.role != Role::Nameless)
        || (digest.imports())
            .filter(|import| import.line != but_line)
            .any(|import| local_names(Bound::Last, import)[0] == Some(name))
}

fn module_in(base: &Base<'_>, folder: &str, name: &str) -> Option<u32> {
    let mut path = under(folder, name);
    let n_bytes = path.len();
    path.push_str(".rs");
    base.paths.file(&path).or_else(|| {
        path.truncate(n_bytes);
        path.push_str("/mod.rs");
        base.paths.file(&path)
    })
}
