//! Finds files and folders by their path or by the end of it.
//!
//! Every map is built on first use, in one pass over the files. A file is named by its position
//! among the files, a folder by its position among the folders in order of path.

use std::sync::{Arc, OnceLock};

use crate::base::hash::{HashSetOf, HashedMap, hash_name};
pub use crate::base::path_text::{ancestors_of, join, name_of, parent_of, stem_of, under};
use crate::code::CodeFile;

/// The files of a repository and the folders they lie in.
pub struct Paths<'a> {
    files: &'a [CodeFile],
    tables: Arc<PathTables>,
}

/// Tables built from the paths of a repository, each on first use.
#[derive(Default)]
pub struct PathTables {
    by_path: OnceLock<Map>,
    by_name: OnceLock<Chains>,
    folders: OnceLock<Folders>,
    stems: OnceLock<Vec<u64>>,
    rust_modules: OnceLock<HashSetOf<u64>>,
}

struct Folders {
    /// For each folder, a file in or below it and the number of bytes of its path that are the
    /// folder's. In order of path.
    paths: Vec<(u32, u32)>,
    by_path: Map,
    by_name: Chains,
    /// The folder of each file.
    of_file: Vec<u32>,
    /// The files of all folders, grouped by folder, and where each group ends.
    files: Vec<u32>,
    ends: Vec<u32>,
}

impl<'a> Paths<'a> {
    pub fn n_files(&self) -> usize {
        self.files.len()
    }

    /// `files` are in order of path, and those that `tables` were built from.
    pub fn new(files: &'a [CodeFile], tables: Arc<PathTables>) -> Paths<'a> {
        Paths { files, tables }
    }

    pub fn path(&self, file: u32) -> &'a str {
        self.files.get(file as usize).map_or("", |file| file.path.as_str())
    }

    /// Hash of [`stem_of`] a file.
    pub fn stem_hash(&self, file: u32) -> u64 {
        let stems = self
            .tables
            .stems
            .get_or_init(|| self.files.iter().map(|file| hash_name(stem_of(&file.path))).collect());
        stems.get(file as usize).copied().unwrap_or(0)
    }

    /// The file at this path.
    pub fn file(&self, path: &str) -> Option<u32> {
        let by_path = self.tables.by_path.get_or_init(|| {
            map_of(self.files.iter().map(|file| file.path.as_str()), self.files.len())
        });
        // Hashes may collide, so the path itself decides.
        by_path.get(&hash_name(path)).copied().filter(|file| self.path(*file) == path)
    }

    /// Whether a Rust module may have this name: there is a `name.rs` or `name/mod.rs` somewhere.
    pub fn may_be_rust_module(&self, name: &str) -> bool {
        let modules = self.tables.rust_modules.get_or_init(|| {
            let paths = self.files.iter().filter_map(|file| file.path.strip_suffix(".rs"));
            let named = paths.map(|path| match name_of(path) {
                "mod" => name_of(parent_of(path)),
                name => name,
            });
            named.map(hash_name).collect()
        });
        modules.contains(&hash_name(name))
    }

    /// The files of this name in any folder.
    pub fn files_named(&self, name: &str) -> impl Iterator<Item = u32> {
        let by_name = self.tables.by_name.get_or_init(|| {
            Chains::of(self.files.iter().map(|file| name_of(&file.path)), self.files.len())
        });
        by_name.find(name).filter(move |file| name_of(self.path(*file)) == name)
    }

    /// The files whose path ends in this relative path.
    pub fn files_ending(&self, end: &str) -> impl Iterator<Item = u32> {
        let name = name_of(end);
        let by_name = self.files_named(name);
        by_name.filter(move |file| ends_with(self.path(*file), end))
    }

    pub fn folder_path(&self, folder: u32) -> &'a str {
        let of_folder = self.folders().paths.get(folder as usize);
        of_folder.map_or("", |(file, n_bytes)| &self.path(*file)[..*n_bytes as usize])
    }

    /// The folder at this path; `""` is the root.
    pub fn folder(&self, path: &str) -> Option<u32> {
        let folder = self.folders().by_path.get(&hash_name(path)).copied()?;
        (self.folder_path(folder) == path).then_some(folder)
    }

    pub fn folder_of(&self, file: u32) -> u32 {
        self.folders().of_file.get(file as usize).copied().unwrap_or(0)
    }

    /// The files directly in a folder, in order.
    pub fn files_in(&self, folder: u32) -> &[u32] {
        let folders = self.folders();
        let end = |folder: usize| folders.ends.get(folder).map_or(0, |end| *end as usize);
        let start = (folder as usize).checked_sub(1).map_or(0, end);
        folders.files.get(start..end(folder as usize)).unwrap_or(&[])
    }

    /// The folders whose path ends in this one.
    pub fn folders_ending(&self, end: &str) -> impl Iterator<Item = u32> {
        let by_name = self.folders().by_name.find(name_of(end));
        by_name.filter(move |folder| ends_with(self.folder_path(*folder), end))
    }

    fn folders(&self) -> &Folders {
        self.tables.folders.get_or_init(|| Folders::of(self.files))
    }
}

impl Folders {
    fn of(files: &[CodeFile]) -> Folders {
        // The root is a folder even if no file lies directly in it.
        let mut found: Vec<(&str, u32)> = vec![("", 0)];
        let mut previous = "";
        for (file, position) in files.iter().zip(0..) {
            let folder = parent_of(&file.path);
            // Files are in order of path, so those of a folder mostly follow each other.
            if folder != previous {
                found.extend(ancestors_of(folder).map(|folder| (folder, position)));
                previous = folder;
            }
        }
        found.sort_unstable();
        found.dedup_by_key(|(path, _)| *path);
        let by_path = map_of(found.iter().map(|(path, _)| *path), found.len());
        let by_name = Chains::of(found.iter().map(|(path, _)| name_of(path)), found.len());
        let paths: Vec<(u32, u32)> =
            found.iter().map(|(path, file)| (*file, path.len() as u32)).collect();
        let mut previous = ("", by_path.get(&hash_name("")).copied().unwrap_or(0));
        let of_file: Vec<u32> = (files.iter())
            .map(|file| {
                let folder = parent_of(&file.path);
                if folder != previous.0 {
                    previous = (folder, by_path.get(&hash_name(folder)).copied().unwrap_or(0));
                }
                previous.1
            })
            .collect();
        // A counting sort: first the number of files of each folder, then where each group starts, and
        // filling the groups moves the starts to the ends.
        let mut ends = vec![0u32; paths.len() + 1];
        for folder in &of_file {
            ends[*folder as usize + 1] += 1;
        }
        for folder in 1..ends.len() {
            ends[folder] += ends[folder - 1];
        }
        let mut grouped = vec![0; files.len()];
        for (file, folder) in of_file.iter().enumerate() {
            let next = &mut ends[*folder as usize];
            grouped[*next as usize] = file as u32;
            *next += 1;
        }
        Folders { paths, by_path, by_name, of_file, files: grouped, ends }
    }
}

/// Positions by hash. The caller compares the text itself, as hashes may collide.
type Map = HashedMap<u32>;

fn map_of<'t>(texts: impl Iterator<Item = &'t str>, n_texts: usize) -> Map {
    let mut map = Map::with_capacity_and_hasher(n_texts, Default::default());
    map.extend(texts.zip(0..).map(|(text, position)| (hash_name(text), position)));
    map
}

/// Positions by a name that several share, as linked lists: each position points to the previous one
/// of the same name.
struct Chains {
    last: Map,
    before: Vec<u32>,
}

const END: u32 = u32::MAX;

impl Chains {
    fn of<'t>(names: impl Iterator<Item = &'t str>, n_names: usize) -> Chains {
        let mut last = Map::with_capacity_and_hasher(n_names, Default::default());
        let before = names
            .zip(0..)
            .map(|(name, position)| last.insert(hash_name(name), position).unwrap_or(END))
            .collect();
        Chains { last, before }
    }

    /// Every position whose name has this hash, last first.
    fn find(&self, name: &str) -> impl Iterator<Item = u32> {
        let last = self.last.get(&hash_name(name)).copied();
        std::iter::successors(last, |position| {
            self.before.get(*position as usize).copied().filter(|before| *before != END)
        })
    }
}

fn ends_with(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use rutter_domain::{FileId, Language};

    use super::*;

    fn files() -> Vec<CodeFile> {
        let mut paths = vec!["a/b/c.h", "a/b/d/c.h", "a/bc.h", "c.h", "e/b/x.go", "e/b/y.go"];
        paths.sort_unstable();
        (paths.into_iter().zip(0..))
            .map(|(path, id)| CodeFile {
                id: FileId(id),
                path: path.into(),
                language: Language::of_path(path),
            })
            .collect()
    }

    fn spell(paths: &Paths<'_>, found: impl Iterator<Item = u32>) -> String {
        let mut found: Vec<&str> = found.map(|file| paths.path(file)).collect();
        found.sort_unstable();
        found.join(" ")
    }

    #[test]
    fn a_file_is_found_by_its_path_and_by_the_end_of_it() {
        let files = files();
        let paths = Paths::new(&files, Arc::default());
        assert_eq!(paths.file("a/bc.h").map(|file| paths.path(file)), Some("a/bc.h"));
        assert_eq!(paths.file("bc.h"), None);
        assert_eq!(spell(&paths, paths.files_named("c.h")), "a/b/c.h a/b/d/c.h c.h");
        assert_eq!(spell(&paths, paths.files_ending("b/c.h")), "a/b/c.h");
    }

    #[test]
    fn a_folder_holds_the_files_directly_in_it() {
        let files = files();
        let paths = Paths::new(&files, Arc::default());
        for (folder, expected) in [
            ("", "c.h"),
            ("a", "a/bc.h"),
            ("a/b", "a/b/c.h"),
            ("e", ""),
            ("e/b", "e/b/x.go e/b/y.go"),
        ] {
            let folder = paths.folder(folder).unwrap();
            assert_eq!(spell(&paths, paths.files_in(folder).iter().copied()), expected);
        }
        assert_eq!(paths.folder("b"), None);
        let ending: Vec<&str> = paths.folders_ending("b").map(|id| paths.folder_path(id)).collect();
        assert_eq!(ending, ["e/b", "a/b"]);
    }
}
