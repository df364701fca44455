//! The names a file has without defining them: its imports, followed, and its package.

use crate::digest::{Digest, Importing, NONE};
use crate::directory::Directory;
use crate::hash::hash_name;
use crate::kinds::{Role, is_script};
use crate::modules;
use crate::paths::stem_of;
use crate::place::Target;

/// What a file's imports bind, and where they lead.
pub struct Scope {
    /// Where each import leads, in the order of the file's imports.
    pub targets: Box<[Target]>,
    /// The hash of each name that is bound, and the import that binds it, in order.
    bindings: Box<[(u64, u32)]>,
    /// The imports that bring in every name of a module of the repository.
    pub stars: Box<[u32]>,
    /// The folders whose files share one scope with this one.
    pub package: Box<[u32]>,
    /// The symbol that is likely the default export, or [`NONE`]: the namesake of the file, or all
    /// that it defines.
    pub default_export: u32,
}

impl Scope {
    /// Works out the scope of one file. It looks at no other scope, so that none waits for another.
    pub fn of(directory: &Directory<'_>, file: u32) -> Scope {
        let digest = directory.digest(file);
        let language = digest.language;
        let mut bindings = Vec::new();
        let mut stars = Vec::new();
        let mut targets = Vec::with_capacity(digest.imports().len());
        for (importing, index) in digest.imports().zip(0..) {
            let target = modules::locate(directory, file, importing);
            if brings_all(importing) || modules::brings_all(language, importing) {
                if target.home.is_inside() {
                    stars.push(index);
                }
            } else {
                let names = modules::local_names(language, importing);
                bindings.extend(names.into_iter().flatten().map(|name| (hash_name(name), index)));
            }
            targets.push(target);
        }
        bindings.sort_unstable();
        Scope {
            targets: targets.into(),
            bindings: bindings.into(),
            stars: stars.into(),
            package: modules::package_of(directory, file),
            default_export: default_export(digest, directory.paths.path(file)),
        }
    }

    /// The imports that bind a name here.
    pub fn binding(&self, name: &str) -> impl Iterator<Item = u32> {
        let hash = hash_name(name);
        let start = self.bindings.partition_point(|(bound, _)| *bound < hash);
        let from_start = self.bindings[start..].iter();
        from_start.take_while(move |(bound, _)| *bound == hash).map(|(_, import)| *import)
    }
}

/// Whether an import brings in every name of its module.
fn brings_all(importing: Importing<'_>) -> bool {
    importing.name == Some("*") && importing.alias.is_none() || importing.alias == Some(".")
}

fn default_export(digest: &Digest, path: &str) -> u32 {
    if !is_script(digest.language) {
        return NONE;
    }
    let outer = || {
        digest.definitions.iter().zip(0..).filter(|(definition, _)| {
            definition.parent == NONE
                && !definition.traits.is_private()
                && definition.role != Role::Nameless
        })
    };
    let stem = stem_of(path);
    let namesake = outer().find(|(definition, _)| is_alike(digest.name_of(definition), stem));
    let only = outer().next().filter(|_| outer().nth(1).is_none());
    namesake.or(only).map_or(NONE, |(_, symbol)| symbol)
}

/// Whether a name and that of a file are the same but for how they are written.
fn is_alike(name: &str, stem: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> {
        let letters = text.bytes().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
        letters.map(|byte| byte.to_ascii_lowercase())
    }
    letters(name).eq(letters(stem))
}
