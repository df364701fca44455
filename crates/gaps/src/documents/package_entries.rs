//! The entry points that a `package.json` names, and the sources that they are built from.

use rutter_graph::path_text::join;
use serde_json::Value;

use crate::lexicon::paths;

/// Paths of a manifest, as written.
#[derive(Debug, Default)]
pub struct EntryPaths {
    /// Modules to import; `*` is any name.
    pub modules: Vec<String>,
    /// Programs to run.
    pub programs: Vec<String>,
}

/// The entry points of a parsed manifest.
pub fn entry_paths(manifest: &Value) -> EntryPaths {
    let mut found = EntryPaths::default();
    for key in paths::ENTRY_KEYS.iter() {
        if let Some(value) = manifest.get(key) {
            collect(value, &mut found.modules);
        }
    }
    if let Some(value) = manifest.get("bin") {
        collect(value, &mut found.programs);
    }
    // Node.js takes this file if a manifest names none.
    if found.modules.is_empty() && found.programs.is_empty() {
        found.modules.push("index.js".to_owned());
    }
    found.modules.retain(|path| !path.ends_with(".json"));
    found
}

fn collect(value: &Value, paths: &mut Vec<String>) {
    match value {
        Value::String(path) => paths.push(path.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect(value, paths)),
        Value::Object(values) => values.values().for_each(|value| collect(value, paths)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The source of a module that is named relative to a folder, be it as written or as built.
pub fn source_of(folder: &str, path: &str, has_file: impl Fn(&str) -> bool) -> Option<String> {
    let stem = without_ending(path);
    let is_written = stem.len() < path.len();
    if is_written
        && !path.contains(".d.")
        && let Some(path) = join(folder, path).filter(|path| has_file(path))
    {
        return Some(path);
    }
    let stems = possible_stems(stem);
    let candidates = stems.iter().flat_map(|stem| {
        let beside = paths::PACKAGE_SOURCES.iter().map(move |end| format!("{stem}.{end}"));
        beside.chain(paths::PACKAGE_SOURCES.iter().map(move |end| format!("{stem}/index.{end}")))
    });
    candidates.filter_map(|path| join(folder, &path)).find(|path| has_file(path))
}

fn without_ending(path: &str) -> &str {
    let extension = path.rsplit_once('.').filter(|(_, end)| paths::PACKAGE_SOURCES.has(end));
    extension.map_or(path, |(stem, _)| stem.strip_suffix(".d").unwrap_or(stem))
}

/// The path itself, and where a source lies whose build has this path.
fn possible_stems(stem: &str) -> Vec<String> {
    let mut stems = vec![stem.to_owned()];
    let parts: Vec<&str> = stem.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let n_built = parts.iter().take_while(|part| paths::PACKAGE_BUILDS.has(part)).count();
    // Relative imports of code lead to sources already.
    if n_built == 0 || stem.starts_with("..") {
        return stems;
    }
    let rest = parts[n_built.min(parts.len().saturating_sub(1))..].join("/");
    let rest_folder = rest.strip_prefix("src/").unwrap_or(&rest);
    stems.extend(paths::SOURCE_FOLDERS.iter().map(|source| format!("{source}/{rest_folder}")));
    // A bundle has the name of the package.
    if !rest.contains('/') {
        stems.extend(paths::SOURCE_FOLDERS.iter().map(|source| format!("{source}/index")));
        stems.push("src/main".to_owned());
    }
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_of_a_built_file_is_found_by_path() {
        let check = |files: &[&str], path: &str, expected: &str| {
            let found = source_of("", path, |path| files.contains(&path));
            assert_eq!(found.as_deref().unwrap_or("none"), expected, "{path}");
        };
        check(&["index.js"], "./index.js", "index.js");
        check(&["source/index.ts"], "./distribution/index.d.ts", "source/index.ts");
        check(&["src/a/b.ts"], "dist/esm/a/b.mjs", "src/a/b.ts");
        check(&["src/index.js"], "dist/tide.min.js", "src/index.js");
        check(&["lib/tide.js"], "lib/tide", "lib/tide.js");
        check(&["lib/index.js"], "./lib", "lib/index.js");
        check(&["index.ts"], "dist/index.js", "index.ts");
        check(&["other.ts"], "dist/index.js", "none");
    }
}
