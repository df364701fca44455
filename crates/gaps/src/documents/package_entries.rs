//! The entry points that a `package.json` names, and the sources that they are built from.

use serde_json::Value;

use super::targets::join;

/// Paths of a manifest, as written.
#[derive(Debug, Default)]
pub struct EntryPaths {
    /// What can be imported; a `*` stands for any name.
    pub modules: Vec<String>,
    /// What can be run.
    pub programs: Vec<String>,
}

/// The entry points of a parsed manifest.
pub fn entry_paths(manifest: &Value) -> EntryPaths {
    let mut paths = EntryPaths::default();
    for key in ["exports", "main", "module", "browser", "types", "typings", "source"] {
        if let Some(value) = manifest.get(key) {
            collect(value, &mut paths.modules);
        }
    }
    if let Some(value) = manifest.get("bin") {
        collect(value, &mut paths.programs);
    }
    // Node.js takes this file if a manifest names none.
    if paths.modules.is_empty() && paths.programs.is_empty() {
        paths.modules.push("index.js".to_owned());
    }
    paths.modules.retain(|path| !path.ends_with(".json"));
    paths
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
    const ENDINGS: [&str; 8] = ["ts", "tsx", "mts", "cts", "js", "mjs", "cjs", "jsx"];
    let stem = without_ending(path);
    let is_written = ENDINGS.iter().any(|end| path.ends_with(&format!(".{end}")));
    if is_written
        && !path.contains(".d.")
        && let Some(path) = join(folder, path).filter(|path| has_file(path))
    {
        return Some(path);
    }
    let stems = possible_stems(stem);
    let candidates = stems.iter().flat_map(|stem| {
        let beside = ENDINGS.iter().map(move |end| format!("{stem}.{end}"));
        beside.chain(ENDINGS.iter().map(move |end| format!("{stem}/index.{end}")))
    });
    candidates.filter_map(|path| join(folder, &path)).find(|path| has_file(path))
}

fn without_ending(path: &str) -> &str {
    const ENDINGS: [&str; 11] =
        [".d.ts", ".d.mts", ".d.cts", ".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx"];
    ENDINGS.iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path)
}

/// The path itself, and where a source lies whose build has this path.
fn possible_stems(stem: &str) -> Vec<String> {
    const BUILT: [&str; 14] = [
        "dist",
        "distribution",
        "lib",
        "build",
        "out",
        "output",
        "esm",
        "cjs",
        "es",
        "umd",
        "types",
        "module",
        "node",
        "browser",
    ];
    const SOURCES: [&str; 4] = ["src", "source", "lib", "."];
    let mut stems = vec![stem.to_owned()];
    let parts: Vec<&str> = stem.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let n_built = parts.iter().take_while(|part| BUILT.contains(part)).count();
    // Relative imports of code lead to sources already.
    if n_built == 0 || stem.starts_with("..") {
        return stems;
    }
    let rest = parts[n_built.min(parts.len().saturating_sub(1))..].join("/");
    let rest_folder = rest.strip_prefix("src/").unwrap_or(&rest);
    stems.extend(SOURCES.iter().map(|source| format!("{source}/{rest_folder}")));
    // A bundle has the name of the package.
    if !rest.contains('/') {
        stems.extend(SOURCES.iter().map(|source| format!("{source}/index")));
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
