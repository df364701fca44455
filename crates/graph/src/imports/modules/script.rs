//! JavaScript and TypeScript: relative paths, aliases, and packages of the workspace.
//!
//! `tsconfig.json` declares aliases, `package.json` names packages and says what each exports. Where an
//! export is a built file, the source it was built from is meant, if it can be found.

use rutter_syntax::profile;
use rutter_syntax::profile::TypePlace;

use crate::base::Base;
use crate::base::builds::NpmPackage;
use crate::base::digest::ImportView;
use crate::base::paths::{ancestors_of, join, parent_of};
use crate::imports::target::{ImportTarget, ModuleFiles};

const EXTENSIONS: [&str; 12] = [
    ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte",
    ".json",
];
/// An import may name the compiled file instead of its source.
const COMPILED: [(&str, &[&str]); 4] = [
    (".js", &[".ts", ".tsx", ".d.ts"]),
    (".jsx", &[".tsx"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
];
/// Folders that a build writes, and those that it reads.
const BUILT: [&str; 10] =
    ["dist", "build", "lib", "out", "esm", "cjs", "es", "umd", "types", "output"];
const SOURCES: [&[&str]; 4] = [&["src"], &["source"], &["lib"], &[]];
/// The main module of a package, by its path in the folder of the package.
const ENTRIES: [&str; 5] = ["src/index", "index", "lib/index", "src/main", "main"];

pub fn locate(base: &Base<'_>, file: u32, import: ImportView<'_>) -> ImportTarget {
    let files = Importer { base, file }.module_files(import.module);
    match import.name {
        None => ImportTarget::module(files),
        Some("*") if import.alias.is_some() => ImportTarget::module(files),
        Some(_) => ImportTarget::home(files),
    }
}

/// `a` of `a.d.mts` and `a.js`.
fn without_extension(name: &str) -> &str {
    let ending = [".d.ts", ".d.mts", ".d.cts"].into_iter().find(|ending| name.ends_with(ending));
    match ending {
        Some(ending) => name.strip_suffix(ending).unwrap_or(name),
        None => name.rsplit_once('.').map_or(name, |(stem, _)| stem),
    }
}

struct Importer<'i> {
    base: &'i Base<'i>,
    file: u32,
}

impl Importer<'_> {
    fn module_files(&self, module: &str) -> ModuleFiles {
        let folder = parent_of(self.base.paths.path(self.file));
        let is_relative =
            matches!(module, "." | "..") || module.starts_with("./") || module.starts_with("../");
        if is_relative {
            let found = join(folder, module).and_then(|path| self.file_at(&path));
            return found.map_or(ModuleFiles::Missing, ModuleFiles::One);
        }
        if let Some(path) = module.strip_prefix('/') {
            return self.file_at(path).map_or(ModuleFiles::Missing, ModuleFiles::One);
        }
        // `node:fs`, `https://…` and the like.
        if module.contains(':') {
            return ModuleFiles::External;
        }
        if let Some(found) = self.declared(folder, module) {
            return ModuleFiles::One(found);
        }
        // `@/` and `~/` are aliases of the source root by convention, where no `tsconfig` says so.
        let found = match module.strip_prefix("@/").or_else(|| module.strip_prefix("~/")) {
            Some(path) => self.above(folder, path),
            None => self
                .package(module)
                .or_else(|| module.contains('/').then(|| self.above(folder, module)).flatten()),
        };
        found.map_or(ModuleFiles::External, ModuleFiles::One)
    }

    /// By what `tsconfig.json` and `package.json` declare.
    fn declared(&self, folder: &str, module: &str) -> Option<u32> {
        let builds = self.base.build_files();
        let aliases = builds.tsconfigs.candidates(folder, module);
        if let Some(found) = aliases.iter().find_map(|path| self.source_at(path)) {
            return Some(found);
        }
        if module.starts_with('#') {
            let package = builds.npm.around(folder)?;
            return self.first_in(package, &package.imported(module));
        }
        let (package, path) = builds.npm.package(module)?;
        self.first_in(package, &package.exported(path)).or_else(|| {
            let places: Vec<String> = match path {
                "" => ENTRIES.iter().map(|entry| entry.to_string()).collect(),
                path => vec![path.to_string(), format!("src/{path}")],
            };
            self.first_in(package, &places)
        })
    }

    fn first_in(&self, package: &NpmPackage, places: &[String]) -> Option<u32> {
        let mut paths = places.iter().filter_map(|place| join(&package.folder, place));
        paths.find_map(|path| self.source_at(&path))
    }

    /// The file at a path, or the source it was built from: `dist/esm/a.d.ts` from `src/a.ts`.
    fn source_at(&self, path: &str) -> Option<u32> {
        let parts: Vec<&str> = path.split('/').collect();
        let built = parts.iter().position(|part| BUILT.contains(part));
        let from_source = built.and_then(|at| {
            let after = parts[at..].iter().take_while(|part| BUILT.contains(part)).count();
            let stem = without_extension(parts.last()?);
            SOURCES.iter().find_map(|source| {
                let mut parts: Vec<&str> = [&parts[..at], source, &parts[at + after..]].concat();
                *parts.last_mut()? = stem;
                self.file_at(&parts.join("/"))
            })
        });
        from_source.or_else(|| self.file_at(path))
    }

    /// Tries a path from every folder above, and from the `src` in it.
    fn above(&self, folder: &str, path: &str) -> Option<u32> {
        ancestors_of(folder).chain([""]).find_map(|folder| {
            let at = |inner: &str| {
                let root = join(folder, inner)?;
                self.file_at(&join(&root, path)?)
            };
            at("src").or_else(|| at(""))
        })
    }

    /// Finds a module of a package of the workspace: `name`, `@scope/name`, `name/inner/path`.
    fn package(&self, module: &str) -> Option<u32> {
        let unscoped = match module.strip_prefix('@') {
            Some(scoped) => scoped.split_once('/')?.1,
            None => module,
        };
        let (name, path) = unscoped.split_once('/').unwrap_or((unscoped, ""));
        let paths = &self.base.paths;
        let mut folders: Vec<&str> = (paths.folders_ending(name))
            .map(|folder| paths.folder_path(folder))
            .filter(|folder| paths.file(&format!("{folder}/package.json")).is_some())
            // A name that the manifest says is looked up by `declared`.
            .filter(|folder| !self.base.build_files().npm.has_name(folder))
            .collect();
        folders.sort_unstable_by_key(|folder| (folder.len(), *folder));
        folders.into_iter().find_map(|folder| {
            if path.is_empty() {
                let mut entries = ENTRIES.iter();
                return entries.find_map(|entry| self.file_at(&format!("{folder}/{entry}")));
            }
            self.file_at(&format!("{folder}/{path}"))
                .or_else(|| self.file_at(&format!("{folder}/src/{path}")))
        })
    }

    /// The file that a path means, with its extension, without one, or with that of the compiled
    /// file. TypeScript prefers the source over a compiled file of that very path.
    fn file_at(&self, path: &str) -> Option<u32> {
        let exact = || self.base.paths.file(path);
        let language = self.base.language(self.file);
        // Where types are written, a file is compiled from another one.
        let found = if profile(language).written.place == TypePlace::None {
            exact().or_else(|| self.source_of(path))
        } else {
            self.source_of(path).or_else(exact)
        };
        if found.is_some() {
            return found;
        }
        let mut candidate = String::with_capacity(path.len() + 16);
        ["", "/index"].into_iter().find_map(|middle| {
            let middle = if path.is_empty() { middle.trim_start_matches('/') } else { middle };
            EXTENSIONS.into_iter().find_map(|extension| {
                candidate.clear();
                candidate.push_str(path);
                candidate.push_str(middle);
                candidate.push_str(extension);
                self.base.paths.file(&candidate)
            })
        })
    }

    fn source_of(&self, path: &str) -> Option<u32> {
        COMPILED.into_iter().find_map(|(written, sources)| {
            let stem = path.strip_suffix(written)?;
            let mut sources = sources.iter();
            sources.find_map(|source| self.base.paths.file(&format!("{stem}{source}")))
        })
    }
}
