//! Which files bring in which.

use rayon::prelude::*;
use rutter_domain::FileId;

use crate::graph::Graph;
use crate::paths::{name_of, parent_of};
use crate::place::Place;

/// Names of files that are imported by the name of their folder, without extension.
const NAMED_BY_FOLDER: [&str; 6] = ["index", "mod", "lib", "main", "__init__", "init"];
/// Names of folders that are left out when a module is named.
const NAMELESS_FOLDERS: [&str; 3] = ["src", "lib", "source"];

/// An import of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportEdge {
    /// Line, from 1.
    pub line: u32,
    /// The module as written.
    pub module: String,
    /// The name taken from it, as written.
    pub name: Option<String>,
    pub lead: Lead,
}

/// Where an import leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lead {
    /// To these files: those of a package, or several of which it is one.
    To(Vec<FileId>),
    /// Out of the repository.
    Outside,
    /// Into the repository, but to nothing that is indexed.
    Missing,
}

impl Graph<'_> {
    /// What a file imports, in order.
    pub fn imports_of(&self, file: FileId) -> Vec<ImportEdge> {
        let Some(file) = self.directory.position(file) else { return Vec::new() };
        let imports = self.directory.digest(file).imports();
        imports
            .zip(&self.directory.scope(file).targets)
            .map(|(importing, target)| ImportEdge {
                line: importing.line,
                module: importing.module.into(),
                name: importing.name.map(Into::into),
                lead: self.lead(target.place()),
            })
            .collect()
    }

    /// Who imports a file, or the package it belongs to, and at which line; in order of path.
    pub fn imported_by(&self, file: FileId) -> Vec<(FileId, u32)> {
        let Some(file) = self.directory.position(file) else { return Vec::new() };
        let importers = self.likely_importers(file);
        importers
            .into_par_iter()
            .filter(|importer| *importer != file)
            .flat_map_iter(|importer| {
                let imports = self.directory.digest(importer).imports();
                imports
                    .zip(&self.directory.scope(importer).targets)
                    .filter(|(_, target)| self.directory.is_in(target.place(), file))
                    .map(move |(importing, _)| (self.directory.id(importer), importing.line))
            })
            .collect()
    }

    /// The files that contain what an import of this file would have to contain, in order.
    pub(crate) fn likely_importers(&self, file: u32) -> Vec<u32> {
        let path = self.directory.paths.path(file);
        let mut words = Vec::new();
        let name = name_of(path);
        let stem = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(name);
        words.extend(longest_word(stem));
        let mut folder = parent_of(path);
        if !NAMED_BY_FOLDER.contains(&stem) {
            // A package is imported by its folder, whatever its files are called.
            words.extend(longest_word(name_of(folder)));
        }
        while NAMED_BY_FOLDER.contains(&stem) && !folder.is_empty() {
            words.extend(longest_word(name_of(folder)));
            if !NAMELESS_FOLDERS.contains(&name_of(folder)) {
                break;
            }
            folder = parent_of(folder);
        }
        if NAMED_BY_FOLDER.contains(&stem) {
            // `crate`, `super` and the like name a root without saying its name.
            words.extend(["crate", "super"].into_iter().filter(|_| path.ends_with(".rs")));
        }
        let mut importers: Vec<u32> =
            words.into_iter().flat_map(|word| self.directory.naming(word)).collect();
        importers.sort_unstable();
        importers.dedup();
        importers
    }

    fn lead(&self, place: &Place) -> Lead {
        let ids = |files: &[u32]| files.iter().map(|file| self.directory.id(*file)).collect();
        match place {
            Place::File(file) => Lead::To(ids(&[*file])),
            Place::Files(files) => Lead::To(ids(files)),
            Place::Folder(folder) => Lead::To(ids(self.directory.paths.files_in(*folder))),
            Place::Outside => Lead::Outside,
            Place::Missing => Lead::Missing,
        }
    }
}

/// The longest run of letters and digits: what an index of words has of a file's name.
fn longest_word(name: &str) -> Option<&str> {
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).max_by_key(|word| word.len())
}
