//! The addresses of pages, for the server and for a static export.
//!
//! A page never writes an address by hand: an export has other ones, relative to the page that holds them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::assets;
use crate::percent::{encode_path, encode_value};

/// How pages refer to each other.
#[derive(Debug, Clone)]
pub(crate) enum Links {
    Live,
    /// A server for a team, on a page about this repository. There are no pages of files and symbols.
    Team(Option<String>),
    Static(StaticLinks),
}

/// The files of an export, seen from one of them.
#[derive(Debug, Clone)]
pub(crate) struct StaticLinks {
    /// Leads to the root of the export: `../../`.
    pub(crate) up: String,
    /// Pages of symbols that there are, by path and qualified name.
    pub(crate) symbols: Arc<HashMap<(String, String), String>>,
    /// Files and folders that have a page.
    pub(crate) files: Arc<HashSet<String>>,
}

impl Links {
    /// A page by its name: `gaps`, or the start page for an empty name.
    pub(crate) fn page(&self, name: &str) -> String {
        match self {
            Links::Live => format!("/{name}"),
            Links::Team(None) => format!("/{name}"),
            Links::Team(Some(_)) if name.is_empty() => "/".to_owned(),
            Links::Team(Some(repository)) => format!("/{name}?repo={}", encode_value(repository)),
            Links::Static(StaticLinks { up, .. }) if name.is_empty() => format!("{up}index.html"),
            Links::Static(StaticLinks { up, .. }) => format!("{up}{name}.html"),
        }
    }

    /// One of several things of a kind: `entries/ab12`.
    pub(crate) fn item(&self, kind: &str, id: &str) -> String {
        match self {
            Links::Live | Links::Static(_) => self.page(&format!("{kind}/{}", encode_value(id))),
            Links::Team(_) => {
                let page = match kind {
                    "entries" => "entry",
                    "runs" => "run",
                    other => other,
                };
                format!("{}&id={}", self.page(page), encode_value(id))
            }
        }
    }

    pub(crate) fn file(&self, path: &str) -> String {
        let path = path.trim_end_matches('/');
        match self {
            Links::Live => format!("/file/{}", encode_path(path)),
            Links::Team(_) => self.page(""),
            Links::Static(StaticLinks { up, .. }) if path.is_empty() => format!("{up}files.html"),
            Links::Static(StaticLinks { up, .. }) => format!("{up}file/{}.html", encode_path(path)),
        }
    }

    /// Whether a file or folder has a page.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        match self {
            Links::Live => true,
            Links::Team(_) => false,
            Links::Static(StaticLinks { files, .. }) => files.contains(path),
        }
    }

    /// Lines of a file; no lines for 0.
    pub(crate) fn lines(&self, path: &str, start: u32, end: u32) -> String {
        let file = self.file(path);
        match (start, end) {
            (0, _) => file,
            (start, end) if end > start => format!("{file}#L{start}-L{end}"),
            (start, _) => format!("{file}#L{start}"),
        }
    }

    /// A symbol by its qualified name and file. In an export, a symbol without a page of its own is shown in
    /// its file.
    pub(crate) fn symbol(&self, name: &str, path: &str, line: u32) -> String {
        match self {
            Links::Live if path.is_empty() => format!("/symbol/{}", encode_value(name)),
            Links::Live => {
                format!("/symbol/{}?file={}", encode_value(name), encode_value(path))
            }
            Links::Team(_) => self.page(""),
            Links::Static(StaticLinks { up, symbols, .. }) => {
                match symbols.get(&(path.to_owned(), name.to_owned())) {
                    Some(page) => format!("{up}symbol/{page}.html"),
                    None => self.lines(path, line, line),
                }
            }
        }
    }

    pub(crate) fn asset(&self, name: &str) -> String {
        match self {
            Links::Live | Links::Team(_) => format!("/assets/{name}?{}", assets::version()),
            Links::Static(StaticLinks { up, .. }) => format!("{up}assets/{name}"),
        }
    }

    /// Whether forms can be sent and pages are made on demand.
    pub(crate) fn is_live(&self) -> bool {
        match self {
            Links::Live | Links::Team(_) => true,
            Links::Static(_) => false,
        }
    }

    /// Whether the pages show the code of one repository.
    pub(crate) fn has_code(&self) -> bool {
        match self {
            Links::Live | Links::Static(_) => true,
            Links::Team(_) => false,
        }
    }
}
