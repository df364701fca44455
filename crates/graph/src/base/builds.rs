//! Build files: which names and folders they declare.
//!
//! They are parsed once for a state of the index, and only what decides where an import leads is kept. A
//! file that cannot be parsed declares nothing, and the rules by paths alone apply. Start at
//! [`BuildFiles::read`]; `imports/modules` asks the part of each language.

mod cargo;
mod compile_commands;
mod go;
mod npm;
mod python;
mod tsconfig;

pub(crate) use cargo::{CargoFiles, CrateOrigin};
pub(crate) use compile_commands::{CompileCommand, CompileCommands};
pub(crate) use go::GoFiles;
pub(crate) use npm::{NpmFiles, NpmPackage};
pub(crate) use python::PythonFiles;
pub(crate) use tsconfig::TsConfigs;

use crate::base::path_text::name_of;

/// Build files beyond this number are not read; those nearest to the root come first.
pub const MAX_BUILD_FILES: usize = 500;

/// The declarations of a repository's build files.
#[derive(Debug, Default)]
pub struct BuildFiles {
    pub(crate) cargo: CargoFiles,
    pub(crate) go: GoFiles,
    pub(crate) npm: NpmFiles,
    pub(crate) tsconfigs: TsConfigs,
    pub(crate) python: PythonFiles,
    pub(crate) compile_commands: CompileCommands,
}

impl BuildFiles {
    /// Whether a file of this path is read.
    pub fn is_one(path: &str) -> bool {
        let name = name_of(path);
        matches!(
            name,
            "Cargo.toml"
                | "go.mod"
                | "package.json"
                | "pyproject.toml"
                | "setup.cfg"
                | "jsconfig.json"
                | "compile_commands.json"
        ) || name.starts_with("tsconfig") && name.ends_with(".json")
    }

    /// Reads those among these paths that are build files; `text_of` gives the text of one.
    pub fn read<'p>(
        paths: impl Iterator<Item = &'p str>,
        mut text_of: impl FnMut(&str) -> Option<String>,
    ) -> BuildFiles {
        let mut paths: Vec<&str> = paths.filter(|path| BuildFiles::is_one(path)).collect();
        paths.sort_by_key(|path| (path.matches('/').count(), *path));
        paths.truncate(MAX_BUILD_FILES);
        let mut found = BuildFiles::default();
        let mut tsconfigs = Vec::new();
        for path in paths {
            let Some(text) = text_of(path) else { continue };
            match name_of(path) {
                "Cargo.toml" => found.cargo.add(path, &text),
                "go.mod" => found.go.add(path, &text),
                "package.json" => found.npm.add(path, &text),
                "pyproject.toml" => found.python.add_pyproject(path, &text),
                "setup.cfg" => found.python.add_setup_cfg(path, &text),
                "compile_commands.json" => found.compile_commands.add(&text),
                // `jsconfig.json`, and every `tsconfig….json`.
                _ => tsconfigs.push((path.to_string(), text)),
            }
        }
        found.cargo.finish();
        // A `tsconfig` may extend one that is read later, so they are parsed together.
        found.tsconfigs = TsConfigs::of(&tsconfigs);
        found
    }
}
