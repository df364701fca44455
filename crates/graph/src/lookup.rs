//! Looks a name up in a module, through whatever the module takes from others.

use rutter_domain::ReferenceKind;

use crate::digest::NONE;
use crate::directory::Directory;
use crate::found::Found;
use crate::kinds::{Form, Role, fitness};
use crate::names::Entry;
use crate::paths::stem_of;
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
    let mut queue = vec![(home, container, wish, 0)];
    let mut n_done = 0;
    while n_done < queue.len() && n_done < MOST_MODULES {
        let (place, container, wish, n_hops) = queue[n_done];
        n_done += 1;
        look_into(directory, place, container, wish, found);
        if !found.is_empty() {
            return;
        }
        if n_hops < MOST_HOPS && container == 0 {
            for file in files_of(place) {
                let onward = reexports(directory, *file, wish)
                    .map(|(target, wish)| (&target.home, target.container, wish, n_hops + 1));
                for step in onward {
                    let is_new = queue.iter().all(|(place, container, wish, _)| {
                        (*place, *container, wish.name) != (step.0, step.1, step.2.name)
                    });
                    if is_new && step.0.is_inside() {
                        queue.push(step);
                    }
                }
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
    found: &mut Found,
) {
    if wish.name == "default" {
        return look_for_default(directory, place, wish, found);
    }
    let entries = directory.entries(wish.name);
    let mut offer = |entry: &Entry| {
        let is_owned = match container {
            0 => entry.role != Role::Member,
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

/// A default export has the name `default`, the name it is imported under or that of its file, or
/// is all there is.
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
        let outer = (digest.definitions.iter().zip(0..)).filter(|(definition, _)| {
            definition.parent == NONE && !definition.is_private && definition.role != Role::Nameless
        });
        let outer: Vec<_> = outer.collect();
        let stem = stem_of(directory.paths.path(*file));
        let namesake = outer
            .iter()
            .find(|(definition, _)| is_alike(digest.name_of(definition), stem))
            .or(outer.first().filter(|_| outer.len() == 1));
        if let Some((definition, symbol)) = namesake
            && let Some(fitness) = fitness(wish.kind, Form::Path, definition.kind, definition.role)
        {
            found.offer(Entry::of(*file, digest.language, *symbol, definition), fitness);
        }
    }
}

/// Whether a name and that of a file are the same but for how they are written.
fn is_alike(name: &str, stem: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        let kept = text.chars().filter(|c| c.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    letters(name) == letters(stem)
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
