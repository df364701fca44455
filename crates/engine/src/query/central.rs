//! The most central containers: modules, classes and types, and files for code in none of them.
//!
//! Their uses come from the graph, by references whose target is sure. Tests, examples, benchmarks, generated
//! and third-party code are set aside: what they use counts, what they define is not listed. Only the facts of
//! the containers that are shown are read. Start at [`central_containers`].

mod describe;
mod score;

use rutter_domain::SymbolKind;
use rutter_graph::{Container, FilePart, relate_containers};
use rutter_workspace::secret_file;
use serde::Serialize;

use crate::index::derived_file::{read_stamped, write_stamped};
use crate::query::graph::AllFacts;
use crate::query::path_class::unlikeliness;
use crate::query::paths::folder_of_argument;
use crate::query::snapshot::Snapshot;
use describe::describe;
pub use describe::first_sentence;
use score::score;

/// File of the containers of a generation, and the version of its format and of the way they are computed.
const FILE_NAME: &str = "containers";
const FILE_VERSION: u32 = 3;

/// A module, type or file with many users.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CentralContainer {
    /// Qualified; the path for a file.
    pub name: String,
    pub kind: SymbolKind,
    pub path: String,
    pub start_line: u32,
    /// Number of its lines, including those of members elsewhere.
    pub lines: u32,
    /// Other files that use it for sure, tests and examples not counted.
    pub users: u32,
    /// The first sentence of its documentation.
    pub about: Option<String>,
    /// Its most used members by their bare names.
    pub members: Vec<String>,
    pub members_omitted: usize,
}

impl CentralContainer {
    /// The name by which entries know it: empty for a file.
    pub fn entry_name(&self) -> &str {
        if self.kind == SymbolKind::File { "" } else { &self.name }
    }
}

/// The most central containers in a folder or file, the most central first; all of the repository if `under`
/// is empty.
pub fn central_containers(snapshot: &Snapshot, under: &str, limit: usize) -> Vec<CentralContainer> {
    let ranked = rank_containers(snapshot, folder_of_argument(under));
    describe_containers(snapshot, &ranked[..limit.min(ranked.len())])
}

/// Describes containers by their numbers.
pub(crate) fn describe_containers(snapshot: &Snapshot, numbers: &[usize]) -> Vec<CentralContainer> {
    let containers = containers_of(snapshot);
    numbers.iter().filter_map(|number| describe(snapshot, containers.get(*number)?)).collect()
}

/// The numbers of all containers in a folder or file, the most central first.
pub(crate) fn rank_containers(snapshot: &Snapshot, under: &str) -> Vec<usize> {
    let path_of = |container: &Container| -> &str {
        snapshot.file(container.file).map_or("", |(row, _)| row.path.as_str())
    };
    let containers = containers_of(snapshot).iter().enumerate();
    let inside: Vec<(usize, &Container)> = containers
        .filter(|(_, container)| {
            let path = path_of(container);
            is_under(path, under) && secret_file(path).is_none()
        })
        .collect();
    // Asked about tests, or where there is nothing else, what is aside is all there is.
    let has_proper = inside.iter().any(|(_, container)| container.part == FilePart::Proper);
    let mut ranked: Vec<(f32, usize)> = (inside.into_iter())
        .filter(|(_, container)| !has_proper || container.part == FilePart::Proper)
        .map(|(number, container)| (score(container), number))
        .collect();
    // Containers are in order of path and line.
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.into_iter().map(|(_, number)| number).collect()
}

/// The containers of a generation, in order of path and line. Computed once for each generation, and kept
/// beside its index.
fn containers_of(snapshot: &Snapshot) -> &[Container] {
    snapshot.containers.get_or_init(|| {
        let generation = snapshot.manifest.generation;
        let stamp = (FILE_VERSION, generation);
        read_stamped(&snapshot.layout, FILE_NAME, &stamp).unwrap_or_else(|| {
            let found = relate_containers(&AllFacts::of(snapshot), |file| part_of(&file.path));
            write_stamped(&snapshot.layout, FILE_NAME, &stamp, &found);
            found
        })
    })
}

/// Whether a file is part of the code proper, by its path.
pub(crate) fn part_of(path: &str) -> FilePart {
    if unlikeliness(path) == 0 { FilePart::Proper } else { FilePart::Aside }
}

/// Whether a path is a folder or lies in it; everything lies in the empty one.
pub(crate) fn is_under(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    folder.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests;
