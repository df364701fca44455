//! The programs that the manifests of a repository declare, and the file that each starts in.
//!
//! Only what links documents to code is read: a name and a path. A line that a manifest writes in an unusual
//! way is passed over.

use rutter_domain::FileId;
use rutter_workspace::Source;

use crate::query::snapshot::Snapshot;

/// Manifests beyond this number are not read; those nearest to the root come first.
const MOST_MANIFESTS: usize = 100;

/// The name of each declared program with its file, in order of the manifests.
pub(crate) fn declared_programs(snapshot: &Snapshot) -> Vec<(String, FileId)> {
    let is_manifest = |path: &&str| {
        let (_, name) = split(path);
        matches!(name, "Cargo.toml" | "package.json" | "pyproject.toml" | "go.mod")
            && !rutter_domain::is_auxiliary_path(path, name)
    };
    let mut manifests: Vec<&str> = snapshot.paths().filter(is_manifest).collect();
    manifests.sort_by_key(|path| path.matches('/').count());
    let mut found = Vec::new();
    for path in manifests.into_iter().take(MOST_MANIFESTS) {
        let Source::Text(source) = snapshot.read_file(path) else { continue };
        let (folder, name) = split(path);
        let programs = match name {
            "Cargo.toml" => cargo_programs(&source.text),
            "package.json" => npm_programs(&source.text),
            "pyproject.toml" => python_programs(&source.text),
            _ => go_programs(&source.text),
        };
        for (program, places) in programs {
            let mut files = places.iter().filter_map(|place| {
                let place = place.trim_start_matches("./");
                let at =
                    if folder.is_empty() { place.to_owned() } else { format!("{folder}/{place}") };
                snapshot.file_at(&at)
            });
            found.extend(files.next().map(|file| (program, file.id)));
        }
    }
    found
}

/// A program, and where it may start, from the folder of its manifest.
type Declared = (String, Vec<String>);

fn cargo_programs(text: &str) -> Vec<Declared> {
    let mut found: Vec<Declared> = Vec::new();
    let mut package = None;
    for (table, key, value) in assignments(text) {
        match (table, key) {
            ("package", "name") => package = Some(value.to_owned()),
            ("bin", "name") => {
                let places = vec![format!("src/bin/{value}.rs"), "src/main.rs".to_owned()];
                found.push((value.to_owned(), places));
            }
            // Manifests write the name first.
            ("bin", "path") => {
                found
                    .last_mut()
                    .into_iter()
                    .for_each(|(_, places)| *places = vec![value.to_owned()]);
            }
            _ => {}
        }
    }
    found.extend(package.map(|package| (package, vec!["src/main.rs".to_owned()])));
    found
}

fn npm_programs(text: &str) -> Vec<Declared> {
    let Ok(manifest) = serde_json::from_str::<serde_json::Value>(text) else { return Vec::new() };
    match (manifest.get("bin"), manifest.get("name").and_then(serde_json::Value::as_str)) {
        (Some(serde_json::Value::String(path)), Some(name)) => {
            vec![(split(name).1.to_owned(), vec![path.clone()])]
        }
        (Some(serde_json::Value::Object(programs)), _) => (programs.iter())
            .filter_map(|(name, path)| Some((name.clone(), vec![path.as_str()?.to_owned()])))
            .collect(),
        (Some(_) | None, _) => Vec::new(),
    }
}

/// Entry points such as `tool = "package.module:main"`.
fn python_programs(text: &str) -> Vec<Declared> {
    let scripts = assignments(text)
        .filter(|(table, ..)| matches!(*table, "project.scripts" | "tool.poetry.scripts"));
    scripts
        .map(|(_, name, entry)| {
            let module = entry.split(':').next().unwrap_or(entry).replace('.', "/");
            let endings = [".py", "/__init__.py"];
            let places = ["", "src/"].iter().flat_map(|folder| {
                endings.iter().map(|ending| format!("{folder}{module}{ending}")).collect::<Vec<_>>()
            });
            (name.to_owned(), places.collect())
        })
        .collect()
}

fn go_programs(text: &str) -> Vec<Declared> {
    let module = text.lines().find_map(|line| line.strip_prefix("module "));
    let named = module.map(|module| split(module.trim()).1.to_owned());
    named.map(|name| (name, vec!["main.go".to_owned()])).into_iter().collect()
}

/// The table, key and value of each line of TOML that assigns a string.
fn assignments(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let mut table = "";
    text.lines().filter_map(move |line| {
        let line = line.trim();
        if line.starts_with('[') {
            table = line.trim_matches(['[', ']']);
            return None;
        }
        let (key, value) = line.split_once('=')?;
        let value = value.trim().strip_prefix('"')?;
        Some((table, key.trim().trim_matches('"'), value.split('"').next()?))
    })
}

/// The folder and the last component of a path.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(found: Vec<Declared>, expected: &[&str]) {
        let lines: Vec<String> =
            found.iter().map(|(name, places)| format!("{name}: {}", places.join(" "))).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn manifests_declare_programs() {
        check(
            cargo_programs(
                "[package]\nname = \"tide-cli\"\n[[bin]]\nname = \"tide\"\npath = \"src/tool.rs\"\n[dependencies]\nname = \"x\"\n",
            ),
            &["tide: src/tool.rs", "tide-cli: src/main.rs"],
        );
        check(npm_programs(r#"{"name": "@a/tide", "bin": "./cli.js"}"#), &["tide: ./cli.js"]);
        check(npm_programs(r#"{"bin": {"ebb": "bin/ebb.js"}}"#), &["ebb: bin/ebb.js"]);
        check(
            python_programs("[project.scripts]\ntide = \"tide.cli:main\"\n"),
            &["tide: tide/cli.py tide/cli/__init__.py src/tide/cli.py src/tide/cli/__init__.py"],
        );
        check(go_programs("module example.com/x/tide\n\ngo 1.22\n"), &["tide: main.go"]);
    }
}
