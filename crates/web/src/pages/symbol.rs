//! A symbol: documentation, source, entry, neighbourhood, uses, and what a
//! change of it would affect.

use maud::{Markup, html};
use rutter_engine::{SymbolAnswer, SymbolMatch};
use rutter_tools::code::impact::{self, Impact};
use rutter_tools::code::symbol::{Args, SymbolDetails};

use super::neighbours::{self, Depth, split_place};
use super::{entry_card, references};
use crate::code::{Anchors, Listing};
use crate::layout::{Frame, Tab};
use crate::percent::encode_value;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::text::{Safe, breakable, breakable_name, counted};

/// Callers and callees that are listed.
const MOST_LINKS: usize = 100;
/// Bytes of source that are shown.
const SOURCE_BYTES: usize = 60_000;
/// Steps to transitive users.
const IMPACT_STEPS: u32 = 4;
/// Transitive users that are listed.
const MOST_AFFECTED: usize = 60;

pub(crate) fn answer(
    site: &Site,
    frame: &Frame<'_>,
    request: &PageRequest,
    name: &str,
) -> Result<Reply, Problem> {
    let depth = match request.query.get("depth") {
        Some("2") => Depth::Two,
        Some(_) | None => Depth::One,
    };
    page(site, frame, name, request.query.get("file"), depth).map(Reply::html)
}

pub(crate) fn page(
    site: &Site,
    frame: &Frame<'_>,
    name: &str,
    file: Option<&str>,
    depth: Depth,
) -> Result<Markup, Problem> {
    let args = Args {
        name: name.to_owned(),
        file_path: file.map(str::to_owned),
        limit: MOST_LINKS,
        skip: 0,
    };
    let mut found = site.run(&SymbolDetails, args)?;
    // A bare name may also be the end of qualified names; the exact match comes first.
    found.matches.sort_by_key(|one| one.symbol.qualified_name != name);
    let Some(main) = found.matches.first() else {
        return Err(missing(frame, &found));
    };
    let body = html! {
        header.symbol-head {
            p.kicker { (main.symbol.kind.name()) " in " a href=(frame.links.file(&main.path)) { (breakable(&main.path)) } }
            h1 { code { (breakable_name(&main.symbol.qualified_name)) } }
            @if found.matches.len() + found.omitted > 1 { (others(frame, &found)) }
        }
        div.symbol-page {
            div {
                (definition(site, frame, main))
                @if let Some(entry) = &main.entry {
                    section #entry { h2 { "Entry" } (entry_card::card(site.secrecy, frame, entry)) }
                }
                (neighbours::section(site, frame, main, depth))
                (links(frame, main))
                @if frame.links.is_live() { (affected(site, frame, main)) }
                (companions(frame, main))
            }
            (references::panel(site, frame, &main.symbol.qualified_name, &main.path, None))
        }
    };
    let title = main.symbol.qualified_name.clone();
    Ok(frame.page(&title, Tab::Aside, &["file.js", "panel.js"], &body))
}

fn missing(frame: &Frame<'_>, found: &SymbolAnswer) -> Problem {
    let problem = Problem::missing(format!("no symbol `{}` is known", found.name));
    let lines = found.untracked.as_ref().map(|untracked| {
        format!(
            "{}; {} contain the word",
            untracked.reason,
            counted(untracked.lines, "line", "lines")
        )
    });
    match (found.near.is_empty(), lines) {
        (false, _) => problem.with_hint(format!("similar names: {}", found.near.join(", "))),
        (true, Some(lines)) => problem.with_hint(lines),
        (true, None) => {
            let search = frame.links.page(&format!("?q={}", encode_value(&found.name)));
            problem.with_hint(format!("search for it: {search}"))
        }
    }
}

/// Renders the other definitions of the name.
fn others(frame: &Frame<'_>, found: &SymbolAnswer) -> Markup {
    let matches = found.matches.iter().skip(1);
    let rows = matches.map(|one| (&one.symbol.qualified_name, &one.path, one.symbol.start_line));
    let rows = rows.chain(found.others.iter().map(|one| (&one.symbol, &one.path, one.line)));
    let n_others = found.matches.len() - 1 + found.omitted;
    html! {
        details.others {
            summary { (counted(n_others, "other definition", "other definitions")) " of this name" }
            ul.plain {
                @for (name, path, line) in rows {
                    li {
                        a href=(frame.links.symbol(name, path, line)) { code { (Safe(name)) } } " "
                        a.faint href=(frame.links.lines(path, line, line)) { (Safe(path)) ":" (line) }
                    }
                }
            }
        }
    }
}

fn definition(site: &Site, frame: &Frame<'_>, main: &SymbolMatch) -> Markup {
    let symbol = &main.symbol;
    let start = main.doc_lines.map_or(symbol.start_line, |[first, _]| first.min(symbol.start_line));
    let source = site.view(&main.path, vec![start..=symbol.end_line], SOURCE_BYTES);
    html! {
        @if let Some(doc) = symbol.doc.as_deref().filter(|doc| !doc.trim().is_empty()) {
            div.doc { (super::prose::prose(&site.mask(doc))) }
        }
        section.source.snip #source aria-label="Source" {
            header.source-head {
                a href=(frame.links.lines(&main.path, symbol.start_line, symbol.end_line)) {
                    (breakable(&main.path)) ":" (symbol.start_line) "–" (symbol.end_line)
                }
                span.faint { (symbol.visibility.name()) }
            }
            @match source {
                Ok(view) => {
                    @let lines: Vec<(u32, &str)> = view.excerpt.lines.iter().map(|line| (line.number, line.text.as_str())).collect();
                    @let address = frame.links.file(&main.path);
                    (site.colours.render(&Listing { lines: &lines, language: Some(main.language), parts: &[], anchors: Anchors::File(&address) }))
                    @if lines.last().is_some_and(|(last, _)| *last < symbol.end_line) {
                        p.paging { a href=(frame.links.lines(&main.path, symbol.start_line, symbol.end_line)) { "The rest is in the file" } }
                    }
                }
                Err(error) => { p.faint { (Safe(&error.to_string())) } }
            }
        }
    }
}

/// Renders callers and callees as lists.
fn links(frame: &Frame<'_>, main: &SymbolMatch) -> Markup {
    let links = &frame.links;
    html! {
        div.columns {
            section #callers {
                h2 { "Used by " span.count { (main.callers.len() + main.callers_omitted) } }
                ul.plain {
                    @for caller in &main.callers {
                        li {
                            @match &caller.symbol {
                                Some(name) => { a href=(links.symbol(name, &caller.path, caller.line)) { code { (breakable_name(name)) } } }
                                None => { span.faint { "top of the file" } }
                            }
                            span.kind { (caller.kind.name()) ", " (Safe(&caller.provenance)) }
                            p.faint { a href=(links.lines(&caller.path, caller.line, caller.line)) { (breakable(&caller.path)) ":" (caller.line) } }
                        }
                    }
                }
                @if main.callers.is_empty() { p.faint { "No use is known." } }
                @if main.callers_omitted > 0 { p.faint { (main.callers_omitted) " more" } }
            }
            section #callees {
                h2 { "Uses " span.count { (main.callees.len() + main.callees_omitted) } }
                ul.plain {
                    @for callee in &main.callees {
                        li {
                            @match callee.definition.as_deref().and_then(split_place) {
                                Some((path, line)) => {
                                    a href=(links.symbol(&callee.symbol, path, line)) { code { (breakable_name(&callee.symbol)) } }
                                    span.kind { (callee.kind.name()) ", " (Safe(&callee.provenance)) }
                                    p.faint { a href=(links.lines(path, line, line)) { (breakable(path)) ":" (line) } }
                                }
                                None => {
                                    code { (breakable_name(&callee.symbol)) }
                                    span.kind { (callee.kind.name()) ", " (Safe(&callee.provenance)) }
                                }
                            }
                        }
                    }
                }
                @if main.callees.is_empty() { p.faint { "Nothing is known to be used." } }
                @if main.callees_omitted > 0 { p.faint { (main.callees_omitted) " more" } }
            }
        }
    }
}

fn affected(site: &Site, frame: &Frame<'_>, main: &SymbolMatch) -> Markup {
    let name = main.symbol.qualified_name.clone();
    let args = impact::Args { name, depth: IMPACT_STEPS, limit: MOST_AFFECTED };
    let Ok(found) = site.run(&Impact, args) else { return Markup::default() };
    let n_all = found.affected.len() + found.omitted;
    html! {
        section #impact {
            h2 { "Affected by a change " span.count { (n_all) } }
            @if let Some(untracked) = &found.untracked {
                p.notice { (Safe(&untracked.reason)) "; " (counted(untracked.lines, "line contains", "lines contain")) " the word" }
            }
            @if found.ambiguous > 0 { p.faint { (counted(found.ambiguous, "more use", "more uses")) " of that name may mean it" } }
            div.wide { table {
                thead { tr { th scope="col" { "Steps" } th scope="col" { "Symbol" } th scope="col" { "Place" } th scope="col" { "Known by" } } }
                tbody {
                    @for one in &found.affected {
                        tr {
                            td { (one.distance) }
                            td { @match &one.symbol {
                                Some(name) => { a href=(frame.links.symbol(name, &one.path, one.line)) { code { (breakable_name(name)) } } }
                                None => { span.faint { "top of the file" } }
                            } }
                            td { a href=(frame.links.lines(&one.path, one.line, one.line)) { (breakable(&one.path)) ":" (one.line) } }
                            td { (Safe(&one.provenance)) }
                        }
                    }
                }
            } }
            @if found.affected.is_empty() { p.faint { "Nothing is known to be affected." } }
            @if found.omitted > 0 { p.faint { (found.omitted) " more" } }
        }
    }
}

/// Renders the documents that mention it, and the files that change with its own.
fn companions(frame: &Frame<'_>, main: &SymbolMatch) -> Markup {
    html! {
        @if !main.mentions.is_empty() {
            section {
                h2 { "Mentioned in" }
                ul.plain {
                    @for mention in &main.mentions {
                        li {
                            a href=(frame.links.lines(&mention.path, mention.line, mention.line)) { (breakable(&mention.path)) ":" (mention.line) }
                            @if let Some(section) = &mention.section { span.faint { " " (Safe(section)) } }
                        }
                    }
                }
                @if main.mentions_omitted > 0 { p.faint { (main.mentions_omitted) " more" } }
            }
        }
        @if !main.changed_together.is_empty() {
            section {
                h2 { "Often in the same commits" }
                ul.plain {
                    @for with in &main.changed_together {
                        li { a href=(frame.links.file(&with.path)) { (breakable(&with.path)) } span.count { (with.count) " of " (with.of) } }
                    }
                }
            }
        }
    }
}
