//! The names a file has without defining them: what its imports bind, and its package.
//!
//! A scope is computed from digests and paths alone, never from another scope, so that computing
//! one cannot wait for another. Start at [`Scopes::scope`].

use std::sync::OnceLock;

use crate::base::Base;
use crate::base::digest::{Digest, ImportView};
use crate::base::hash::hash_name;
use crate::base::kinds::{Role, is_script};
use crate::base::packed::NONE;
use crate::base::paths::stem_of;
use crate::imports::modules::{self, Modules};
use crate::imports::target::ImportTarget;

/// The scope of every file, each computed on first use.
pub struct Scopes<'a> {
    pub modules: Modules<'a>,
    scopes: Vec<OnceLock<Box<Scope>>>,
}

/// What the imports of a file bind, and where they lead.
pub struct Scope {
    /// Where each import leads, in the order of the file's imports.
    pub targets: Box<[ImportTarget]>,
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
    pub fn new(base: Base<'a>) -> Scopes<'a> {
        let scopes = std::iter::repeat_with(OnceLock::new).take(base.files.len()).collect();
        Scopes { modules: Modules::new(base), scopes }
    }

    pub fn base(&self) -> &Base<'a> {
        &self.modules.base
    }

    pub fn scope(&self, file: u32) -> &Scope {
        self.scopes[file as usize].get_or_init(|| Box::new(Scope::of(&self.modules, file)))
    }
}

impl Scope {
    fn of(modules: &Modules<'_>, file: u32) -> Scope {
        let digest = modules.base.digest(file);
        let language = digest.language;
        let mut bindings = Vec::new();
        let mut stars = Vec::new();
        let mut targets = Vec::with_capacity(digest.imports().len());
        for (import, index) in digest.imports().zip(0..) {
            let target = modules.locate(file, import);
            if is_wildcard(import) || modules::imports_everything(language, import) {
                if target.home.is_internal() {
                    stars.push(index);
                }
            } else {
                let names = modules::local_names(language, import);
                bindings.extend(names.into_iter().flatten().map(|name| (hash_name(name), index)));
            }
            targets.push(target);
        }
        // What only tests import never hides what everything else does.
        bindings.sort_unstable_by_key(|(hash, index)| {
            let is_for_tests = digest.import(*index).is_some_and(|import| import.is_for_tests);
            (*hash, is_for_tests, *index)
        });
        Scope {
            targets: targets.into(),
            bindings: bindings.into(),
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

    pub fn target(&self, import: u32) -> Option<&ImportTarget> {
        self.targets.get(import as usize)
    }

    /// The targets of the imports that bring in every name of a module.
    pub fn star_targets(&self) -> impl Iterator<Item = &ImportTarget> {
        self.stars.iter().filter_map(|import| self.target(*import))
    }
}

/// `from m import *`, or `import . "m"` in Go.
fn is_wildcard(import: ImportView<'_>) -> bool {
    import.name == Some("*") && import.alias.is_none() || import.alias == Some(".")
}

// The syntax does not say which symbol is exported by default, so it is guessed from the name.
fn default_export(digest: &Digest, path: &str) -> u32 {
    if !is_script(digest.language) {
        return NONE;
    }
    let outer = || {
        digest.definitions.iter().zip(0..).filter(|(definition, _)| {
            definition.parent == NONE
                && !definition.flags.is_private()
                && definition.role != Role::Nameless
        })
    };
    let stem = stem_of(path);
    let namesake = outer().find(|(definition, _)| is_alike(digest.name_of(definition), stem));
    let only = outer().next().filter(|_| outer().nth(1).is_none());
    namesake.or(only).map_or(NONE, |(_, symbol)| symbol)
}

/// Compares the name of a symbol and of a file, ignoring case and separators.
fn is_alike(name: &str, stem: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> {
        let letters = text.bytes().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
        letters.map(|byte| byte.to_ascii_lowercase())
    }
    letters(name).eq(letters(stem))
}
