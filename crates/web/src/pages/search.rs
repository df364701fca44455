//! Search as you type, with filters, snippets and the reasons for the rank of each hit.

use maud::{Markup, html};
use rutter_domain::{Language, SearchMode, SymbolKind};
use rutter_engine::{HitDetail, SearchAnswer};
use rutter_tools::code::search::{Args, Blank, Search, SearchOptions};

use super::overview;
use super::search_hit::{ShownLines, hit, words_of};
use crate::fields::Fields;
use crate::layout::{Frame, Tab};
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::text::{Safe, counted};

/// Files on one page of results.
const PAGE_FILES: usize = 12;

pub(crate) fn answer(
    site: &Site,
    frame: &Frame<'_>,
    request: &PageRequest,
) -> Result<Reply, Problem> {
    let fields = &request.query;
    let query = fields.get("q").unwrap_or("").trim();
    let found = match query {
        "" => None,
        query => Some(search(site, fields, query)),
    };
    let results = match &found {
        None => None,
        Some(Ok(found)) => Some(results(site, frame, fields, found)),
        Some(Err(problem)) => Some(html! {
            div.notice role="alert" {
                p { (Safe(&problem.message)) }
                @if let Some(hint) = &problem.hint { p.faint { (Safe(hint)) } }
            }
        }),
    };
    if request.wants_part() {
        return Ok(Reply::html(results.unwrap_or_default()));
    }
    let body = html! {
        h1.hidden { "Search " (Safe(frame.repository)) }
        (form(fields, query))
        div #results .results aria-live="polite" { @if let Some(results) = &results { (results) } }
        @if results.is_none() { (overview::home(site, frame)?) }
    };
    let title = if query.is_empty() { "Search".to_owned() } else { format!("{query} · Search") };
    Ok(Reply::html(frame.page(&title, Tab::Search, &["search.js"], &body)))
}

fn search(site: &Site, fields: &Fields, query: &str) -> Result<SearchAnswer, Problem> {
    let all = |name: &'static str| fields.all(name).map(|value| value.trim().to_owned()).collect();
    let scope = fields.get("in").unwrap_or("");
    let options = SearchOptions {
        limit: PAGE_FILES,
        excerpts: 3,
        skip: fields.number("skip").unwrap_or(0),
        lang: all("lang"),
        kind: all("kind"),
        path: all("path"),
        code: scope == "code",
        docs: scope == "docs",
        entries: scope == "entries",
        mode: fields.get("mode").and_then(SearchMode::named).unwrap_or_default(),
        ..SearchOptions::default()
    };
    let query = query.to_owned();
    // Brief: the page of a symbol shows the documents that mention it, and finding them takes longer than the search.
    let args = Args { query, blank: Blank::Refuse, detail: HitDetail::Brief, options };
    Ok(site.run(&Search, args)?)
}

fn form(fields: &Fields, query: &str) -> Markup {
    let option = |name: &str, value: &str, label: &str| {
        html! { option value=(value) selected[fields.get(name).unwrap_or("") == value] { (label) } }
    };
    html! {
        form #search .search role="search" method="get" action="/" {
            div.ask {
                label.hidden for="q" { "Search" }
                input #q name="q" type="search" value=(Safe(query)) autocomplete="off" spellcheck="false"
                    placeholder="A question, a name, an error message, or path:line" autofocus[query.is_empty()];
                button.primary type="submit" { "Search" }
            }
            div.filters {
                label { span { "In" } select name="in" {
                    (option("in", "", "everything")) (option("in", "code", "code"))
                    (option("in", "docs", "documents")) (option("in", "entries", "entries"))
                } }
                label { span { "Language" } select name="lang" {
                    (option("lang", "", "any"))
                    @for language in Language::all() { (option("lang", language.name(), language.name())) }
                } }
                label { span { "Kind" } select name="kind" {
                    (option("kind", "", "any"))
                    @for kind in SymbolKind::ALL { (option("kind", kind.name(), kind.name())) }
                } }
                label { span { "By" } select name="mode" {
                    (option("mode", "", "words and meaning")) (option("mode", "lexical", "words"))
                    (option("mode", "semantic", "meaning"))
                } }
                label.grow { span { "Path" }
                    input name="path" value=(Safe(fields.get("path").unwrap_or(""))) placeholder="src/**/*.rs" spellcheck="false";
                }
            }
        }
    }
}

fn results(site: &Site, frame: &Frame<'_>, fields: &Fields, found: &SearchAnswer) -> Markup {
    let mut files: Vec<(&str, Vec<&rutter_engine::Hit>)> = Vec::new();
    for hit in &found.hits {
        match files.last_mut() {
            Some((path, hits)) if *path == hit.path => hits.push(hit),
            _ => files.push((&hit.path, vec![hit])),
        }
    }
    let n_files = files.len() + found.omitted;
    html! {
        p.summary {
            @if let Some((path, line)) = place(site, &found.query) {
                a.jump href=(frame.links.lines(&path, line, line)) { "Open " code { (Safe(&path)) ":" (line) } } " "
            }
            (counted(n_files, "file", "files")) " in " (format!("{:.1} ms", found.elapsed_us as f64 / 1000.0))
            ", by " (match found.mode {
                SearchMode::Hybrid => "words and meaning",
                SearchMode::Lexical => "words",
                SearchMode::Semantic => "meaning",
            })
        }
        @if let Some(remark) = &found.remark { p.notice { (Safe(&remark.to_string())) } }
        @if files.is_empty() {
            div.notice { p { "Nothing fits " q { (Safe(&found.query)) } ". Try other words, or fewer filters." } }
        }
        @let words = words_of(&found.query);
        ol.hits {
            @for (path, hits) in &files {
                li.file-hits {
                    h2 {
                        a.path href=(frame.links.file(path)) { (crate::text::breakable(path)) }
                        span.faint { (found.index.mark(path)) }
                    }
                    @let shown = ShownLines::of(site, path, hits);
                    @for one in hits { (hit(site, frame, one, &shown, &words)) }
                }
            }
        }
        @if let Some(next) = found.next_skip {
            p.pages { a.button href=(fields.with("skip", Some(&next.to_string()))) { "More results" } }
        }
    }
}

/// Parses a query such as `src/a.rs:12`, if the file is indexed.
fn place(site: &Site, query: &str) -> Option<(String, u32)> {
    let (path, line) = query.trim().split_once(':')?;
    let line = line.split([':', '-']).next()?.parse().ok()?;
    let path = path.trim_start_matches("./");
    site.language(path).map(|_| (path.to_owned(), line))
}
