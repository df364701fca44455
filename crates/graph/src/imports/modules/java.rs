//! Java, Kotlin and Scala: a package is a path, and a public class is a file in it.
//!
//! A folder with a build file of Maven or Gradle is a module. If several modules have a class of the same
//! name, the one of the file's own module is meant, and code for tests only if no other has it.

use crate::base::Base;
use crate::base::digest::ImportView;
use crate::base::hash::hash_container;
use crate::base::paths::{ancestors_of, parent_of, under};
use crate::imports::target::{ImportTarget, ModuleFiles};

/// They make a module of their folder.
const BUILD_FILES: [&str; 4] = ["pom.xml", "build.gradle", "build.gradle.kts", "build.sbt"];
const EXTENSIONS: [&str; 3] = ["java", "kt", "scala"];

pub fn locate(base: &Base<'_>, file: u32, import: ImportView<'_>) -> ImportTarget {
    let (module, name) = match import.name {
        Some(name) => (import.module, name),
        None => import.module.rsplit_once('.').unwrap_or(("", import.module)),
    };
    let path = module.replace('.', "/");
    // A class has a file of its name. Otherwise the name is a member of a class, or in some file of the
    // package.
    if name != "*" {
        let files = nearest(base, file, class_files(base, &under(&path, name)));
        if !files.is_empty() {
            return ImportTarget::home(ModuleFiles::of_files(files, ModuleFiles::External));
        }
    }
    let owner = nearest(base, file, class_files(base, &path));
    if !owner.is_empty() {
        // `import static a.Door.open` takes a member of the class `Door`.
        let container = hash_container(module.rsplit('.').next().unwrap_or(module));
        let home = ModuleFiles::of_files(owner, ModuleFiles::External);
        return ImportTarget { home, module: None, container };
    }
    let folders = base.paths.folders_ending(&path).filter(|_| !path.is_empty());
    let files = folders.flat_map(|folder| base.paths.files_in(folder).iter().copied());
    ImportTarget::home(ModuleFiles::of_files(files.collect(), ModuleFiles::External))
}

/// The folders of a file's package: its own, and those of the same path below other source roots.
pub fn package_of(base: &Base<'_>, file: u32, sources: &[&str]) -> Box<[u32]> {
    let folder = parent_of(base.paths.path(file));
    let starts = sources.iter().filter_map(|source| Some(folder.rfind(source)? + source.len()));
    match starts.max().map(|start| &folder[start..]) {
        Some(package) if !package.is_empty() => {
            let folders = base.paths.folders_ending(package);
            // Tests see what they test, and not the other way round.
            let is_seen = |other: &u32| is_test(folder) || !is_test(base.paths.folder_path(*other));
            folders.filter(is_seen).collect()
        }
        Some(_) | None => [base.paths.folder_of(file)].into(),
    }
}

/// Of files with the same class, those of the source set that a file compiles against first.
fn nearest(base: &Base<'_>, file: u32, mut files: Vec<u32>) -> Vec<u32> {
    if files.len() < 2 {
        return files;
    }
    let own = base.paths.path(file);
    let module = module_of(base, own);
    let rank = |other: u32| {
        let other = base.paths.path(other);
        (
            is_test(other) && !is_test(own),
            module_of(base, other) != module,
            is_test(other) != is_test(own),
        )
    };
    let best = files.iter().map(|file| rank(*file)).min();
    files.retain(|file| Some(rank(*file)) == best);
    files
}

/// The nearest folder above with a build file.
fn module_of<'p>(base: &Base<'_>, path: &'p str) -> &'p str {
    let mut above = ancestors_of(parent_of(path));
    let has_build = |folder: &&str| {
        BUILD_FILES.iter().any(|name| base.paths.file(&under(folder, name)).is_some())
    };
    above.find(has_build).unwrap_or("")
}

/// Whether a path lies in a source set for tests: `src/test`, `src/androidTest`, `src/testFixtures`.
fn is_test(path: &str) -> bool {
    let mut parts = path.split('/').skip_while(|part| *part != "src");
    parts.nth(1).is_some_and(|set| set.starts_with("test") || set.ends_with("Test"))
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
