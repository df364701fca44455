//! A file: all of its lines with links at names, its outline, and its entries.
//!
//! A name links to its definition, which is resolved when the link is followed (`?go=LINE:COLUMN`), so
//! that a file with ten thousand names is shown as fast as any other. An export resolves all names.

use maud::{Markup, html};
use rutter_domain::{EntryKind, ListedEntry};
use rutter_tools::ToolError;
use rutter_tools::code::definition_at::{self, DefinitionAt, Found};
use rutter_tools::code::outline::{OutlineRow, outline};
use rutter_tools::code::symbols::{self, Symbols};
use rutter_tools::files::view_file;
use rutter_tools::knowledge::entries::{EntriesArgs, ListEntries};
use rutter_workspace::{AccessError, Git, check_path};

use super::folder::{self, crumbs};
use super::prose::code_spans;
use super::references;
use crate::code::{Anchors, ListedPart, Listing, PartRole};
use crate::layout::{Frame, Tab, short};
use crate::percent::encode_value;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::text::{Safe, bytes, counted};

/// Lines on one page. The rest of a longer file is on further pages.
const PAGE_LINES: u32 = 50_000;
/// Bytes on one page.
const PAGE_BYTES: usize = 4 << 20;
/// Names that are linked on one page.
const MOST_NAMES: usize = 60_000;
/// Symbols in the outline. More are too many to look through, and slow the page down.
const MOST_OUTLINED: usize = 2_000;

pub(crate) fn answer(
    site: &Site,
    frame: &Frame<'_>,
    request: &PageRequest,
    path: &str,
) -> Result<Reply, Problem> {
    let path = path.trim_matches('/');
    if let Some(place) = request.query.get("go") {
        return go(site, frame, path, place);
    }
    if let Some(commit) = request.query.get("at") {
        return Ok(Reply::html(at_commit(site, frame, path, commit)?));
    }
    let from = request.query.number("from").unwrap_or(1).max(1);
    let refs = request.query.get("refs");
    let panel = refs.map(|name| {
        references::panel(site, frame, name, request.query.get("of").unwrap_or(""), Some(path))
    });
    page(site, frame, path, from, panel).map(Reply::html)
}

/// The page of a file, or of a folder.
pub(crate) fn page(
    site: &Site,
    frame: &Frame<'_>,
    path: &str,
    from: u32,
    panel: Option<Markup>,
) -> Result<Markup, Problem> {
    if path.is_empty() {
        return folder::page(site, frame, path);
    }
    let range = from..=from.saturating_add(PAGE_LINES - 1);
    let view = match site.view_with_names(path, range, PAGE_BYTES) {
        Err(ToolError::Access(AccessError::IsFolder { .. })) => {
            return folder::page(site, frame, path);
        }
        view => view?,
    };
    let symbols = site.run(&Symbols, symbols::Args { path: path.to_owned(), docs: false }).ok();
    let entries = entries_of(site, path);
    let names = linked_names(site, frame, &view);
    let lines: Vec<(u32, &str)> =
        view.excerpt.lines.iter().map(|line| (line.number, line.text.as_str())).collect();
    let listing =
        Listing { lines: &lines, language: view.language, parts: &names, anchors: Anchors::Own };
    let body = html! {
        (crumbs(frame, path))
        (facts(frame, path, &view))
        div.file-page {
            div.source {
                (paging(frame, path, &view, from))
                (site.colours.render(&listing))
                (paging(frame, path, &view, from))
            }
            aside.side {
                @if let Some(panel) = &panel { (panel) }
                (entries_aside(site, frame, &entries))
                @if let Some(symbols) = &symbols { (outline_aside(frame, symbols)) }
            }
        }
    };
    Ok(frame.page(path, Tab::Files, &["file.js", "panel.js"], &body))
}

fn facts(frame: &Frame<'_>, path: &str, view: &view_file::Answer) -> Markup {
    let excerpt = &view.excerpt;
    html! {
        p.file-facts {
            @if let Some(n_lines) = excerpt.n_lines { span { (counted(n_lines as usize, "line", "lines")) } }
            span { (bytes(excerpt.n_bytes)) }
            @if let Some(language) = view.language { span { (language.name()) } }
            @else { span { "not in the index" } }
            @if excerpt.n_redacted > 0 {
                span.badge.unverified { (counted(excerpt.n_redacted as usize, "secret", "secrets")) " masked" }
            }
            @if frame.links.is_live() {
                @if let Some(commit) = &frame.commit {
                    a #permalink href={ "?at=" (encode_value(commit)) } title="The file as it is in this commit" {
                        "Permalink at " code { (Safe(short(commit))) }
                    }
                }
                a href=(frame.links.page(&format!("map?in={}", encode_value(path)))) { "On the map" }
            }
        }
    }
}

/// Links to the other pages of a long file.
fn paging(frame: &Frame<'_>, path: &str, view: &view_file::Answer, from: u32) -> Markup {
    let last = view.excerpt.lines.last().map_or(0, |line| line.number);
    let is_more = view.excerpt.n_lines.is_none_or(|n_lines| last < n_lines) && last > 0;
    if from <= 1 && !is_more {
        return Markup::default();
    }
    let address = frame.links.file(path);
    html! {
        nav.paging aria-label="Parts of the file" {
            @if from > 1 { a href=(address) { "From the start" } }
            span { "Lines " (from) "–" (last) @if let Some(n_lines) = view.excerpt.n_lines { " of " (n_lines) } }
            @if is_more && frame.links.is_live() { a href={ (address) "?from=" (last + 1) } { "Next lines" } }
        }
    }
}

/// Returns links for the names in the shown lines.
fn linked_names(site: &Site, frame: &Frame<'_>, view: &view_file::Answer) -> Vec<ListedPart> {
    let names = view.names.iter().take(MOST_NAMES);
    if frame.links.is_live() {
        let link = |name: &view_file::NamePlace| ListedPart {
            line: name.line,
            start: name.start,
            end: name.end,
            role: PartRole::Link(format!("?go={}:{}", name.line, name.start + 1)),
        };
        return names.map(link).collect();
    }
    let path = view.excerpt.path.as_str();
    let link = |name: &view_file::NamePlace| {
        let place = (name.line, u32::try_from(name.start).ok()? + 1);
        let found = find(site, path, place).ok()?;
        let definition = match found.definitions.as_slice() {
            [only] => only,
            _ => return None,
        };
        let href = frame.links.symbol(&definition.symbol, &definition.path, definition.line);
        Some(ListedPart {
            line: name.line,
            start: name.start,
            end: name.end,
            role: PartRole::Link(crate::text::escape(&href)),
        })
    };
    names.filter_map(link).collect()
}

fn find(site: &Site, path: &str, place: (u32, u32)) -> Result<Found, ToolError> {
    let (line, column) = place;
    site.run(&DefinitionAt, definition_at::Args { file_path: path.to_owned(), line, column })
}

/// Follows a name to its definition.
fn go(site: &Site, frame: &Frame<'_>, path: &str, place: &str) -> Result<Reply, Problem> {
    let place = place
        .split_once(':')
        .and_then(|(line, column)| Some((line.parse::<u32>().ok()?, column.parse::<u32>().ok()?)));
    let place = place.ok_or_else(|| Problem::bad("a place is written `LINE:COLUMN`"))?;
    let found = find(site, path, place)?;
    if let [only] = found.definitions.as_slice() {
        return Ok(Reply::redirect(&frame.links.symbol(&only.symbol, &only.path, only.line)));
    }
    let body = html! {
        h1 { code { (Safe(&found.name)) } }
        @if found.definitions.is_empty() {
            p { "What this name refers to is not known: it is defined outside of the repository, or the text does not say which definition is meant." }
        } @else {
            p { "It may mean any of " (counted(found.n_definitions, "definition", "definitions")) "; the text does not say which." }
            ul.plain {
                @for one in &found.definitions {
                    li {
                        a href=(frame.links.symbol(&one.symbol, &one.path, one.line)) { code { (Safe(&one.symbol)) } }
                        span.kind { (one.kind.name()) }
                        a.faint href=(frame.links.lines(&one.path, one.line, one.line)) { (Safe(&one.path)) ":" (one.line) }
                    }
                }
            }
        }
        p {
            a.button href=(frame.links.page(&format!("?q={}", encode_value(&found.name)))) { "Search for it" } " "
            a.button href=(frame.links.lines(path, place.0, place.0)) { "Back to the file" }
        }
    };
    Ok(Reply::html(frame.page(&found.name, Tab::Files, &[], &body)))
}

/// The file as it is in a commit.
fn at_commit(site: &Site, frame: &Frame<'_>, path: &str, commit: &str) -> Result<Markup, Problem> {
    let no_such = || Problem::missing(format!("`{path}` is not in the commit `{commit}`"));
    let path = &*check_path(path).map_err(|_| no_such())?;
    // The same files are withheld as in the working tree.
    if rutter_workspace::secret_file(path).is_some() && site.secrecy == crate::site::Secrecy::Masked
    {
        return Err(Problem::missing(format!("`{path}` holds secrets and is kept back")));
    }
    let git = Git::open(&site.toolbox().engine.layout.root).map_err(|_| no_such())?;
    let commit = git.commit_of(commit).map_err(|_| no_such())?;
    let text = git.file_at(&commit, path).ok_or_else(no_such)?;
    let masked = site.mask(&text);
    let cut = rutter_domain::text::truncate(&masked, PAGE_BYTES);
    let lines: Vec<(u32, &str)> = (1..).zip(cut.lines()).take(PAGE_LINES as usize).collect();
    let language = site.language(path);
    let listing = Listing { lines: &lines, language, parts: &[], anchors: Anchors::Own };
    let body = html! {
        (crumbs(frame, path))
        p.file-facts {
            span { "As it is in the commit " code { (Safe(short(&commit))) } }
            a href=(frame.links.file(path)) { "The file as it is now" }
        }
        div.source { (site.colours.render(&listing)) }
    };
    Ok(frame.page(path, Tab::Files, &["file.js"], &body))
}

/// The entries about a file and its symbols.
fn entries_of(site: &Site, path: &str) -> Vec<ListedEntry> {
    let args = EntriesArgs { globs: vec![glob_of(path)], ..EntriesArgs::default() };
    let mut entries = site.run(&ListEntries, args).map(|answer| answer.entries).unwrap_or_default();
    entries.retain(|entry| entry.path == path);
    entries.sort_by_key(|entry| entry.start_line);
    entries
}

/// Escapes a path as a glob.
fn glob_of(path: &str) -> String {
    let escape = |c: char| match c {
        '*' | '?' | '[' | ']' | '{' | '}' | '\\' => format!("[{c}]"),
        c => c.to_string(),
    };
    path.chars().map(escape).collect()
}

fn entries_aside(site: &Site, frame: &Frame<'_>, entries: &[ListedEntry]) -> Markup {
    if entries.is_empty() {
        return Markup::default();
    }
    html! {
        section.notes aria-label="Entries" {
            h2 { "Entries" }
            @for entry in entries {
                article.note data-line=[(entry.start_line > 0).then_some(entry.start_line)] {
                    header {
                        @if entry.kind == EntryKind::File { span { "this file" } }
                        @else { a href=(frame.links.lines(&entry.path, entry.start_line, entry.end_line)) { code { (Safe(&entry.symbol)) } } }
                        " " a href=(frame.links.item("entries", &entry.id)) { (super::status_badge(entry.status)) }
                    }
                    p { (code_spans(&site.mask(&entry.summary))) }
                }
            }
        }
    }
}

fn outline_aside(frame: &Frame<'_>, symbols: &symbols::Answer) -> Markup {
    let file = &symbols.file;
    let rows = outline(&file.symbols);
    html! {
        @if !rows.is_empty() {
            nav.outline aria-label="Outline" {
                details open {
                    summary { h2 { "Outline" } }
                    ul {
                        @for row in rows.iter().take(MOST_OUTLINED) {
                            @let (start, _) = row.lines();
                            @let symbol = row.first();
                            @let depth = symbol.parent.as_ref().map_or(0, |parent| 1 + parent.matches("::").count().min(3));
                            li.{ "d" (depth) } {
                                a href={ "#L" (start) } title=(Safe(&row.name())) {
                                    span.{ "k " (symbol.kind.name()) } title=(symbol.kind.name()) {}
                                    @match row {
                                        OutlineRow::Symbol(symbol) => (Safe(&symbol.name)),
                                        OutlineRow::Fields(fields) => span.faint { (counted(fields.len(), "field", "fields")) },
                                    }
                                }
                                @if let OutlineRow::Symbol(symbol) = row {
                                    a.more href=(frame.links.symbol(&symbol.qualified_name, &file.path, symbol.start_line))
                                        aria-label={ "uses of " (Safe(&symbol.name)) } { "uses" }
                                }
                            }
                        }
                    }
                    @if rows.len() > MOST_OUTLINED { p.faint { (rows.len() - MOST_OUTLINED) " more" } }
                }
            }
        }
        @if !file.mentions.is_empty() {
            section.mentions {
                h2 { "Mentioned in" }
                ul.plain {
                    @for mention in &file.mentions {
                        li { a href=(frame.links.lines(&mention.path, mention.line, mention.line)) { (Safe(&mention.path)) ":" (mention.line) } }
                    }
                }
                @if file.mentions_omitted > 0 { p.faint { (file.mentions_omitted) " more" } }
            }
        }
    }
}
