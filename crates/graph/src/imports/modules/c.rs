//! C and C++: an include is a path from the including file, or the end of a path.
//!
//! `compile_commands.json` says in which folders a source file looks for headers; a header is taken to
//! look where the sources do. Without it, if several headers end in the path, those that share most
//! folders with the including file are taken, and of these the ones nearest to the root; if several
//! remain, any of them may be meant.

use std::collections::HashMap;

use crate::base::Base;
use crate::base::builds::CompileCommand;
use crate::base::digest::ImportView;
use crate::base::paths::{join, parent_of};
use crate::imports::modules::Modules;
use crate::imports::target::{ImportTarget, ModuleFiles};

const MAX_HEADERS: usize = 32;
/// Commands that are asked where the repository lay.
const MAX_VOTES: usize = 200;

/// The folders, from the root of the repository, in which headers are looked for.
#[derive(Debug, Default)]
pub struct IncludeFolders {
    by_file: HashMap<u32, Vec<String>>,
    /// Those of all files, the most common first.
    all: Vec<String>,
}

impl IncludeFolders {
    pub fn of(base: &Base<'_>) -> IncludeFolders {
        let commands = &base.build_files().compile_commands.commands;
        let Some(root) = root_of(base, commands) else { return IncludeFolders::default() };
        let inner = |path: &str| match path.strip_prefix(root)? {
            "" => Some(String::new()),
            rest if root.is_empty() => Some(rest.to_string()),
            rest => Some(rest.strip_prefix('/')?.to_string()),
        };
        let mut found = IncludeFolders::default();
        let mut n_uses: HashMap<String, usize> = HashMap::new();
        for command in commands {
            let Some(file) = inner(&command.file).and_then(|path| base.paths.file(&path)) else {
                continue;
            };
            let folders: Vec<String> =
                command.folders.iter().filter_map(|folder| inner(folder)).collect();
            for folder in &folders {
                *n_uses.entry(folder.clone()).or_default() += 1;
            }
            found.by_file.entry(file).or_insert(folders);
        }
        let mut all: Vec<(String, usize)> = n_uses.into_iter().collect();
        // The most common first, then by name, so that the order is the same in every run.
        all.sort_by(|left, right| (right.1, &left.0).cmp(&(left.1, &right.0)));
        found.all = all.into_iter().map(|(folder, _)| folder).collect();
        found
    }

    /// The first header at this path in the folders of a file.
    fn find(&self, base: &Base<'_>, file: u32, path: &str) -> Option<u32> {
        let folders = self.by_file.get(&file).unwrap_or(&self.all);
        folders.iter().find_map(|folder| base.paths.file(&join(folder, path)?))
    }
}

/// The folder of the repository on the machine that wrote the commands: what precedes the path of a file
/// that is known, for most files.
fn root_of<'c>(base: &Base<'_>, commands: &'c [CompileCommand]) -> Option<&'c str> {
    let mut votes: HashMap<&str, usize> = HashMap::new();
    for command in commands.iter().take(MAX_VOTES) {
        let path = command.file.as_str();
        // The longest end of the path that is a file of the repository.
        let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
        let mut known = starts.filter(|start| base.paths.file(&path[*start..]).is_some());
        if let Some(start) = known.next() {
            *votes.entry(path[..start].trim_end_matches('/')).or_default() += 1;
        }
    }
    let best = votes.into_iter().max_by_key(|(root, n_votes)| (*n_votes, usize::MAX - root.len()));
    best.map(|(root, _)| root)
}

pub fn locate(modules: &Modules<'_>, file: u32, import: ImportView<'_>) -> ImportTarget {
    let base = &modules.base;
    let is_system = import.module.starts_with('<');
    let path = import.module.trim_matches(['<', '>', '"']);
    let folder = parent_of(base.paths.path(file));
    if !is_system && let Some(header) = join(folder, path).and_then(|path| base.paths.file(&path)) {
        return ImportTarget::module(ModuleFiles::One(header));
    }
    let include_folders = modules.include_folders();
    if let Some(header) = include_folders.find(base, file, path) {
        return ImportTarget::module(ModuleFiles::One(header));
    }
    // The commands say all there is to know about where this file looks.
    if is_system && include_folders.by_file.contains_key(&file) {
        return ImportTarget::module(ModuleFiles::External);
    }
    // Without the folders that are in use, `../a/b.h` says only how its path ends.
    let end = path.rsplit("../").next().unwrap_or(path).trim_start_matches("./");
    let mut ranked: Vec<((usize, usize), u32)> = (base.paths.files_ending(end))
        .map(|header| (rank(folder, base.paths.path(header)), header))
        .collect();
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    ranked.retain(|(rank, _)| Some(*rank) == best);
    ranked.truncate(MAX_HEADERS);
    let otherwise = if is_system { ModuleFiles::External } else { ModuleFiles::Missing };
    let headers = ranked.into_iter().map(|(_, header)| header).collect();
    ImportTarget::module(ModuleFiles::of_files(headers, otherwise))
}

/// Distance of a header from a folder; less is nearer.
fn rank(folder: &str, header: &str) -> (usize, usize) {
    let shared = folder.split('/').zip(header.split('/')).take_while(|(own, other)| own == other);
    (usize::MAX - shared.count(), header.split('/').count())
}
