//! Java, Kotlin and Scala: a package is a path, and a public class is a file in it.

use rutter_domain::Language;

use crate::digest::Importing;
use crate::directory::Directory;
use crate::hash::hash_container;
use crate::paths::{parent_of, under};
use crate::place::{Place, Target};

const EXTENSIONS: [&str; 3] = ["java", "kt", "scala"];
/// Folders below which packages start.
const SOURCES: [&str; 3] = ["java/", "kotlin/", "scala/"];
/// The same in PHP, where a namespace is a path as well.
const PHP_SOURCES: [&str; 4] = ["src/", "tests/", "test/", "lib/"];

pub fn locate(directory: &Directory<'_>, importing: Importing<'_>) -> Target {
    let (module, name) = match importing.name {
        Some(name) => (importing.module, name),
        None => importing.module.rsplit_once('.').unwrap_or(("", importing.module)),
    };
    let path = module.replace('.', "/");
    if name != "*" {
        let files = class_files(directory, &under(&path, name));
        if !files.is_empty() {
            return Target::home(Place::of_files(files, Place::Outside));
        }
    }
    let owner = class_files(directory, &path);
    if !owner.is_empty() {
        let container = hash_container(module.rsplit('.').next().unwrap_or(module));
        let home = Place::of_files(owner, Place::Outside);
        return Target { home, module: None, container };
    }
    let folders = directory.paths.folders_ending(&path).filter(|_| !path.is_empty());
    let files = folders.flat_map(|folder| directory.paths.files_in(folder).iter().copied());
    Target::home(Place::of_files(files.collect(), Place::Outside))
}

/// The folders of a file's package: its own, and those of the same path below other sources.
pub fn package_of(directory: &Directory<'_>, file: u32) -> Box<[u32]> {
    let folder = parent_of(directory.paths.path(file));
    let sources: &[&str] = match directory.language(file) {
        Language::Php => &PHP_SOURCES,
        _ => &SOURCES,
    };
    let starts = sources.iter().filter_map(|source| Some(folder.rfind(source)? + source.len()));
    match starts.max().map(|start| &folder[start..]) {
        Some(package) if !package.is_empty() => directory.paths.folders_ending(package).collect(),
        Some(_) | None => [directory.paths.folder_of(file)].into(),
    }
}

fn class_files(directory: &Directory<'_>, class: &str) -> Vec<u32> {
    if class.is_empty() {
        return Vec::new();
    }
    (EXTENSIONS.iter())
        .flat_map(|extension| {
            let path = format!("{class}.{extension}");
            directory.paths.files_ending(&path).collect::<Vec<u32>>()
        })
        .collect()
}
