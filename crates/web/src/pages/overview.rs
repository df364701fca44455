//! The overview of the repository or a folder: its purpose, and its most central symbols.

use maud::{Markup, PreEscaped, html};
use rutter_domain::SymbolKind;
use rutter_tools::code::overview::{Answer, Args, FolderAnswer, Overview};

use super::prose::code_spans;
use crate::layout::Frame;
use crate::page_cache::PageKey;
use crate::problem::Problem;
use crate::site::Site;
use crate::text::{Safe, breakable_name, bytes, counted};

/// Central symbols that are listed.
const MOST_CONTAINERS: usize = 24;

/// The start page below the search form.
pub(crate) fn home(site: &Site, frame: &Frame<'_>) -> Result<Markup, Problem> {
    let about = site.toolbox().knowledge()?.repository_entry();
    let folder = folder(site, "")?;
    Ok(html! {
        @if let Some(about) = &about {
            section.about {
                h2 { "About" }
                p { (code_spans(&site.mask(&about.summary))) }
                p.faint { a href=(frame.links.item("entries", &about.id)) { (super::status_badge(about.status)) } " by " (Safe(&about.author)) }
            }
        }
        @if let Some(folder) = &folder { (summary(site, frame, folder)) }
    })
}

/// The overview of a folder; `None` if it is not an indexed folder.
fn folder(site: &Site, path: &str) -> Result<Option<Box<FolderAnswer>>, Problem> {
    let args = Args { path: path.to_owned(), docs: false };
    match site.run(&Overview, args) {
        Ok(Answer::Folder(folder)) => Ok(Some(folder)),
        Ok(Answer::File(_)) | Err(_) => Ok(None),
    }
}

/// The summary of a folder, which is cached because it takes longer than the list of its content.
pub(crate) fn kept_summary(
    site: &Site,
    frame: &Frame<'_>,
    path: &str,
) -> Result<Option<Markup>, Problem> {
    let make = || Ok(folder(site, path)?.map(|folder| summary(site, frame, &folder)));
    let state = site.page_state(frame.commit.clone()).filter(|_| frame.links.is_live());
    let Some(state) = state else { return make() };
    // A path that no request can have.
    let path = format!("summary of {path}");
    let key = PageKey { path, query: String::new(), theme: frame.theme };
    if let Some(kept) = site.pages.get(&key, &state) {
        return Ok(Some(PreEscaped(String::from_utf8_lossy(&kept).into_owned())));
    }
    let made = make()?;
    if let Some(made) = &made {
        site.pages.put(key, state, made.0.clone().into());
    }
    Ok(made)
}

fn summary(site: &Site, frame: &Frame<'_>, folder: &FolderAnswer) -> Markup {
    let links = &frame.links;
    let overview = &folder.overview;
    let containers = overview.map.containers.iter().take(MOST_CONTAINERS);
    html! {
        section.overview aria-label="Overview" {
            @if let Some(purpose) = &overview.purpose {
                p.purpose { (code_spans(&site.mask(&purpose.text))) " " a.faint href=(links.file(&purpose.path)) { (Safe(&purpose.path)) } }
            }
            dl.facts {
                div { dt { "Files" } dd { (counted(overview.n_files, "file", "files")) } }
                div { dt { "Size" } dd { (bytes(overview.n_bytes)) } }
                div { dt { "Symbols" } dd { (crate::text::grouped(overview.n_symbols)) } }
                div { dt { "Languages" } dd { (languages(folder)) } }
            }
            div.columns {
                @if !overview.folders.is_empty() {
                    section {
                        h2 { "Folders" }
                        ul.plain {
                            @for inside in &overview.folders {
                                li {
                                    a href=(links.file(&inside.path)) { (Safe(&inside.path)) "/" }
                                    span.count { (counted(inside.files, "file", "files")) }
                                    @if let Some(purpose) = &inside.purpose { p.faint { (code_spans(&site.mask(purpose))) } }
                                }
                            }
                        }
                        @if overview.folders_omitted > 0 { p.faint { (overview.folders_omitted) " more folders" } }
                    }
                }
                @if containers.len() > 0 {
                    section {
                        h2 { "Most used" }
                        ul.plain {
                            @for mapped in containers {
                                @let one = &mapped.container;
                                li {
                                    @let address = match one.kind {
                                        SymbolKind::File => links.file(&one.path),
                                        _ => links.symbol(&one.name, &one.path, one.start_line),
                                    };
                                    a href=(address) { code { (breakable_name(&one.name)) } }
                                    span.kind { (one.kind.name()) }
                                    @if let Some(status) = mapped.entry { " " (super::status_badge(status)) }
                                    @if let Some(about) = &one.about { p.faint { (code_spans(&site.mask(about))) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn languages(folder: &FolderAnswer) -> String {
    let languages = &folder.overview.languages;
    let total: u64 = languages.iter().map(|share| share.bytes).sum::<u64>().max(1);
    let share = |one: &rutter_engine::LanguageShare| {
        format!("{}\u{a0}{}\u{a0}%", one.language.name(), (one.bytes * 200 + total) / (2 * total))
    };
    let mut text: Vec<String> = languages.iter().take(5).map(share).collect();
    if languages.len() > 5 || folder.overview.languages_omitted > 0 {
        text.push("…".to_owned());
    }
    text.join(", ")
}
