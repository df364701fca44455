//! Exports the pages as files that a team can publish: the pages of the server, with links between files.
//!
//! What needs a server is left out: runs, questions, forms. The browser searches a list of names
//! that is exported with the pages. Start at [`export`].

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io;
use std::sync::Arc;

use maud::{Markup, html};
use rutter_domain::SymbolKind;
use rutter_tools::ToolError;
use rutter_tools::knowledge::entries::{EntriesArgs, ListEntries};
use serde_json::{Value, json};

use crate::assets;
use crate::fields::Fields;
use crate::layout::{Frame, Tab};
use crate::links::{Links, StaticLinks, file_page, item_page};
use crate::pages::neighbours::Depth;
use crate::pages::{entries, file, gaps, map, overview, status, symbol};
use crate::problem::Problem;
use crate::site::Site;
use crate::theme::Theme;

/// Writes one file of the export. The path has `/` between folders.
pub type WritePage<'a> = dyn FnMut(&str, &[u8]) -> io::Result<()> + 'a;

/// The counts of an export.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct SiteExport {
    pub files: usize,
    pub folders: usize,
    pub symbols: usize,
    /// Symbols without a page of their own, which are shown in their file.
    pub symbols_omitted: usize,
    pub entries: usize,
    /// Pages that could not be rendered, and why.
    pub problems: Vec<String>,
}

/// Why an export failed.
#[derive(Debug)]
pub enum ExportError {
    Write { path: String, source: io::Error },
    Tool(ToolError),
}

/// A symbol that gets a page.
struct ExportedSymbol {
    name: String,
    path: String,
    line: u32,
    kind: SymbolKind,
    about: String,
    page: String,
}

/// Writes all pages. At most `most_symbols` symbols get a page of their own.
pub fn export(
    site: &Site,
    most_symbols: usize,
    write: &mut WritePage<'_>,
) -> Result<SiteExport, ExportError> {
    let knowledge = site.toolbox().knowledge().map_err(ExportError::Tool)?;
    let paths: Vec<String> = knowledge.snapshot.paths().map(str::to_owned).collect();
    let (symbols, symbols_omitted) = symbols_of(site, &paths, most_symbols);
    let pages = symbols.iter().map(|one| ((one.path.clone(), one.name.clone()), one.page.clone()));
    let mut folders: BTreeSet<&str> = BTreeSet::new();
    for path in &paths {
        folders.extend(path.match_indices('/').map(|(at, _)| &path[..at]));
    }
    let files = paths.iter().map(String::as_str).chain(folders.iter().copied());
    let mut exporter = Exporter {
        site,
        symbols: Arc::new(pages.collect()),
        files: Arc::new(files.map(str::to_owned).collect()),
        write,
        done: SiteExport { symbols_omitted, ..SiteExport::default() },
    };
    for (name, text) in assets::all() {
        exporter.put(&format!("assets/{name}"), text.as_bytes())?;
    }
    for path in &paths {
        exporter.page(&file_page(path), |frame| file::page(site, frame, path, 1, None))?;
        exporter.done.files += 1;
    }
    for folder in folders {
        exporter.page(&file_page(folder), |frame| file::page(site, frame, folder, 1, None))?;
        exporter.done.folders += 1;
    }
    exporter.page("files.html", |frame| file::page(site, frame, "", 1, None))?;
    for one in &symbols {
        exporter.page(&format!("symbol/{}.html", one.page), |frame| {
            symbol::page(site, frame, &one.name, Some(&one.path), Depth::One)
        })?;
        exporter.done.symbols += 1;
    }
    let listed = site.run(&ListEntries, EntriesArgs::default()).map_err(ExportError::Tool)?;
    for entry in &listed.entries {
        let page = item_page("entries", &entry.id);
        exporter.page(&page, |frame| entries::one(site, frame, &entry.id))?;
        exporter.done.entries += 1;
    }
    let none = Fields::default();
    exporter.page("entries.html", |frame| entries::list(site, frame, &none))?;
    exporter.page("gaps.html", |frame| gaps::list(site, frame, &none))?;
    exporter.page("map.html", |frame| map::page(site, frame, "", map::Colouring::Completeness))?;
    exporter.page("status.html", |frame| status::page(site, frame))?;
    exporter.page("index.html", |frame| home(site, frame))?;
    let index = search_index(site, &symbols, &paths, &listed.entries);
    exporter.put("search-index.json", index.to_string().as_bytes())?;
    Ok(exporter.done)
}

struct Exporter<'a, 'w> {
    site: &'a Site,
    symbols: Arc<HashMap<(String, String), String>>,
    files: Arc<HashSet<String>>,
    write: &'a mut WritePage<'w>,
    done: SiteExport,
}

impl Exporter<'_, '_> {
    /// Writes a page. A page that cannot be rendered is reported, and the export continues.
    fn page(
        &mut self,
        path: &str,
        make: impl FnOnce(&Frame<'_>) -> Result<Markup, Problem>,
    ) -> Result<(), ExportError> {
        let up = "../".repeat(path.matches('/').count());
        let (symbols, files) = (Arc::clone(&self.symbols), Arc::clone(&self.files));
        let links = Links::Static(StaticLinks { up, symbols, files });
        let frame = Frame::new(self.site, links, Theme::System);
        match make(&frame) {
            Ok(page) => self.put(path, page.into_string().as_bytes()),
            Err(problem) => {
                self.done.problems.push(format!("{path}: {}", problem.message));
                Ok(())
            }
        }
    }

    fn put(&mut self, path: &str, bytes: &[u8]) -> Result<(), ExportError> {
        (self.write)(path, bytes)
            .map_err(|source| ExportError::Write { path: path.to_owned(), source })
    }
}

/// Returns the symbols that get a page, by file, and the number of those that do not. Only functions and types do.
fn symbols_of(site: &Site, paths: &[String], most: usize) -> (Vec<ExportedSymbol>, usize) {
    let Ok(knowledge) = site.toolbox().knowledge() else { return (Vec::new(), 0) };
    let mut seen = BTreeSet::new();
    let mut symbols = Vec::new();
    for path in paths {
        let facts =
            knowledge.snapshot.file_at(path).and_then(|file| knowledge.snapshot.facts_of(file.id));
        let Some(facts) = facts else { continue };
        for symbol in facts.symbols.iter().filter(|symbol| is_exported(symbol.kind)) {
            if !seen.insert((path.clone(), symbol.qualified_name.clone())) {
                continue;
            }
            let about = symbol.doc.as_deref().and_then(rutter_engine::first_sentence);
            symbols.push(ExportedSymbol {
                page: slug(path, &symbol.qualified_name),
                name: symbol.qualified_name.clone(),
                path: path.clone(),
                line: symbol.span.start_line,
                kind: symbol.kind,
                about: about.map_or_else(String::new, |about| site.mask(&about).into_owned()),
            });
        }
    }
    let n_omitted = symbols.len().saturating_sub(most);
    symbols.truncate(most);
    (symbols, n_omitted)
}

fn is_exported(kind: SymbolKind) -> bool {
    kind.is_callable() && kind != SymbolKind::Test || kind.is_type()
}

/// A readable and unique file name for a symbol.
fn slug(path: &str, name: &str) -> String {
    const MOST_CHARS: usize = 40;
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let readable: String = name.chars().rev().take(MOST_CHARS).map(plain).collect();
    let readable: String = readable.chars().rev().collect();
    let hash = assets::hash(path.bytes().chain([0]).chain(name.bytes()));
    format!("{}-{hash:016x}", readable.trim_matches('-'))
}

/// The start page: a field to search by name, and the overview.
fn home(site: &Site, frame: &Frame<'_>) -> Result<Markup, Problem> {
    let body = html! {
        h1.hidden { "Search" }
        form #search .search role="search" method="get" action="index.html" {
            div.ask {
                label.hidden for="q" { "Search by name" }
                input #q name="q" type="search" autocomplete="off" spellcheck="false" placeholder="Name of a symbol, a file or an entry";
            }
        }
        ul #static-results .plain data-index="search-index.json" aria-live="polite" {}
        (overview::home(site, frame)?)
    };
    Ok(frame.page("Search", Tab::Search, &["static.js"], &body))
}

/// The list that the browser searches: name, kind, address, a sentence and the place of each item.
fn search_index(
    site: &Site,
    symbols: &[ExportedSymbol],
    paths: &[String],
    entries: &[rutter_domain::ListedEntry],
) -> Value {
    let links = Links::Static(StaticLinks {
        up: String::new(),
        symbols: Arc::default(),
        files: Arc::default(),
    });
    let of_symbols = symbols.iter().map(|one| {
        json!([
            one.name,
            one.kind.name(),
            format!("symbol/{}.html", one.page),
            one.about,
            format!("{}:{}", one.path, one.line)
        ])
    });
    let of_files = paths.iter().map(|path| json!([path, "file", links.file(path), "", ""]));
    let of_entries = entries.iter().map(|entry| {
        json!([
            entry.title(),
            "entry",
            links.item("entries", &entry.id),
            site.mask(&entry.summary),
            entry.path
        ])
    });
    Value::Array(of_symbols.chain(of_files).chain(of_entries).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_symbols_have_safe_and_different_names() {
        let one = slug("a.rs", "<script>::../x");
        assert!(one.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{one}");
        assert_ne!(slug("a.rs", "x"), slug("b.rs", "x"));
    }
}
