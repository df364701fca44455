//! C and C++: an include is a path from the including file, or the end of a path.
//!
//! Search paths are not known. If several headers end in the path, those that share most folders
//! with the including file are taken, and of these the ones nearest to the root; if several remain,
//! any of them may be meant.

use crate::base::Base;
use crate::base::digest::ImportView;
use crate::base::paths::{join, parent_of};
use crate::imports::target::{ImportTarget, ModuleFiles};

const MAX_HEADERS: usize = 32;

pub fn locate(base: &Base<'_>, file: u32, import: ImportView<'_>) -> ImportTarget {
    let is_system = import.module.starts_with('<');
    let path = import.module.trim_matches(['<', '>', '"']);
    let folder = parent_of(base.paths.path(file));
    if !is_system && let Some(header) = join(folder, path).and_then(|path| base.paths.file(&path)) {
        return ImportTarget::module(ModuleFiles::One(header));
    }
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
