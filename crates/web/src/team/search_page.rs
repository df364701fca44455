//! The page that searches all repositories that a user may see: code, definitions, lines with a name, and entries.

use maud::{Markup, html};
use rutter_knowledge::TeamEntry;

use super::api::PAGE_FILES;
use super::caller::{Caller, EntriesPage, EntriesQuery};
use super::cards::{code_card, entry_in_short};
use super::code_search::{CodeHits, CodeQuery, CodeQuestion};
use crate::fields::Fields;
use crate::layout::{Frame, Tab, short};
use crate::links::Links;
use crate::problem::Problem;
use crate::text::{Safe, breakable, counted};

/// Definitions, lines or entries on one page.
const PAGE_ITEMS: usize = 50;

/// What is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Code(CodeQuestion),
    Entries,
}

impl Subject {
    /// Each with its name in an address and in the form.
    const ALL: [(Subject, &'static str, &'static str); 4] = [
        (Subject::Code(CodeQuestion::Search), "code", "code and documents"),
        (Subject::Code(CodeQuestion::Symbol), "symbol", "definitions of a name"),
        (Subject::Code(CodeQuestion::References), "references", "lines with a name"),
        (Subject::Entries, "entries", "entries"),
    ];

    /// Those that can be searched here: code only with an index.
    fn offered(
        caller: &Caller<'_>,
    ) -> impl Iterator<Item = &'static (Subject, &'static str, &'static str)> {
        let has_index = caller.search.is_some();
        Subject::ALL.iter().filter(move |(subject, ..)| has_index || *subject == Subject::Entries)
    }

    /// The one that an address names, else the first that is offered.
    fn of(caller: &Caller<'_>, fields: &Fields) -> Subject {
        let wanted = fields.get("for");
        let named = Subject::ALL.iter().find(|(_, name, _)| Some(*name) == wanted);
        named.or_else(|| Subject::offered(caller).next()).map_or(Subject::Entries, |found| found.0)
    }
}

pub(super) fn form(caller: &Caller<'_>, fields: &Fields) -> Markup {
    let chosen = Subject::of(caller, fields);
    html! {
        form.filters.row method="get" action="/search" role="search" {
            @if let Some(repository) = fields.get("repo") { input type="hidden" name="repo" value=(Safe(repository)); }
            label.grow { span { "Search all repositories" } input name="q" type="search" value=(Safe(fields.get("q").unwrap_or_default())) required; }
            label { span { "for" } select name="for" {
                @for (subject, name, text) in Subject::offered(caller) {
                    option value=(name) selected[*subject == chosen] { (text) }
                }
            } }
            button.primary type="submit" { "Search" }
        }
    }
}

pub(super) fn page(
    caller: &Caller<'_>,
    frame: &Frame<'_>,
    fields: &Fields,
) -> Result<Markup, Problem> {
    let found = match (fields.get("q"), Subject::of(caller, fields)) {
        (None, _) => None,
        (Some(words), Subject::Code(question)) => Some(code(caller, fields, words, question)?),
        (Some(words), Subject::Entries) => Some(entries(caller, fields, words)?),
    };
    let body = html! {
        (form(caller, fields))
        @if let Some(repository) = fields.get("repo") {
            p.faint { "Only in " (breakable(repository)) ". " a href=(fields.with("repo", None)) { "Search all" } }
        }
        @if let Some(found) = found { (found) }
    };
    Ok(frame.page("Search", Tab::Search, &[], &body))
}

fn code(
    caller: &Caller<'_>,
    fields: &Fields,
    words: &str,
    question: CodeQuestion,
) -> Result<Markup, Problem> {
    let (limit, one, several) = match question {
        CodeQuestion::Search => (PAGE_FILES, "further file", "further files"),
        CodeQuestion::Symbol => (PAGE_ITEMS, "further definition", "further definitions"),
        CodeQuestion::References => (PAGE_ITEMS, "further line", "further lines"),
    };
    let repository = fields.get("repo").map(str::to_owned);
    let query = CodeQuery { question, query: words.to_owned(), repository, limit };
    let CodeHits { hits, n_repositories, omitted, remark } = caller.search_code(&query)?;
    Ok(html! {
        p.faint {
            (counted(n_repositories, "repository", "repositories")) " searched"
            @if omitted > 0 { ", " (counted(omitted, one, several)) }
            @if let Some(remark) = &remark { "; " (Safe(remark)) }
        }
        @if hits.is_empty() { div.notice { p { "Nothing was found." } } }
        ul.cards { @for hit in &hits { (code_card(hit)) } }
    })
}

fn entries(caller: &Caller<'_>, fields: &Fields, words: &str) -> Result<Markup, Problem> {
    let query = EntriesQuery {
        words: Some(words.to_owned()),
        status: None,
        from: fields.number("skip").unwrap_or(0),
        limit: PAGE_ITEMS,
    };
    let EntriesPage { entries, n_repositories, n_all, next } =
        caller.entries(fields.get("repo"), &query)?;
    Ok(html! {
        p.faint {
            (counted(n_repositories, "repository", "repositories")) " searched, "
            (counted(n_all, "entry", "entries")) ", as recorded: the code is not here, so none is known to be stale"
        }
        @if entries.is_empty() { div.notice { p { "Nothing was found." } } }
        ul.cards { @for found in &entries { (entry_card(found)) } }
        @if let Some(next) = next {
            p.pages { a.button href=(fields.with("skip", Some(&next.to_string()))) { "More entries" } }
        }
    })
}

fn entry_card(found: &TeamEntry) -> Markup {
    let links = Links::Team(Some(found.repository.clone()));
    html! {
        li {
            p.kicker {
                a href=(links.page("entries")) { (breakable(&found.repository)) }
                @if let Some(commit) = &found.commit { " " (Safe(short(commit))) }
            }
            (entry_in_short(&links, &found.entry))
        }
    }
}
