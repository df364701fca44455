//! JavaScript and TypeScript: relative paths, and packages of the workspace by their folder.

use rutter_domain::Language;

use crate::digest::Importing;
use crate::directory::Directory;
use crate::paths::{ancestors_of, join, parent_of};
use crate::place::{Place, Target};

const EXTENSIONS: [&str; 12] = [
    ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte",
    ".json",
];
/// What is written for a file that is compiled from another.
const COMPILED: [(&str, &[&str]); 4] = [
    (".js", &[".ts", ".tsx", ".d.ts"]),
    (".jsx", &[".tsx"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
];
/// Where a package's own module lies in its folder.
const ENTRIES: [&str; 5] = ["src/index", "index", "lib/index", "src/main", "main"];

pub fn locate(directory: &Directory<'_>, file: u32, importing: Importing<'_>) -> Target {
    let place = Importer { directory, file }.place_of(importing.module);
    match importing.name {
        None => Target::module(place),
        Some("*") if importing.alias.is_some() => Target::module(place),
        Some(_) => Target::home(place),
    }
}

/// A file that imports.
struct Importer<'i> {
    directory: &'i Directory<'i>,
    file: u32,
}

impl Importer<'_> {
    fn place_of(&self, module: &str) -> Place {
        let folder = parent_of(self.directory.paths.path(self.file));
        let is_relative =
            matches!(module, "." | "..") || module.starts_with("./") || module.starts_with("../");
        if is_relative {
            let found = join(folder, module).and_then(|path| self.file_at(&path));
            return found.map_or(Place::Missing, Place::File);
        }
        if let Some(path) = module.strip_prefix('/') {
            return self.file_at(path).map_or(Place::Missing, Place::File);
        }
        if module.contains(':') {
            return Place::Outside;
        }
        let found = match module.strip_prefix("@/").or_else(|| module.strip_prefix("~/")) {
            Some(path) => self.above(folder, path),
            None => self
                .package(module)
                .or_else(|| module.contains('/').then(|| self.above(folder, module)).flatten()),
        };
        found.map_or(Place::Outside, Place::File)
    }

    /// A path taken from a folder above, or from its sources.
    fn above(&self, folder: &str, path: &str) -> Option<u32> {
        ancestors_of(folder).chain([""]).find_map(|folder| {
            let at = |base: &str| {
                let base = join(folder, base)?;
                self.file_at(&join(&base, path)?)
            };
            at("src").or_else(|| at(""))
        })
    }

    /// A module of a package of the workspace: `name`, `@scope/name`, `name/inner/path`.
    fn package(&self, module: &str) -> Option<u32> {
        let unscoped = match module.strip_prefix('@') {
            Some(scoped) => scoped.split_once('/')?.1,
            None => module,
        };
        let (name, path) = unscoped.split_once('/').unwrap_or((unscoped, ""));
        let paths = &self.directory.paths;
        let mut folders: Vec<&str> = (paths.folders_ending(name))
            .map(|folder| paths.folder_path(folder))
            .filter(|folder| paths.file(&format!("{folder}/package.json")).is_some())
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

    /// The file that a path without or with another extension means. To TypeScript, what is
    /// compiled stands for its source.
    fn file_at(&self, path: &str) -> Option<u32> {
        let exact = || self.directory.paths.file(path);
        let found = match self.directory.language(self.file) {
            Language::TypeScript | Language::Tsx => self.source_of(path).or_else(exact),
            _ => exact().or_else(|| self.source_of(path)),
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
                self.directory.paths.file(&candidate)
            })
        })
    }

    fn source_of(&self, path: &str) -> Option<u32> {
        COMPILED.into_iter().find_map(|(written, sources)| {
            let base = path.strip_suffix(written)?;
            let mut sources = sources.iter();
            sources.find_map(|source| self.directory.paths.file(&format!("{base}{source}")))
        })
    }
}
