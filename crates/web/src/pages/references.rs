//! The panel with every use of a symbol, which stays open while the reader goes through the files.

use maud::{Markup, html};
use rutter_engine::ReferencePlace;
use rutter_tools::code::references::{Answer, Args, References};

use crate::layout::Frame;
use crate::percent::encode_value;
use crate::site::Site;
use crate::text::{Safe, breakable, counted};

/// Most uses that are listed; more are counted.
const MOST_USES: usize = 200;

/// Renders the uses of what `file` defines as `name`. `shown` is the file of the page.
pub(crate) fn panel(
    site: &Site,
    frame: &Frame<'_>,
    name: &str,
    file: &str,
    shown: Option<&str>,
) -> Markup {
    let args = Args {
        name: name.to_owned(),
        file_path: Some(file.to_owned()).filter(|file| !file.is_empty()),
        kind: None,
        limit: MOST_USES,
        depth: None,
        from: None,
        skip: 0,
    };
    let Ok(found) = site.run(&References, args) else { return Markup::default() };
    let uses = &found.uses;
    let n_uses = uses.references.len() + uses.omitted;
    html! {
        aside.panel #references aria-labelledby="references-title" {
            header {
                h2 #references-title { "References " span.count { (n_uses) } }
                @if let Some(shown) = shown { a href=(frame.links.file(shown)) { "Close" } }
                @if shown.is_some() { p { a href=(frame.links.symbol(name, file, 0)) { code { (Safe(name)) } } } }
                label.hidden for="references-filter" { "Filter references" }
                input #references-filter type="search" placeholder="Filter by path, kind or text" hidden;
            }
            @for (path, places) in by_file(&uses.references) {
                section.uses {
                    h3 { a href=(frame.links.file(path)) { (breakable(path)) } span.count { (places.len()) } }
                    ol {
                        @for place in places { (place_row(site, frame, name, file, place)) }
                    }
                }
            }
            @if uses.references.is_empty() { p.faint { "No use is known." } }
            @if uses.omitted > 0 { p.faint { (uses.omitted) " more uses" } }
            (aside_notes(frame, &found))
        }
    }
}

fn place_row(
    site: &Site,
    frame: &Frame<'_>,
    name: &str,
    file: &str,
    place: &ReferencePlace,
) -> Markup {
    let address = if frame.links.is_live() {
        // Keeps the panel open on the next page.
        format!(
            "{}?refs={}&of={}#L{}",
            frame.links.file(&place.path),
            encode_value(name),
            encode_value(file),
            place.line
        )
    } else {
        frame.links.lines(&place.path, place.line, place.line)
    };
    html! {
        li.test[place.is_test] data-kind=(place.kind.name()) {
            a href=(address) {
                span.at { (place.line) }
                code { (Safe(&site.mask(&place.text))) }
            }
            span.kind { (place.kind.name()) @if place.is_same_word() || matches!(&*place.provenance, "same-name" | "partly-read") { ", " (Safe(&place.provenance)) } }
        }
    }
}

/// Renders what is not among the uses: ambiguous uses, untracked uses, implementations, tests.
fn aside_notes(frame: &Frame<'_>, found: &Answer) -> Markup {
    let uses = &found.uses;
    html! {
        @if let Some(untracked) = &uses.untracked {
            p.notice { (Safe(&untracked.reason)) "; " (counted(untracked.lines, "line contains", "lines contain")) " the word" }
        }
        @if !uses.ambiguous.is_empty() {
            details {
                summary { "Uses that may mean it" }
                ul.plain { @for one in &uses.ambiguous { li { (one.count) " may mean " code { (Safe(&one.definition)) } } } }
            }
        }
        @if !uses.implementations.is_empty() {
            details open {
                summary { "Implementations " span.count { (uses.implementations.len() + uses.implementations_omitted) } }
                ul.plain {
                    @for one in &uses.implementations {
                        li { a href=(frame.links.symbol(&one.symbol, &one.path, one.line)) { code { (Safe(&one.symbol)) } } " " span.faint { (Safe(&one.path)) ":" (one.line) } }
                    }
                }
            }
        }
        @if !uses.tests.is_empty() {
            details {
                summary { "Tests that reach it " span.count { (uses.tests.len() + uses.tests_omitted) } }
                ul.plain {
                    @for test in &uses.tests {
                        li { a href=(frame.links.lines(&test.path, test.line, test.line)) { code { (Safe(test.symbol.as_deref().unwrap_or(&test.path))) } } span.count { (counted(test.distance as usize, "step", "steps")) } }
                    }
                }
            }
        }
    }
}

fn by_file(places: &[ReferencePlace]) -> Vec<(&str, Vec<&ReferencePlace>)> {
    let mut files: Vec<(&str, Vec<&ReferencePlace>)> = Vec::new();
    for place in places {
        match files.iter_mut().find(|(path, _)| *path == place.path) {
            Some((_, places)) => places.push(place),
            None => files.push((&place.path, vec![place])),
        }
    }
    files
}
