//! The search over all repositories that a user may see: code, definitions, lines with a name, and entries.

use maud::{Markup, html};
use rutter_team::TeamToolbox;
use rutter_team::tools::code::{FindLines, FindSymbol, SearchCode};
use rutter_team::tools::entries::{SearchEntries, TeamEntriesAnswer, TeamEntry};
use rutter_tools::code::search::SearchOptions;

use super::cards::{CodePlace, SECRECY, code_card};
use crate::fields::Fields;
use crate::layout::{Frame, Tab, short};
use crate::links::Links;
use crate::pages::entry_card;
use crate::problem::Problem;
use crate::text::{Safe, breakable, counted};

/// Files on one page.
const PAGE_FILES: usize = 10;
/// Definitions, lines or entries on one page.
const PAGE_ITEMS: usize = 50;

/// The kind of search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Code,
    Symbol,
    References,
    Entries,
}

impl Subject {
    /// Each with its name in an address and in the form.
    const ALL: [(Subject, &'static str, &'static str); 4] = [
        (Subject::Code, "code", "code and documents"),
        (Subject::Symbol, "symbol", "definitions of a name"),
        (Subject::References, "references", "lines with a name"),
        (Subject::Entries, "entries", "entries"),
    ];

    /// The kinds that are offered. Code can only be searched with an index.
    fn offered(
        team: &TeamToolbox<'_>,
    ) -> impl Iterator<Item = &'static (Subject, &'static str, &'static str)> {
        let has_index = team.has_index();
        Subject::ALL.iter().filter(move |(subject, ..)| has_index || *subject == Subject::Entries)
    }

    /// The kind that an address names, else the first that is offered.
    fn of(team: &TeamToolbox<'_>, fields: &Fields) -> Subject {
        let wanted = fields.get("for");
        let named = Subject::ALL.iter().find(|(_, name, _)| Some(*name) == wanted);
        named.or_else(|| Subject::offered(team).next()).map_or(Subject::Entries, |found| found.0)
    }
}

pub(super) fn form(team: &TeamToolbox<'_>, fields: &Fields) -> Markup {
    let chosen = Subject::of(team, fields);
    html! {
        form.filters.row method="get" action="/search" role="search" {
            @if let Some(repository) = fields.get("repo") { input type="hidden" name="repo" value=(Safe(repository)); }
            label.grow { span { "Search all repositories" } input name="q" type="search" value=(Safe(fields.get("q").unwrap_or_default())) required; }
            label { span { "for" } select name="for" {
                @for (subject, name, text) in Subject::offered(team) {
                    option value=(name) selected[*subject == chosen] { (text) }
                }
            } }
            button.primary type="submit" { "Search" }
        }
    }
}

pub(super) fn page(
    team: &TeamToolbox<'_>,
    frame: &Frame<'_>,
    fields: &Fields,
) -> Result<Markup, Problem> {
    let found = match (fields.get("q"), Subject::of(team, fields)) {
        (None, _) => None,
        (Some(words), Subject::Code) => Some(code(team, fields, words)?),
        (Some(words), Subject::Symbol) => Some(definitions(team, fields, words)?),
        (Some(words), Subject::References) => Some(lines(team, fields, words)?),
        (Some(words), Subject::Entries) => Some(entries(team, fields, words)?),
    };
    let body = html! {
        (form(team, fields))
        @if let Some(repository) = fields.get("repo") {
            p.faint { "Only in " (breakable(repository)) ". " a href=(fields.with("repo", None)) { "Search all" } }
        }
        @if let Some(found) = found { (found) }
    };
    Ok(frame.page("Search", Tab::Search, &[], &body))
}

/// The repository that the address names; empty for all.
fn repositories(fields: &Fields) -> Vec<String> {
    fields.get("repo").map(str::to_owned).into_iter().collect()
}

fn code(team: &TeamToolbox<'_>, fields: &Fields, words: &str) -> Result<Markup, Problem> {
    let options = SearchOptions { limit: PAGE_FILES, excerpts: 1, ..SearchOptions::default() };
    let search = SearchCode { query: words.to_owned(), repo: repositories(fields), options };
    let found = team.run(&search)?;
    let places = found.hits.iter().map(|hit| CodePlace {
        repository: &hit.repository,
        commit: hit.commit.as_deref(),
        path: &hit.path,
        lines: (hit.start_line, hit.end_line),
        symbol: hit.symbol.as_deref(),
        text: &hit.snippet,
    });
    let n_searched = searched(found.repositories, found.omitted, "file", found.remark.as_deref());
    Ok(cards(&n_searched, places))
}

fn definitions(team: &TeamToolbox<'_>, fields: &Fields, name: &str) -> Result<Markup, Problem> {
    let (symbol, repo) = (name.to_owned(), repositories(fields));
    let found = team.run(&FindSymbol { symbol, repo, file_path: None, limit: PAGE_ITEMS })?;
    let places = found.definitions.iter().map(|one| CodePlace {
        repository: &one.repository,
        commit: one.commit.as_deref(),
        path: &one.path,
        lines: (one.start_line, one.end_line),
        symbol: Some(&one.symbol),
        text: &one.signature,
    });
    let remark = found.remark.as_deref();
    Ok(cards(&searched(found.repositories, found.omitted, "definition", remark), places))
}

fn lines(team: &TeamToolbox<'_>, fields: &Fields, name: &str) -> Result<Markup, Problem> {
    let (symbol, repo) = (name.to_owned(), repositories(fields));
    let found = team.run(&FindLines { symbol, repo, limit: PAGE_ITEMS })?;
    let places = found.lines.iter().map(|one| CodePlace {
        repository: &one.repository,
        commit: one.commit.as_deref(),
        path: &one.path,
        lines: (one.line, one.line),
        symbol: None,
        text: &one.text,
    });
    let remark = found.remark.as_deref();
    Ok(cards(&searched(found.repositories, found.omitted, "line", remark), places))
}

fn searched(n: usize, omitted: usize, what: &str, remark: Option<&str>) -> String {
    let mut text = format!("{} searched", counted(n, "repository", "repositories"));
    if omitted > 0 {
        text += &format!(", {omitted} further {what}{}", if omitted == 1 { "" } else { "s" });
    }
    if let Some(remark) = remark {
        text += &format!("; {remark}");
    }
    text
}

fn cards<'a>(searched: &str, places: impl Iterator<Item = CodePlace<'a>>) -> Markup {
    let mut places = places.peekable();
    html! {
        p.faint { (Safe(searched)) }
        @if places.peek().is_none() { div.notice { p { "Nothing was found." } } }
        ul.cards { @for place in places { (code_card(&place)) } }
    }
}

fn entries(team: &TeamToolbox<'_>, fields: &Fields, words: &str) -> Result<Markup, Problem> {
    let asked = SearchEntries {
        query: Some(words.to_owned()),
        repo: repositories(fields),
        status: None,
        from: fields.number("skip").unwrap_or(0),
        limit: PAGE_ITEMS,
    };
    let TeamEntriesAnswer { entries, repositories, n_all, next, .. } = team.run(&asked)?;
    Ok(html! {
        p.faint {
            (counted(repositories, "repository", "repositories")) " searched, "
            (counted(n_all, "entry", "entries")) ", as recorded: the code is not here, so none is known to be stale"
        }
        @if entries.is_empty() { div.notice { p { "Nothing was found." } } }
        ul.cards { @for found in &entries { (found_entry(found)) } }
        @if let Some(next) = next {
            p.pages { a.button href=(fields.with("skip", Some(&next.to_string()))) { "More entries" } }
        }
    })
}

fn found_entry(found: &TeamEntry) -> Markup {
    let links = Links::Team(Some(found.repository.clone()));
    html! {
        li {
            p.kicker {
                a href=(links.page("entries")) { (breakable(&found.repository)) }
                @if let Some(commit) = &found.commit { " " (Safe(short(commit))) }
            }
            (entry_card::in_short(SECRECY, &links, &found.entry))
        }
    }
}
