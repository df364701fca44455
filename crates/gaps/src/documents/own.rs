//! The packages and programs that a repository builds, by what its manifests say.

use std::collections::BTreeSet;

use rutter_graph::path_text::{join, name_of, parent_of};

use crate::lexicon::paths;
use crate::repository_reader::{RepositoryFile, RepositoryReader};

/// Manifests beyond this number are not read.
const MOST_MANIFESTS: usize = 300;

/// The packages and programs of a repository.
#[derive(Debug, Default)]
pub struct Own {
    /// By the first part of the name that code imports: `serde_json`, `@scope/name`, `example.com/x/y`.
    pub packages: BTreeSet<String>,
    /// By the name that they are called by.
    pub programs: BTreeSet<String>,
}

impl Own {
    pub fn of(reader: &dyn RepositoryReader) -> Own {
        let mut own = Own::default();
        let mut n_read = 0;
        for RepositoryFile { path, .. } in reader.files() {
            if rutter_domain::is_auxiliary_path(path, name_of(path)) {
                continue;
            }
            match name_of(path) {
                "__init__.py" => own.python_package(reader, path),
                "main.go" => own.go_program(path),
                _ => {}
            }
            if matches!(parent_of(path), "exe" | "bin") && !name_of(path).contains('.') {
                own.programs.insert(name_of(path).to_owned());
            }
            if !paths::MANIFESTS.has(name_of(path)) || n_read >= MOST_MANIFESTS {
                continue;
            }
            n_read += 1;
            if let Some(text) = reader.text(path) {
                own.manifest(reader, path, &text);
            }
        }
        own
    }

    /// Whether the first part of a qualified name is a package of this repository.
    pub fn has_package(&self, module: &str) -> bool {
        let first = module.split(['.', ':', '\\', '#']).next().unwrap_or_default();
        let is_below = |package: &String| {
            module
                .strip_prefix(package.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.packages.contains(first) || self.packages.iter().any(is_below)
    }

    fn python_package(&mut self, reader: &dyn RepositoryReader, path: &str) {
        let folder = parent_of(path);
        let above = parent_of(folder);
        let is_root = matches!(above, "" | "src" | "lib" | "python");
        if is_root
            && !folder.is_empty()
            && reader.language_of(&format!("{above}/__init__.py")).is_none()
        {
            let name = name_of(folder);
            if !paths::NO_PACKAGES.has(name) {
                self.packages.insert(name.to_owned());
            }
        }
    }

    fn go_program(&mut self, path: &str) {
        let folder = parent_of(path);
        if !folder.is_empty() {
            self.programs.insert(name_of(folder).to_owned());
        }
    }

    fn manifest(&mut self, reader: &dyn RepositoryReader, path: &str, text: &str) {
        match name_of(path) {
            "Cargo.toml" => self.cargo(reader, path, text),
            "package.json" => self.npm(text),
            "pyproject.toml" => self.pyproject(text),
            "setup.py" | "setup.cfg" => self.setup(text),
            "go.mod" => self.go(reader, path, text),
            _ => {}
        }
    }

    fn cargo(&mut self, reader: &dyn RepositoryReader, path: &str, text: &str) {
        let Ok(manifest) = text.parse::<toml::Table>() else { return };
        let named = |table: &toml::Value| table.get("name")?.as_str().map(str::to_owned);
        let package = manifest.get("package").and_then(named);
        let library = manifest.get("lib").and_then(named);
        if let Some(package) = &package {
            let main = join(parent_of(path), "src/main.rs");
            if main.is_some_and(|main| reader.language_of(&main).is_some()) {
                self.programs.insert(package.clone());
            }
        }
        let binaries = manifest.get("bin").and_then(toml::Value::as_array);
        self.programs.extend(binaries.into_iter().flatten().filter_map(named));
        self.packages.extend(library.or(package).map(|name| name.replace('-', "_")));
    }

    fn npm(&mut self, text: &str) {
        let Ok(manifest) = serde_json::from_str::<serde_json::Value>(text) else { return };
        let Some(name) = manifest.get("name").and_then(serde_json::Value::as_str) else { return };
        match manifest.get("bin") {
            Some(serde_json::Value::String(_)) => {
                self.programs.insert(name_of(name).to_owned());
            }
            Some(serde_json::Value::Object(programs)) => {
                self.programs.extend(programs.keys().cloned());
            }
            Some(_) | None => {}
        }
        self.packages.insert(name.to_owned());
    }

    fn pyproject(&mut self, text: &str) {
        let Ok(manifest) = text.parse::<toml::Table>() else { return };
        let project = manifest.get("project").and_then(|project| project.get("scripts"));
        let poetry = manifest.get("tool").and_then(|tool| tool.get("poetry")?.get("scripts"));
        for scripts in [project, poetry].into_iter().flatten().filter_map(toml::Value::as_table) {
            self.programs.extend(scripts.keys().cloned());
        }
    }

    /// Entry points such as `tool = package.module:main`.
    fn setup(&mut self, text: &str) {
        let Some((_, scripts)) = text.split_once("console_scripts") else { return };
        for line in scripts.lines().take(40) {
            let line = line.trim().trim_matches(|c: char| {
                matches!(c, '"' | '\'' | ',' | '[' | ']' | '=' | ':' | '{')
            });
            let Some((name, entry)) = line.split_once('=') else { continue };
            let name = name.trim().trim_matches(['"', '\'', '[', ' ']);
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            if entry.contains(':') && !name.is_empty() && name.chars().all(is_name) {
                self.programs.insert(name.to_owned());
            }
        }
    }

    fn go(&mut self, reader: &dyn RepositoryReader, path: &str, text: &str) {
        let module = text.lines().find_map(|line| line.strip_prefix("module "));
        let Some(module) = module.map(str::trim) else { return };
        let main = join(parent_of(path), "main.go");
        if main.is_some_and(|main| reader.language_of(&main).is_some()) {
            self.programs.insert(name_of(module).to_owned());
        }
        self.packages.insert(module.to_owned());
    }
}
