//! Paths in code spans.
//!
//! Documents name the files of their readers as often as those of the repository. A path counts as one of the
//! repository only if it leads into a folder that is particular to it.

use rutter_domain::DocumentMention;
use rutter_graph::path_text::{join, name_of, parent_of};

use super::Examination;
use crate::documents::judged::is_sample_path;
use crate::documents::repository_text::RepositoryText;
use crate::documents::targets::{Anchor, LinkTarget};
use crate::findings::Sought;
use crate::lexicon::paths;

pub(super) fn examine(examination: &mut Examination<'_, '_>, mention: &DocumentMention) {
    let target = LinkTarget::parse_path(&mention.text);
    let path = target.path.trim_start_matches("./").trim_end_matches('/');
    let repository = examination.repository;
    if path.starts_with(['/', '.', '@', '~']) || !path.contains('/') || is_sample_path(path) {
        return;
    }
    let document_folder = parent_of(examination.file.path);
    let places = [join(document_folder, path), Some(path.to_owned())];
    let is_there = |place: &String| repository.has_file(place) || repository.has_folder(place);
    if let Some(found) = places.iter().flatten().find(|place| is_there(place)) {
        match target.anchor {
            Some(Anchor::Lines { end, .. }) if repository.has_file(found) => {
                let message = format!("`{found}` has no line {end}");
                examination.suspect(mention, &mention.text, message, None);
            }
            Some(_) | None => examination.pass(),
        }
        return;
    }
    if !repository.files_ending(path).is_empty() {
        examination.pass();
        return;
    }
    let is_ours = places.iter().flatten().any(|place| {
        let folder = parent_of(place);
        repository.has_folder(folder) && is_particular(folder, document_folder)
    });
    let has_extension = name_of(path).contains('.');
    if is_ours && has_extension {
        let message = format!("`{path}` does not exist");
        examination.suspect(mention, &mention.text, message, Some(Sought::Path(path.to_owned())));
    }
}

pub(super) fn confirm(
    document: &str,
    mention: &DocumentMention,
    text: &RepositoryText<'_>,
) -> bool {
    let target = LinkTarget::parse_path(&mention.text);
    let path = target.path.trim_start_matches("./").trim_end_matches('/');
    match target.anchor {
        Some(Anchor::Lines { start, end }) if text.exists_near(document, path) => {
            let places = [join(parent_of(document), path), Some(path.to_owned())];
            places.iter().flatten().any(|place| text.has_fewer_lines(place, start.max(end)))
        }
        Some(_) | None => {
            // Code may write or expect a file of that name.
            !text.exists_near(document, path)
                && !text.has_text(name_of(path), |text| text.contains(name_of(path)))
        }
    }
}

/// Whether a folder is particular to a repository: a part of it is not a usual name.
fn is_particular(folder: &str, document_folder: &str) -> bool {
    let own = folder.strip_prefix(document_folder).unwrap_or(folder);
    let mut parts = own.split('/').filter(|part| !part.is_empty());
    parts.any(|part| !paths::USUAL_FOLDERS.has_in_any_case(part))
}
