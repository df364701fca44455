//! The addresses of pages, for the server and for a static export.
//!
//! A page never writes an address by hand, since the addresses of an export are relative to the page.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::assets;
use crate::percent::{encode_path, encode_value};

/// The addresses of pages.
#[derive(Debug, Clone)]
pub(crate) enum Links {
    Live,
    /// A server for a team, on a page about this repository. It has no pages of files and symbols.
    Team(Option<String>),
    Static(StaticLinks),
}

/// The files of an export, relative to one of them.
#[derive(Debug, Clone)]
pub(crate) struct StaticLinks {
    /// Path to the root of the export: `../../`.
    pub(crate) up: String,
    /// Existing pages of symbols, by path and qualified name.
    pub(crate) symbols: Arc<HashMap<(String, String), String>>,
    /// Files and folders that have a page.
    pub(crate) files: Arc<HashSet<String>>,
}

impl Links {
    /// The address of a page by its name, such as `gaps`. An empty name is the start page.
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

    /// The address of an item of a kind: `entries/ab12`.
    pub(crate) fn item(&self, kind: &str, id: &str) -> String {
        match self {
            Links::Live => self.page(&format!("{kind}/{}", encode_value(id))),
            Links::Static(StaticLinks { up, .. }) => {
                format!("{up}{}", encode_path(&item_page(kind, id)))
            }
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
            Links::Static(StaticLinks { up, .. }) => {
                format!("{up}{}", encode_path(&file_page(path)))
            }
        }
    }

    /// Returns whether a file or folder has a page.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        match self {
            Links::Live => true,
            Links::Team(_) => false,
            Links::Static(StaticLinks { files, .. }) => files.contains(path),
        }
    }

    /// The address of lines of a file, or of the whole file if `start` is 0.
    pub(crate) fn lines(&self, path: &str, start: u32, end: u32) -> String {
        let file = self.file(path);
        match (start, end) {
            (0, _) => file,
            (start, end) if end > start => format!("{file}#L{start}-L{end}"),
            (start, _) => format!("{file}#L{start}"),
        }
    }

    /// The address of a symbol, by its qualified name and file. In an export, a symbol without a page of its own is in
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

    /// Returns whether there is a server, which takes forms and renders pages on demand.
    pub(crate) fn is_live(&self) -> bool {
        match self {
            Links::Live | Links::Team(_) => true,
            Links::Static(_) => false,
        }
    }

    /// Returns whether the pages show the code of one repository.
    pub(crate) fn has_code(&self) -> bool {
        match self {
            Links::Live | Links::Static(_) => true,
            Links::Team(_) => false,
        }
    }
}

/// The file of an export that shows a file or folder of the repository. A folder whose name ends in `.html`
/// is renamed, since `a.html/` and the page of `a` would have the same name.
pub(crate) fn file_page(path: &str) -> String {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut page = "file/".to_owned();
    for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
        let is_page = folder.trim_end_matches('~').ends_with(".html");
        page.push_str(&file_name(folder, if is_page { "~" } else { "" }));
        page.push('/');
    }
    page.push_str(&file_name(name, ".html"));
    page
}

/// The file of an export that shows an item of a kind.
pub(crate) fn item_page(kind: &str, id: &str) -> String {
    format!("{kind}/{}", file_name(&encode_value(id), ".html"))
}

/// A name that file systems accept. A name that is too long is cut, and a hash distinguishes it from
/// others.
fn file_name(name: &str, ending: &str) -> String {
    const MOST_BYTES: usize = 255;
    if name.len() + ending.len() <= MOST_BYTES {
        return format!("{name}{ending}");
    }
    let hash = assets::hash(name.bytes());
    let head = &name[..name.floor_char_boundary(MOST_BYTES - 17 - ending.len())];
    format!("{head}-{hash:016x}{ending}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn pages_of_files_and_folders_have_names_that_fit_and_differ() {
        let long = ["x".repeat(252), "x".repeat(255), format!("{}é", "x".repeat(253))];
        let deep = format!("{}/a", "d".repeat(255));
        let paths = [
            "a", "a.html", "a.html/b", "a.html~/b", "a.html~~", "a.html/b.html/c", "a/b", &deep,
            &long[0], &long[1], &long[2],
        ];
        let pages: Vec<String> = paths.iter().map(|path| file_page(path)).collect();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for page in &pages {
            assert!(page.split('/').all(|name| name.len() <= 255), "{page}");
            assert!(taken.insert(page.clone()), "{page}");
            let folders = page.match_indices('/').map(|(at, _)| &page[..at]);
            for folder in folders {
                assert!(
                    !pages.iter().any(|other| other == folder),
                    "{folder} is a page and a folder"
                );
            }
        }
        assert_eq!(file_page("src/lib.rs"), "file/src/lib.rs.html");
    }
}
