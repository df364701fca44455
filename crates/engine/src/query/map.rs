//! The map of a repository: its folders, and the containers that matter most, within a number of tokens.
//!
//! Examples, tests, generated and foreign code are counted, not listed. A model reads the map, so anything
//! that looks like a secret is left out. Start at [`draw_map`].

mod tree;

use std::collections::BTreeMap;
use std::fmt;

use rutter_domain::tokens;
use rutter_domain::{EntryStatus, SymbolKind};
use rutter_graph::FilePart;
use serde::Serialize;

use crate::query::central::{
    CentralContainer, describe_containers, is_under, part_of, rank_containers,
};
use crate::query::paths::folder_of_argument;
use crate::query::snapshot::Snapshot;
use tree::fold_tree;

/// The shortest row, in bytes: it bounds how many are described.
const SHORTEST_ROW_BYTES: usize = 60;
/// The most rows of a map.
const MOST_ROWS: usize = 60;
/// The part of a map that is for the folders.
const TREE_SHARE: usize = 5;

/// The status of recorded entries, by path and qualified name, which is empty for a file.
pub type EntryStatuses = BTreeMap<(String, String), EntryStatus>;

/// The folders and the most central containers of a repository.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct RepositoryMap {
    /// The folders of its code, in order of path.
    pub folders: Vec<MappedFolder>,
    pub folders_omitted: usize,
    pub aside: FilesAside,
    /// The start of the program, if there is only one.
    pub start: Option<ProgramStart>,
    /// The most central first.
    pub containers: Vec<MappedContainer>,
    pub containers_omitted: usize,
}

/// A folder of code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MappedFolder {
    pub path: String,
    /// Files of code in it, those in the folders that are listed below it not counted.
    pub n_files: usize,
}

/// Files of code that are not on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct FilesAside {
    /// Tests, examples, benchmarks, generated and foreign code.
    pub n_files: usize,
}

/// The function in which a program starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProgramStart {
    pub symbol: String,
    pub path: String,
    pub line: u32,
}

/// A container, and the status of what was recorded about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MappedContainer {
    #[serde(flatten)]
    pub container: CentralContainer,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryStatus>,
}

/// Draws the map. Its text is no longer than `limit_tokens` of four bytes; with a focus, only what lies
/// in that folder or file is on it. `statuses` are marked beside the containers they belong to.
pub fn draw_map(
    snapshot: &Snapshot,
    limit_tokens: usize,
    focus: Option<&str>,
    statuses: &EntryStatuses,
) -> RepositoryMap {
    let focus = folder_of_argument(focus.unwrap_or_default());
    let limit_bytes = tokens::bytes_within(limit_tokens);
    let mut map = RepositoryMap { start: find_start(snapshot, focus), ..RepositoryMap::default() };
    let (proper, aside) = code_files(snapshot, focus);
    map.aside.n_files = if proper.is_empty() { 0 } else { aside.len() };
    let listed = if proper.is_empty() { &aside } else { &proper };
    (map.folders, map.folders_omitted) = fold_tree(listed, focus, limit_bytes / TREE_SHARE);
    // The rest is for rows, with room for the line that counts what was left out.
    let mut room = limit_bytes.saturating_sub(map.to_string().len() + TRAILER_BYTES);
    let ranked = rank_containers(snapshot, focus);
    let n_tried = ranked.len().min(MOST_ROWS).min(room / SHORTEST_ROW_BYTES + 1);
    for container in describe_containers(snapshot, &ranked[..n_tried]) {
        let key = (container.path.clone(), container.entry_name().to_owned());
        let row = MappedContainer { entry: statuses.get(&key).copied(), container };
        // The first row that does not fit ends the list: a less central one must not take its place.
        let Some(rest) = room.checked_sub(row.to_string().len() + 1) else { break };
        room = rest;
        map.containers.push(row);
    }
    map.containers_omitted = ranked.len() - map.containers.len();
    map
}

const TRAILER_BYTES: usize = 64;

/// The files of code in a folder, and those of them that are aside.
fn code_files<'s>(snapshot: &'s Snapshot, focus: &str) -> (Vec<&'s str>, Vec<&'s str>) {
    let files = snapshot.files().filter(|(path, file)| {
        file.language.family() == rutter_domain::Family::Code && is_under(path, focus)
    });
    files.map(|(path, _)| path).partition(|path| part_of(path) == FilePart::Proper)
}

/// The `main` of the only program.
fn find_start(snapshot: &Snapshot, focus: &str) -> Option<ProgramStart> {
    let mut found = None;
    for path in snapshot.paths_defining("main") {
        if part_of(path) == FilePart::Aside || !is_under(path, focus) {
            continue;
        }
        let Some(facts) = snapshot.file_at(path).and_then(|file| snapshot.facts_of(file.id)) else {
            continue;
        };
        let parent_kind =
            |parent: Option<u32>| Some(facts.symbols.get(parent? as usize)?.kind.is_callable());
        for symbol in facts.symbols.iter().filter(|symbol| symbol.name == "main") {
            let is_program = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method)
                && parent_kind(symbol.parent) != Some(true);
            if is_program && found.is_some() {
                return None;
            }
            if is_program {
                found = Some(ProgramStart {
                    symbol: symbol.qualified_name.clone(),
                    path: path.to_owned(),
                    line: symbol.span.start_line,
                });
            }
        }
    }
    found
}

impl RepositoryMap {
    /// The rows of its containers, and how many were left out; the folders are for the caller to show.
    pub fn rows(&self) -> impl fmt::Display + '_ {
        Rows(self)
    }
}

struct Rows<'m>(&'m RepositoryMap);

impl fmt::Display for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0.containers {
            writeln!(f, "{row}")?;
        }
        match self.0.containers_omitted {
            0 => Ok(()),
            omitted => writeln!(f, "… {omitted} more"),
        }
    }
}

impl fmt::Display for RepositoryMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for folder in &self.folders {
            let noun = if folder.n_files == 1 { "file" } else { "files" };
            writeln!(f, "{}/ ({} {noun})", folder.path, folder.n_files)?;
        }
        match self.folders_omitted {
            0 => {}
            1 => writeln!(f, "… 1 more folder")?,
            omitted => writeln!(f, "… {omitted} more folders")?,
        }
        writeln_counts(f, self)?;
        write!(f, "{}", self.rows())
    }
}

/// The lines below the folders.
fn writeln_counts(f: &mut fmt::Formatter<'_>, map: &RepositoryMap) -> fmt::Result {
    if map.aside.n_files > 0 {
        let noun = if map.aside.n_files == 1 { "file" } else { "files" };
        writeln!(
            f,
            "aside: {} {noun} of tests, examples, generated or foreign code",
            map.aside.n_files
        )?;
    }
    match &map.start {
        Some(start) => {
            writeln!(f, "the program starts at {}:{} {}", start.path, start.line, start.symbol)
        }
        None => Ok(()),
    }
}

impl fmt::Display for MappedContainer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = &self.container;
        match row.kind {
            SymbolKind::File => write!(f, "file {}", row.path)?,
            kind => write!(f, "{kind} {} {}:{}", row.name, row.path, row.start_line)?,
        }
        let noun = if row.lines == 1 { "line" } else { "lines" };
        match row.users {
            0 => write!(f, " ({} {noun})", row.lines)?,
            1 => write!(f, " ({} {noun}, used by 1 file)", row.lines)?,
            users => write!(f, " ({} {noun}, used by {users} files)", row.lines)?,
        }
        if let Some(about) = &row.about {
            write!(f, ": {about}")?;
        }
        if !row.members.is_empty() {
            write!(f, " — {}", row.members.join(", "))?;
        }
        if row.members_omitted > 0 {
            write!(f, " and {} more", row.members_omitted)?;
        }
        match self.entry {
            Some(status) => write!(f, " [{status}]"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
