//! Java, Kotlin and Scala: a package is a path, and a public class is a file in it.

use rutter_domain::Language;

use crate::base::Base;
use crate::base::digest::ImportView;
use crate::base::hash::hash_container;
use crate::base::paths::{parent_of, under};
use crate::imports::target::{ImportTarget, ModuleFiles};

const EXTENSIONS: [&str; 3] = ["java", "kt", "scala"];
/// Folders below which packages start.
const SOURCES: [&str; 3] = ["java/", "kotlin/", "scala/"];
/// The same for PHP, where a namespace is a path as well.
const PHP_SOURCES: [&str; 4] = ["src/", "tests/", "test/", "lib/"];

pub fn locate(base: &Base<'_>, import: ImportView<'_>) -> ImportTarget {
    let (module, name) = match import.name {
        Some(name) => (import.module, name),
        None => import.module.rsplit_once('.').unwrap_or(("", import.module)),
    };
    let path = module.replace('.', "/");
    if name != "*" {
        let files = class_files(base, &under(&path, name));
        if !files.is_empty() {
            return ImportTarget::home(ModuleFiles::of_files(files, ModuleFiles::External));
        }
    }
    let owner = class_files(base, &path);
    if !owner.is_empty() {
        let container = hash_container(module.rsplit('.').next().unwrap_or(module));
        let home = ModuleFiles::of_files(owner, ModuleFiles::External);
        return ImportTarget { home, module: None, container };
    }
    let folders = base.paths.folders_ending(&path).filter(|_| !path.is_empty());
    let files = folders.flat_map(|folder| base.paths.files_in(folder).iter().copied());
    ImportTarget::home(ModuleFiles::of_files(files.collect(), ModuleFiles::External))
}

/// The folders of a file's package: its own, and those of the same path below other source roots.
pub fn package_of(base: &Base<'_>, file: u32) -> Box<[u32]> {
    let folder = parent_of(base.paths.path(file));
    let sources: &[&str] = match base.language(file) {
        Language::Php => &PHP_SOURCES,
        _ => &SOURCES,
    };
    let starts = sources.iter().filter_map(|source| Some(folder.rfind(source)? + source.len()));
    match starts.max().map(|start| &folder[start..]) {
        Some(package) if !package.is_empty() => base.paths.folders_ending(package).collect(),
        Some(_) | None => [base.paths.folder_of(file)].into(),
    }
}

fn class_files(base: &Base<'_>, class: &str) -> Vec<u32> {
    if class.is_empty() {
        return Vec::new();
    }
    (EXTENSIONS.iter())
        .flat_map(|extension| {
            let path = format!("{class}.{extension}");
            base.paths.files_ending(&path).collect::<Vec<u32>>()
        })
        .collect()
}
