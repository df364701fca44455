//! Documents: a link to a file is a path from the document, or from the root.

use crate::base::Base;
use crate::base::digest::ImportView;
use crate::base::paths::{join, parent_of};
use crate::imports::target::{ImportTarget, ModuleFiles};

pub fn locate(base: &Base<'_>, file: u32, import: ImportView<'_>) -> ImportTarget {
    let link = import.module.split(['#', '?']).next().unwrap_or("");
    if link.contains("://") || link.starts_with("mailto:") {
        return ImportTarget::home(ModuleFiles::External);
    }
    let folder = parent_of(base.paths.path(file));
    let at = |folder: &str| {
        let path = join(folder, link)?;
        let file = base.paths.file(&path).map(ModuleFiles::One);
        file.or_else(|| base.paths.folder(&path).map(ModuleFiles::Folder))
    };
    let found = if link.starts_with('/') { at("") } else { at(folder).or_else(|| at("")) };
    ImportTarget::module(found.unwrap_or(ModuleFiles::Missing))
}
