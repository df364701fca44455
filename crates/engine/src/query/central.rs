//! The containers that matter most: modules, classes and types, and files for what is in none of them.
//!
//! Who uses whom comes from the graph, by references whose target is sure. Tests, examples, benchmarks,
//! generated and foreign code are aside: what they use counts, what they define is not listed. Only the
//! facts of the rows that are shown are read. Start at [`central_containers`].

mod describe;
mod score;

use rutter_domain::SymbolKind;
use rutter_graph::{Container, FilePart, relate_containers};
use rutter_workspace::secret_file;
use serde::Serialize;

use crate::index::derived_file::{read_derived, write_derived};
use crate::query::graph::AllFacts;
use crate::query::path_class::unlikeliness;
use crate::query::snapshot::Snapshot;
use describe::describe;
pub use describe::first_sentence;
use score::score;

/// Where the containers of a generation are kept, and the version of its format and of how they are found.
const FILE_NAME: &str = "containers";
const FILE_VERSION: u32 = 3;

/// A module, type or file that much depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CentralContainer {
    /// Qualified; the path for a file.
    pub name: String,
    pub kind: SymbolKind,
    pub path: String,
    pub start_line: u32,
    /// How many lines it has, those of its members elsewhere included.
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
    let under = under.trim_start_matches("./").trim_end_matches('/');
    let ranked = rank_containers(snapshot, if under == "." { "" } else { under });
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

/// The containers of a generation, in order of path and line. Found out once for each generation, and kept
/// beside its index.
fn containers_of(snapshot: &Snapshot) -> &[Container] {
    snapshot.containers.get_or_init(|| {
        let generation = snapshot.manifest.generation;
        kept(snapshot, generation).unwrap_or_else(|| {
            let found = relate_containers(&AllFacts::of(snapshot), |file| part_of(&file.path));
            if let Ok(body) = postcard::to_stdvec(&(FILE_VERSION, generation, &found)) {
                write_derived(&snapshot.layout, FILE_NAME, &body);
            }
            found
        })
    })
}

fn kept(snapshot: &Snapshot, generation: u64) -> Option<Vec<Container>> {
    let derived = read_derived(&snapshot.layout, FILE_NAME)?;
    let (head, body) = postcard::take_from_bytes::<(u32, u64)>(derived.body()).ok()?;
    (head == (FILE_VERSION, generation)).then(|| postcard::from_bytes(body).ok()).flatten()
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
