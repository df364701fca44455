//! The names a file has without defining them: what its imports bind, and its package.
//!
//! A scope is computed from digests and paths alone, never from another scope, so that computing
//! one cannot wait for another. Start at [`Scopes::scope`].

use std::sync::{Arc, OnceLock};

use rutter_syntax::profile;

use crate::base::Base;
use crate::base::digest::{Definition, Digest, ImportView};
use crate::base::hash::hash_name;
use crate::base::kinds::Role;
use crate::base::packed::NONE;
use crate::base::paths::stem_of;
use crate::imports::modules::{self, Modules};
use crate::imports::target::ImportTarget;

/// The scope of every file, each computed on first use.
pub struct Scopes<'a> {
    pub modules: Modules<'a>,
    memory: Arc<ScopeMemory>,
}

/// Scopes that were computed.
pub struct ScopeMemory(Vec<OnceLock<Box<Scope>>>);

impl ScopeMemory {
    /// For an index of `n_files` files.
    pub fn new(n_files: usize) -> ScopeMemory {
        ScopeMemory(std::iter::repeat_with(OnceLock::new).take(n_files).collect())
    }
}

/// The names that the imports of a file bind, and their targets.
pub struct Scope {
    /// The target of each import, in the order of the file's imports; computed on first use.
    targets: Box<[OnceLock<ImportTarget>]>,
    /// The hash of each bound name and the import that binds it, sorted; those for tests last.
    bindings: Box<[(u64, u32)]>,
    /// The imports that bring in every name of a module of the repository.
    pub stars: Box<[u32]>,
    /// The folders whose files share one scope with this one.
    pub package: Box<[u32]>,
    /// The symbol that is likely the default export, or [`NONE`]: the one named like the file, or
    /// the only one.
    pub default_export: u32,
}

impl<'a> Scopes<'a> {
    /// `memory` is of the same files.
    pub fn new(modules: Modules<'a>, memory: Arc<ScopeMemory>) -> Scopes<'a> {
        Scopes { modules, memory }
    }

    pub fn base(&self) -> &Base<'a> {
        &self.modules.base
    }

    pub fn scope(&self, file: u32) -> &Scope {
        self.memory.0[file as usize].get_or_init(|| Box::new(Scope::of(&self.modules, file)))
    }

    /// The target of an import of a file.
    pub fn target(&self, file: u32, import: u32) -> Option<&ImportTarget> {
        let target = self.scope(file).targets.get(import as usize)?;
        let view = self.base().digest(file).import(import)?;
        Some(target.get_or_init(|| self.modules.locate(file, view)))
    }

    /// The targets of all imports of a file, in order.
    pub fn targets(&self, file: u32) -> impl Iterator<Item = &ImportTarget> {
        let n_imports = self.scope(file).targets.len() as u32;
        (0..n_imports).filter_map(move |import| self.target(file, import))
    }

    /// The targets of the imports that bring in every name of a module.
    pub fn star_targets(&self, file: u32) -> impl Iterator<Item = &ImportTarget> {
        self.scope(file).stars.iter().filter_map(move |import| self.target(file, *import))
    }
}

impl Scope {
    fn of(modules: &Modules<'_>, file: u32) -> Scope {
        let digest = modules.base.digest(file);
        let binds = profile(digest.language).imports.binds;
        let mut bindings = Vec::new();
        let mut stars = Vec::new();
        let targets: Box<[OnceLock<ImportTarget>]> =
            digest.imports().map(|_| OnceLock::new()).collect();
        for (import, index) in digest.imports().zip(0..) {
            if is_wildcard(import) || modules::imports_everything(binds, import) {
                // Followed at once, as only an import into the repository makes the scope a wide one.
                let target = targets[index as usize].get_or_init(|| modules.locate(file, import));
                if target.home.is_internal() {
                    stars.push(index);
                }
            } else {
                let names = modules::local_names(binds, import).into_iter().flatten();
                let is_for_tests = import.is_for_tests;
                bindings.extend(names.map(|name| (hash_name(name), is_for_tests, index)));
            }
        }
        // What only tests import never hides what everything else does.
        bindings.sort_unstable();
        let bindings = bindings.into_iter().map(|(hash, _, index)| (hash, index)).collect();
        Scope {
            targets,
            bindings,
            stars: stars.into(),
            package: modules::package_of(&modules.base, file),
            default_export: default_export(digest, modules.base.paths.path(file)),
        }
    }

    /// The imports that bind a name.
    pub fn binding(&self, name: &str) -> impl Iterator<Item = u32> {
        let hash = hash_name(name);
        let start = self.bindings.partition_point(|(bound, _)| *bound < hash);
        let from_start = self.bindings[start..].iter();
        from_start.take_while(move |(bound, _)| *bound == hash).map(|(_, import)| *import)
    }
}

/// `from m import *`, or `import . "m"` in Go.
fn is_wildcard(import: ImportView<'_>) -> bool {
    import.name == Some("*") && import.alias.is_none() || import.alias == Some(".")
}

// The syntax does not say which symbol is exported by default, so it is guessed from the name.
fn default_export(digest: &Digest, path: &str) -> u32 {
    if !profile(digest.language).is_script() {
        return NONE;
    }
    let is_offered = |definition: &Definition| {
        definition.parent == NONE
            && !definition.flags.is_private()
            && definition.role != Role::Nameless
    };
    let outer = || digest.definitions().iter().zip(0..).filter(|(item, _)| is_offered(item));
    let stem = stem_of(path);
    let namesake = outer().find(|(definition, _)| is_alike(digest.name_of(definition), stem));
    let only = outer().next().filter(|_| outer().nth(1).is_none());
    namesake.or(only).map_or(NONE, |(_, symbol)| symbol)
}

/// Compares the name of a symbol and of a file, ignoring case and separators.
pub fn is_alike(name: &str, stem: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
    }
    letters(name).eq(letters(stem))
}
