//! Documents: a link to a file is a path from the document, or from the root.

use crate::digest::Importing;
use crate::directory::Directory;
use crate::paths::{join, parent_of};
use crate::place::{Place, Target};

pub fn locate(directory: &Directory<'_>, file: u32, importing: Importing<'_>) -> Target {
    let link = importing.module.split(['#', '?']).next().unwrap_or("");
    if link.contains("://") || link.starts_with("mailto:") {
        return Target::home(Place::Outside);
    }
    let folder = parent_of(directory.paths.path(file));
    let at = |folder: &str| {
        let path = join(folder, link)?;
        let file = directory.paths.file(&path).map(Place::File);
        file.or_else(|| directory.paths.folder(&path).map(Place::Folder))
    };
    let found = if link.starts_with('/') { at("") } else { at(folder).or_else(|| at("")) };
    Target::module(found.unwrap_or(Place::Missing))
}
