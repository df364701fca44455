//! `package.json`: the packages of a repository, what each exports, and its own aliases.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::base::path_text::{ancestors_of, parent_of};

/// Conditions of `exports` in the order in which they are tried: sources before what was built.
const CONDITIONS: [&str; 9] =
    ["source", "development", "types", "typings", "import", "module", "node", "default", "require"];
/// Fields that name the main module, in the same order.
const MAIN_FIELDS: [&str; 7] = ["source", "types", "typings", "module", "main", "browser", "style"];
const MAX_NESTED: usize = 8;

/// The packages of all manifests.
#[derive(Debug, Default)]
pub struct NpmFiles {
    packages: Vec<NpmPackage>,
    by_name: HashMap<String, usize>,
    by_folder: HashMap<String, usize>,
}

/// A package: paths are written from its folder.
#[derive(Debug)]
pub struct NpmPackage {
    pub folder: String,
    has_name: bool,
    exports: Vec<(String, Vec<String>)>,
    imports: Vec<(String, Vec<String>)>,
    main: Vec<String>,
}

impl NpmFiles {
    pub fn add(&mut self, path: &str, text: &str) {
        let Ok(Value::Object(manifest)) = serde_json::from_str(text) else { return };
        let exports = match manifest.get("exports") {
            Some(Value::Object(paths)) if paths.keys().any(|key| key.starts_with('.')) => {
                read_paths(paths)
            }
            // Keys without a dot are conditions of the main module itself.
            Some(only) => vec![(".".into(), targets_of(only))],
            None => Vec::new(),
        };
        let imports = manifest.get("imports").and_then(Value::as_object);
        let main = MAIN_FIELDS.iter().filter_map(|field| manifest.get(*field)?.as_str());
        let folder = parent_of(path);
        let index = self.packages.len();
        let name = manifest.get("name").and_then(Value::as_str);
        self.packages.push(NpmPackage {
            folder: folder.into(),
            has_name: name.is_some(),
            exports,
            imports: imports.map(read_paths).unwrap_or_default(),
            main: main.map(Into::into).collect(),
        });
        // A folder has one manifest, but several may claim a name; the first is the one nearest to the
        // root.
        self.by_folder.insert(folder.into(), index);
        if let Some(name) = name {
            self.by_name.entry(name.into()).or_insert(index);
        }
    }

    /// The package that an import names, and the path within it: `name`, `@scope/name/inner`.
    pub fn package<'m>(&self, module: &'m str) -> Option<(&NpmPackage, &'m str)> {
        let n_parts = if module.starts_with('@') { 2 } else { 1 };
        let end = module.match_indices('/').nth(n_parts - 1).map_or(module.len(), |(at, _)| at);
        let package = self.by_name.get(&module[..end])?;
        Some((&self.packages[*package], module[end..].trim_start_matches('/')))
    }

    /// Whether the manifest in a folder says the name of its package.
    pub fn has_name(&self, folder: &str) -> bool {
        self.by_folder.get(folder).is_some_and(|package| self.packages[*package].has_name)
    }

    /// The package that a folder belongs to.
    pub fn around(&self, folder: &str) -> Option<&NpmPackage> {
        let mut above = ancestors_of(folder).chain([""]);
        above.find_map(|folder| self.by_folder.get(folder)).map(|package| &self.packages[*package])
    }
}

impl NpmPackage {
    /// The files that a path within the package may mean, most likely first.
    pub fn exported(&self, path: &str) -> Vec<String> {
        let key = if path.is_empty() { ".".into() } else { format!("./{path}") };
        let mut found = matching(&self.exports, &key);
        if path.is_empty() {
            found.extend(self.main.iter().cloned());
        }
        found
    }

    /// The files that an alias such as `#internal/file` may mean.
    pub fn imported(&self, alias: &str) -> Vec<String> {
        matching(&self.imports, alias)
    }
}

/// The targets of the pattern that fits best, with `*` replaced. The `paths` of `tsconfig` have the same form.
pub fn matching(patterns: &[(String, Vec<String>)], key: &str) -> Vec<String> {
    let fits = patterns.iter().filter_map(|(pattern, targets)| {
        let (start, end) = match pattern.split_once('*') {
            Some(parts) => parts,
            None if pattern == key => return Some((usize::MAX, "", targets)),
            None => return None,
        };
        let inner = key.strip_prefix(start)?.strip_suffix(end)?;
        Some((start.len(), inner, targets))
    });
    // As Node does: an exact key wins, then the longest text before the `*`.
    let best = fits.max_by_key(|(n_fixed, ..)| *n_fixed);
    let Some((_, inner, targets)) = best else { return Vec::new() };
    targets.iter().map(|target| target.replacen('*', inner, 1)).collect()
}

fn read_paths(paths: &Map<String, Value>) -> Vec<(String, Vec<String>)> {
    paths.iter().map(|(pattern, target)| (pattern.clone(), targets_of(target))).collect()
}

fn targets_of(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(value, MAX_NESTED, &mut found);
    found
}

fn collect(value: &Value, n_left: usize, found: &mut Vec<String>) {
    if n_left == 0 {
        return;
    }
    match value {
        Value::String(path) => found.push(path.clone()),
        Value::Array(values) => {
            values.iter().for_each(|value| collect(value, n_left - 1, found));
        }
        Value::Object(conditions) => {
            let mut ordered: Vec<(&String, &Value)> = conditions.iter().collect();
            let rank = |name: &str| CONDITIONS.iter().position(|known| *known == name);
            ordered.sort_by_key(|(name, _)| rank(name).unwrap_or(CONDITIONS.len()));
            ordered.into_iter().for_each(|(_, value)| collect(value, n_left - 1, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
