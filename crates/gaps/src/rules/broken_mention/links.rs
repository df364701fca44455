//! Links to files, lines and headings.

use rutter_domain::{DocumentMention, Language, MentionSource};
use rutter_graph::path_text::{ancestors_of, join, name_of, parent_of};

use super::Examination;
use crate::documents::anchors::has_anchor;
use crate::documents::judged::is_sample_path;
use crate::documents::repository_text::RepositoryText;
use crate::documents::targets::{Anchor, LinkTarget};
use crate::findings::Sought;
use crate::lexicon::paths;
use crate::repository::RepositoryView;

/// Where a link leads.
enum Located {
    File(String),
    Folder,
    Missing,
    /// It may be a page of a site, or a file of another repository.
    Unclear,
}

pub(super) fn examine(examination: &mut Examination<'_, '_>, mention: &DocumentMention) {
    let Some(target) = LinkTarget::parse(&mention.text) else { return };
    let document = examination.file.path;
    if is_sample_path(&target.path) {
        return;
    }
    if target.path.is_empty() {
        if let Some(Anchor::Heading(anchor)) = &target.anchor
            // language: the anchors of other formats depend on the tool that renders them
            && examination.file.language == Language::Markdown
        {
            let message = format!("this document has no heading for `#{anchor}`");
            let sought = Sought::Heading { path: document.to_owned(), anchor: anchor.clone() };
            examination.suspect(mention, &mention.text, message, Some(sought));
        }
        return;
    }
    let located =
        locate(examination.repository, document, examination.file.language, mention, &target.path);
    match (located, target.anchor) {
        (Located::Unclear, _) => {}
        (Located::File(path), Some(Anchor::Lines { end, .. })) => {
            let message = format!("`{path}` has no line {end}");
            examination.suspect(mention, &mention.text, message, None);
        }
        (Located::File(path), Some(Anchor::Heading(anchor)))
            // language: the anchors of other formats depend on the tool that renders them
            if Language::of_path(&path) == Language::Markdown =>
        {
            let message = format!("`{path}` has no heading for `#{anchor}`");
            let sought = Sought::Heading { path, anchor };
            examination.suspect(mention, &mention.text, message, Some(sought));
        }
        (Located::File(_) | Located::Folder, _) => examination.pass(),
        (Located::Missing, _) => {
            let message = format!("the link leads to `{}`, which does not exist", target.path);
            let sought = Sought::Path(target.path.clone());
            examination.suspect(mention, &mention.text, message, Some(sought));
        }
    }
}

pub(super) fn confirm(
    document: &str,
    mention: &DocumentMention,
    text: &RepositoryText<'_>,
) -> bool {
    let Some(target) = LinkTarget::parse(&mention.text) else { return false };
    if target.path.is_empty() {
        return !has_heading(document, target.anchor.as_ref(), text);
    }
    let included = folders_of_use(document, text);
    let included = included.iter().filter_map(|folder| join(folder, &target.path));
    let found = places(document, &target.path).chain(included).find_map(|place| {
        let mut pages = pages_at(place);
        pages.find(|page| text.exists(page))
    });
    match (found, &target.anchor) {
        // A site may serve pictures from another folder.
        (None, _) => {
            !paths::PICTURES.end(&target.path) || !text.has_file_named(name_of(&target.path))
        }
        (Some(path), Some(Anchor::Lines { start, end })) => {
            text.has_fewer_lines(&path, (*start).max(*end))
        }
        (Some(path), Some(Anchor::Heading(_))) => !has_heading(&path, target.anchor.as_ref(), text),
        (Some(_), None) => false,
    }
}

/// The folders of the files that include a document, and that of the manual it may be a part of.
fn folders_of_use(document: &str, text: &RepositoryText<'_>) -> Vec<String> {
    let name = name_of(document);
    let includes = |path: &&str| {
        *path != document
            && text.text(path).is_some_and(|content| {
                content.lines().any(|line| line.contains("include") && line.contains(name))
            })
    };
    let stem = name.split('.').next().unwrap_or(name);
    let including = text.reader.paths_naming(stem).into_iter().filter(|path| {
        // language: documents that take in others by a directive
        matches!(Language::of_path(path), Language::ReStructuredText | Language::Markdown)
    });
    let mut folders: Vec<String> =
        including.filter(includes).map(|path| parent_of(path).to_owned()).collect();
    // language: paths may be relative to the folder of Sphinx's settings
    if Language::of_path(document) == Language::ReStructuredText {
        let manuals = text.repository().files_ending("conf.py");
        folders.extend(manuals.iter().map(|path| parent_of(path).to_owned()));
    }
    folders
}

fn has_heading(document: &str, anchor: Option<&Anchor>, text: &RepositoryText<'_>) -> bool {
    let Some(Anchor::Heading(anchor)) = anchor else { return true };
    match (text.facts(document), text.text(document)) {
        (Some(facts), Some(text)) => has_anchor(&facts, &text, anchor),
        (None, _) | (_, None) => true,
    }
}

fn locate(
    repository: &RepositoryView<'_>,
    document: &str,
    language: Language,
    mention: &DocumentMention,
    path: &str,
) -> Located {
    let is_absolute = path.starts_with('/');
    // A link above the root leads to another page of the host: issues, a repository beside this one.
    if !is_absolute && join(parent_of(document), path).is_none() {
        return Located::Unclear;
    }
    for place in places(document, path) {
        if let Some(page) = pages_at(place.clone()).find(|page| repository.has_file(page)) {
            return Located::File(page);
        }
        if repository.has_folder(&place) {
            return Located::Folder;
        }
    }
    let bare = path.trim_start_matches(['.', '/']);
    // language: other formats have settings that say where a path begins
    let is_lenient = is_absolute || language != Language::Markdown;
    if bare.is_empty() || (is_lenient && !repository.files_ending(bare).is_empty()) {
        return Located::Unclear;
    }
    let extension = name_of(path).rsplit_once('.').map(|(_, extension)| extension);
    let is_missing = match extension {
        Some(extension) if paths::BUILT_PAGES.has(extension) => false,
        Some(_) => Language::of_path(path) != Language::Unknown || paths::PICTURES.end(path),
        None => is_page(mention, document, path),
    };
    if is_missing && !is_absolute { Located::Missing } else { Located::Unclear }
}

/// Where a link may lead: beside the document, or from a folder above, which some sites take as their root.
fn places(document: &str, path: &str) -> impl Iterator<Item = String> {
    let beside = (!path.starts_with('/')).then(|| parent_of(document));
    let above = ancestors_of(parent_of(document)).chain([""]).skip(1);
    let above = above.filter(|_| !path.starts_with(".."));
    let root = path.starts_with('/').then_some("");
    beside.into_iter().chain(above).chain(root).filter_map(|folder| join(folder, path))
}

/// The files that a site may show at a path.
fn pages_at(place: String) -> impl Iterator<Item = String> {
    let ends = [""].into_iter().chain(paths::PAGE_ENDS.iter());
    ends.map(move |end| format!("{place}{end}"))
}

/// Whether a path without extension must be that of a file.
fn is_page(mention: &DocumentMention, document: &str, path: &str) -> bool {
    match mention.source {
        // A page in a folder that is not here may be one of another project.
        MentionSource::Role => !path.contains('/'),
        MentionSource::Directive => !path.contains("generated") && path != "self",
        MentionSource::Link => {
            // A forge shows a README beside the files it links to.
            name_of(document).to_ascii_lowercase().starts_with("readme.") && !path.contains("..")
        }
        MentionSource::InlineCode | MentionSource::FencedCode => false,
    }
}
