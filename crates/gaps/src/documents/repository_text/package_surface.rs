//! The public names of a JavaScript or TypeScript package, by its manifest and its re-exports.
//!
//! A manifest names built files, which are not in the index: their sources are guessed by path. From
//! there `export … from`, exported imports and `module.exports` are followed. Types alone do not count.

use std::collections::{BTreeSet, HashSet};

use rutter_domain::Import;
use rutter_graph::path_text::{join, parent_of};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RepositoryText;
use crate::documents::package_entries::{entry_paths, source_of};
use crate::extract::hash_list;
use crate::lexicon::comments;

/// The most steps that are followed in one package.
const MOST_STEPS: usize = 5000;

/// The names that users of a package can import from it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct PackageSurface {
    /// Whether the manifest says `"private": true`: an application, or the root of a workspace.
    pub is_private: bool,
    /// Whether the source of at least one entry point is known.
    pub has_entry: bool,
    /// Files of which every exported name is public.
    files: BTreeSet<String>,
    /// Other public names, each with the path of its file.
    names: BTreeSet<(String, String)>,
    /// Keys of what was asked about the repository, sorted.
    #[serde(with = "hash_list")]
    pub(super) asked: Vec<u64>,
}

/// The part of a file's exports that is imported.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Wanted {
    All,
    Name(String),
}

impl PackageSurface {
    /// Reads a manifest, such as `packages/tide/package.json`, and follows its entry points.
    pub fn of(manifest: &str, text: RepositoryText<'_>) -> PackageSurface {
        let parsed = text.text(manifest).and_then(|text| serde_json::from_str(&text).ok());
        let manifest_value: Value = parsed.unwrap_or(Value::Null);
        let mut surface = PackageSurface {
            is_private: manifest_value.get("private") == Some(&Value::Bool(true)),
            ..PackageSurface::default()
        };
        let has_file = |path: &str| text.has_file(path);
        let entries = entry_paths(&manifest_value);
        let folder = parent_of(manifest);
        let programs = entries.programs.iter().filter_map(|path| source_of(folder, path, has_file));
        surface.has_entry = programs.count() > 0;
        let mut pending: Vec<(String, Wanted)> = Vec::new();
        for entry in &entries.modules {
            match entry.split_once('*') {
                Some((before, _)) => {
                    let below = join(folder, before).unwrap_or_default();
                    let all = text.paths_from(&below);
                    pending.extend(all.map(|path| (path.to_owned(), Wanted::All)));
                }
                None => {
                    let source = source_of(folder, entry, has_file);
                    pending.extend(source.map(|path| (path, Wanted::All)));
                }
            }
        }
        surface.has_entry |= !pending.is_empty();
        surface.follow(pending, &text);
        surface.asked = text.into_asked();
        surface
    }

    /// Whether users can import the same.
    pub fn is_same(&self, other: &PackageSurface) -> bool {
        let PackageSurface { is_private, has_entry, files, names, asked: _ } = self;
        (is_private, has_entry, files, names)
            == (&other.is_private, &other.has_entry, &other.files, &other.names)
    }

    /// Whether users of the package can import a name that a file exports.
    pub fn has(&self, path: &str, name: &str) -> bool {
        self.files.contains(path) || self.names.contains(&(path.to_owned(), name.to_owned()))
    }

    fn follow(&mut self, mut pending: Vec<(String, Wanted)>, text: &RepositoryText<'_>) {
        let mut seen = HashSet::new();
        while let Some(step) = pending.pop() {
            if seen.len() >= MOST_STEPS || !seen.insert(step.clone()) {
                continue;
            }
            let (path, wanted) = step;
            let (Some(facts), Some(source)) = (text.facts(&path), text.text(&path)) else {
                continue;
            };
            let exports = local_exports(&source);
            // The name under which the file itself knows what is wanted.
            let local = match &wanted {
                Wanted::All => None,
                Wanted::Name(name) => {
                    let renamed = exports.iter().find(|(_, exported)| exported == name);
                    Some(renamed.map_or(name.clone(), |(local, _)| local.clone()))
                }
            };
            match &local {
                None => {
                    self.files.insert(path.clone());
                }
                Some(name) => {
                    self.names.insert((path.clone(), name.clone()));
                }
            }
            for import in &facts.imports {
                let next = passed_on(import, local.as_deref(), &exports, &source);
                let Some(next) = next else { continue };
                let has_file = |path: &str| text.has_file(path);
                if import.module.starts_with('.')
                    && let Some(target) = source_of(parent_of(&path), &import.module, has_file)
                {
                    pending.push((target, next));
                }
            }
        }
    }
}

/// The part of an import that its file exports again; `local` is the wanted name, `None` for all.
fn passed_on(
    import: &Import,
    local: Option<&str>,
    exports: &[(String, String)],
    source: &str,
) -> Option<Wanted> {
    let known_as = import.alias.as_deref().or(import.name.as_deref());
    let is_whole = matches!(import.name.as_deref(), None | Some("*"));
    let line = source.lines().nth(import.line.saturating_sub(1) as usize).unwrap_or_default();
    let is_assigned = line.contains("exports") && line.contains("require(");
    let is_exported = exports.iter().any(|(name, _)| Some(name.as_str()) == known_as);
    if !(import.is_passed_on || is_assigned || is_exported) {
        return None;
    }
    match (local, import.name.as_deref()) {
        (None, Some(name)) if !is_whole => Some(Wanted::Name(name.to_owned())),
        (None, _) => Some(Wanted::All),
        // `export * as name` hands out everything under one name.
        (Some(wanted), _) if is_whole && import.alias.is_some() => {
            (known_as == Some(wanted)).then_some(Wanted::All)
        }
        (Some(_), _) if is_assigned => Some(Wanted::All),
        (Some(wanted), _) if is_whole => Some(Wanted::Name(wanted.to_owned())),
        (Some(wanted), Some(name)) => {
            (known_as == Some(wanted)).then(|| Wanted::Name(name.to_owned()))
        }
        (Some(_), None) => None,
    }
}

/// The exports of `export {a as b}`, `export default a` and `module.exports = {a}`: the name in the file,
/// and the one that others import.
fn local_exports(source: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let identifier = |text: &str| -> String {
        let text = text.trim_start();
        let is_part = |c: &char| c.is_alphanumeric() || *c == '_' || *c == '$';
        text.chars().take_while(is_part).collect()
    };
    for start in comments::EXPORT_LISTS.iter() {
        for (at, _) in source.match_indices(start) {
            let list = &source[at + start.len()..];
            let Some(end) = list.find('}') else { continue };
            if list[end + 1..].trim_start().starts_with("from") {
                continue;
            }
            for item in list[..end].split(',') {
                let item = item.trim().trim_start_matches("type ");
                let (local, exported) = match (item.split_once(" as "), item.split_once(':')) {
                    (Some((local, exported)), _) => (local, exported),
                    (None, Some((exported, local))) => (local, exported),
                    (None, None) => (item, item),
                };
                found.push((identifier(local), identifier(exported)));
            }
        }
    }
    for (at, start) in source.match_indices("export default ") {
        let mut words = source[at + start.len()..].split_whitespace();
        let word = words.find(|word| !comments::DECLARING.has(word)).unwrap_or_default();
        found.push((identifier(word), "default".to_owned()));
    }
    for (at, start) in source.match_indices("exports = ") {
        found.push((identifier(&source[at + start.len()..]), "default".to_owned()));
    }
    for (at, start) in source.match_indices("exports.") {
        let rest = &source[at + start.len()..];
        if let Some((exported, local)) = rest.lines().next().and_then(|line| line.split_once('=')) {
            found.push((identifier(local), identifier(exported)));
        }
    }
    found.retain(|(local, exported)| !local.is_empty() && !exported.is_empty());
    found
}
