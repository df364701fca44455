//! C and C++: an include is a path from the including file, or the end of a path.
//!
//! Search paths are not known. Of several headers that end alike, those nearest to the including
//! file are taken, then those nearest to the root; what still remains is one of several.

use crate::digest::Importing;
use crate::directory::Directory;
use crate::paths::{join, parent_of};
use crate::place::{Place, Target};

const MOST_HEADERS: usize = 32;

pub fn locate(directory: &Directory<'_>, file: u32, importing: Importing<'_>) -> Target {
    let is_system = importing.module.starts_with('<');
    let path = importing.module.trim_matches(['<', '>', '"']);
    let folder = parent_of(directory.paths.path(file));
    if !is_system
        && let Some(header) = join(folder, path).and_then(|path| directory.paths.file(&path))
    {
        return Target::module(Place::File(header));
    }
    let end = path.rsplit("../").next().unwrap_or(path).trim_start_matches("./");
    let mut ranked: Vec<((usize, usize), u32)> = (directory.paths.files_ending(end))
        .map(|header| (rank(folder, directory.paths.path(header)), header))
        .collect();
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    ranked.retain(|(rank, _)| Some(*rank) == best);
    ranked.truncate(MOST_HEADERS);
    let otherwise = if is_system { Place::Outside } else { Place::Missing };
    let headers = ranked.into_iter().map(|(_, header)| header).collect();
    Target::module(Place::of_files(headers, otherwise))
}

/// How far a header is from a folder: less is nearer.
fn rank(folder: &str, header: &str) -> (usize, usize) {
    let shared = folder.split('/').zip(header.split('/')).take_while(|(own, other)| own == other);
    (usize::MAX - shared.count(), header.split('/').count())
}
