//! A small repository with an index and entries, whose data folder can be damaged and restored.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use rutter_engine::{Engine, Extent};
use rutter_fixture::Tree;
use rutter_workspace::RepoLayout;

use super::recipe::{self, Part};
use crate::targets::repository;

/// The repository, and the files of its undamaged data folder.
pub struct Stage {
    // Removed when dropped.
    _tree: Tree,
    data: tempfile::TempDir,
    pub engine: Engine,
    /// By their names in recipes.
    files: BTreeMap<String, Kept>,
}

struct Kept {
    /// Relative to the data folder.
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Stage {
    pub fn open() -> anyhow::Result<Stage> {
        let tree = Tree::new("");
        let data = tempfile::tempdir()?;
        let engine = Engine::new(RepoLayout::exactly(tree.path(), Some(data.path()))?);
        let stage = Stage { _tree: tree, data, engine: engine.clone(), files: BTreeMap::new() };
        // One file at a time: several threads would distribute the files over segments at random,
        // and an offset would hit another place the next time.
        for (path, text) in repository::files() {
            stage._tree.write(path, text);
            repository::settle(&stage._tree.file(path))?;
            stage.index(Extent::Changed).map_err(anyhow::Error::msg)?;
        }
        repository::record_entries(&engine)?;
        let files = keep(stage.data.path())?;
        Ok(Stage { files, ..stage })
    }

    /// The files of a part, by the names of recipes.
    pub fn names(&self, part: Part) -> Vec<&str> {
        self.files.keys().map(String::as_str).filter(|name| part.holds(name)).collect()
    }

    pub fn index(&self, extent: Extent) -> Result<(), String> {
        let done = self.engine.index(extent, &|_| {}, &AtomicBool::new(false));
        done.map(drop).map_err(|error| error.to_string())
    }

    /// Restores the data folder, then damages it. Returns the number of files that changed.
    pub fn damage(&self, recipe: &str) -> anyhow::Result<usize> {
        let mut now: BTreeMap<&str, Option<Vec<u8>>> = BTreeMap::new();
        for line in recipe.lines() {
            let Some((wanted, operation)) = recipe::parse(line) else { continue };
            let Some(name) = self.resolve(wanted) else { continue };
            let whole = &self.files[name].bytes;
            let Some(before) = now.remove(name).unwrap_or_else(|| Some(whole.clone())) else {
                now.insert(name, None);
                continue;
            };
            let find =
                |other: &str| self.resolve(other).map(|other| self.files[other].bytes.as_slice());
            now.insert(name, recipe::apply(&operation, before, find));
        }
        let data = self.data.path();
        for entry in fs::read_dir(data)?.flatten() {
            let path = entry.path();
            if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
        }
        let mut n_changed = 0;
        for (name, Kept { path, bytes }) in &self.files {
            let file = data.join(path);
            fs::create_dir_all(file.parent().unwrap_or(data))?;
            let written = match now.get(name.as_str()) {
                None => Some(bytes),
                Some(damaged) => {
                    n_changed += usize::from(damaged.as_ref() != Some(bytes));
                    damaged.as_ref()
                }
            };
            if let Some(written) = written {
                fs::write(file, written)?;
            }
        }
        Ok(n_changed)
    }

    /// Finds the file that a recipe names. Numbers wrap around, so that a recipe for another index
    /// still damages a file of the same kind.
    fn resolve(&self, wanted: &str) -> Option<&str> {
        if let Some((name, _)) = self.files.get_key_value(wanted) {
            return Some(name);
        }
        let (shape, number) = split_number(wanted)?;
        let alike: Vec<&str> = self
            .files
            .keys()
            .map(String::as_str)
            .filter(|name| split_number(name).is_some_and(|(other, _)| other == shape))
            .collect();
        alike.get(number % alike.len().max(1)).copied()
    }
}

/// Splits the number off a name: `lexical/3.fast` gives `lexical/#.fast` and 3.
fn split_number(name: &str) -> Option<(String, usize)> {
    let start = name.find(|c: char| c.is_ascii_digit())?;
    let rest = &name[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some((format!("{}#{}", &name[..start], &rest[end..]), rest[..end].parse().ok()?))
}

/// Reads all files of a data folder and gives them the names of recipes. Segments have random names, so
/// they are numbered by their length.
fn keep(data: &Path) -> anyhow::Result<BTreeMap<String, Kept>> {
    let mut found = Vec::new();
    let mut open = vec![data.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let bytes =
                    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                let path = path.strip_prefix(data)?.to_owned();
                found.push(Kept { path, bytes });
            }
        }
    }
    found.sort_by_cached_key(|kept| (kept.bytes.len(), kept.bytes.clone()));
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    let mut files = BTreeMap::new();
    for kept in found {
        let file = kept.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_segment = kept.path.components().any(|part| part.as_os_str() == "lexical");
        let name = match file.split_once('.') {
            Some((stem, ending)) if is_segment && stem.len() >= 32 => {
                let number = counted.entry(ending.to_owned()).or_default();
                *number += 1;
                format!("lexical/{}.{ending}", *number - 1)
            }
            _ if is_segment => format!("lexical/{file}"),
            _ => file,
        };
        files.insert(name, kept);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_a_name_is_set_apart() {
        assert_eq!(split_number("lexical/3.fast"), Some(("lexical/#.fast".to_owned(), 3)));
        assert_eq!(split_number("files-12"), Some(("files-#".to_owned(), 12)));
        assert_eq!(split_number("format"), None);
    }

    #[test]
    fn every_part_of_the_data_folder_has_files() {
        let stage = Stage::open().unwrap();
        for part in Part::ALL {
            assert!(!stage.names(part).is_empty(), "{}: {:?}", part.name(), stage.files.keys());
        }
        let segments = stage.names(Part::Segments);
        for ending in ["fast", "term", "idx", "vec", "store"] {
            let of_it = segments.iter().any(|name| name.ends_with(ending));
            assert!(of_it || ending == "store", "{ending}: {segments:?}");
        }
    }

    #[test]
    fn restoring_undoes_a_damage() {
        let stage = Stage::open().unwrap();
        assert_eq!(stage.damage("format set 0 39").unwrap(), 1);
        assert_eq!(stage.damage("").unwrap(), 0);
        assert_eq!(stage.damage("files-999 delete\nfiles-999 flip 1 1").unwrap(), 1);
    }
}
