//! The pages: repositories, and the recorded entries, gaps and runs of one of them. Search over all of them
//! is in `search_page.rs`.

use http::{Method, StatusCode};
use maud::{Markup, html};
use rutter_domain::{EntryStatus, ListedEntry};
use rutter_store::ServerUser;
use rutter_team::TeamToolbox;
use rutter_team::tools::entries::{
    ContradictClaim, RejectTeamEntry, SearchEntries, ShowEntry, TeamEntriesAnswer,
};
use rutter_team::tools::records::{ListDecisions, ListRepositories, ListTeamRuns, ShowRun};

use super::cards::SECRECY;
use super::search_page;
use crate::assets;
use crate::fields::Fields;
use crate::layout::{Frame, Tab, short};
use crate::links::Links;
use crate::pages::prose::code_spans;
use crate::pages::{entry_card, failed, runs};
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::router::no_page;
use crate::text::{Safe, breakable, grouped, minute};

/// Entries on one page.
const PAGE_ENTRIES: usize = 100;

pub(super) fn answer(team: &TeamToolbox<'_>, user: &ServerUser, request: &PageRequest) -> Reply {
    let fields = if request.method == Method::POST { &request.form } else { &request.query };
    let repository = fields.get("repo");
    let links = Links::Team(repository.map(str::to_owned));
    let frame = Frame::bare(repository.unwrap_or("rutter"), links, request.theme);
    match page(team, user, &frame, request) {
        Ok(reply) => reply,
        Err(problem) => {
            // The error page has no links into a repository that may not exist.
            let frame = Frame::bare("rutter", Links::Team(None), request.theme);
            failed::page(&frame, &problem)
        }
    }
}

fn page(
    team: &TeamToolbox<'_>,
    user: &ServerUser,
    frame: &Frame<'_>,
    request: &PageRequest,
) -> Result<Reply, Problem> {
    let (path, query) = (request.path.as_str(), &request.query);
    let field = |name: &str| {
        let fields = if request.method == Method::POST { &request.form } else { query };
        let missing = || Problem::bad(format!("`{name}` is missing in the address"));
        fields.get(name).map(str::to_owned).ok_or_else(missing)
    };
    match (&request.method, path) {
        (&Method::POST, "/sign-in") => Ok(Reply::redirect("/")),
        (&Method::POST, "/reject") => {
            let (repo, id) = (field("repo")?, field("id")?);
            let note = request.form.get("note").unwrap_or_default().to_owned();
            let answer = team.run(&RejectTeamEntry { repo, id, note })?;
            Ok(Reply::redirect(&frame.links.item("entries", &answer.id)))
        }
        (&Method::POST, "/contradict") => {
            let (repo, id, created_at) = (field("repo")?, field("id")?, field("created_at")?);
            let claim = request.form.number("claim").unwrap_or(0);
            let reason = request.form.get("reason").unwrap_or_default().to_owned();
            let answer = team.run(&ContradictClaim { repo, id, claim, created_at, reason })?;
            Ok(Reply::redirect(&frame.links.item("entries", &answer.id)))
        }
        (&Method::GET | &Method::HEAD, _) => match path {
            "/" => repositories(team, user, frame).map(Reply::html),
            "/search" => search_page::page(team, frame, query).map(Reply::html),
            "/entries" => entries(team, frame, field("repo")?, query).map(Reply::html),
            "/entry" => entry(team, frame, field("repo")?, field("id")?).map(Reply::html),
            "/gaps" => gaps(team, frame, field("repo")?).map(Reply::html),
            "/runs" => {
                let listed = team.run(&ListTeamRuns { repo: field("repo")? })?;
                Ok(Reply::html(runs::listing(frame, &listed.runs, &listed.problems)))
            }
            "/run" => {
                let recorded = team.run(&ShowRun { repo: field("repo")?, id: field("id")? })?;
                Ok(Reply::html(runs::recording(SECRECY, frame, &recorded, request)))
            }
            "/favicon.ico" => assets::reply("icon.svg").ok_or_else(|| no_page(path)),
            _ => Err(no_page(path)),
        },
        _ => {
            let text = format!("`{path}` does not take {}", request.method);
            Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, text))
        }
    }
}

fn repositories(
    team: &TeamToolbox<'_>,
    user: &ServerUser,
    frame: &Frame<'_>,
) -> Result<Markup, Problem> {
    let all = team.run(&ListRepositories {})?.repositories;
    let body = html! {
        (search_page::form(team, &Fields::default()))
        h1 { "Repositories " span.count { (all.len()) } }
        @if all.is_empty() {
            div.notice { p { "There is no repository that you may see." } }
        } @else {
            div.wide { table {
                thead { tr { th scope="col" { "Repository" } th scope="col" { "Entries" } th scope="col" { "Gaps" } th scope="col" { "Runs" } th scope="col" { "Published" } th scope="col" { "Since" } } }
                tbody { @for one in &all {
                    @let links = Links::Team(Some(one.name.clone()));
                    tr {
                        th scope="row" { a href=(links.page("entries")) { (breakable(&one.name)) } }
                        td.number { a href=(links.page("entries")) { (grouped(one.n_entries)) } }
                        td.number { a href=(links.page("gaps")) { (grouped(one.n_gaps)) } }
                        td.number { a href=(links.page("runs")) { (grouped(one.n_runs)) } }
                        td {
                            @if let Some(commit) = &one.commit { code { (Safe(short(commit))) } " " }
                            (Safe(one.published_at.as_deref().and_then(|at| at.get(..10)).unwrap_or("–")))
                        }
                        td { (Safe(one.created_at.get(..10).unwrap_or_default())) }
                    }
                } }
            } }
        }
        p.faint { "You are " (Safe(&user.name)) @if team.may_write() { ", and may reject entries." } @else { ", and may read." } }
    };
    Ok(frame.page("Repositories", Tab::Search, &[], &body))
}

fn entries(
    team: &TeamToolbox<'_>,
    frame: &Frame<'_>,
    repo: String,
    fields: &Fields,
) -> Result<Markup, Problem> {
    let wanted = fields.get("status");
    let is_status = |name: &&str| EntryStatus::ALL.iter().any(|status| status.name() == *name);
    let asked = SearchEntries {
        query: fields.get("q").map(str::to_owned),
        repo: vec![repo.clone()],
        status: wanted.filter(is_status).map(str::to_owned),
        from: fields.number("skip").unwrap_or(0),
        limit: PAGE_ENTRIES,
    };
    let TeamEntriesAnswer { entries, n_all, next, .. } = team.run(&asked)?;
    let body = html! {
        h1 { "Entries " span.count { (n_all) } }
        form.filters.row method="get" action="/entries" role="search" {
            input type="hidden" name="repo" value=(Safe(&repo));
            label { span { "Words" } input name="q" type="search" value=(Safe(fields.get("q").unwrap_or(""))); }
            label { span { "Status" } select name="status" {
                option value="" { "any" }
                @for status in EntryStatus::ALL { option value=(status.name()) selected[wanted == Some(status.name())] { (status.name()) } }
            } }
            button type="submit" { "Search" }
        }
        p.faint { "As they were recorded: the code is not here, so none is known to be stale." }
        @if entries.is_empty() { div.notice { p { "No entry fits." } } }
        ul.cards { @for found in &entries { li { (entry_card::in_short(SECRECY, &frame.links, &found.entry)) } } }
        @if let Some(next) = next {
            p.pages { a.button href=(fields.with("skip", Some(&next.to_string()))) { "More entries" } }
        }
    };
    Ok(frame.page("Entries", Tab::Entries, &[], &body))
}

fn entry(
    team: &TeamToolbox<'_>,
    frame: &Frame<'_>,
    repo: String,
    id: String,
) -> Result<Markup, Problem> {
    let asked = ShowEntry { repo, id };
    let entry = team.run(&asked)?;
    let body = html! {
        p.kicker { a href=(frame.links.page("entries")) { "Entries" } }
        h1 { code { (Safe(entry.title())) } }
        (entry_card::card(SECRECY, frame, &entry))
        @if team.may_write() { (forms(&asked.repo, &entry)) }
        (entry_card::past(SECRECY, frame, &entry))
    };
    Ok(frame.page(entry.title(), Tab::Entries, &[], &body))
}

fn forms(repo: &str, entry: &ListedEntry) -> Markup {
    let hidden = html! {
        input type="hidden" name="repo" value=(Safe(repo));
        input type="hidden" name="id" value=(Safe(&entry.id));
    };
    html! {
        div.columns {
            section #review {
                h2 { "Contradict a claim" }
                form.stack method="post" action="/contradict" {
                    (hidden)
                    input type="hidden" name="created_at" value=(entry.created_at.to_string());
                    label for="claim" { "Claim" }
                    select #claim name="claim" required {
                        @for (at, claim) in entry.claims.iter().enumerate() { option value=(at + 1) { (Safe(&SECRECY.mask(&claim.text))) } }
                        @if entry.claims.is_empty() { option value="1" { (Safe(&SECRECY.mask(&entry.summary))) } }
                    }
                    label for="reason" { "What is wrong with it" }
                    textarea #reason name="reason" rows="3" required {}
                    button type="submit" { "Record the review" }
                }
            }
            section #dispute {
                h2 { "Reject" }
                form.stack method="post" action="/reject" {
                    (hidden)
                    label for="note" { "What is wrong with the entry" }
                    textarea #note name="note" rows="3" required {}
                    button type="submit" { "Reject the entry" }
                }
            }
        }
    }
}

fn gaps(team: &TeamToolbox<'_>, frame: &Frame<'_>, repo: String) -> Result<Markup, Problem> {
    let records = team.run(&ListDecisions { repo })?.gaps;
    let body = html! {
        h1 { "Gaps " span.count { (records.len()) } }
        p.faint { "What was decided about gaps. Which are open is found by comparing the documentation with the code." }
        @if records.is_empty() { div.notice { p { "Nothing was decided yet." } } }
        ul.cards { @for record in &records {
            li id=(Safe(&record.id)) {
                header {
                    code { (Safe(record.symbol.as_deref().unwrap_or(&record.path))) }
                    span.badge { (record.state.name()) }
                }
                p { (Safe(&record.rule)) " · " (breakable(&record.path)) }
                @if let Some(note) = &record.note { p { (code_spans(&SECRECY.mask(note))) } }
                p.faint {
                    (Safe(&record.by)) " · " (minute(record.at))
                    @if let Some(entry) = &record.entry { " · " a href=(frame.links.item("entries", entry)) { "entry" } }
                    @if let Some(run) = &record.run { " · " a href=(frame.links.item("runs", run)) { "run" } }
                }
            }
        } }
    };
    Ok(frame.page("Gaps", Tab::Gaps, &[], &body))
}
