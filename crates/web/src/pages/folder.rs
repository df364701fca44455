//! A folder: its content and its overview.

use maud::{Markup, html};
use rutter_tools::files::list_filesystem::{Args, ListFilesystem};
use rutter_workspace::ItemKind;

use super::overview;
use crate::layout::{Frame, Tab};
use crate::problem::Problem;
use crate::site::Site;
use crate::text::{Safe, bytes};

/// Items that are listed; a folder may have any number.
const MOST_ITEMS: usize = 2_000;

pub(crate) fn page(site: &Site, frame: &Frame<'_>, path: &str) -> Result<Markup, Problem> {
    let listing = site.run(&ListFilesystem, Args { path: path.to_owned() })?;
    let n_more = listing.items.len().saturating_sub(MOST_ITEMS);
    let inside = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}/{name}"),
    };
    let overview = overview::kept_summary(site, frame, path)?;
    let body = html! {
        (crumbs(frame, path))
        div.folder-page {
            section aria-label="Content" {
                ul.listing {
                    @if !path.is_empty() {
                        li.folder { a href=(frame.links.file(parent(path))) { ".." } }
                    }
                    @for item in listing.items.iter().take(MOST_ITEMS) {
                        @let is_folder = item.kind == ItemKind::Folder;
                        li.folder[is_folder] {
                            @let path = inside(&item.name);
                            @if frame.links.has_file(&path) { a href=(frame.links.file(&path)) { (Safe(&item.name)) @if is_folder { "/" } } }
                            @else { span.faint { (Safe(&item.name)) @if is_folder { "/" } } }
                            @if item.is_secret { span.badge.unverified { "kept back" } }
                            @if let Some(n_bytes) = item.n_bytes { span.count { (bytes(n_bytes)) } }
                        }
                    }
                }
                @if n_more > 0 { p.faint { (n_more) " more" } }
                @if !listing.ignored.is_empty() { p.faint { "Ignored: " (Safe(&listing.ignored.join(", "))) } }
            }
            @if let Some(overview) = &overview { (overview) }
        }
    };
    let title = if path.is_empty() { "Files" } else { path };
    Ok(frame.page(title, Tab::Files, &[], &body))
}

/// Renders the folders of a path as links.
pub(crate) fn crumbs(frame: &Frame<'_>, path: &str) -> Markup {
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    let parts: Vec<(&str, &str)> = ends
        .filter(|end| *end > 0)
        .map(|end| (&path[..end], path[..end].rsplit('/').next().unwrap_or("")))
        .collect();
    html! {
        nav.crumbs aria-label="Path" {
            h1 {
                a href=(frame.links.file("")) { (Safe(frame.repository)) }
                @for (at, (folder, name)) in parts.iter().enumerate() {
                    span.slash { "/" }
                    @if at + 1 == parts.len() { strong { (Safe(name)) } }
                    @else { a href=(frame.links.file(folder)) { (Safe(name)) } }
                }
            }
        }
    }
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}
