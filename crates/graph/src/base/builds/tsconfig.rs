//! `tsconfig.json`: `paths` and `baseUrl`, with what a file extends.

use std::collections::HashMap;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::CstRootNode;
use serde_json::Value;

use super::npm::matching;
use crate::base::path_text::{ancestors_of, join, name_of, parent_of};

// Also ends the search where two files extend each other.
const MAX_EXTENDS: usize = 8;

/// The settings of all `tsconfig` files, by folder.
#[derive(Debug, Default)]
pub struct TsConfigs {
    by_folder: HashMap<String, Vec<Paths>>,
}

/// Paths from the root of the repository.
#[derive(Debug, Default, Clone)]
struct Paths {
    base_url: Option<String>,
    patterns: Vec<(String, Vec<String>)>,
}

impl TsConfigs {
    /// Reads files with comments and trailing commas.
    pub fn of(files: &[(String, String)]) -> TsConfigs {
        let parsed: HashMap<&str, Value> = (files.iter())
            .filter_map(|(path, text)| {
                let read = CstRootNode::parse(text, &ParseOptions::default()).ok()?;
                let value = read.to_serde_value()?;
                Some((path.as_str(), value))
            })
            .collect();
        let mut found = TsConfigs::default();
        let mut paths: Vec<&str> = parsed.keys().copied().collect();
        // The one that editors read first.
        paths.sort_by_key(|path| (name_of(path) != "tsconfig.json", *path));
        for path in paths {
            let settings = settings_of(path, &parsed, MAX_EXTENDS);
            if settings.base_url.is_some() || !settings.patterns.is_empty() {
                found.by_folder.entry(parent_of(path).into()).or_default().push(settings);
            }
        }
        found
    }

    /// The paths to which a module that is not relative may lead, from the nearest settings on.
    pub fn candidates(&self, folder: &str, module: &str) -> Vec<String> {
        let above = ancestors_of(folder).chain([""]);
        let near = above.filter_map(|folder| self.by_folder.get(folder)).flatten();
        near.flat_map(|settings| {
            let mut found = matching(&settings.patterns, module);
            found.extend(settings.base_url.as_deref().and_then(|base| join(base, module)));
            found
        })
        .collect()
    }
}

fn settings_of(path: &str, parsed: &HashMap<&str, Value>, n_left: usize) -> Paths {
    let Some(value) = parsed.get(path).filter(|_| n_left > 0) else { return Paths::default() };
    let folder = parent_of(path);
    let extended = match value.get("extends") {
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(one)) => vec![one.as_str()],
        Some(_) | None => Vec::new(),
    };
    let mut settings = Paths::default();
    // A base that is not a path is a package such as `@tsconfig/node20`, which sets no paths of this
    // repository.
    for base in extended.into_iter().filter(|base| base.starts_with('.')) {
        let Some(at) = join(folder, base) else { continue };
        let named = [at.clone(), format!("{at}.json"), format!("{at}/tsconfig.json")];
        let Some(at) = named.iter().find(|at| parsed.contains_key(at.as_str())) else { continue };
        let inherited = settings_of(at, parsed, n_left - 1);
        // Of several bases the last one wins, as in the compiler; `paths` are replaced, never merged.
        settings.base_url = inherited.base_url.or(settings.base_url);
        if !inherited.patterns.is_empty() {
            settings.patterns = inherited.patterns;
        }
    }
    let options = value.get("compilerOptions");
    let own_base = options.and_then(|options| options.get("baseUrl")?.as_str());
    if let Some(base) = own_base.and_then(|base| join(folder, base)) {
        settings.base_url = Some(base);
    }
    if let Some(paths) = options.and_then(|options| options.get("paths")?.as_object()) {
        // Without a base, paths are written from the folder of the file that has them.
        let base = settings.base_url.clone().unwrap_or_else(|| folder.to_string());
        settings.patterns = (paths.iter())
            .map(|(pattern, targets)| {
                let targets = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
                (pattern.clone(), targets.filter_map(|target| join(&base, target)).collect())
            })
            .collect();
    }
    settings
}
