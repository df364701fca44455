//! Follows an import to files, each language by its own rules.
//!
//! Paths, digests and what build files declare are read. If the rules of a language leave
//! several files open, all of them are returned; if they leave none, the import leads out of the
//! repository or to something missing in it. Start at [`Modules::locate`].

mod c;
mod go;
mod java;
mod links;
mod plain;
mod python;
mod rust;
mod script;

pub use rust::{RustPath, may_name_crate, walk as walk_rust};

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use rutter_domain::Language;
use rutter_syntax::profile;
use rutter_syntax::profile::{Bound, Peers, Route};

use crate::base::Base;
use crate::base::digest::ImportView;
use crate::base::packed::NONE;
use crate::imports::target::{ImportTarget, ModuleFiles};
use c::IncludeFolders;
use go::GoModule;
use rust::Crates;

/// The package of a file without a `Cargo.toml` above it.
// Next to `NONE`, which says that it was not looked for yet. No repository has as many packages.
const NO_PACKAGE: u32 = NONE - 1;

/// Finds the files of modules.
pub struct Modules<'a> {
    pub base: Base<'a>,
    memory: Arc<ModuleMemory>,
}

/// Facts about the whole repository that Rust, Go and C need.
#[derive(Default)]
pub struct ModuleMemory {
    crates: OnceLock<Crates>,
    /// The file at the root of each file's crate, or [`NONE`] before it is asked for.
    crate_roots: OnceLock<Box<[AtomicU32]>>,
    /// The package of each file by its `Cargo.toml`, [`NO_PACKAGE`], or [`NONE`] before it is asked for.
    cargo_packages: OnceLock<Box<[AtomicU32]>>,
    go_modules: OnceLock<Vec<GoModule>>,
    include_folders: OnceLock<IncludeFolders>,
}

impl<'a> Modules<'a> {
    /// `memory` is of the same files.
    pub fn new(base: Base<'a>, memory: Arc<ModuleMemory>) -> Modules<'a> {
        Modules { base, memory }
    }

    /// The target of an import of a file.
    pub fn locate(&self, file: u32, import: ImportView<'_>) -> ImportTarget {
        let base = &self.base;
        match profile(base.language(file)).imports.scheme {
            Route::Crates => rust::locate(self, file, import),
            Route::Packages => python::locate(base, file, import),
            Route::Scripts => script::locate(base, file, import),
            Route::Folders => go::locate(self, file, import),
            Route::Classes => java::locate(base, file, import),
            Route::Includes => c::locate(self, file, import),
            Route::Paths(form, endings) => plain::locate(base, file, import, form, endings),
            Route::Links => links::locate(base, file, import),
        }
    }

    fn crates(&self) -> &Crates {
        self.memory.crates.get_or_init(|| Crates::of(&self.base.paths))
    }

    /// The file at the root of a file's crate.
    fn crate_root(&self, file: u32) -> u32 {
        let found = || rust::crate_root(&self.base, file);
        self.known_of(&self.memory.crate_roots, file, found)
    }

    /// The number of a file's package among those of all `Cargo.toml`.
    fn cargo_package(&self, file: u32) -> Option<usize> {
        let found = || {
            let cargo = &self.base.build_files().cargo;
            let package = cargo.package_of(self.base.paths.path(file));
            package.and_then(|package| u32::try_from(package).ok()).unwrap_or(NO_PACKAGE)
        };
        let package = self.known_of(&self.memory.cargo_packages, file, found);
        (package != NO_PACKAGE).then_some(package as usize)
    }

    /// A number of a file that is found out once.
    fn known_of(
        &self,
        known: &OnceLock<Box<[AtomicU32]>>,
        file: u32,
        find: impl Fn() -> u32,
    ) -> u32 {
        let new = || (0..self.base.paths.n_files()).map(|_| AtomicU32::new(NONE)).collect();
        // Atomics instead of a lock: two threads may find out the same, and both store the same.
        let Some(known) = known.get_or_init(new).get(file as usize) else { return find() };
        match known.load(Ordering::Relaxed) {
            NONE => {
                let found = find();
                known.store(found, Ordering::Relaxed);
                found
            }
            found => found,
        }
    }

    fn include_folders(&self) -> &IncludeFolders {
        self.memory.include_folders.get_or_init(|| IncludeFolders::of(&self.base))
    }

    fn go_modules(&self) -> &[GoModule] {
        self.memory.go_modules.get_or_init(|| go::find_modules(&self.base))
    }
}

/// The module of this name inside another.
pub fn submodule(
    base: &Base<'_>,
    language: Language,
    module: &ModuleFiles,
    name: &str,
) -> Option<ModuleFiles> {
    let ModuleFiles::One(file) = module else { return None };
    match profile(language).imports.scheme {
        Route::Crates => rust::child(base, *file, name).map(ModuleFiles::One),
        Route::Packages => python::child(base, *file, name),
        _ => None,
    }
}

/// The names under which a file knows what it imports.
pub fn local_names<'d>(binds: Bound, import: ImportView<'d>) -> [Option<&'d str>; 2] {
    let own_name = import.name.filter(|name| !matches!(*name, "*" | "default" | "self"));
    match import.alias.or(own_name) {
        // `import _ "m"` of Go and `use T as _` of Rust bind no name.
        Some("_") => [None, None],
        Some(name) => [Some(name), None],
        None if import.name.is_some_and(|name| name != "self") => [None, None],
        None => match binds {
            Bound::First => [import.module.split('.').next(), None],
            Bound::Last | Bound::LastOrAll(_) => {
                [import.module.rsplit([':', '.', '\\', '/']).next(), None]
            }
            Bound::Folder => go::local_names(import.module),
            Bound::All | Bound::Nothing => [None, None],
        },
    }
}

/// Whether an import without a name brings in all that a file defines, as `require` does in Ruby.
pub fn imports_everything(binds: Bound, import: ImportView<'_>) -> bool {
    import.name.is_none()
        && import.alias.is_none()
        && match binds {
            Bound::All => true,
            Bound::LastOrAll(ending) => import.module.contains(ending),
            Bound::First | Bound::Last | Bound::Folder | Bound::Nothing => false,
        }
}

/// The folders whose files share one scope with a file.
pub fn package_of(base: &Base<'_>, file: u32) -> Box<[u32]> {
    match profile(base.language(file)).imports.package {
        Peers::File => Box::default(),
        Peers::Folder => [base.paths.folder_of(file)].into(),
        Peers::Below(sources) => java::package_of(base, file, sources),
    }
}
