//! The file that a program starts in, by the name it is called by.
//!
//! Manifests declare some; others follow from the layouts that build tools expect: `cmd/NAME/main.go`,
//! `src/bin/NAME.rs`, `NAME/src/main.rs`, `NAME/__main__.py`, `bin/NAME` and `scripts/NAME.sh`.

use rutter_domain::Provenance;

use super::known_by_name;
use crate::base::Base;
use crate::base::paths::{name_of, parent_of};

/// Files that a program of the name of their folder starts in.
const MAIN_FILES: [&str; 3] = ["main.go", "__main__.py", "main.rs"];

/// Folders whose files are programs.
const PROGRAM_FOLDERS: [&str; 6] = ["bin", "exe", "script", "scripts", "tools", "hack"];

/// Extensions that the name of a program leaves out or has.
const SCRIPT_EXTENSIONS: [&str; 9] = ["", "sh", "bash", "py", "rb", "js", "mjs", "ts", "pl"];

/// The names that a program which starts in a file goes by.
pub(super) fn names_of<'b>(base: &'b Base<'_>, file: u32) -> Vec<&'b str> {
    let declared = base.programs().iter().filter(|(_, at)| *at == file);
    let mut names: Vec<&str> = declared.map(|(name, _)| name.as_str()).collect();
    names.extend(names_by_path(base.paths.path(file)));
    names
}

fn names_by_path(path: &str) -> Vec<&str> {
    let (name, folder) = (name_of(path), parent_of(path));
    if name == "main.rs" && name_of(folder) == "src" {
        return named(name_of(parent_of(folder)));
    }
    if MAIN_FILES.contains(&name) {
        return named(name_of(folder));
    }
    if !PROGRAM_FOLDERS.contains(&name_of(folder)) {
        return Vec::new();
    }
    match name.rsplit_once('.') {
        Some((stem, "rs")) if name_of(parent_of(folder)) == "src" => named(stem),
        Some((stem, extension)) if SCRIPT_EXTENSIONS.contains(&extension) => vec![stem, name],
        Some(_) => Vec::new(),
        None => named(name),
    }
}

/// The files that a program of this name may start in.
pub(super) fn files_of(base: &Base<'_>, program: &str) -> Option<(Vec<u32>, Provenance)> {
    let paths = &base.paths;
    let declared = base.programs().iter().filter(|(name, _)| name == program);
    let mut found: Vec<u32> = declared.map(|(_, file)| *file).collect();
    let mut offer = |end: &str| {
        let fits = |file: &u32| names_by_path(paths.path(*file)).contains(&program);
        // The end of a path alone does not say in which folders the file lies.
        found.extend(paths.files_ending(end).filter(fits));
    };
    for main in MAIN_FILES {
        offer(&format!("{program}/{main}"));
    }
    offer(&format!("{program}/src/main.rs"));
    offer(&format!("{program}.rs"));
    offer(program);
    for extension in SCRIPT_EXTENSIONS.iter().filter(|extension| !extension.is_empty()) {
        offer(&format!("{program}.{extension}"));
    }
    found.sort_unstable();
    found.dedup();
    known_by_name(found)
}

fn named(name: &str) -> Vec<&str> {
    if name.is_empty() { Vec::new() } else { vec![name] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_goes_by_the_name_of_its_file_or_folder() {
        for (path, names) in [
            ("cmd/tide/main.go", "tide"),
            ("src/bin/tide.rs", "tide"),
            ("src/bin/tide/main.rs", "tide"),
            ("crates/tide/src/main.rs", "tide"),
            ("src/main.rs", ""),
            ("main.go", ""),
            ("src/tide/__main__.py", "tide"),
            ("bin/tide", "tide"),
            ("scripts/tide.sh", "tide tide.sh"),
            ("scripts/tide.md", ""),
            ("src/tide.rs", ""),
        ] {
            assert_eq!(names_by_path(path).join(" "), names, "{path}");
        }
    }
}
