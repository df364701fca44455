//! Looks a name up in a module, through whatever the module takes from others.

use rutter_domain::ReferenceKind;

use crate::directory::Directory;
use crate::found::Found;
use crate::kinds::{Form, Role, fitness};
use crate::names::{Entries, Entry};
use crate::place::{Place, Target};

/// How many modules are looked into for one name.
const MOST_MODULES: usize = 48;
const MOST_HOPS: usize = 6;

/// A name that is wanted of a module.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'w> {
    pub kind: ReferenceKind,
    pub name: &'w str,
    /// What it is called where it is wanted, which may tell a default export.
    pub alias: Option<&'w str>,
}

/// Finds what a module means by a name: what it defines, or else what it re-exports.
pub fn look_up<'d>(
    directory: &'d Directory<'d>,
    home: &'d Place,
    container: u32,
    wish: Wish<'d>,
    found: &mut Found,
) {
    let entries = directory.entries(wish.name);
    look_into(directory, home, container, wish, &entries, found);
    if !found.is_empty() || container != 0 {
        return;
    }
    let mut queue: Vec<Step<'d>> = Vec::new();
    enqueue(directory, home, wish, 1, &mut queue);
    let mut n_done = 0;
    while n_done < queue.len() {
        let step = queue[n_done];
        n_done += 1;
        if step.wish.name == wish.name {
            look_into(directory, step.home, step.container, step.wish, &entries, found);
        } else {
            let entries = directory.entries(step.wish.name);
            look_into(directory, step.home, step.container, step.wish, &entries, found);
        }
        if !found.is_empty() {
            return;
        }
        if step.n_hops < MOST_HOPS && step.container == 0 {
            enqueue(directory, step.home, step.wish, step.n_hops + 1, &mut queue);
        }
    }
}

/// A module that is yet to be looked into.
#[derive(Clone, Copy)]
struct Step<'d> {
    home: &'d Place,
    container: u32,
    wish: Wish<'d>,
    n_hops: usize,
}

/// Adds the modules from which those of a place have a name.
fn enqueue<'d>(
    directory: &'d Directory<'d>,
    place: &Place,
    wish: Wish<'d>,
    n_hops: usize,
    queue: &mut Vec<Step<'d>>,
) {
    for file in files_of(place) {
        for (target, wish) in reexports(directory, *file, wish) {
            let (home, container) = (&target.home, target.container);
            let is_known = queue.iter().any(|step| {
                (step.home, step.container, step.wish.name) == (home, container, wish.name)
            });
            if queue.len() >= MOST_MODULES {
                return;
            }
            if home.is_inside() && !is_known {
                queue.push(Step { home, container, wish, n_hops });
            }
        }
    }
}

/// Finds what a module itself defines by a name.
fn look_into(
    directory: &Directory<'_>,
    place: &Place,
    container: u32,
    wish: Wish<'_>,
    entries: &Entries<'_>,
    found: &mut Found,
) {
    if wish.name == "default" {
        return look_for_default(directory, place, wish, found);
    }
    let mut offer = |entry: &Entry| {
        let is_owned = match container {
            0 => !matches!(entry.role, Role::Member | Role::Nested),
            container => entry.container == container,
        };
        if is_owned && let Some(fitness) = fitness(wish.kind, Form::Path, entry.kind, entry.role) {
            found.offer(*entry, fitness);
        }
    };
    match place {
        Place::File(_) | Place::Files(_) => {
            files_of(place).iter().flat_map(|file| entries.in_file(*file)).for_each(&mut offer);
        }
        Place::Folder(folder) => {
            let is_inside = |entry: &&Entry| directory.paths.folder_of(entry.file) == *folder;
            entries.iter().filter(is_inside).for_each(&mut offer);
        }
        Place::Outside | Place::Missing => {}
    }
}

/// A default export has the name `default`, the name it is imported under, or is what the file is
/// there for.
fn look_for_default(directory: &Directory<'_>, place: &Place, wish: Wish<'_>, found: &mut Found) {
    for file in files_of(place) {
        for name in ["default"].into_iter().chain(wish.alias) {
            for entry in directory.entries(name).in_file(*file) {
                let fitness = fitness(wish.kind, Form::Path, entry.kind, entry.role);
                if let Some(fitness) = fitness.filter(|_| entry.role != Role::Member) {
                    found.offer(*entry, fitness);
                }
            }
            if !found.is_empty() {
                return;
            }
        }
        let digest = directory.digest(*file);
        let symbol = directory.scope(*file).default_export;
        if let Some(definition) = digest.definition(symbol)
            && let Some(fitness) = fitness(wish.kind, Form::Path, definition.kind, definition.role)
        {
            found.offer(Entry::of(*file, digest, symbol, definition), fitness);
        }
    }
}

/// Where else a file has a name from.
fn reexports<'d>(
    directory: &'d Directory<'d>,
    file: u32,
    wish: Wish<'d>,
) -> impl Iterator<Item = (&'d Target, Wish<'d>)> {
    let scope = directory.scope(file);
    let digest = directory.digest(file);
    let named = scope.binding(wish.name).filter_map(move |import| {
        let importing = digest.import(import)?;
        let alias = Some(importing.alias.unwrap_or(wish.name));
        let wish = Wish { name: importing.name.unwrap_or(wish.name), alias, ..wish };
        Some((scope.targets.get(import as usize)?, wish))
    });
    let starred = scope
        .stars
        .iter()
        .filter_map(move |import| Some((scope.targets.get(*import as usize)?, wish)));
    named.chain(starred)
}

pub fn files_of(place: &Place) -> &[u32] {
    match place {
        Place::File(file) => std::slice::from_ref(file),
        Place::Files(files) => files,
        Place::Folder(_) | Place::Outside | Place::Missing => &[],
    }
}
